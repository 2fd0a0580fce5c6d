"""The 13 x 13 grid of hand classes with matplotlib, and figures of one or several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.support.arrays import Floats

from .figures import FAINT, INK, ink_on, new_figure
from .range_grid import GridCell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour: TypeAlias = str | tuple[float, float, float, float]

INCHES = 5.2
"""The side of a grid, with its margin."""
GAP, SIDE = 0.02, 0.96
"""Margin and side of a cell, in cells."""


def coloured_cells(colours: Floats, notes: Sequence[str]) -> list[GridCell[Colour]]:
    """Cells of one colour each, from RGBA [169, 4]."""
    return [
        GridCell(name, k // 13, k % 13, 1.0, ((1.0, (red, green, blue, alpha)),), notes[k])
        for k, (name, (red, green, blue, alpha)) in enumerate(zip(CLASS_NAMES, colours.tolist(), strict=True))
    ]


def grids_figure(
    title: str, grids: Sequence[tuple[str, Sequence[GridCell[Colour]]]], note: str, columns: int, side: float = INCHES
) -> Figure:
    """Grids side by side under a title, each below a heading that may be empty, and a note at the foot; sizes in inches."""
    rows = -(-len(grids) // columns)
    lines = max(heading.count("\n") + bool(heading) for heading, _ in grids)
    head, band, foot = 0.4, 0.05 + 0.22 * lines, 0.35
    width, height = columns * side + 0.2, head + rows * (side + band) + foot
    figure = new_figure(width, height, constrained=False)
    for k, (heading, cells) in enumerate(grids):
        left, top = 0.1 + side * (k % columns), head + (k // columns + 1) * (side + band)
        axes = figure.add_axes((left / width, 1 - top / height, (side - 0.1) / width, (side - 0.1) / height))
        axes.set_title(heading, fontsize=12, loc="left", pad=4)
        paint_grid(axes, cells)
    figure.text(0.1 / width, 1 - 0.12 / height, title, fontsize=14, va="top", fontweight="bold")
    figure.text(0.1 / width, 0.08 / height, note, fontsize=10, va="bottom", color=FAINT)
    return figure


def paint_grid(axes: Axes, cells: Sequence[GridCell[Colour]], labels: Sequence[str] = ()) -> None:
    """Draw the parts of all cells, one container of bars a part, and the names: in corners if the parts have labels."""
    axes.set_xlim(0.0, 13.0)
    axes.set_ylim(13.0, 0.0)
    axes.set_aspect("equal")
    axes.set_axis_off()
    filled = [cell for cell in cells if cell.height > 0]
    left = np.array([cell.column + GAP for cell in filled])
    bottoms = [cell.row + 1 - GAP for cell in filled]
    tall = [-SIDE * cell.height for cell in filled]
    for number in range(len(cells[0].parts)):
        parts = [cell.parts[number] for cell in filled]
        wide = SIDE * np.array([share for share, _ in parts])
        label = labels[number] if labels else ""
        colours = [colour for _, colour in parts] or "none"
        axes.barh(bottoms, wide, tall, left, align="edge", color=colours, linewidth=0, label=label)
        left = left + wide
    write_names = write_in_corners if labels else write_centred
    write_names(axes, cells)


def write_centred(axes: Axes, cells: Sequence[GridCell[Colour]]) -> None:
    """Write names and notes in the middle of full cells."""
    from matplotlib.colors import to_rgba
    from matplotlib.patheffects import withStroke

    for cell in cells:
        colour = max(cell.parts)[1]
        ink = ink_on(to_rgba(colour))
        for line, below in ((cell.name, 0.34), (cell.note, 0.7)) if cell.note else ((cell.name, 0.52),):
            text = axes.text(cell.column + 0.5, cell.row + below, line, ha="center", va="center", fontsize=9.5, color=ink)
            if len(cell.parts) > 1:
                text.set_path_effects([withStroke(linewidth=2.0, foreground=colour)])


def write_in_corners(axes: Axes, cells: Sequence[GridCell[Colour]]) -> None:
    """Draw frames, and write the names in the upper left corners, bold where the class is here."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle
    from matplotlib.patheffects import AbstractPathEffect, withStroke

    outline: list[AbstractPathEffect] = [withStroke(linewidth=2.2, foreground="white")]
    frames = [Rectangle((cell.column + GAP, cell.row + GAP), SIDE, SIDE) for cell in cells]
    edges = [FAINT if cell.height else "#dedede" for cell in cells]
    axes.add_collection(PatchCollection(frames, facecolor="none", edgecolor=edges, linewidth=0.6), autolim=False)
    for cell in cells:
        text = axes.text(cell.column + 0.07, cell.row + 0.07, cell.name, va="top", fontsize=9.5)
        text.set_color(INK if cell.height else FAINT)
        if cell.height:
            text.set_fontweight("bold")
            text.set_path_effects(outline)
