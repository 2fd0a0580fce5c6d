"""The table of a match, the hands that were played at it, and how many are played between two looks at the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pokerzoo.agents import Agent
from pokerzoo.envs import Game
from pokerzoo.envs.histories import may_have_tree
from pokerzoo.envs.support.arrays import Floats, Int32s

MAX_EXACT_ENTRIES = 100_000
"""The exact value is worked out for games with at most this many (infoset, action) pairs."""
BLOCKS = {True: (256, 16_384), False: (16, 256)}
"""Deals between looks at the interval and Ctrl-C, at first and later: compiled (True), or for agents that are asked."""


class MatchTable(NamedTuple):
    """Agents at a table, and their sources of chance. In rotation r, agent (seat + r) % players has a seat."""

    game: Game
    agents: tuple[Agent, ...]
    cards: np.random.Generator
    rngs: tuple[np.random.Generator, ...]
    duplicate: bool
    numbers: int

    def draw(self, deals: int) -> Floats:
        """float64 [deals, rotations or 1, numbers]: what chance draws with in the next deals."""
        return self.cards.random((deals, 1 if self.duplicate else len(self.agents), self.numbers))


class PlayedDeals(NamedTuple):
    """Deals that were played in all rotations of the seats."""

    chips: Floats  # [deals, rotations, agents]: net chips of each agent
    ends: Int32s | None = None  # [deals, rotations]: the terminal of the tree, where that is wanted
    luck: Floats | None = None  # [deals, rotations, agents]: chips that the cards were worth, where that is wanted

    @property
    def won(self) -> Floats:
        """float64 [deals, agents]: mean over the rotations of a deal."""
        return np.ascontiguousarray(self.chips.mean(axis=1))

    @property
    def scores(self) -> Floats:
        """float64 [agents]: hands in which chips were won, those without win or loss as halves."""
        agents = range(self.chips.shape[2])
        return np.array([(np.sign(self.chips[:, :, agent]) + 1.0).sum() / 2.0 for agent in agents])


def block_sizes(deals: int, compiled: bool) -> Iterator[int]:
    """Deals to play before the next look at the interval: few at first, then more."""
    least, most = BLOCKS[compiled]
    start = 0
    while start < deals:
        count = min(max(least, min(start, most)), deals - start)
        yield count
        start += count


def has_tree(game: Game) -> bool:
    """True if the game has a tree, or is small enough to be given one at once."""
    return game.numbered and may_have_tree(game) and game.infosets.size <= MAX_EXACT_ENTRIES
