"""Shapes of the 13 x 13 grid of hand classes with their actions, and of the bar of one hand's strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CLASS_NAMES

from .shapes import Drawing, Rect, Shape, Text, text_width

Floats = npt.NDArray[np.float64]

CELL, EDGE = 36.0, 8.0
BACKGROUND, EMPTY, FRAME = "#101915", "#1c2823", "#0a100d"
LETTERS, ABSENT, HALO = "#ffffff", "#8fa39a", "#0a100d"
ROW = 20.0
TRACK = "#d0d7d3"


def grid_drawing(
    words: str, frequencies: Floats, held: Floats, colours: Sequence[str], legend: Sequence[str], note: str = ""
) -> Drawing:
    """The grid: a cell is filled as high as ``held`` says, and split from left to right by the actions."""
    lines = list(legend_lines(legend))
    side = 13 * CELL
    below = len(lines) + bool(note)
    height = 2 * EDGE + side + (ROW * below + 6 if below else 0)
    shapes: list[Shape] = [Rect(0, 0, side + 2 * EDGE, height, 10, BACKGROUND)]
    for row in range(13):
        for column in range(13):
            share = float(held[row, column])
            x, y = EDGE + CELL * column, EDGE + CELL * row
            shapes += cell(CLASS_NAMES[13 * row + column], x, y, share, frequencies[row, column], colours)
    for number, line in enumerate(lines):
        y = 2 * EDGE + side + ROW * number + 4
        for x, k in line:
            shapes.append(Rect(x, y, 14, 14, 3, colours[k]))
            shapes.append(Text(x + 20, y + 12, legend[k], 13, LETTERS, kind="legend"))
    if note:
        shapes.append(Text(EDGE + 2, height - 10, note, 13, LETTERS, kind="note"))
    return Drawing(side + 2 * EDGE, height, words, tuple(shapes))


def cell(name: str, x: float, y: float, share: float, frequencies: Floats, colours: Sequence[str]) -> Iterator[Shape]:
    """Cell of one hand class."""
    yield Rect(x + 0.5, y + 0.5, CELL - 1, CELL - 1, 3, EMPTY)
    if share > 0:
        tall = (CELL - 2) * min(share, 1.0)
        left = x + 1
        for frequency, colour in zip(frequencies.tolist(), colours, strict=True):
            wide = (CELL - 2) * frequency
            if wide > 0.05:
                yield Rect(round(left, 2), round(y + CELL - 1 - tall, 2), round(wide, 2), round(tall, 2), 0, colour)
            left += wide
    halo = HALO if share > 0 else None
    yield Text(x + CELL / 2, y + 22, name, 12, LETTERS if share > 0 else ABSENT, "middle", share > 0, halo, kind="hand")


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
    """Probabilities side by side in one bar; the numbers stand beside it, so that it says nothing in words."""
    shapes: list[Shape] = [Rect(0, 0, 120, 12, 2, TRACK)]
    left = 0.0
    for probability, colour in zip(probabilities, colours, strict=True):
        if probability > 0.002:
            shapes.append(Rect(round(left, 2), 0, round(120 * probability, 2), 12, 0, colour))
        left += 120 * probability
    return Drawing(120, 12, "", tuple(shapes))
