"""The largest tree that there is time for at the table."""

from __future__ import annotations

from math import sqrt

from pokerzoo.agents.subgames.flop_classes import SECONDS_TO_DRAW, seconds_of_drawn_iteration
from pokerzoo.envs.betting.street_sizes import StreetSizes
from pokerzoo.envs.compiled.shared_parts import usable_processors
from pokerzoo.envs.games.hand_spot import HandSpot
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .spot_trees import TreeSizes, seconds_of_iteration, spot_at_table, tree_sizes

FEWEST = {1: 200, 2: 100, 3: 40}
"""Iterations for which there should be time in a tree, by its streets; else one with fewer sizes is taken."""
FEWEST_DRAWN = 2000
"""The same of flops on drawn boards, where an iteration is on one."""
ENOUGH_FOR_LATER_BETS = 0.3
"""The share of these iterations from which on a tree with bets on one more street is better than one without."""
SECONDS_TO_BEGIN = 1e-4
"""Of an iteration over all boards in small trees and in large ones: 0.04 ms on a river on a free machine, and some margin."""


class TreeChoice:
    """Chooses the tree with the most sizes that there is time for, by the time that past iterations took.

    On a busy machine they take longer than estimated, and then a tree with fewer sizes is better than one with few iterations.
    """

    def __init__(self, bet_sizes: StreetSizes | None, raise_sizes: StreetSizes | None, threads: int | None) -> None:
        self.bet_sizes, self.raise_sizes = bet_sizes, raise_sizes
        self.threads = threads or usable_processors()
        self.pace: dict[tuple[int, bool], float] = {}
        """By streets, and whether boards are drawn: how much longer than estimated an iteration takes; 1 where it does not."""

    def choose(
        self, state: TexasHoldemState, ranges: tuple[Range, Range], done: int, seconds: float | None, drawn: bool
    ) -> tuple[HandSpot, TreeSizes]:
        """The spot and its sizes; all sizes if ``seconds`` is None. Bets on one more street need less time."""
        trees = tree_sizes(state, self.bet_sizes, self.raise_sizes)
        if seconds is None:
            return spot_at_table(state, ranges, trees[-1], done), trees[-1]
        # From the fewest on: to build the largest takes a second, and then there might be no time for it.
        spot, chosen = spot_at_table(state, ranges, trees[0], done), trees[0]
        for sizes in trees[1:]:
            larger = spot_at_table(state, ranges, sizes, done)
            enough = ENOUGH_FOR_LATER_BETS if sizes.later_streets_with_bets > chosen.later_streets_with_bets else 1.0
            if enough * self.seconds_of_fewest(larger.game, drawn) > seconds:
                break
            spot, chosen = larger, sizes
        return spot, chosen

    def seconds_of_fewest(self, game: HoldemGame, drawn: bool) -> float:
        """Approximate time of the fewest useful iterations."""
        count = FEWEST_DRAWN if drawn else FEWEST[num_streets(game)]
        return count * self._seconds_of_lines(game, drawn) * self.pace.get((num_streets(game), drawn), 1.0)

    def note(self, game: HoldemGame, drawn: bool, seconds: float) -> None:
        """Record how long an iteration took. Half of the old estimate, in ratios, remains: a single pause means little."""
        kind = num_streets(game), drawn
        expected = self._seconds_of_lines(game, drawn) + (SECONDS_TO_DRAW if drawn else SECONDS_TO_BEGIN)
        self.pace[kind] = max(1.0, sqrt(self.pace.get(kind, 1.0) * seconds / expected))

    def _seconds_of_lines(self, game: HoldemGame, drawn: bool) -> float:
        """Approximate time of a tree's lines in an iteration on an idle machine."""
        return seconds_of_drawn_iteration(game, self.threads) if drawn else seconds_of_iteration(game)


def num_streets(game: HoldemGame) -> int:
    """The number of streets that are left."""
    return len(game.rules.betting.rounds)
