"""The rules of betting: who acts, what is legal, and what an action does to a hand. Compiled functions on rows (``row``).

The rules are the rules of cash games as tournament and card-room rulebooks have them (TDA rules, Robert's Rules of Poker):

- Blinds and a straddle are live bets. Heads-up the button posts the small blind, acts first before the flop and last after it.
- A raise is by at least the last full bet or raise of the round, which at first is the big blind or the straddle. With less a
  player may go all-in.
- An all-in raise of less does not reopen the betting. A player who has acted in the round may raise only against at least a
  full bet or raise, to which several such all-ins may add up (TDA 47).
- Under fixed limit half a bet does (TDA 47, Robert's Rules "Betting and raising" 6): an all-in of half a bet or more counts as
  a raise, and a raise of it adds a bet. One of less is no raise: a player with the right to raise completes it.
- No player bets or raises where all others still in the hand are all-in.
- Pot limit: a raise is by at most the pot as it is after the call.
"""

from __future__ import annotations

from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

from .row import (
    ACTED,
    ACTOR,
    ALL_IN,
    BEHIND,
    BET,
    BOARD,
    BUTTON,
    BY_CHIPS,
    CALL,
    CALL_TO,
    FIRST_TO_ACT,
    FIXED,
    FIXED_LIMIT,
    FOLD,
    GEOMETRIC,
    HIGHEST,
    HOLES,
    IN_HAND,
    IN_ROUND,
    LAST_RAISE,
    LAST_STREET,
    LEAST_BETS,
    LEAST_TO,
    LEGAL,
    LIMIT,
    LIVE,
    MOST_TO,
    MOVES,
    NOT_HERE,
    NUM_BETS,
    NUM_BOARD,
    NUM_DEALT,
    NUM_LISTS,
    NUM_MOVES,
    NUM_PLAYERS,
    NUM_SIZES,
    OF_POT,
    OVER,
    PENDING,
    POT,
    POT_LIMIT,
    PUBLIC_CARD_DUE,
    RAISE_CAPS,
    SIZES,
    STACKS,
    STATUS,
    STREET,
    TIMES,
    TO_ACT,
    TO_CHIPS,
    TOTALS,
)
from .showdown import pay_players

TOO_MUCH = 1 << 40


@kernel(inline="always")
def only_one(seats: int) -> bool:
    """True if a set has one seat at most."""
    return seats & (seats - 1) == 0


@kernel(inline="always")
def deal_hole_cards(rules: Int64s, hand: Int64s, first: int, second: int) -> None:
    """Give the next seat its two cards (numbers of the deck); after the last seat the betting begins."""
    seat, players = hand[NUM_DEALT], rules[NUM_PLAYERS]
    hand[HOLES + 2 * seat] = max(first, second)
    hand[HOLES + 2 * seat + 1] = min(first, second)
    seat += 1
    while seat < players and not hand[LIVE] >> seat & 1:
        seat += 1
    hand[NUM_DEALT] = seat
    if seat == players:
        begin_betting(rules, hand)


@kernel(inline="always")
def begin_betting(rules: Int64s, hand: Int64s) -> None:
    """Begin the betting before the flop."""
    hand[NUM_DEALT] = rules[NUM_PLAYERS]
    hand[PENDING] = hand[BEHIND]
    go_on(rules, hand, rules[FIRST_TO_ACT])


@kernel(inline="always")
def deal_public_card(rules: Int64s, hand: Int64s, card: int) -> None:
    """Turn up a card (a number of the deck); after the last one of a street its betting begins."""
    hand[BOARD + hand[NUM_BOARD]] = card
    hand[NUM_BOARD] += 1
    if hand[NUM_BOARD] < 2 + hand[STREET]:  # the second and third card of the flop
        return
    hand[PENDING] = hand[BEHIND]
    # The search starts left of the button.
    go_on(rules, hand, seat_after(rules, rules[BUTTON]))


@kernel(inline="always")
def apply_action(rules: Int64s, hand: Int64s, action: int) -> None:
    """Play a legal action of the seat to act."""
    kind, total, size = min(action, BET), hand[IN_ROUND + hand[ACTOR]], 0
    if action == CALL:
        total = hand[CALL_TO]
    elif action >= BET and rules[NUM_SIZES]:
        total, size = hand[TOTALS + action], action - BET
    elif action >= BET:
        total = action - BET + 1
    apply_move(rules, hand, kind, total, size)


@kernel(inline="always")
def apply_move(rules: Int64s, hand: Int64s, kind: int, total: int, size: int) -> None:
    """Play a legal move of the seat to act; ``size`` is the number of a bet's size."""
    seat = hand[ACTOR]
    bit = 1 << seat
    hand[MOVES + hand[NUM_MOVES]] = seat | kind << 4 | hand[STREET] << 6 | size << 8 | total << 16
    hand[NUM_MOVES] += 1
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
            hand[PENDING] = hand[BEHIND]
    hand[PENDING] &= ~bit
    go_on(rules, hand, seat_after(rules, seat))


@kernel(inline="always")
def seat_after(rules: Int64s, seat: int) -> int:
    """The next seat clockwise."""
    following: int = seat + 1 if seat + 1 < rules[NUM_PLAYERS] else 0
    return following


