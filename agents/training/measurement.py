"""How good a trainer's average policy is, exactly: what every trainer here offers beside its policies."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .loop import chips_of
from .trainer import Trainer

Floats = npt.NDArray[np.float64]


class Measured(NamedTuple):
    """An exact look at the average policy, in net chips.

    Attributes:
        values: float64 [players]: what each player expects when all play it.
        best: float64 [players]: what each player's best response to the others expects.
    """

    values: Floats
    best: Floats

    @property
    def gains(self) -> Floats:
        """float64 [players]: what each player's best response gains."""
        return self.best - self.values

    @property
    def nash_conv(self) -> float:
        """Sum of the gains."""
        return float(self.gains.sum())

    @property
    def exploitability(self) -> float:
        """NashConv / number of players."""
        return self.nash_conv / len(self.values)


class Measures(Trainer):
    """The numbers that follow from ``measure``, which each trainer has of its own.

    Attributes:
        game: the game.
    """

    game: Any  # some narrow it

    def measure(self) -> Measured:
        """What the average policy is worth to each player, and what the player's best response would be."""
        raise NotImplementedError

    @property
    def expected_value(self) -> float:
        """Net chips that the first player expects when all play the average policy."""
        return float(self.measure().values[0])

    @property
    def nash_conv(self) -> float:
        """Of the average policy: sum of what the players' best responses gain, in chips."""
        return self.measure().nash_conv

    @property
    def exploitability(self) -> float:
        """Of the average policy: NashConv / number of players, in chips."""
        return self.measure().exploitability

    @property
    def exploitability_percent(self) -> float:
        """``exploitability`` in percent of the starting pot.

        Raises:
            ValueError: the game has no starting pot.
        """
        return 100 * self.exploitability / chips_of(self.game, "100%")
