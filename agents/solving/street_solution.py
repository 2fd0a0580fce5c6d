"""The part of a solved spot that is kept at the table: strategies of its first street, and the opponent's values after it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerzoo.agents.policies.action_translation import nearest_bet
from pokerzoo.agents.subgames.subgame import OpponentValues
from pokerzoo.envs.betting.line import BET, Line, Move
from pokerzoo.envs.games.hand_spot import HandSpot, find_move, follow_moves, moves_on_street
from pokerzoo.envs.poker.cards import NUM_COMBOS
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .solve import Solve


@dataclass(frozen=True, eq=False)
class StreetSolution:
    """The average strategies of a solved spot on its first street."""

    spot: HandSpot
    strategies: dict[Line, Floats]  # for each decision [moves, 1326]; uniform for hands that are not in the spot
    solve: Solve
    values: OpponentValues | None = None  # None: not wanted

    def point(self, state: TexasHoldemState) -> PublicState | None:
        """The point in the spot that a hand has reached on the spot's street; None after a bet that is not in the tree."""
        moves = moves_on_street(state)
        public, followed = follow_moves(self.spot.game, moves)
        return public if followed == len(moves) else None

    def share_of(self, public: PublicState, move: Move) -> Floats | None:
        """float64 [1326]: how likely each hand makes a move; None if it is not in the tree."""
        k = find_move(public, move)
        return None if k is None else self.strategies[public.line][k]

    def worth_at(self, public: PublicState) -> Floats | None:
        """float64 [1326]: values of the opponent's hands at a decision of theirs; None: not known."""
        return None if self.values is None else self.values.at.get(public.line)

    def on_table(self, state: TexasHoldemState, public: PublicState) -> Floats:
        """float64 [legal actions, 1326]: the strategy at a state; sizes that the state lacks become the nearest legal bet."""
        legal = state.legal_actions()
        result = np.zeros((len(legal), NUM_COMBOS))
        for row, move in zip(self.strategies[public.line], public.line.moves, strict=True):
            kind, total = move
            result[legal.index(nearest_bet(state, total) if kind == BET else kind)] += row
        return result