@kernel(inline="always")
def note_raise(rules: Int64s, hand: Int64s, total: int) -> None:
    """Write what a bet or raise changes for those who come after: ``HIGHEST``, ``LAST_RAISE`` and ``NUM_BETS``."""
    raised = total - hand[HIGHEST]
    hand[HIGHEST] = total
    if rules[LIMIT] != FIXED_LIMIT:
        hand[LAST_RAISE] = max(hand[LAST_RAISE], raised)
        hand[NUM_BETS] += 1
        return
    bet = rules[LEAST_BETS + hand[STREET]]
    missing = hand[LAST_RAISE] - raised
    if 2 * missing <= bet:  # at least half a bet more than the last full one
        hand[LAST_RAISE] = bet
        hand[NUM_BETS] += 1
    else:
        hand[LAST_RAISE] = missing


@kernel
def go_on(rules: Int64s, hand: Int64s, start: int) -> None:
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
        pay_players(rules, hand)
    else:
        hand[STATUS] = PUBLIC_CARD_DUE
        hand[STREET] += 1
        hand[HIGHEST] = hand[NUM_BETS] = hand[ACTED] = 0
        hand[LAST_RAISE] = rules[LEAST_BETS + hand[STREET]]
        for seat in range(players):
            hand[IN_ROUND + seat] = 0


@kernel(inline="always")
def most_of_others(rules: Int64s, hand: Int64s, seat: int) -> int:
    """The most that another seat in the hand has put in in this round."""
    most = 0
    for other in range(rules[NUM_PLAYERS]):
        if other != seat and hand[LIVE] >> other & 1:
            most = max(most, hand[IN_ROUND + other])
    return most


@kernel(inline="always")
def find_legal(rules: Int64s, hand: Int64s) -> None:
    """Write what the actor may do: ``CALL_TO``, ``LEAST_TO``, ``MOST_TO``, ``LEGAL`` and ``TOTALS``."""
    seat, highest = hand[ACTOR], hand[HIGHEST]
    own, stack, behind = hand[IN_ROUND + seat], hand[STACKS + seat], hand[BEHIND]
    # Against players who are all-in for less than the blind there is no more to call than they have put in.
    target = most_of_others(rules, hand, seat) if only_one(behind) else highest
    hand[CALL_TO] = min(target, own + stack)
    hand[LEGAL] = 1 << CALL | (1 if hand[CALL_TO] > own else 0)
    hand[LEAST_TO] = hand[MOST_TO] = 0
    cap = rules[RAISE_CAPS + hand[STREET]]
    if own + stack <= highest or (cap >= 0 and hand[NUM_BETS] >= cap):
        return
    if hand[ACTED] >> seat & 1:  # may raise only if the betting was reopened
        if rules[LIMIT] == FIXED_LIMIT:
            if 2 * (highest - own) < rules[LEAST_BETS + hand[STREET]]:
                return
        elif highest - own < hand[LAST_RAISE]:
            return
    anyone_left = False
    for other in range(rules[NUM_PLAYERS]):
        if other != seat and behind >> other & 1 and hand[IN_ROUND + other] + hand[STACKS + other] > highest:
            anyone_left = True
            break
    if not anyone_left:
        return

    called = hand[POT] + highest - own  # the pot after a call
    all_in = own + stack
    least = hand[LEAST_TO] = min(highest + hand[LAST_RAISE], all_in)
    most = all_in
    if rules[LIMIT] == FIXED_LIMIT:
        most = least
    elif rules[LIMIT] == POT_LIMIT:
        most = min(max(highest + called, least), all_in)
    hand[MOST_TO] = most
    if rules[NUM_SIZES]:
        fill_bet_sizes(rules, hand, called, least, most)


@kernel(inline="always")
def fill_bet_sizes(rules: Int64s, hand: Int64s, called: int, least: int, most: int) -> None:
    """Write the totals of the sizes that are named here. Of those that come to the same total one is legal."""
    sizes, highest = rules[NUM_SIZES], hand[HIGHEST]
    listed = min(hand[NUM_BETS], rules[NUM_LISTS] - 1)
    at = SIZES + 3 * sizes * (listed + rules[NUM_LISTS] * hand[STREET])
    for k in range(sizes):
        unit, amount, more = rules[at + 3 * k], rules[at + 3 * k + 1], rules[at + 3 * k + 2]
        if unit == NOT_HERE:
            continue
        total = most
        if unit == OF_POT:
            total = highest + scaled_chips(called, amount, more, 100_000_000)
        elif unit == TIMES:
            total = scaled_chips(highest, amount, more, 1_000_000)
        elif unit == BY_CHIPS:
            total = highest + amount
        elif unit == TO_CHIPS:
            total = amount
        elif unit == FIXED:
            total = least
        elif unit == GEOMETRIC:
            streets = rules[LAST_STREET] + 1 - hand[STREET] if more == 0 else more
            if hand[NUM_BETS] > 1:
                streets = max(streets - hand[NUM_BETS] + 1, 1)
            left = hand[IN_ROUND + hand[ACTOR]] + hand[STACKS + hand[ACTOR]] - highest
            share = ((1.0 + 2.0 * left / called) ** (1.0 / streets) - 1.0) / 2.0
            if amount >= 0:
                share = min(share, amount / 100_000_000.0)
            total = highest + int(share * called + 0.5)
        total = min(max(total, least), most)
        legal = True
        for before in range(k):
            if hand[LEGAL] >> (BET + before) & 1 and hand[TOTALS + BET + before] == total:
                if unit == ALL_IN:
                    hand[LEGAL] &= ~(1 << (BET + before))
                else:
                    legal = False
        if legal:
            hand[LEGAL] |= 1 << (BET + k)
            hand[TOTALS + BET + k] = total


@kernel(inline="always")
def scaled_chips(chips: int, amount: int, most: int, unit: int) -> int:
    """``chips * amount / unit``, rounded half up; more than ``most`` chips would not fit, and no player has them."""
    return (chips * amount + unit // 2) // unit if chips <= most else TOO_MUCH
