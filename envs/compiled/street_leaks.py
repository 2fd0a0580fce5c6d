"""Cost of each decision on one board of a ``StreetTree``, kept while a walk has the board's rows at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.kernels import kernel

from .arrays import LANES, Records
from .street_plan import Lines, RowStarts

if TYPE_CHECKING:
    from .street_tree import StreetTree


class BoardLeaks(NamedTuple):
    """A number for each canonical board, block of hands, decision point and hand, in the order of ``LINES.scales_at``."""

    # [``num_scales`` * 16]: own reach x (value of the best action - value of the strategy), both values with best play
    # afterwards and weighted by the reach of chance and of the opponent
    chips: Floats32
    best: npt.NDArray[np.uint8]  # [``num_scales`` * 16]: the place of the first best action among the legal ones


NO_LEAKS = BoardLeaks(np.zeros(0, np.float32), np.zeros(0, np.uint8))
"""In place of leaks that are not wanted."""


def new_leaks(tree: StreetTree) -> BoardLeaks:
    """Make room for the leaks of a game."""
    size = tree.num_scales * LANES
    return BoardLeaks(np.zeros(size, np.float32), np.zeros(size, np.uint8))


@kernel(counted=False)
def keep_leaks(lines: Lines, points: Records, board: int, rows: Floats32, row_at: RowStarts, leaks: BoardLeaks) -> None:
    """Write the leaks of a player on a board, when rows have what best play afterwards makes of each action."""
    wide = (lines.sequences + lines.entries) * LANES
    reach_at, shares_at, best_at = row_at.reach, row_at.strategy, row_at.utility[1]
    at = (lines.scales_at + board * lines.blocks * (lines.points_end - lines.points_at)) * LANES
    for block in range(lines.blocks):
        shift = block * wide
        for point in range(lines.points_at, lines.points_end):
            first, actions = shift + points[point].first * LANES, points[point].actions
            above = reach_at + shift + points[point].parent * LANES
            for lane in range(LANES):
                here = best_at + first + lane
                most, choice = rows[here], 0
                for k in range(1, actions):
                    if rows[here + k * LANES] > most:
                        most, choice = rows[here + k * LANES], k
                short = np.float32(0.0)
                for k in range(actions):
                    short += rows[shares_at + first + k * LANES + lane] * (most - rows[here + k * LANES])
                leaks.chips[at + lane] = rows[above + lane] * short
                leaks.best[at + lane] = choice
            at += LANES
