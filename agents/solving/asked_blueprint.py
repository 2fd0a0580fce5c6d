"""A blueprint that knows only its game's actions, with the interface of ``BlueprintPolicy`` for any move."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokerzoo.agents.policies.players import Player
from pokerzoo.envs.betting.line import BET, CALL, Move
from pokerzoo.envs.poker.cards import NUM_COMBOS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .hand_moves import action_of

KEPT_ANSWERS = 1024
"""Answers of the blueprint that are kept."""


class AskedBlueprint:
    """A player of whole hands as the blueprint at a table; a bet outside the game's actions carries no information."""

    def __init__(self, player: Player) -> None:
        """Query a player."""
        self._player = player
        self._answers: Cache[Floats] = Cache(KEPT_ANSWERS)

    def strategy(self, state: TexasHoldemState) -> Floats:
        """float64 [legal actions, 1326]: the strategy at a state."""
        return self._answers.get((state.game, state.line), lambda: self._player.strategy(state))

    def probabilities_of_move(self, state: TexasHoldemState, kind: int, total: float) -> Floats | None:
        """float64 [1326]: how likely each hand makes a move; None for a bet that is no action of the game."""
        action = action_of(state, kind, total)
        return None if action is None else self.strategy(state)[state.legal_actions().index(action)]

    def probabilities_on(self, state: TexasHoldemState, moves: Sequence[Move]) -> Floats:
        """float64 [moves, 1326]: the strategy on other moves, of which one is a check or call: bets become the nearest."""
        shares, answer, legal = np.zeros((len(moves), NUM_COMBOS)), self.strategy(state), state.legal_actions()
        for row in np.flatnonzero(answer.any(axis=1)).tolist():
            shares[nearest_move(moves, legal[row], state)] += answer[row]
        return shares


def nearest_move(moves: Sequence[Move], action: int, state: TexasHoldemState) -> int:
    """The index of the move for an action of the whole hand: of a bet the nearest one, or a check or call."""
    kinds = [kind for kind, _ in moves]
    bets = [k for k, kind in enumerate(kinds) if kind == BET]
    if action >= BET and bets:
        total = state.total_of(action)
        return min(bets, key=lambda k: abs(moves[k][1] - total))
    return kinds.index(action if action in kinds else CALL)
