"""Cards and actions of a hand in play, on top of the rules of betting. Compiled functions on rows (``row``)."""

from __future__ import annotations

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.engine import apply_move, begin_street
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

from .row import BOARD, HOLES, MOVES, NUM_BOARD, NUM_DEALT, NUM_MOVES
from .showdown import pay_players


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
