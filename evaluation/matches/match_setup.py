"""What the ways of playing a match share: who plays and with what numbers, and what a block of deals gave."""

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
    """A match that is set up.

    Attributes:
        game: the game.
        agents: who plays.
        cards: generator of all chance.
        rngs: one generator an agent.
        duplicate: whether each deal is dealt again in every rotation of the seats.
        numbers: chance's numbers a hand, drawn before the hand whether or not it uses them: so the k-th deal is the same in
            every match with the same seed and game.
    """

    game: Game
    agents: tuple[Agent, ...]
    cards: np.random.Generator
    rngs: tuple[np.random.Generator, ...]
    duplicate: bool
    numbers: int

    def draw(self, deals: int) -> npt.NDArray[np.float64]:
        """float64 [deals, rotations or 1, numbers]: what chance draws with in the next deals."""
        return self.cards.random((deals, 1 if self.duplicate else len(self.agents), self.numbers))


class Played(NamedTuple):
    """A block of deals.

    Attributes:
        won: float64 [deals, agents]: net chips a hand of each agent, mean over the rotations.
        scores: float64 [agents]: hands in which each agent won chips, those without win or loss as halves.
        ends: int32 [deals, rotations]: the terminal of the tree in which each hand ended; None without a tree.
        estimates: float64 [deals, agents]: ``won`` less the luck of the cards, in whole hands of hold'em; None if not wanted.
    """

    won: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    ends: npt.NDArray[np.int32] | None
    estimates: npt.NDArray[np.float64] | None = None


def block_sizes(deals: int, fast: bool) -> Iterator[int]:
    """How many deals to play before the next look at the interval: few at first, then more."""
    least, most = BLOCKS[fast]
    start = 0
    while start < deals:
        count = min(max(least, min(start, most)), deals - start)
        yield count
        start += count


def hands_won(chips: npt.NDArray[np.float64]) -> float:
    """In how many of these hands chips were won, those without win or loss as halves."""
    return float((np.sign(chips) + 1.0).sum() / 2.0)
