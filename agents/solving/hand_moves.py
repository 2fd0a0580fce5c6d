"""Public states of a whole hand on the way to the present one, and ranges by Bayes' rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pokerzoo.agents.policies.whole_hand_baselines import NO_CARD
from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.row import BOARD, HOLE_CARDS_DUE, MOVES, NUM_BOARD, NUM_MOVES, PUBLIC_CARD_DUE, STATUS
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_cards, play_move


class PastMove(NamedTuple):
    """A decision on the way, and the move made there."""

    state: TexasHoldemState  # before the move, without private cards
    kind: int  # FOLD, CALL or BET
    total: float  # the player's chips in the round after the move


def steps_to(state: TexasHoldemState) -> Iterator[PastMove]:
    """Every decision on the way to a state."""
    game, row = state.game, state.game.start.copy()
    rules, board = game.rules_row, state.row[BOARD : BOARD + state.row.item(NUM_BOARD)].tolist()
    while row.item(STATUS) == HOLE_CARDS_DUE:
        deal_cards(rules, row, NO_CARD, NO_CARD)
    for move in state.row[MOVES : MOVES + state.row.item(NUM_MOVES)].tolist():
        while row.item(STATUS) == PUBLIC_CARD_DUE:
            deal_cards(rules, row, board[row.item(NUM_BOARD)], NO_CARD)
        kind, units = move >> 4 & 3, move >> 16
        yield PastMove(TexasHoldemState(game, row.copy()), kind, units * game.chip)
        play_move(rules, row, kind, units, move >> 8 & 255)


def after_action(weights: Floats, shares: Floats) -> Floats:
    """The range after an action that each hand takes with a probability; as it was where no hand of it would take it.

    Weights are not normalized: a hand's weight is how likely its own actions lead to the point.
    """
    after = weights * shares
    return after if after.any() else weights


def possible(state: TexasHoldemState) -> Floats:
    """float64 [1326]: 1 for hands that share no card with the board."""
    return np.asarray(~np.isin(COMBOS, state.board).any(axis=1), dtype=np.float64)


def beside_board(weights: Floats, board: tuple[int, ...]) -> Floats:
    """The range without the hands that share a card with the board; all others alike where none is left."""
    left = ~np.isin(COMBOS, board).any(axis=1)
    found = np.where(left, weights, 0.0)
    return np.asarray(found if found.any() else left, dtype=np.float64)


def can_meet(one: Floats, two: Floats) -> bool:
    """True if some hand of one range goes with one of the other."""
    cards = np.bincount(COMBOS.ravel(), np.repeat(two, 2), NUM_CARDS)
    beside = two.sum() - cards[COMBOS].sum(axis=1) + two
    return bool(np.any((one > 0.0) & (beside > 1e-12 * two.sum())))
