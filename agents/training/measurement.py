"""How good a trainer's average policy is, exactly: what every trainer here offers beside its policies."""

from __future__ import annotations

from typing import Any

from pokerzoo.envs.measurement import Measurement

from .trainer import Trainer


class Measures(Trainer):
    """The numbers that follow from ``measure``, which each trainer has of its own.

    Attributes:
        game: the game.
    """

    game: Any  # some narrow it

    def measure(self) -> Measurement:
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
        percent = self.measure().exploitability_pot_percent
        if percent is None:
            raise ValueError(f"exploitability_percent: {self.game.name} has no starting pot")
        return percent
