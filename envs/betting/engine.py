"""The rules of betting: who acts, what is legal, what a move does, and which pots there are. Functions on rows (``row``).

Python runs them as they are, where the lines of a game are listed; kernels compile them, where hands are played. The rules
are those of cash games as tournament and card-room rulebooks have them (TDA rules, Robert's Rules of Poker):

- Blinds and a straddle are live bets. Heads-up the button posts the small blind, acts first before the flop and last after it.
- A raise is by at least the last full bet or raise of the round, which at first is the big blind or the straddle. With less a
  player may go all-in.
- An all-in raise of less does not reopen the betting. A player who has acted in the round may raise only against at least a
  full bet or raise, to which several such all-ins may add up (TDA 47).
- Under fixed limit half a bet does (TDA 47, Robert's Rules "Betting and raising" 6): an all-in of half a bet or more counts as
  a raise, and a raise of it adds a bet. One of less is no raise: a player with the right to raise completes it.
- No player bets or raises where all others still in the hand are all-in.
- Pot limit: a raise is by at most the pot as it is after the call.
- What no other player has matched goes back. A main pot and side pots: a pot for each level at which a player who is still in
  has all chips in.
"""

from __future__ import annotations

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.row import Row
from pokerzoo.envs.support.compilable import compilable

MILLION = 1_000_000
TINY = 1e-9
"""Rounding errors of geometric sizes are smaller than this share of a stack."""


@compilable
def only_one(seats: int) -> bool:
    """True if a set has one seat at most."""
    return seats & (seats - 1) == 0


