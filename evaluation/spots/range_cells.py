"""A player's range at a node by hand class, and the cells of its 13 x 13 grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.drawing.colours import HELD, action_colours
from pokerzoo.envs.drawing.range_grid import GridCell, grid_cells
from pokerzoo.envs.poker.cards import CLASS_NAMES, combos_left, read_only
from pokerzoo.envs.poker.game_facts import standard_board
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError

if TYPE_CHECKING:
    from .node_report import NodeReport

FEW = 0.1
"""If less than this of every class is here, heights are stretched so that the fullest class fills its cell."""


@dataclass(frozen=True, eq=False)
class RangeGrid:
    """A player's range by hand class, in the order of ``CLASS_NAMES``: AA top left, suited above the diagonal."""

    player: int
    actions: tuple[str, ...]  # empty if the other acts
    frequencies: Floats  # [13, 13, actions], by ``share`` of the combos; NaN for a class that is never here
    net: Floats  # [13, 13]: mean net chips by ``share``; NaN for a class that is never here
    reach: Floats  # [13, 13]: combos weighted by reach
    share: Floats  # [13, 13]: probability given that the game is here; the sum is 1


def make_grid(node: NodeReport, player: int | None = None) -> RangeGrid:
    """``NodeReport.grid``."""
    if player is None:
        player = node.player or 0
    names = node.game.player_names
    if player not in range(len(names)):
        seats = [f"{seat} ({name})" for seat, name in enumerate(names)]
        raise ParameterError("player", player, f"must be {', '.join(seats[:-1])} or {seats[-1]}")
    here = node.share[player] > 0

    def total(values: Floats) -> Floats:
        sums = np.bincount(node.hand_classes[here], values[here], minlength=len(CLASS_NAMES))
        return np.asarray(sums, dtype=np.float64).reshape(13, 13)

    held = node.share[player]
    share = total(held)
    divisor = np.where(share > 0, share, np.nan)
    acts = player == node.player
    rows = [total(held * row) / divisor for row in node.strategy] if acts else []
    return RangeGrid(
        player=player,
        actions=node.actions if acts else (),
        frequencies=read_only(np.stack(rows, axis=-1) if rows else np.zeros((13, 13, 0))),
        net=read_only(total(held * node.net[player]) / divisor),
        reach=read_only(total(node.reach[player])),
        share=read_only(share),
    )


@dataclass(frozen=True, eq=False)
class RangeCells:
    """Numbers of a picture of a range, the same for each painter."""

    grid: RangeGrid
    cells: list[GridCell[str]]
    colours: list[str]
    legend: list[str]
    times: float  # factor by which heights are stretched


def range_cells(node: NodeReport, player: int | None = None) -> RangeCells:
    """Compute the cells of a range: as high as the combos that are here of those that the board leaves, split by action."""
    grid = make_grid(node, player)
    held = np.where(grid.share > 0, grid.reach / np.maximum(combos_left(standard_board(node.public)), 1.0), 0.0)
    times = 1.0 / held.max() if 0 < held.max() < FEW else 1.0
    frequencies, colours, legend = np.ones((13, 13, 1)), [HELD], ["in the range"]
    if grid.actions:
        frequencies, colours = grid.frequencies, action_colours(node.tokens)
        totals = zip(grid.actions, node.frequencies.tolist(), strict=True)
        legend = [name if total != total else f"{name} {total:.1%}" for name, total in totals]
    return RangeCells(grid, grid_cells(frequencies, times * held, colours), colours, legend, times)
