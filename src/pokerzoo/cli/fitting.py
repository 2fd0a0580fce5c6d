"""Tables and text as wide as a terminal: numbers stay whole, and what has no room beside the rest stands below it."""

from __future__ import annotations

import copy
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Column, Table

WRAPPED = 24
"""A column whose cells may be broken is not made narrower than this for the sake of the others."""
NARROWEST = 20
"""Nor is text that stands right of something else."""


def wrapped_text(text: str, width: int) -> list[str]:
    """Break a string into lines no wider than this, but for words that are wider: file names stay whole.

    >>> wrapped_text("kept in a/long/name/of/a/file.npz", 12)
    ['kept in', 'a/long/name/of/a/file.npz']
    """
    return textwrap.wrap(text, max(width, NARROWEST), break_long_words=False, break_on_hyphens=False) or [""]


def print_text(out: Console, text: str, style: str | None = None) -> None:
    """A line of text, at a terminal in as many as it takes; elsewhere whole, since a program may read it."""
    lines = wrapped_text(text, out.width) if out.is_terminal else [text]
    for line in lines:
        out.print(line, style=style, soft_wrap=True)


def print_fitting(out: Console, what: RenderableType) -> None:
    """Something with tables: at a terminal no wider than that, elsewhere as wide as it is."""
    from rich.console import Group
    from rich.measure import Measurement
    from rich.table import Table

    if not out.is_terminal:
        out.width = max(out.width, Measurement.get(out, out.options.update(max_width=10_000), what).maximum)
        out.print(what)
        return
    for part in what.renderables if isinstance(what, Group) else [what]:
        for number, piece in enumerate(fitting_tables(out, part) if isinstance(part, Table) and part.show_header else [part]):
            if number:
                out.print()
            needed = Measurement.get(out, out.options.update(max_width=10_000), piece).minimum
            if isinstance(piece, Table) and not piece.show_header and needed > out.width:
                print_text(out, f"not shown: it is {needed} columns wide, and this terminal {out.width}")
            else:
                out.print(piece)


def fitting_tables(out: Console, table: Table) -> list[Table]:
    """A table that is too wide as several, each with the leading columns that are flush left, which name the rows."""
    widths = wanted_widths(out, table)
    if sum(widths) + column_gaps(table, len(widths)) <= out.width:
        return [table]
    tight = copy.copy(table)
    tight.padding = (0, 1, 0, 0)
    names = leading_columns(table.columns)
    while names > 1 and sum(widths[:names]) + column_gaps(tight, names) > out.width // 2:
        names -= 1
    own = min(sum(widths[:names]) + column_gaps(tight, names), max(out.width // 2, NARROWEST))
    pieces = column_groups(widths, column_units(tight.columns, names), out.width - own, column_gaps(tight, 2))
    return [with_columns(tight, group, names) for group in pieces]


def leading_columns(columns: Sequence[Column]) -> int:
    """The number of first columns that are flush left, and so name the row; at least one, and not all."""
    left = next((place for place, column in enumerate(columns) if column.justify != "left"), 1)
    return max(1, min(left, len(columns) - 1))


def column_gaps(table: Table, columns: int) -> int:
    """Blanks between this many columns."""
    _, right, _, left = table.padding
    return (columns - 1) * (left + right + 1)


def wanted_widths(out: Console, table: Table) -> list[int]:
    """The width of each column where it need not be broken, or may be."""
    from rich.measure import Measurement

    widths = []
    for column in table.columns:
        cells = [Measurement.get(out, out.options.update(max_width=10_000), cell).maximum for cell in column._cells]
        head = Measurement.get(out, out.options.update(max_width=10_000), column.header).maximum
        natural = max([head, *cells])
        widths.append(natural if column.no_wrap else min(natural, max(head, WRAPPED)))
    return widths


def column_units(columns: Sequence[Column], names: int) -> list[list[int]]:
    """Columns after the first ``names`` that stand together: a heading that occurs more than once says nothing alone."""
    headings = [str(column.header) for column in columns]
    found: list[list[int]] = []
    for place in range(names, len(columns)):
        if found and headings.count(headings[place]) > 1:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def column_groups(widths: Sequence[int], units: Sequence[Sequence[int]], room: int, gap: int) -> list[list[int]]:
    """Columns, as many together as there is room for, and what stands together if there is room for it at all.

    >>> column_groups([9, 4, 5, 6, 30, 3], [[1], [2, 3], [4], [5]], 15, 2)
    [[1], [2, 3], [4], [5]]
    >>> column_groups([9, 4, 5, 6, 30, 3], [[1], [2, 3], [4], [5]], 14, 2)
    [[1, 2], [3], [4], [5]]
    """

    def taken(places: Sequence[int]) -> int:
        return sum(widths[place] + gap for place in places)

    found: list[list[int]] = [[]]
    for unit in units:
        for part in [unit] if taken(unit) <= room else [[place] for place in unit]:
            if found[-1] and taken([*found[-1], *part]) > room:
                found.append([])
            found[-1] += part
    return found


def with_columns(table: Table, places: Sequence[int], names: int) -> Table:
    """The columns that name the rows, which may be broken here, and some others."""
    part = copy.copy(table)
    kept = [replace(column, no_wrap=False, overflow="fold") for column in table.columns[:names]]
    kept += [table.columns[place] for place in places]
    part.columns = [replace(column, _index=index) for index, column in enumerate(kept)]
    return part
