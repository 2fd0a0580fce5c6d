"""Shapes of the 13 x 13 grid of hand classes with their actions, and of the bar of one hand's strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.support.arrays import Floats

from .shapes import Drawing, Rect, Shape, Text, text_width

Colour = TypeVar("Colour", covariant=True)

CELL, EDGE = 36.0, 8.0
BACKGROUND, EMPTY, FRAME = "#101915", "#1c2823", "#0a100d"
LETTERS, ABSENT, HALO = "#ffffff", "#8fa39a", "#0a100d"
ROW = 20.0
TRACK = "#d0d7d3"


class GridCell(NamedTuple, Generic[Colour]):
    """Cell of the 13 x 13 grid of hand classes, which each painter draws: as SVG, with matplotlib, in a terminal."""

    name: str
    row: int
    column: int
    height: float  # filled part from below, 0 (blank) to 1
    parts: tuple[tuple[float, Colour], ...]  # (share of the width, colour), from left to right
    note: str = ""


def grid_cells(frequencies: Floats, held: Floats, colours: Sequence[Colour]) -> list[GridCell[Colour]]:
    """Cells by row: filled as high as ``held`` [13, 13], split by ``frequencies`` [13, 13, colours]."""
    heights = np.minimum(held, 1.0).ravel().tolist()
    shares = np.nan_to_num(frequencies).reshape(len(CLASS_NAMES), -1).tolist()
    return [
        GridCell(name, k // 13, k % 13, heights[k], tuple(zip(shares[k], colours, strict=True)))
        for k, name in enumerate(CLASS_NAMES)
    ]


def grid_drawing(
    words: str, cells: Sequence[GridCell[str]], colours: Sequence[str], legend: Sequence[str], note: str = ""
) -> Drawing:
    """The grid as shapes, with the legend of its colours and a note below it."""
    lines = list(legend_lines(legend))
    side = 13 * CELL
    below = len(lines) + bool(note)
    height = 2 * EDGE + side + (ROW * below + 6 if below else 0)
    shapes: list[Shape] = [Rect(0, 0, side + 2 * EDGE, height, 10, BACKGROUND)]
    for cell in cells:
        shapes += cell_shapes(cell)
    for number, line in enumerate(lines):
        y = 2 * EDGE + side + ROW * number + 4
        for x, k in line:
            shapes.append(Rect(x, y, 14, 14, 3, colours[k]))
            shapes.append(Text(x + 20, y + 12, legend[k], 13, LETTERS, kind="legend"))
    if note:
        shapes.append(Text(EDGE + 2, height - 10, note, 13, LETTERS, kind="note"))
    return Drawing(side + 2 * EDGE, height, words, tuple(shapes))


def cell_shapes(cell: GridCell[str]) -> Iterator[Shape]:
    """Shapes of one hand class."""
    x, y = EDGE + CELL * cell.column, EDGE + CELL * cell.row
    here = cell.height > 0
    yield Rect(x + 0.5, y + 0.5, CELL - 1, CELL - 1, 3, EMPTY)
    if here:
        tall = (CELL - 2) * cell.height
        left = x + 1
        for share, colour in cell.parts:
            wide = (CELL - 2) * share
            if wide > 0.05:
                yield Rect(round(left, 2), round(y + CELL - 1 - tall, 2), round(wide, 2), round(tall, 2), 0, colour)
            left += wide
    halo = HALO if here else None
    yield Text(x + CELL / 2, y + 22, cell.name, 12, LETTERS if here else ABSENT, "middle", here, halo, kind="hand")


def legend_lines(legend: Sequence[str]) -> Iterator[list[tuple[float, int]]]:
    """Start of each entry of the legend, line by line."""
    x, line = EDGE + 2, list[tuple[float, int]]()
    for k, text in enumerate(legend):
        wide = text_width(text, 13) + 36
        if line and x + wide > 13 * CELL:
            yield line
            x, line = EDGE + 2, []
        line.append((x, k))
        x += wide
    if line:
        yield line


def strategy_bar(probabilities: Sequence[float], colours: Sequence[str]) -> Drawing:
    """Probabilities side by side in one bar; the numbers are beside it, so it needs no words."""
    shapes: list[Shape] = [Rect(0, 0, 120, 12, 2, TRACK)]
    left = 0.0
    for probability, colour in zip(probabilities, colours, strict=True):
        if probability > 0.002:
            shapes.append(Rect(round(left, 2), 0, round(120 * probability, 2), 12, 0, colour))
        left += 120 * probability
    return Drawing(120, 12, "", tuple(shapes))
