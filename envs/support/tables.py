"""Tables of results: written once, as columns and values, and shown in terminals, notebooks, pages and files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .atomic_files import write_atomically
from .extras import check_extra, import_extra
from .formats import number_text, printable_text
from .html import Markup, cell_markup, html_paragraph, stacked_markup

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

Columns: TypeAlias = dict[str, Any]
"""Column name to its values, all of the same length: a list or an array."""
GAP = 2
"""Blanks between columns."""
LEAST_WORDS = 16
"""Characters below which a column of words is made no narrower."""
PLAIN_WIDTH = 1_000_000
"""Columns of plain text: lines stay whole."""


class Column(NamedTuple):
    """A column: heading, format (for ``number_text``, or a function), and whether it has words; None: the first column does."""

    name: str
    form: str | Callable[[Any], str] = ""
    words: bool | None = None

    def text(self, value: Any) -> str:
        """A value of the column, for people."""
        if isinstance(value, Markup):
            return value
        return self.form(value) if callable(self.form) else number_text(value, self.form)


class Tabled:
    """Base of results that are shown as a table: printed, by rich, and in notebooks."""

    def to_table(self) -> Table:
        """The result as a table for people."""
        raise NotImplementedError

    def __str__(self) -> str:
        return str(self.to_table())

    def __rich__(self) -> RenderableType:
        return self.to_table()

    def _repr_html_(self) -> str:
        return self.to_table().html()


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """A table of results. Terminals get it by ``rich.print``, notebooks by themselves, ``print`` gives plain text.

    Attributes:
        caption: a line above it; may be empty.
        columns: its columns, or their headings.
        rows: values, a row a sequence.
        notes: sentences below it.
        total: whether the last row sums up all others.

    Example:
        >>> print(Table("Chips a hand", ("player", Column("mean", "+.2f")), [["honest", 0.25], ["random", -0.25]]))
        Chips a hand
        player   mean
        honest  +0.25
        random  -0.25
    """

    caption: str
    columns: Sequence[Column | str]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str] = ()
    total: bool = False

    @classmethod
    def by_column(cls, caption: str, columns: Sequence[tuple[Column | str, Any]], notes: Sequence[str] = ()) -> Table:
        """A table from columns with their values; those without values, or with nothing but None, are left out."""
        shown = [
            (column, values)
            for column, values in columns
            if values is not None and not (len(values) and all(v is None for v in values))
        ]
        rows = [*zip(*(values for _, values in shown), strict=True)]
        return cls(caption, [column for column, _ in shown], rows, notes)

    @classmethod
    def of_records(
        cls, caption: str, records: Sequence[Any], columns: Mapping[str, Column], notes: Sequence[str] = ()
    ) -> Table:
        """A row a record, from columns by their attribute; those that are None in all records are left out."""
        values = ([getattr(record, name) for record in records] for name in columns)
        return cls.by_column(caption, [*zip(columns.values(), values, strict=True)], notes)

    @property
    def heads(self) -> list[Column]:
        """The columns, all known of each."""
        columns = [Column(column) if isinstance(column, str) else column for column in self.columns]
        return [column if column.words is not None else column._replace(words=not k) for k, column in enumerate(columns)]

    def texts(self) -> list[list[str]]:
        """The cells as people are shown them."""
        heads = self.heads
        return [[column.text(value) for column, value in zip(heads, row, strict=True)] for row in self.rows]

    def first(self, most: int | None, note: str = "{:,} more rows") -> Table:
        """The first rows, with a note on how many are left out; a total stays."""
        rows, total = (self.rows[:-1], self.rows[-1:]) if self.total else (self.rows, ())
        if most is None or len(rows) <= most:
            return self
        notes = [note.format(len(rows) - most), *self.notes]
        return Table(self.caption, self.columns, [*rows[:most], *total], notes, self.total)

    def html(self) -> Markup:
        """HTML; the first cell of each row is its header. Columns that all have words make a table of text."""
        heads = self.heads
        text = all(column.words for column in heads)
        kinds = [' class="words"' if column.words and k and not text else "" for k, column in enumerate(heads)]
        top = "".join(
            f'<th scope="col"{kind}>{escape(column.name)}</th>' if column.name else "<td></td>"
            for column, kind in zip(heads, kinds, strict=True)
        )
        lines = [f'<div class="wide" role="region" aria-label="{escape(self.caption)}" tabindex="0">']
        lines += ['<table class="text">' if text else "<table>", f"<caption>{escape(self.caption)}</caption>"]
        lines += [f"<thead><tr>{top}</tr></thead>", "<tbody>"]
        for first, *others in self.texts():
            cells = "".join(f"<td{kind}>{cell_markup(cell)}</td>" for cell, kind in zip(others, kinds[1:], strict=True))
            lines.append(f'<tr><th scope="row">{cell_markup(first)}</th>{cells}</tr>')
        table = Markup("\n".join([*lines, "</tbody>", "</table>", "</div>"]))
        return stacked_markup([table, *map(html_paragraph, self.notes)]) if self.notes else table

    _repr_html_ = html

    def markdown(self) -> str:
        """Markdown, with the caption and the notes as paragraphs."""
        heads = self.heads
        rows = [[column.name for column in heads], ["---" if column.words else "---:" for column in heads], *self.texts()]
        lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
        return "\n\n".join(filter(None, [self.caption, "\n".join(lines), *self.notes]))

    def to_dataframe(self) -> pd.DataFrame:
        """A pandas data frame of the values.

        Raises:
            ImportError: pandas is not installed.
        """
        pandas = import_extra("pandas", "to_dataframe needs pandas", "sweeps")
        frame: pd.DataFrame = pandas.DataFrame(list(self.rows), columns=[column.name for column in self.heads])
        return frame

    def __str__(self) -> str:
        from rich.console import Console

        file = io.StringIO()
        console = Console(file=file, width=PLAIN_WIDTH, markup=False, emoji=False, highlight=False, color_system=None)
        console.print(self._block(range(len(self.columns)), [], ruled=False))
        lines = [line.rstrip() for line in file.getvalue().splitlines()]
        return "\n".join([*[self.caption][: bool(self.caption)], *lines, *self.notes])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        if self.caption:
            yield Text(self.caption, style="bold")
        for number, (columns, widths) in enumerate(self._fitting(options.max_width)):
            if number:
                yield Text()
            yield self._block(columns, widths)
        yield from (Text(note, style="dim") for note in self.notes)

    def _fitting(self, room: int) -> Iterator[tuple[list[int], list[int]]]:
        """Blocks of columns that fit into a width, each with the first column, and the widths of their headings."""
        from rich.cells import cell_len

        heads, texts = self.heads, self.texts()
        cells = [max((cell_len(row[k]) for row in texts), default=0) for k in range(len(heads))]
        widths = [max(cell_len(column.name), wide) for column, wide in zip(heads, cells, strict=True)]
        if sum(widths) + GAP * (len(widths) - 1) <= room:
            yield list(range(len(heads))), []
            return
        for k, column in enumerate(heads):
            longest = max(map(cell_len, column.name.split()), default=0)
            piece = (
                max([LEAST_WORDS, *(cell_len(word) for row in texts for word in row[k].split())]) if column.words else cells[k]
            )
            widths[k] = max(longest, min(cells[k], piece))
        block = [0]
        for k in range(1, len(heads)):
            if len(block) > 1 and sum(widths[j] + GAP for j in block) + widths[k] > room:
                yield block, widths
                block = [0]
            block.append(k)
        yield block, widths

    def _block(self, columns: Sequence[int], widths: Sequence[int], ruled: bool = True) -> RenderableType:
        """Some of the columns for a terminal, their headings broken at blanks to these widths."""
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        drawn = RichTable(
            box=box.SIMPLE_HEAD if ruled else None, show_edge=False, pad_edge=False, padding=(0, GAP - ruled, 0, 0)
        )
        heads = self.heads
        for k in columns:
            name = fill(heads[k].name, widths[k]) if widths and heads[k].name else heads[k].name
            side = {"justify": "left", "overflow": "fold"} if heads[k].words else {"justify": "right", "no_wrap": True}
            drawn.add_column(Text(name), **side)
        *others, last = rows = self.texts() or [[]]
        for row in others if self.total else rows if last else ():
            drawn.add_row(*(Text(printable_text(row[k])) for k in columns))
        if self.total:
            if len(others) > 1:
                drawn.add_section()
            drawn.add_row(*(Text(printable_text(last[k])) for k in columns), style="bold")
        return drawn


class Export:
    """Base of results with a ``table``: data frames and files."""

    def table(self) -> Columns:
        """Rows as columns; NaN for numbers that do not exist."""
        raise NotImplementedError

    def to_dataframe(self) -> pd.DataFrame:
        """Convert ``table`` to a pandas data frame.

        Raises:
            ImportError: pandas is not installed.
        """
        frame: pd.DataFrame = import_extra("pandas", "to_dataframe needs pandas", "sweeps").DataFrame(self.table())
        return frame

    def csv_text(self) -> str:
        """``table`` as CSV in full precision, nothing for NaN."""
        return csv_of(self.table())

    def to_csv(self, path: str | Path) -> None:
        """Write ``csv_text`` to a file. An old file stays if writing fails."""
        write_atomically(Path(path), self.csv_text().encode())

    def to_parquet(self, path: str | Path) -> None:
        """Write ``table`` as Parquet. An old file stays if writing fails.

        Raises:
            ImportError: pandas or pyarrow is not installed.
        """
        check_extra(["pandas", "pyarrow"], "to_parquet", "sweeps")
        buffer = io.BytesIO()
        self.to_dataframe().to_parquet(buffer, engine="pyarrow", index=False)
        write_atomically(Path(path), buffer.getvalue())


def csv_of(columns: Columns) -> str:
    """Columns as CSV in full precision, nothing for NaN."""
    import numpy as np  # not above: the command line's help does without

    return csv_of_rows(columns, zip(*(np.asarray(column).tolist() for column in columns.values()), strict=True))


def csv_of_rows(names: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Rows as CSV, likewise."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(["" if value != value else value for value in row] for row in rows)
    return buffer.getvalue()
