"""Cards at random: all that a hand may need are drawn before it, so that they do not depend on its betting."""

from __future__ import annotations

from pokerzoo.envs.betting.row import BETTING_WIDTH, HOLE_CARDS_DUE, LIVE, NUM_PLAYERS, PUBLIC_CARD_DUE, SCRATCH, STATUS
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel

from .moves import begin_betting, deal_public_card
from .row import BOARD, HOLES, MOVES, NUM_BOARD, NUM_DEALT, NUM_DECK, TO_COME
from .showdown import public_cards

MOST_CARDS = 25
"""Ten players' and five public ones."""


@kernel(inline="always")
def clear_hand(blank: Int64s, hand: Int64s) -> None:
    """Make a hand one before the deal, but for columns that are written before they are read."""
    for k in range(SCRATCH):
        hand[k] = blank[k]
    for k in range(BETTING_WIDTH, MOVES):
        hand[k] = blank[k]


@kernel(inline="always")
def deal_at_random(rules: Int64s, hand: Int64s, numbers: Floats) -> None:
    """Make all chance moves that are due."""
    if hand[STATUS] == HOLE_CARDS_DUE or hand[TO_COME] < 0:
        draw_cards(rules, hand, numbers)
    if hand[STATUS] == HOLE_CARDS_DUE:
        begin_betting(rules, hand)
    turn_up(rules, hand)


@kernel(inline="always")
def draw_cards(rules: Int64s, hand: Int64s, numbers: Floats) -> None:
    """Draw the hole cards that are still to be dealt, and all public cards."""
    players, dealt = rules[NUM_PLAYERS], 0
    for k in range(HOLES, BOARD + 5):
        if hand[k] >= 0:
            dealt |= 1 << hand[k]
    count = rules[NUM_DECK]
    for card in range(count):
        hand[SCRATCH + card] = card
    if dealt:
        count = 0
        for card in range(rules[NUM_DECK]):
            hand[SCRATCH + count] = card
            count += not dealt >> card & 1
    used = 0
    for seat in range(hand[NUM_DEALT], players):
        if hand[LIVE] >> seat & 1:
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
    """Take one of the ``count`` cards in ``SCRATCH``; the last one takes its place."""
    k = SCRATCH + int(number * count)
    card: int = hand[k]
    hand[k] = hand[SCRATCH + count - 1]
    return card


@kernel(inline="always")
def turn_up(rules: Int64s, hand: Int64s) -> None:
    """Turn up the public cards that are due, as they were drawn."""
    while hand[STATUS] == PUBLIC_CARD_DUE:
        deal_public_card(rules, hand, hand[TO_COME + hand[NUM_BOARD]])
