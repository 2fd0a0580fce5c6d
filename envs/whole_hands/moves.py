"""Cards and actions of a hand in play, on top of the rules of betting. Compiled functions on rows (``row``).

All cards that a hand may need are drawn before it, so that they do not depend on its betting.
"""

from __future__ import annotations

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.engine import apply_move, begin_street
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel

from .row import BOARD, HOLES, MOVES, NUM_BOARD, NUM_DEALT, NUM_DECK, NUM_MOVES, TO_COME
from .showdown import pay_players, public_cards


@kernel(inline="always")
def deal_hole_cards(rules: Int64s, hand: Int64s, first: int, second: int) -> None:
    """Give the next seat its two cards (numbers of the deck); after the last seat the betting begins."""
    seat, players = hand[NUM_DEALT], rules[col.NUM_PLAYERS]
    hand[HOLES + 2 * seat] = max(first, second)
    hand[HOLES + 2 * seat + 1] = min(first, second)
    seat += 1
    while seat < players and not hand[col.LIVE] >> seat & 1:
        seat += 1
    hand[NUM_DEALT] = seat
    if seat == players:
        begin_betting(rules, hand)


@kernel(inline="always")
def begin_betting(rules: Int64s, hand: Int64s) -> None:
    """Begin the betting before the flop."""
    hand[NUM_DEALT] = rules[col.NUM_PLAYERS]
    begin_street(rules, hand)
    pay_if_over(rules, hand)


@kernel(inline="always")
def deal_public_card(rules: Int64s, hand: Int64s, card: int) -> None:
    """Turn up a card (a number of the deck); after the last one of a street its betting begins."""
    hand[BOARD + hand[NUM_BOARD]] = card
    hand[NUM_BOARD] += 1
    if hand[NUM_BOARD] >= 2 + hand[col.STREET]:  # after the third card of the flop
        begin_street(rules, hand)
        pay_if_over(rules, hand)


@kernel(inline="always")
def play_total(rules: Int64s, hand: Int64s, kind: int, total: int, size: int) -> None:
    """Play a legal move of the seat to act; ``size`` is the number of a bet's size."""
    hand[MOVES + hand[NUM_MOVES]] = hand[col.ACTOR] | kind << 4 | hand[col.STREET] << 6 | size << 8 | total << 16
    hand[NUM_MOVES] += 1
    apply_move(rules, hand, kind, total)
    pay_if_over(rules, hand)


@kernel(inline="always")
def apply_action(rules: Int64s, hand: Int64s, action: int) -> None:
    """Play a legal action of the seat to act."""
    kind, total, size = min(action, col.BET), hand[col.IN_ROUND + hand[col.ACTOR]], 0
    if action == col.CALL:
        total = hand[col.CALL_TO]
    elif action >= col.BET and rules[col.NUM_SIZES]:
        total, size = hand[col.TOTALS + action], action - col.BET
    elif action >= col.BET:
        total = action - col.BET + 1
    play_total(rules, hand, kind, total, size)


@kernel(inline="always")
def pay_if_over(rules: Int64s, hand: Int64s) -> None:
    """Pay the players of a hand that is over."""
    if hand[col.STATUS] == col.OVER:
        pay_players(rules, hand)


MOST_CARDS = 25
"""Ten players' and five public ones."""


@kernel(inline="always")
def clear_hand(blank: Int64s, hand: Int64s) -> None:
    """Make a hand one before the deal, but for columns that are written before they are read."""
    for k in range(col.SCRATCH):
        hand[k] = blank[k]
    for k in range(col.BETTING_WIDTH, MOVES):
        hand[k] = blank[k]


@kernel(inline="always")
def deal_at_random(rules: Int64s, hand: Int64s, numbers: Floats) -> None:
    """Make all chance moves that are due."""
    if hand[col.STATUS] == col.HOLE_CARDS_DUE or hand[TO_COME] < 0:
        draw_cards(rules, hand, numbers)
    if hand[col.STATUS] == col.HOLE_CARDS_DUE:
        begin_betting(rules, hand)
    turn_up(rules, hand)


@kernel(inline="always")
def draw_cards(rules: Int64s, hand: Int64s, numbers: Floats) -> None:
    """Draw the hole cards that are still to be dealt, and all public cards."""
    players, dealt = rules[col.NUM_PLAYERS], 0
    for k in range(HOLES, BOARD + 5):
        if hand[k] >= 0:
            dealt |= 1 << hand[k]
    count = rules[NUM_DECK]
    for card in range(count):
        hand[col.SCRATCH + card] = card
    if dealt:
        count = 0
        for card in range(rules[NUM_DECK]):
            hand[col.SCRATCH + count] = card
            count += not dealt >> card & 1
    used = 0
    for seat in range(hand[NUM_DEALT], players):
        if hand[col.LIVE] >> seat & 1:
            first = draw_card(hand, count, numbers[used])
            second = draw_card(hand, count - 1, numbers[used + 1])
            hand[HOLES + 2 * seat] = max(first, second)
            hand[HOLES + 2 * seat + 1] = min(first, second)
            count -= 2
            used += 2
    for place in range(public_cards(rules)):
        if hand[BOARD + place] >= 0:
            hand[TO_COME + place] = hand[BOARD + place]
        else:
            hand[TO_COME + place] = draw_card(hand, count, numbers[used])
            count -= 1
            used += 1


@kernel(inline="always")
def draw_card(hand: Int64s, count: int, number: float) -> int:
    """Take one of the ``count`` cards in ``col.SCRATCH``; the last one takes its place."""
    k = col.SCRATCH + int(number * count)
    card: int = hand[k]
    hand[k] = hand[col.SCRATCH + count - 1]
    return card


@kernel(inline="always")
def turn_up(rules: Int64s, hand: Int64s) -> None:
    """Turn up the public cards that are due, in the order drawn."""
    while hand[col.STATUS] == col.PUBLIC_CARD_DUE:
        deal_public_card(rules, hand, hand[TO_COME + hand[NUM_BOARD]])
