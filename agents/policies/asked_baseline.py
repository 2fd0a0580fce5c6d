"""The baselines of poker as they are asked: a strategy at a decision, for all hands."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np

from pokerzoo.envs.betting.line import BET, CALL, FOLD
from pokerzoo.envs.core import Game
from pokerzoo.envs.environments.playable import Uniform
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats, Int64s

from .equity_on_board import Equities

PREFERENCES = {"always_call": (CALL, FOLD), "always_fold": (FOLD, CALL), "always_raise": (BET, CALL)}
"""Action ids in order of preference: the first legal one is taken. (Folding where checking is free is not legal.)"""


class Baseline:
    """A baseline that is queried on demand: for games too large for tables.

    Attributes:
        game: what is played.
        name: of the baseline.
        suits_alike: True: it answers alike where suits alone differ.
    """

    suits_alike = True

    def __init__(self, game: Game, name: str) -> None:
        self.game: Game = game
        self.name = name

    @cached_property
    def _equities(self) -> Equities:
        return Equities(cast(PokerGame, self.game))

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Floats:
        """float64 [legal actions, hands]: its strategy at a decision, for all hands.

        Args:
            decision: a player is to act.
            hands: ignored.
        """
        if self.name == "random":
            return Uniform().strategy(decision)
        legal = decision.legal_actions()
        answer = np.zeros((len(legal), decision.num_hands))
        if self.name in PREFERENCES:
            answer[legal.index(preferred(self.name, legal))] = 1.0
            return answer
        places = np.array([legal.index(action_of_grade(grade, legal)) for grade in (-1, 0, 1)])
        grades = self._equities.grades(decision.actor if decision.rules.weights else 0, decision.board)
        answer[places[grades + 1], np.arange(decision.num_hands)] = 1.0
        return answer

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def preferred(name: str, legal: tuple[int, ...]) -> int:
    """The action of a baseline that always does the same."""
    return next(action for action in PREFERENCES[name] if action in legal)


def action_of_grade(grade: int, legal: tuple[int, ...]) -> int:
    """Bet or raise with an equity above 2/3, call with one of at least 1/3, else check or fold: never a bluff or a trap."""
    wanted = {1: (BET, CALL), 0: (CALL, FOLD), -1: (FOLD, CALL)}[grade]
    return next(action for action in wanted if action in legal)
