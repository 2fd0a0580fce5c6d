"""Tables of results: written once, as columns and values, and shown in terminals, notebooks, pages and files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .atomic_files import write_atomically
from .extras import check_extra, import_extra
from .formats import number_text, printable_text

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


class Markup(str):
    """HTML that is whole: every element is closed and all text escaped."""

    __slots__ = ()


def html_paragraph(text: str) -> Markup:
    """A paragraph."""
    return Markup(f"<p>{escape(text)}</p>")


def details_section(summary: str, inside: Markup) -> Markup:
    """A section that opens on a click."""
    return Markup(f"<details>\n<summary>{escape(summary)}</summary>\n{inside}\n</details>")


def cell_markup(cell: str) -> str:
    """Content of a cell."""
    return cell if isinstance(cell, Markup) else escape(cell)


def stacked_markup(parts: Iterable[str]) -> Markup:
    """Parts below each other, as one."""
    return Markup("<div>\n" + "\n".join(parts) + "\n</div>")


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
        """A value of the column, for display."""
        if isinstance(value, Markup):
            return value
        return self.form(value) if callable(self.form) else number_text(value, self.form)


class Tabled:
    """Base of results that are shown as a table: printed, by rich, and in notebooks."""

    def to_table(self) -> Table:
        """The result as a table for display."""
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
        """The cells for display."""
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
        lines = [line for block in self._blocks(PLAIN_WIDTH) for part in self._lines(*block) for line in part]
        return "\n".join([*([self.caption] if self.caption else []), *lines, *self.notes])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.segment import Segment
        from rich.text import Text

        if self.caption:
            yield Text(self.caption, style="bold")
        bold = console.get_style("bold")
        for number, (columns, widths) in enumerate(self._blocks(options.max_width)):
            head, rows, total = self._lines(columns, widths)
            rule = ("-" if options.ascii_only else "─") * (sum(widths) + GAP * (len(widths) - 1))
            between = [""] if total and len(self.rows) > 2 else []
            for lines, style in (([""] * bool(number), None), (head, bold), ([rule, *rows, *between], None), (total, bold)):
                yield from (Segment(f"{line}\n", style) for line in lines)
        yield from (Text(note, style="dim") for note in self.notes)

    def _printable(self) -> tuple[list[Column], list[list[str]]]:
        """Columns and cells without control characters."""
        heads = [column._replace(name=printable_text(column.name)) for column in self.heads]
        return heads, [[*map(printable_text, row)] for row in self.texts()]

    def _blocks(self, room: int) -> Iterator[tuple[list[int], list[int]]]:
        """Blocks of columns that fit into a width, each with the first column, and the widths of their columns."""
        from rich.cells import cell_len

        heads, texts = self._printable()
        cells = [max((cell_len(row[k]) for row in texts), default=0) for k in range(len(heads))]
        whole = [max(cell_len(column.name), wide) for column, wide in zip(heads, cells, strict=True)]
        least = whole.copy()
        if sum(whole) + GAP * (len(whole) - 1) > room:
            for k, column in enumerate(heads):
                if column.words:
                    longest = max([LEAST_WORDS, *(cell_len(word) for row in texts for word in row[k].split())])
                    cells[k] = min(cells[k], longest, room // 2)
                least[k] = max([cells[k], *map(cell_len, column.name.split())])
        block = [0][: len(heads)]
        for k in range(1, len(heads) + 1):
            if k == len(heads) or (len(block) > 1 and sum(least[j] + GAP for j in block) + least[k] > room):
                spare, widths = room + GAP - sum(least[j] + GAP for j in block), []
                for j in block:
                    widths.append(least[j] + max(0, min(spare, whole[j] - least[j])))
                    spare -= widths[-1] - least[j]
                yield block, widths
                block = [0]
            block.append(k)

    def _lines(self, columns: Sequence[int], widths: Sequence[int]) -> tuple[list[str], list[str], list[str]]:
        """Lines of the headings, of the rows, and of the total; words are broken at blanks where a column is too narrow."""
        from rich.cells import cell_len

        every, texts = self._printable()
        heads = [every[k] for k in columns]

        def lines(cells: Sequence[str], rise: bool = False) -> Iterator[str]:
            parts = [[cell] if cell_len(cell) <= wide else wrap(cell, wide) for cell, wide in zip(cells, widths, strict=True)]
            tall = max(map(len, parts), default=0)
            padded = [[""] * (tall - len(part)) + part if rise else part + [""] * (tall - len(part)) for part in parts]
            for line in zip(*padded, strict=True):
                both = zip(line, heads, widths, strict=True)
                pieces = (
                    piece + " " * (wide - cell_len(piece)) if head.words else " " * (wide - cell_len(piece)) + piece
                    for piece, head, wide in both
                )
                yield (" " * GAP).join(pieces).rstrip()

        rows = [[row[k] for k in columns] for row in texts]
        rows, total = (rows[:-1], rows[-1:]) if self.total else (rows, [])
        head = list(lines([head.name for head in heads], rise=True))
        return head, [line for row in rows for line in lines(row)], [line for row in total for line in lines(row)]


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
