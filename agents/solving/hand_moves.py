"""Moves of a whole hand: ranges after them by Bayes' rule, and the actions that they stand for."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.betting.line import BET
from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS, unblocked
from pokerzoo.envs.poker.hands_beside import weights_beside
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.state import TexasHoldemState


def after_action(weights: Floats, shares: Floats) -> Floats:
    """The range after an action that each hand takes with some probability; unchanged if no hand of it would take it.

    Weights are not normalized: a hand's weight is how likely its own actions lead to the point.
    """
    after = weights * shares
    return after if after.any() else weights


def possible(state: TexasHoldemState) -> Floats:
    """float64 [1326]: 1 for hands that share no card with the board."""
    return unblocked(COMBOS, state.board).astype(np.float64)


def beside_board(weights: Floats, board: tuple[int, ...]) -> Floats:
    """The range without the hands that share a card with the board; uniform if none is left."""
    left = unblocked(COMBOS, board)
    result = np.where(left, weights, 0.0)
    return np.asarray(result if result.any() else left, dtype=np.float64)


def can_meet(first: Floats, second: Floats) -> bool:
    """True if some hand of one range is compatible with more than a trace of the other."""
    return bool(np.any((first > 0.0) & (weights_beside(COMBOS, NUM_CARDS, second) > 1e-12 * second.sum())))


def action_of(state: TexasHoldemState, kind: int, total: float) -> int | None:
    """The action of a move made at a state; None for a bet whose amount is not an action of the game."""
    if kind != BET:
        return kind
    if state.game.any_amount:
        return BET - 1 + round(total / state.game.chip)
    bets = [action for action in state.legal_actions() if action >= BET]
    return next((action for action in bets if abs(state.total_of(action) - total) < state.game.chip / 2), None)
