"""The 13 x 13 grid of a range for a terminal, in colour and with a letter for each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pokerzoo.envs.drawing.colours import HELD, action_colours
from pokerzoo.envs.drawing.range_grid import GridCell, grid_cells
from pokerzoo.envs.poker.cards import CLASS_NAMES, unblocked
from pokerzoo.envs.support.arrays import Floats

from .range_cells import make_grid

if TYPE_CHECKING:
    from rich.style import Style
    from rich.table import Table
    from rich.text import Text

    from .node_report import NodeReport

Mark: TypeAlias = tuple[str, str]
"""Letter and colour of an action."""
NOT_HELD = "#000000"
CELL = 5
"""Characters a cell; with the blank between, 13 of them fit 78 columns."""


def action_marks(tokens: tuple[str, ...]) -> list[Mark]:
    """A letter and a colour for each action.

    Fold is ``F``, check ``X`` and call ``C``; a bet or raise is ``B`` or ``R`` if it has one size, else ``1``, ``2``, ...

    >>> [mark for mark, _ in action_marks(("f", "c", "r75", "r100"))]
    ['F', 'C', '1', '2']
    """
    sizes = [token for token in tokens if token[0] in "br"]
    letters = sizes[0][0].upper() if len(sizes) == 1 else "123456789abdeghijklmnopqstuvwyz"
    marks = [letters[sizes.index(token) % len(letters)] if token in sizes else token[0].upper() for token in tokens]
    return [*zip(marks, action_colours(tokens), strict=True)]


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
        frequencies, marks = np.stack([left, 1.0 - left], axis=-1), [("#", HELD), (" ", NOT_HELD)]
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


def colour_style(colour: str) -> Style:
    """Style with this background, and black or white letters."""
    from rich.color import Color
    from rich.style import Style

    background = Color.parse(colour)
    red, green, blue = background.get_truecolor()
    ink = "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"
    return Style(color=Color.parse(ink), bgcolor=background, bold=True)
