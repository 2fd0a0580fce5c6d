"""The 13 x 13 grid of a range for a terminal, in colour and with a letter for each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pokerzoo.envs.drawing.range_grid import GridCell, grid_cells
from pokerzoo.envs.poker.cards import CLASS_NAMES, unblocked
from pokerzoo.envs.support.arrays import Floats

from .range_grid import make_grid

if TYPE_CHECKING:
    from rich.style import Style
    from rich.table import Table
    from rich.text import Text

    from .node_report import NodeReport

Colour: TypeAlias = tuple[int, int, int]
Mark: TypeAlias = tuple[str, Colour]
"""Letter and colour of an action."""
BLUE, GREEN, GREY = (45, 100, 190), (60, 145, 75), (95, 95, 95)
LIGHT_RED, DARK_RED = (244, 140, 130), (120, 0, 20)
CELL = 5
"""Characters a cell; with the blank between, 13 of them fit 78 columns."""


def action_marks(tokens: tuple[str, ...]) -> list[Mark]:
    """A letter and a colour for each action.

    Fold is ``F`` and blue, check ``X`` or call ``C`` green, bets and raises are shades of red, darker as they grow: ``B`` or
    ``R`` where there is one size, else ``1``, ``2``, ...

    >>> [mark for mark, _ in action_marks(("f", "c", "r75", "r100"))]
    ['F', 'C', '1', '2']
    """
    sizes = [token for token in tokens if token[0] in "br"]
    letters = [sizes[0][0].upper()] if len(sizes) == 1 else list("123456789abdeghijklmnopqstuvwyz")
    marks = []
    for token in tokens:
        if token not in sizes:
            marks.append((token[0].upper(), BLUE if token == "f" else GREEN))
            continue
        rank = sizes.index(token)
        part = rank / max(1, len(sizes) - 1) if len(sizes) > 1 else 0.5
        red, green, blue = (round(light + part * (dark - light)) for light, dark in zip(LIGHT_RED, DARK_RED, strict=True))
        marks.append((letters[rank % len(letters)], (red, green, blue)))
    return marks


def split_cells(frequencies: Floats, cells: int) -> list[int]:
    """Characters for each frequency, out of ``cells``; rounded so that they add up.

    >>> split_cells(np.array([0.55, 0.0, 0.45]), 5)
    [3, 0, 2]
    """
    exact = frequencies * cells
    counts = np.floor(exact + 1e-9).astype(int)
    for index in np.argsort(counts - exact, kind="stable")[: cells - counts.sum()]:
        counts[index] += 1
    return [int(count) for count in counts]


def terminal_cells(node: NodeReport, player: int | None = None) -> list[GridCell[Mark]]:
    """Cells of a range; without actions split by the part of the board's combos that the player still holds."""
    grid = make_grid(node, player)
    frequencies, marks = grid.frequencies, action_marks(node.tokens)
    if not grid.actions:
        rules = node.game.rules
        free = unblocked(rules.deck.hand_cards, node.public.board)
        weights = free * (np.array(rules.weights[grid.player]) if rules.weights else 1.0)
        full = np.bincount(node.hand_classes, weights, minlength=len(CLASS_NAMES))
        left = np.divide(grid.reach, full.reshape(13, 13), out=np.zeros((13, 13)), where=grid.reach > 0)
        frequencies, marks = np.stack([left, 1.0 - left], axis=-1), [("#", GREY), (" ", (0, 0, 0))]
    return grid_cells(frequencies, np.where(grid.share > 0, 1.0, 0.0), marks)


def grid_table(node: NodeReport, player: int | None = None) -> Table:
    """The 13 x 13 grid for a terminal: each hand class over a bar of its actions, by colour and by letter."""
    return cells_table(terminal_cells(node, player))


def cells_table(cells: Sequence[GridCell[Mark]]) -> Table:
    """A grid of cells for a terminal."""
    from rich.table import Table

    table = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(13):
        table.add_column(width=CELL, no_wrap=True)
    texts = [_cell_text(cell) for cell in cells]
    for row in range(13):
        table.add_row(*texts[13 * row : 13 * (row + 1)])
    return table


def _cell_text(cell: GridCell[Mark]) -> Text:
    from rich.text import Text

    text = Text(no_wrap=True)
    if not cell.height:
        return text.append(f"{cell.name:<{CELL}}\n{'.':<{CELL}}", style="dim")
    counts = split_cells(np.array([share for share, _ in cell.parts]), CELL)
    bar = [mark for (_, mark), count in zip(cell.parts, counts, strict=True) for _ in range(count)]
    for line in (f"{cell.name:<{CELL}}", "".join(letter for letter, _ in bar)):
        for character, (_, colour) in zip(line, bar, strict=True):
            text.append(character, style=colour_style(colour))
        text.append("\n")
    text.right_crop(1)
    return text


def colour_style(colour: Colour) -> Style:
    """Style with this background, and black or white letters."""
    from rich.color import Color
    from rich.style import Style

    red, green, blue = colour
    bright = 0.3 * red + 0.59 * green + 0.11 * blue > 140
    ink = Color.from_rgb(0, 0, 0) if bright else Color.from_rgb(255, 255, 255)
    return Style(color=ink, bgcolor=Color.from_rgb(red, green, blue), bold=True)
