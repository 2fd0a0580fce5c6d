"""The rules of betting: who acts, what is legal, what a move does, and which pots there are. Functions on rows (``row``).

Python runs them as they stand, where the lines of a game are listed; kernels compile them, where hands are played. The rules
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

from pokerzoo.envs.support.compilable import compilable

from .row import (
    ACTED,
    ACTOR,
    ADD_ALL_IN,
    AGGRESSOR,
    ALL_IN,
    ALL_IN_SIZE,
    BEHIND,
    BET,
    BETTOR,
    BY_CHIPS,
    CALL,
    CALL_TO,
    CAPS,
    CHIP,
    DEAD,
    DONK_BET,
    FIRST,
    FIRST_BET,
    FIRST_RAISE,
    FIXED,
    FIXED_LIMIT,
    FOLD,
    FORCE_ALL_IN,
    GEOMETRIC,
    HIGHEST,
    IN_HAND,
    IN_ROUND,
    LAST_RAISE,
    LAST_STREET,
    LEAST_BET,
    LEAST_TO,
    LEGAL,
    LIMIT,
    LIVE,
    MERGING,
    MOST_TO,
    NOT_HERE,
    NUM_BETS,
    NUM_PLAYERS,
    NUM_SIZES,
    OF_POT,
    OVER,
    PENDING,
    PLAYED,
    PLAYER_STEP,
    POT,
    POT_LIMIT,
    PUBLIC_CARD_DUE,
    PUT,
    RAISES,
    SIZES_AT,
    STACKS,
    STATUS,
    STREET,
    STREET_STEP,
    STREET_WIDTH,
    STREETS,
    TIMES,
    TO_ACT,
    TO_CHIPS,
    TO_OTHERS,
    TOTALS,
    Row,
)

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
    return seat + 1 if seat + 1 < rules[NUM_PLAYERS] else 0


@compilable
def begin_street(rules: Row, hand: Row) -> None:
    """Begin the betting of a street, when its cards lie there."""
    street = STREETS + STREET_WIDTH * hand[STREET]
    hand[PENDING] = hand[BEHIND] if rules[street + PLAYED] else 0
    go_on(rules, hand, rules[street + FIRST])


@compilable
def apply_move(rules: Row, hand: Row, kind: int, total: int) -> None:
    """Play a legal move of the seat to act: ``total`` is what it has in in this round after it."""
    seat = hand[ACTOR]
    bit = 1 << seat
    hand[ACTED] |= bit
    if kind == FOLD:
        hand[LIVE] &= ~bit
        hand[BEHIND] &= ~bit
    else:
        added = total - hand[IN_ROUND + seat]
        hand[STACKS + seat] -= added
        hand[IN_ROUND + seat] = total
        hand[IN_HAND + seat] += added
        hand[POT] += added
        if hand[STACKS + seat] == 0:
            hand[BEHIND] &= ~bit
        if kind == BET:
            note_raise(rules, hand, total)
            hand[BETTOR] = seat
            hand[PENDING] = hand[BEHIND]
    hand[PENDING] &= ~bit
    go_on(rules, hand, seat_after(rules, seat))


@compilable
def note_raise(rules: Row, hand: Row, total: int) -> None:
    """Write what a bet or raise changes for those who come after: ``HIGHEST``, ``LAST_RAISE`` and ``NUM_BETS``."""
    raised = total - hand[HIGHEST]
    hand[HIGHEST] = total
    if rules[LIMIT] != FIXED_LIMIT:
        hand[LAST_RAISE] = max(hand[LAST_RAISE], raised)
        hand[NUM_BETS] += 1
        return
    bet = rules[STREETS + STREET_WIDTH * hand[STREET] + LEAST_BET]
    missing = hand[LAST_RAISE] - raised
    if 2 * missing <= bet:  # at least half a bet more than the last full one
        hand[LAST_RAISE] = bet
        hand[NUM_BETS] += 1
    else:
        hand[LAST_RAISE] = missing


@compilable
def go_on(rules: Row, hand: Row, start: int) -> None:
    """Find who acts next, from the seat ``start`` on; where none does, the round closes, or the hand is over."""
    players, pending, behind = rules[NUM_PLAYERS], hand[PENDING], hand[BEHIND]
    if pending and only_one(behind):  # the others are all-in: the last one with chips acts only if there is something to call
        for seat in range(players):
            if behind >> seat & 1 and hand[IN_ROUND + seat] >= most_of_others(rules, hand, seat):
                pending = hand[PENDING] = 0
    all_folded = only_one(hand[LIVE])
    if pending and not all_folded:
        seat = start
        while not pending >> seat & 1:
            seat = seat_after(rules, seat)
        hand[STATUS] = TO_ACT
        hand[ACTOR] = seat
        find_legal(rules, hand)
    elif all_folded or hand[STREET] == rules[LAST_STREET]:
        hand[STATUS] = OVER
    else:
        hand[STATUS] = PUBLIC_CARD_DUE
        hand[STREET] += 1
        hand[HIGHEST] = hand[NUM_BETS] = hand[ACTED] = 0
        hand[LAST_RAISE] = rules[STREETS + STREET_WIDTH * hand[STREET] + LEAST_BET]
        hand[AGGRESSOR] = hand[BETTOR]
        hand[BETTOR] = -1
        for seat in range(players):
            hand[IN_ROUND + seat] = 0


@compilable
def most_of_others(rules: Row, hand: Row, seat: int) -> int:
    """The most that another seat in the hand has put in in this round."""
    most = 0
    for other in range(rules[NUM_PLAYERS]):
        if other != seat and hand[LIVE] >> other & 1:
            most = max(most, hand[IN_ROUND + other])
    return most


@compilable
def find_legal(rules: Row, hand: Row) -> None:
    """Write what the actor may do: ``CALL_TO``, ``LEAST_TO``, ``MOST_TO``, ``LEGAL`` and ``TOTALS``."""
    seat, highest = hand[ACTOR], hand[HIGHEST]
    own, stack, behind = hand[IN_ROUND + seat], hand[STACKS + seat], hand[BEHIND]
    # Against players who are all-in for less than the blind there is no more to call than they have put in.
    target = most_of_others(rules, hand, seat) if only_one(behind) else highest
    hand[CALL_TO] = min(target, own + stack)
    hand[LEGAL] = 1 << CALL | (1 if hand[CALL_TO] > own else 0)
    hand[LEAST_TO] = hand[MOST_TO] = 0
    street = STREETS + STREET_WIDTH * hand[STREET]
    cap = rules[street + CAPS + seat]
    if own + stack <= highest or (cap >= 0 and hand[NUM_BETS] >= cap):
        return
    if hand[ACTED] >> seat & 1:  # may raise only if the betting was reopened
        if rules[LIMIT] == FIXED_LIMIT:
            if 2 * (highest - own) < rules[street + LEAST_BET]:
                return
        elif highest - own < hand[LAST_RAISE]:
            return
    callable_to, to_others = 0, rules[TO_OTHERS]
    for other in range(rules[NUM_PLAYERS]):
        if other != seat and behind >> other & 1:
            callable_to = max(callable_to, hand[IN_ROUND + other] + hand[STACKS + other])
            if callable_to > highest and not to_others:
                break
    if callable_to <= highest:
        return

    all_in = min(own + stack, callable_to) if to_others else own + stack
    least, chip = highest + hand[LAST_RAISE], rules[street + CHIP]
    if chip > 1:
        least += -least % chip
    hand[LEAST_TO] = least = min(least, all_in)
    called = hand[POT] + highest - own  # the pot after a call
    most = all_in
    if rules[LIMIT] == FIXED_LIMIT:
        most = least
    elif rules[LIMIT] == POT_LIMIT:
        most = min(max(highest + called, least), all_in)
    hand[MOST_TO] = most
    if rules[NUM_SIZES]:
        fill_bet_sizes(rules, hand, street, called, all_in)
        if rules[street + ADD_ALL_IN] or rules[street + MERGING]:
            merge_sizes(rules, hand, street, called, all_in)


@compilable
def sizes_here(rules: Row, hand: Row) -> int:
    """The first column of the sizes that the actor has for the bet or raise that is due."""
    place = rules[SIZES_AT] + rules[STREET_STEP] * hand[STREET] + rules[PLAYER_STEP] * hand[ACTOR]
    return place + 3 * rules[NUM_SIZES] * list_here(rules, hand)


@compilable
def list_here(rules: Row, hand: Row) -> int:
    """The number of the list of sizes for the bet or raise that is due."""
    if hand[HIGHEST] > 0:  # the big blind raises a call of its blind
        return FIRST_RAISE + min(max(hand[NUM_BETS] - 1, 0), rules[RAISES] - 1)
    return DONK_BET if leads(rules, hand) else FIRST_BET


@compilable
def leads(rules: Row, hand: Row) -> bool:
    """True if a first bet of the actor would lead into the aggressor of the round before, who is yet to act."""
    aggressor = hand[AGGRESSOR]
    if aggressor < 0 or hand[NUM_BETS] > 0:
        return False
    first = rules[STREETS + STREET_WIDTH * hand[STREET] + FIRST]
    return turn_of(rules, aggressor, first) > turn_of(rules, hand[ACTOR], first)


@compilable
def turn_of(rules: Row, seat: int, first: int) -> int:
    """How many seats come before this one, counted from the seat that acts first."""
    return seat - first if seat >= first else seat - first + rules[NUM_PLAYERS]


@compilable
def fill_bet_sizes(rules: Row, hand: Row, street: int, called: int, all_in: int) -> None:
    """Write the totals of the sizes that are named here. Of those that come to the same total one is legal."""
    sizes, highest, all_in_size, chip = rules[NUM_SIZES], hand[HIGHEST], rules[ALL_IN_SIZE], rules[street + CHIP]
    at, least, most, force = sizes_here(rules, hand), hand[LEAST_TO], hand[MOST_TO], rules[street + FORCE_ALL_IN]
    legal = hand[LEGAL]
    for k in range(sizes):
        unit, amount, more = rules[at + 3 * k], rules[at + 3 * k + 1], rules[at + 3 * k + 2]
        if unit == NOT_HERE:
            continue
        total = most
        if unit == OF_POT and called <= more:
            if chip == 1:  # a division by what is known when it is compiled
                total = highest + (called * amount + 50 * MILLION) // (100 * MILLION)
            else:
                total = rounded_to(highest * (100 * MILLION) + called * amount, 100 * MILLION, chip, most)
        elif unit == TIMES and highest <= more:
            total = rounded_to(highest * amount, MILLION, chip, most)
        elif unit == BY_CHIPS:
            total = rounded_to(highest + amount, 1, chip, most)
        elif unit == TO_CHIPS:
            total = rounded_to(amount, 1, chip, most)
        elif unit == FIXED:
            total = least
        elif unit == GEOMETRIC:
            # Bet and called, a share f of the pot makes it 1 + 2 f times as large; after all streets it holds both stacks.
            streets = max(more - max(hand[NUM_BETS] - 1, 0), 1)
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
        if legal >> (BET + place) & 1:
            continue
        other = 0
        while other < k and not (legal >> (BET + other) & 1 and hand[TOTALS + BET + other] == total):
            other += 1
        if other < k and unit != ALL_IN and place == k:
            continue
        if other < k:  # all-in, or the pot that stands for it
            legal &= ~(1 << (BET + other))
        legal |= 1 << (BET + place)
        hand[TOTALS + BET + place] = total
    hand[LEGAL] = legal


@compilable
def merge_sizes(rules: Row, hand: Row, street: int, called: int, all_in: int) -> None:
    """Add all-in where it is near, and drop the smaller one of two totals that are too close."""
    sizes, highest, all_in_size, legal = rules[NUM_SIZES], hand[HIGHEST], rules[ALL_IN_SIZE], hand[LEGAL]
    if legal >> BET and all_in_size >= 0 and MILLION * (all_in - highest) <= rules[street + ADD_ALL_IN] * called:
        legal |= 1 << (BET + all_in_size)
        hand[TOTALS + BET + all_in_size] = all_in
    threshold, left, kept = rules[street + MERGING], legal >> BET, -1
    while left and threshold:
        largest = -1
        for k in range(sizes):
            if left >> k & 1 and (largest < 0 or hand[TOTALS + BET + k] > hand[TOTALS + BET + largest]):
                largest = k
        left &= ~(1 << largest)
        total = hand[TOTALS + BET + largest]
        # Larger over smaller, each as 1 + its share of the pot.
        if kept >= 0 and MILLION * (called + kept - highest) < (MILLION + threshold) * (called + total - highest):
            legal &= ~(1 << (BET + largest))
        else:
            kept = total
    hand[LEGAL] = legal


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
    for seat in range(rules[NUM_PLAYERS]):
        put = hand[IN_HAND + seat]
        hand[PUT + seat] = put
        if put > most:
            top, most, second = seat, put, max(most, 0)
        else:
            second = max(second, put)
    if hand[LIVE] >> top & 1:
        hand[PUT + top] = second


@compilable
def next_pot(rules: Row, hand: Row, contenders: int, done: int) -> tuple[int, int, int]:
    """The pot of the ``contenders`` above a level: (chips, its own level, the contenders of the next pot); needs ``PUT``."""
    players, level, following, pot = rules[NUM_PLAYERS], -1, 0, 0
    for seat in range(players):
        if contenders >> seat & 1 and (level < 0 or hand[PUT + seat] < level):
            level = hand[PUT + seat]
    for seat in range(players):
        if contenders >> seat & 1 and hand[PUT + seat] > level:
            following |= 1 << seat
    for seat in range(players):  # the last pot has all that is left
        reached = min(hand[PUT + seat], level) if following else hand[PUT + seat]
        pot += max(reached - done, 0)
    return pot, level, following


def pots_of(rules: Row, hand: Row) -> list[tuple[int, int]]:
    """(chips, set of the seats that can win it) of the main pot and the side pots, if the hand ended here. Writes ``PUT``."""
    return_uncalled(rules, hand)
    contenders, done, dead = hand[LIVE], 0, hand[DEAD]
    pots: list[tuple[int, int]] = []
    while contenders:
        pot, done, following = next_pot(rules, hand, contenders, done)
        if pot + dead or not pots:
            pots.append((pot + dead, contenders))
        contenders, dead = following, 0
    return pots
