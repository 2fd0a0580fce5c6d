"""Setup and blocks of deals, shared by the ways of playing a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Agent
from pokerzoo.envs import Game

BLOCKS = {True: (256, 16_384), False: (16, 256)}
"""Deals between looks at the interval and Ctrl-C, at first and later: compiled (True), or for agents that are asked."""


class MatchSetup(NamedTuple):
    """A match that is set up."""

    game: Game
    agents: tuple[Agent, ...]
    cards: np.random.Generator
    rngs: tuple[np.random.Generator, ...]
    duplicate: bool
    numbers: int

    def draw(self, deals: int) -> npt.NDArray[np.float64]:
        """float64 [deals, rotations or 1, numbers]: what chance draws with in the next deals."""
        return self.cards.random((deals, 1 if self.duplicate else len(self.agents), self.numbers))


class DealBlock(NamedTuple):
    """A block of deals."""

    won: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    ends: npt.NDArray[np.int32] | None
    estimates: npt.NDArray[np.float64] | None = None


def block_sizes(deals: int, fast: bool) -> Iterator[int]:
    """Deals to play before the next look at the interval: few at first, then more."""
    least, most = BLOCKS[fast]
    start = 0
    while start < deals:
        count = min(max(least, min(start, most)), deals - start)
        yield count
        start += count


def hands_won(chips: npt.NDArray[np.float64]) -> float:
    """In how many of these hands chips were won, those without win or loss as halves."""
    return float((np.sign(chips) + 1.0).sum() / 2.0)