@compilable
def seat_after(rules: Row, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < rules[col.NUM_PLAYERS] else 0


@compilable
def begin_street(rules: Row, hand: Row) -> None:
    """Begin the betting of a street, once its cards are dealt."""
    street = col.STREETS + col.STREET_WIDTH * hand[col.STREET]
    hand[col.PENDING] = hand[col.BEHIND] if rules[street + col.PLAYED] else 0
    find_next_actor(rules, hand, rules[street + col.FIRST])


@compilable
def apply_move(rules: Row, hand: Row, kind: int, total: int) -> None:
    """Play a legal move of the seat to act: ``total`` is what it has put in this round after the move."""
    seat = hand[col.ACTOR]
    bit = 1 << seat
    hand[col.ACTED] |= bit
    if kind == col.FOLD:
        hand[col.LIVE] &= ~bit
        hand[col.BEHIND] &= ~bit
    else:
        added = total - hand[col.IN_ROUND + seat]
        hand[col.STACKS + seat] -= added
        hand[col.IN_ROUND + seat] = total
        hand[col.IN_HAND + seat] += added
        hand[col.POT] += added
        if hand[col.STACKS + seat] == 0:
            hand[col.BEHIND] &= ~bit
        if kind == col.BET:
            note_raise(rules, hand, total)
            hand[col.BETTOR] = seat
            hand[col.PENDING] = hand[col.BEHIND]
    hand[col.PENDING] &= ~bit
    find_next_actor(rules, hand, seat_after(rules, seat))


@compilable
def note_raise(rules: Row, hand: Row, total: int) -> None:
    """Write what a bet or raise changes for later actors: ``HIGHEST``, ``LAST_RAISE`` and ``NUM_BETS``."""
    raised = total - hand[col.HIGHEST]
    hand[col.HIGHEST] = total
    if rules[col.LIMIT] != col.FIXED_LIMIT:
        hand[col.LAST_RAISE] = max(hand[col.LAST_RAISE], raised)
        hand[col.NUM_BETS] += 1
        return
    bet = rules[col.STREETS + col.STREET_WIDTH * hand[col.STREET] + col.LEAST_BET]
    missing = hand[col.LAST_RAISE] - raised
    if 2 * missing <= bet:  # at least half a bet more than the last full one
        hand[col.LAST_RAISE] = bet
        hand[col.NUM_BETS] += 1
    else:
        hand[col.LAST_RAISE] = missing


@compilable
def find_next_actor(rules: Row, hand: Row, start: int) -> None:
    """Find the next seat to act, from ``start`` on; if there is none, close the round or end the hand."""
    players, pending, behind = rules[col.NUM_PLAYERS], hand[col.PENDING], hand[col.BEHIND]
    if pending and only_one(behind):  # the others are all-in: the last one with chips acts only if there is something to call
        for seat in range(players):
            if behind >> seat & 1 and hand[col.IN_ROUND + seat] >= most_of_others(rules, hand, seat):
                pending = hand[col.PENDING] = 0
    all_folded = only_one(hand[col.LIVE])
    if pending and not all_folded:
        seat = start
        while not pending >> seat & 1:
            seat = seat_after(rules, seat)
        hand[col.STATUS] = col.TO_ACT
        hand[col.ACTOR] = seat
        find_legal(rules, hand)
    elif all_folded or hand[col.STREET] == rules[col.LAST_STREET]:
        hand[col.STATUS] = col.OVER
    else:
        hand[col.STATUS] = col.PUBLIC_CARD_DUE
        hand[col.STREET] += 1
        hand[col.HIGHEST] = hand[col.NUM_BETS] = hand[col.ACTED] = 0
        hand[col.LAST_RAISE] = rules[col.STREETS + col.STREET_WIDTH * hand[col.STREET] + col.LEAST_BET]
        hand[col.AGGRESSOR] = hand[col.BETTOR]
        hand[col.BETTOR] = -1
        for seat in range(players):
            hand[col.IN_ROUND + seat] = 0


@compilable
def most_of_others(rules: Row, hand: Row, seat: int) -> int:
    """The most that another live seat has put in this round."""
    most = 0
    for other in range(rules[col.NUM_PLAYERS]):
        if other != seat and hand[col.LIVE] >> other & 1:
            most = max(most, hand[col.IN_ROUND + other])
    return most


@compilable
def find_legal(rules: Row, hand: Row) -> None:
    """Write what the actor may do: ``CALL_TO``, ``LEAST_TO``, ``MOST_TO``, ``LEGAL`` and ``TOTALS``."""
    seat, highest = hand[col.ACTOR], hand[col.HIGHEST]
    in_round, stack, behind = hand[col.IN_ROUND + seat], hand[col.STACKS + seat], hand[col.BEHIND]
    # Against players who are all-in for less than the blind there is no more to call than they have put in.
    target = most_of_others(rules, hand, seat) if only_one(behind) else highest
    hand[col.CALL_TO] = min(target, in_round + stack)
    hand[col.LEGAL] = 1 << col.CALL | (1 if hand[col.CALL_TO] > in_round else 0)
    hand[col.LEAST_TO] = hand[col.MOST_TO] = 0
    if (rules[col.LIMPS] or rules[col.CALLERS]) and hand[col.CALL_TO] > in_round and not may_call(rules, hand):
        hand[col.LEGAL] = 1 << col.FOLD
        if rules[col.LIMPS] == col.ALL_IN_CALLS and hand[col.NUM_BETS] > 1:
            return
    street = col.STREETS + col.STREET_WIDTH * hand[col.STREET]
    cap = rules[street + col.CAPS + seat]
    if in_round + stack <= highest or (cap >= 0 and hand[col.NUM_BETS] >= cap):
        return
    if hand[col.ACTED] >> seat & 1:  # may raise only if the betting was reopened
        if rules[col.LIMIT] == col.FIXED_LIMIT:
            if 2 * (highest - in_round) < rules[street + col.LEAST_BET]:
                return
        elif highest - in_round < hand[col.LAST_RAISE]:
            return
    callable_to, to_others = 0, rules[col.TO_OTHERS]
    for other in range(rules[col.NUM_PLAYERS]):
        if other != seat and behind >> other & 1:
            callable_to = max(callable_to, hand[col.IN_ROUND + other] + hand[col.STACKS + other])
            if callable_to > highest and not to_others:
                break
    if callable_to <= highest:
        return

    all_in = min(in_round + stack, callable_to) if to_others else in_round + stack
    least, chip = highest + hand[col.LAST_RAISE], rules[street + col.CHIP]
    if chip > 1:
        least += -least % chip
    hand[col.LEAST_TO] = least = min(least, all_in)
    called = hand[col.POT] + highest - in_round  # the pot after a call
    most = all_in
    if rules[col.LIMIT] == col.FIXED_LIMIT:
        most = least
    elif rules[col.LIMIT] == col.POT_LIMIT:
        most = min(max(highest + called, least), all_in)
    hand[col.MOST_TO] = most
    if rules[col.NUM_SIZES]:
        fill_bet_sizes(rules, hand, street, called, all_in)
        if rules[street + col.ADD_ALL_IN] or rules[street + col.MERGING]:
            merge_sizes(rules, hand, street, called, all_in)
    if rules[col.LIMPS] == col.ALL_IN_CALLS and hand[col.CALL_TO] > in_round:  # who has more raises
        hand[col.LEGAL] &= ~(1 << col.CALL)


@compilable
def may_call(rules: Row, hand: Row) -> bool:
    """Whether the caps on limps and on callers before the flop let the actor call."""
    if hand[col.STREET] > 0:
        return True
    if hand[col.NUM_BETS] <= 1:
        return rules[col.LIMPS] == 0 or (rules[col.LIMPS] == 1 and hand[col.IN_ROUND + hand[col.ACTOR]] > 0)
    callers = -1
    for seat in range(rules[col.NUM_PLAYERS]):
        callers += hand[col.LIVE] >> seat & 1 & ~(hand[col.PENDING] >> seat)
    return rules[col.CALLERS] == 0 or callers + 1 < rules[col.CALLERS]


@compilable
def sizes_here(rules: Row, hand: Row) -> int:
    """The first column of the sizes that the actor has for the bet or raise that is due."""
    place = rules[col.SIZES_AT] + rules[col.STREET_STEP] * hand[col.STREET] + rules[col.PLAYER_STEP] * hand[col.ACTOR]
    return place + 3 * rules[col.NUM_SIZES] * list_here(rules, hand)


@compilable
def list_here(rules: Row, hand: Row) -> int:
    """The number of the list of sizes for the bet or raise that is due."""
    if hand[col.HIGHEST] > 0:  # the big blind raises a call of its blind
        return col.FIRST_RAISE + min(max(hand[col.NUM_BETS] - 1, 0), rules[col.RAISES] - 1)
    return col.DONK_BET if leads(rules, hand) else col.FIRST_BET


@compilable
def leads(rules: Row, hand: Row) -> bool:
    """True if a first bet of the actor would lead into the aggressor of the round before, who is yet to act."""
    aggressor = hand[col.AGGRESSOR]
    if aggressor < 0 or hand[col.NUM_BETS] > 0:
        return False
    first = rules[col.STREETS + col.STREET_WIDTH * hand[col.STREET] + col.FIRST]
    return turn_of(rules, aggressor, first) > turn_of(rules, hand[col.ACTOR], first)


@compilable
def turn_of(rules: Row, seat: int, first: int) -> int:
    """How many seats come before this one, counted from the seat that acts first."""
    return seat - first if seat >= first else seat - first + rules[col.NUM_PLAYERS]


@compilable
def fill_bet_sizes(rules: Row, hand: Row, street: int, called: int, all_in: int) -> None:
    """Write the totals of the sizes listed here. Of sizes with the same total one is legal."""
    sizes, all_in_size, chip = rules[col.NUM_SIZES], rules[col.ALL_IN_SIZE], rules[street + col.CHIP]
    highest = hand[col.HIGHEST]
    at, least, most, force = sizes_here(rules, hand), hand[col.LEAST_TO], hand[col.MOST_TO], rules[street + col.FORCE_ALL_IN]
    legal = hand[col.LEGAL]
    for k in range(sizes):
        unit, amount, more = rules[at + 3 * k], rules[at + 3 * k + 1], rules[at + 3 * k + 2]
        if unit == col.NOT_HERE:
            continue
        total = most
        if unit == col.OF_POT and called <= more:
            if chip == 1:  # a division by what is known when it is compiled
                total = highest + (called * amount + 50 * MILLION) // (100 * MILLION)
            else:
                total = rounded_to(highest * (100 * MILLION) + called * amount, 100 * MILLION, chip, most)
        elif unit == col.TIMES and highest <= more:
            total = rounded_to(highest * amount, MILLION, chip, most)
        elif unit == col.BY_CHIPS:
            total = rounded_to(highest + amount, 1, chip, most)
        elif unit == col.TO_CHIPS:
            total = rounded_to(amount, 1, chip, most)
        elif unit == col.FIXED:
            total = least
        elif unit == col.GEOMETRIC:
            # Bet and called, a share f of the pot makes it 1 + 2 f times as large; after all streets it holds both stacks.
            streets = max(more - max(hand[col.NUM_BETS] - 1, 0), 1)
            share = ((1.0 + 2.0 * (all_in - highest) / called) ** (1.0 / streets) - 1.0) / 2.0
            if amount >= 0:
                share = min(share, amount / 100_000_000.0)
            wanted = highest + share * called
            if wanted < all_in * (1.0 - TINY):
                total = chip * int(wanted / chip + 0.5 + TINY)
        total = min(max(total, least), most)
        if force and MILLION * (all_in - total) <= force * (called + 2 * (total - highest)):
            total = all_in
        place = all_in_size if total == all_in and all_in_size >= 0 else k
        if legal >> (col.BET + place) & 1:
            continue
        other = 0
        while other < k and not (legal >> (col.BET + other) & 1 and hand[col.TOTALS + col.BET + other] == total):
            other += 1
        if other < k and unit != col.ALL_IN and place == k:
            continue
        if other < k:  # all-in, or the pot in its place
            legal &= ~(1 << (col.BET + other))
        legal |= 1 << (col.BET + place)
        hand[col.TOTALS + col.BET + place] = total
    hand[col.LEGAL] = legal


@compilable
def merge_sizes(rules: Row, hand: Row, street: int, called: int, all_in: int) -> None:
    """Add all-in where it is near, and drop the smaller one of two totals that are too close."""
    sizes, highest, all_in_size, legal = rules[col.NUM_SIZES], hand[col.HIGHEST], rules[col.ALL_IN_SIZE], hand[col.LEGAL]
    if legal >> col.BET and all_in_size >= 0 and MILLION * (all_in - highest) <= rules[street + col.ADD_ALL_IN] * called:
        legal |= 1 << (col.BET + all_in_size)
        hand[col.TOTALS + col.BET + all_in_size] = all_in
    threshold, left, kept = rules[street + col.MERGING], legal >> col.BET, -1
    while left and threshold:
        largest = -1
        for k in range(sizes):
            if left >> k & 1 and (largest < 0 or hand[col.TOTALS + col.BET + k] > hand[col.TOTALS + col.BET + largest]):
                largest = k
        left &= ~(1 << largest)
        total = hand[col.TOTALS + col.BET + largest]
        # Larger over smaller, each as 1 + its share of the pot.
        if kept >= 0 and MILLION * (called + kept - highest) < (MILLION + threshold) * (called + total - highest):
            legal &= ~(1 << (col.BET + largest))
        else:
            kept = total
    hand[col.LEGAL] = legal


@compilable
def rounded_to(amount: int, parts: int, chip: int, most: int) -> int:
    """``amount / parts`` rounded to a multiple of ``chip``, half up, and at most ``most``, which need be no multiple."""
    if amount >= most * parts:
        return most
    step = parts * chip
    count = amount // step
    count += 2 * (amount - count * step) >= step
    return chip * count


@compilable
def return_uncalled(rules: Row, hand: Row) -> None:
    """Write ``PUT``: what each seat has put in, without what no other seat has matched."""
    top, most, second = 0, -1, 0
    for seat in range(rules[col.NUM_PLAYERS]):
        put = hand[col.IN_HAND + seat]
        hand[col.PUT + seat] = put
        if put > most:
            top, most, second = seat, put, max(most, 0)
        else:
            second = max(second, put)
    if hand[col.LIVE] >> top & 1:
        hand[col.PUT + top] = second


@compilable
def next_pot(rules: Row, hand: Row, contenders: int, done: int) -> tuple[int, int, int]:
    """The pot of the ``contenders`` above a level: (chips, its own level, the contenders of the next pot); needs ``PUT``."""
    players, level, following, pot = rules[col.NUM_PLAYERS], -1, 0, 0
    for seat in range(players):
        if contenders >> seat & 1 and (level < 0 or hand[col.PUT + seat] < level):
            level = hand[col.PUT + seat]
    for seat in range(players):
        if contenders >> seat & 1 and hand[col.PUT + seat] > level:
            following |= 1 << seat
    for seat in range(players):  # the last pot has all that is left
        reached = min(hand[col.PUT + seat], level) if following else hand[col.PUT + seat]
        pot += max(reached - done, 0)
    return pot, level, following


def pots_of(rules: Row, hand: Row) -> list[tuple[int, int]]:
    """(chips, set of the seats that can win it) of the main pot and the side pots, if the hand ended here. Writes ``PUT``."""
    return_uncalled(rules, hand)
    contenders, done, dead = hand[col.LIVE], 0, hand[col.DEAD]
    pots: list[tuple[int, int]] = []
    while contenders:
        pot, done, following = next_pot(rules, hand, contenders, done)
        if pot + dead or not pots:
            pots.append((pot + dead, contenders))
        contenders, dead = following, 0
    return pots
