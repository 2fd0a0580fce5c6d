"""Rows as tables of DuckDB: views over the Parquet files of a folder, and SQL that can do nothing but read them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.support.parameters import brief, did_you_mean
from pokerzoo.evaluation.spots.spot_tables import Columns, Export

from .by_field import is_list_of_structs, stored_schema
from .limits import QuestionLimits, default_memory

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa
    from rich.console import RenderableType

T = TypeVar("T")

BY_FIELD = "spots_by_field"
"""The view with each field of lists as a column, too: DuckDB reads a column alone where it would read all of a struct."""
LONGEST = 20_000
"""Characters of a query: DuckDB's parser is recursive."""
FETCHED = 10_000
"""Rows that are taken from DuckDB at a time."""
SHOWN = 50
"""Rows of a result that people are shown by default."""


@dataclass(frozen=True, eq=False, repr=False)
class Answer(Export):
    """Result of a query.

    Attributes:
        names: of its columns.
        rows: as plain Python values; None where SQL has NULL.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import Sweep

            found = Sweep("flops").query("SELECT suits, avg(iterations) FROM spots GROUP BY suits")  # an Answer
            print(found.names, found.rows[0])
    """

    names: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def __repr__(self) -> str:
        return f"<Answer: {len(self.rows):,} rows of {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        from pokerzoo.envs.drawing.html import html_table

        shown = [[cell_text(value) for value in row] for row in self.rows[:SHOWN]]
        return html_table(self.caption(), self.names, shown, numbers=False)

    def caption(self, most: int = SHOWN) -> str:
        """Number of rows, and of those that are shown.

        Args:
            most: how many are shown at most.
        """
        several = "1 row" if len(self.rows) == 1 else f"{len(self.rows):,} rows"
        return several if len(self.rows) <= most else f"the first {most:,} of {several}"

    def table(self) -> Columns:
        """The columns; nested values are lists and mappings."""
        found: Columns = {}
        for number, name in enumerate(self.names):
            column = np.empty(len(self.rows), dtype=object)
            column[:] = [row[number] for row in self.rows]
            found[name] = column
        return found

    def render(self, top: int = SHOWN) -> RenderableType:
        """The first rows for a terminal.

        Args:
            top: how many.
        """
        from rich import box
        from rich.table import Table
        from rich.text import Text

        numbers = [
            all(value is None or type(value) in (int, float) for value in column) for column in zip(*self.rows, strict=True)
        ]
        drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for name, number in zip(self.names, numbers or [False] * len(self.names), strict=True):
            drawn.add_column(Text(name), justify="right" if number else "left", overflow="fold")
        for row in self.rows[:top]:
            drawn.add_row(*(Text(cell_text(value)) for value in row))
        return drawn


def cell_text(value: Any) -> str:
    """A value as people are shown it: six digits of a float.

    >>> cell_text(1 / 3), cell_text(1755), cell_text(None), cell_text("AsKsQh")
    ('0.333333', '1,755', '-', 'AsKsQh')
    """
    if value is None or value != value:
        return "-"
    if isinstance(value, float):
        return f"{value:.6g}"
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return text if len(text) <= 200 else text[:197] + "..."


class RowTables:
    """The views of a folder's rows, and what may be asked of them."""

    def __init__(
        self,
        files: Sequence[Path],
        schema: pa.Schema,
        memory: str | None = None,
        threads: int | None = None,
        limits: QuestionLimits | None = None,
    ) -> None:
        """Open the files."""
        memory = default_memory() if memory is None else memory
        self._limits = limits or QuestionLimits()
        duckdb = import_extra("duckdb", "questions to sweeps need duckdb", "sweeps")
        self.schema = schema
        self._duckdb = duckdb
        self._connection = duckdb.connect(":memory:")
        settings = {"memory_limit": memory, "temp_directory": "", "python_enable_replacements": False}
        settings |= {"parquet_metadata_cache": True}  # a question may be several queries
        settings |= {"enable_progress_bar": False}  # DuckDB prints one where Python is interactive
        settings |= {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
        settings |= {} if threads is None else {"threads": threads}
        for name, value in settings.items():
            try:
                self._connection.execute(f"SET {name} = {sql_literal(value)}")
            except duckdb.Error as error:
                ours = {"memory_limit": "memory"}.get(name, name)
                raise ValueError(f"{ours}={brief(value)}: {first_lines(error)}") from None
        self._most_bytes = self._memory_limit()
        names = [str(path.resolve()) for path in files]
        self._answer(f"CREATE VIEW {BY_FIELD} AS {self._source(files)}", "rows")
        views = list(table_views(schema))
        self.columns = {name: columns for name, _, columns in views}
        self._unmade = {name: view for name, view, _ in views}  # making all of them takes as long as a small question
        self._connection.execute(f"SET allowed_paths = [{', '.join(map(sql_literal, names))}]")
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")

    def _source(self, files: Sequence[Path]) -> str:
        """Rows of all files, also by field."""
        columns = ", ".join(f"{sql} AS {sql_name(path)}" for path, sql in columns_sql(self.schema))
        if not files:
            self._connection.register("no_rows", stored_schema(self.schema).empty_table())
            return f"SELECT {columns} FROM no_rows"
        return f"SELECT {columns} FROM read_parquet([{', '.join(sql_literal(str(path.resolve())) for path in files)}])"

    def run(self, sql: str, asked: str) -> list[tuple[Any, ...]]:
        """Rows of a SELECT on ``spots``."""
        return self._answer(self._only_reads(sql, asked), asked, lambda found: self._rows(found, asked))

    def ask(self, sql: str) -> Answer:
        """The answer to any SELECT."""

        def taken(found: duckdb.DuckDBPyConnection) -> Answer:
            return Answer(tuple(str(column[0]) for column in found.description or ()), self._rows(found, "sql"))

        return self._answer(self._only_reads(sql, "sql"), "sql", taken)

    def _only_reads(self, sql: str, asked: str) -> str:
        """A SELECT inside another, where nothing can be written."""
        if len(sql) > LONGEST:
            raise ValueError(f"{asked}: {len(sql):,} characters; must be {LONGEST:,} at most")
        statements = self._answer("", asked, lambda _: self._duckdb.extract_statements(sql))
        if len(statements) != 1:
            raise ValueError(f"{asked}: {len(statements)} statements; must be one SELECT")
        if statements[0].type != self._duckdb.StatementType.SELECT:
            kind = str(statements[0].type).rpartition(".")[2]
            raise ValueError(f"{asked}: {kind} is not allowed; must be one SELECT: rows are only read")
        named = set(re.findall(r"\w+", sql.lower()))
        while named & self._unmade.keys():
            name = next(iter(self._unmade))
            self._answer(f"CREATE VIEW {name} AS {self._unmade.pop(name)}", "rows")
        return f"FROM query({sql_literal(sql)})"

    def _rows(self, found: Any, asked: str) -> list[tuple[Any, ...]]:
        """All rows that were found, if they are not too many."""
        rows: list[tuple[Any, ...]] = []
        size = 0
        while some := found.fetchmany(FETCHED):
            rows += some
            size += len(some) * (sys.getsizeof(some[0]) + sum(map(sys.getsizeof, some[0])))
            if size > self._most_bytes:
                raise ValueError(f"{asked}: the answer needs more memory than it may have, with {len(rows):,} rows so far")
            if self._limits.over:
                break
        return rows

    def _memory_limit(self) -> int:
        """Bytes that DuckDB may hold."""
        ((text,),) = self._connection.execute("SELECT current_setting('memory_limit')").fetchall()
        number, unit = text.split()
        return int(float(number) * 1024 ** ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB").index(unit))

    def _answer(
        self,
        sql: str,
        asked: str,
        take: Callable[[Any], T] = lambda _: None,  # type: ignore[assignment,return-value]
    ) -> T:
        """Run something of ours; errors say what was asked and what there is."""
        duckdb = self._duckdb

        def step() -> T:
            return take(self._connection.execute(sql) if sql else self._connection)

        try:
            return self._limits.run(step, self._connection.interrupt, asked)
        except duckdb.OutOfMemoryException as error:
            raise ValueError(f"{asked}: needs more memory than it may have: {first_lines(error)}") from None
        except duckdb.IOException as error:
            raise OSError(f"{asked}: {first_lines(error)}") from None
        except (duckdb.BinderException, duckdb.CatalogException) as error:
            raise ValueError(f"{asked}: {self._what_there_is(first_lines(error), asked == 'sql')}") from None
        except (duckdb.Error, RuntimeError) as error:
            raise ValueError(f"{asked}: {first_lines(error)}") from None

    def _what_there_is(self, text: str, everywhere: bool) -> str:
        """An error about a name, with the names that there are."""
        message, missing, _ = text.partition(" not found in FROM clause")
        if missing:
            there = self.columns if everywhere else {"spots": self.columns["spots"]}
            listed = "; ".join(f"{table} has {', '.join(columns)}" for table, columns in there.items())
            names = dict.fromkeys(name for columns in there.values() for name in columns)
            return f"{message} not found; {listed}{did_you_mean(message.split(chr(34))[1], names)}"
        message, missing, _ = text.partition(" does not exist!")
        if missing and message.startswith("Table"):
            return f"{message} does not exist; there are {', '.join(self.columns)}"
        return text


def first_lines(error: Exception) -> str:
    """Message of DuckDB without the kind of error and the place in SQL, which is partly ours."""
    text = str(error)
    for rest in ("\n\nLINE ", "\nDatabase is launched", "\nPossible solutions"):
        text = text.partition(rest)[0]
    kind, colon, rest = text.partition(" Error: ")
    return " ".join((rest if colon and len(kind) < 30 else text).split())


def sql_literal(value: object) -> str:
    """A value in SQL.

    >>> sql_literal("it's"), sql_literal(2), sql_literal(False)
    ("'it''s'", '2', 'false')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def sql_name(name: str) -> str:
    """A name in SQL.

    >>> sql_name("index")
    '"index"'
    """
    return '"' + name.replace('"', '""') + '"'


def grouped_select(groups: Sequence[str], columns: Sequence[str], source: str) -> str:
    """SELECT of sums by groups; without groups all rows are one.

    >>> grouped_select(["g"], ["sum(x)"], "SELECT 1 AS g, 2 AS x")
    'SELECT g, sum(x) FROM (SELECT 1 AS g, 2 AS x) GROUP BY g'
    """
    grouped = f" GROUP BY {', '.join(groups)}" if groups else ""
    table = source.removeprefix("FROM ") if source.startswith("FROM ") else f"({source})"
    return f"SELECT {', '.join([*groups, *columns])} FROM {table}{grouped}"


def table_views(schema: pa.Schema) -> Iterator[tuple[str, str, list[str]]]:
    """(name, SELECT, columns) of each view."""
    yield "spots", f"SELECT {', '.join(map(sql_name, schema.names))} FROM {BY_FIELD}", list(schema.names)
    taken = {"spots"}
    waiting = [("spots", "", list(schema))]  # a view, and in front of the names of those in it
    while waiting:
        above, prefix, fields = waiting.pop(0)
        plain = [field.name for field in fields if not is_list_of_structs(field.type)]
        for field in fields:
            if is_list_of_structs(field.type):
                own = [field.type.value_type.field(k) for k in range(field.type.value_type.num_fields)]
                names = [inner.name for inner in own]
                kept = [column for column in plain if column not in names]
                name = prefix + field.name if field.name in taken else field.name
                taken.add(name)
                by_field = above == "spots"
                entries = [f"{each_entry(field.name, inner, by_field)} AS {sql_name(inner.name)}" for inner in own]
                source = BY_FIELD if by_field else sql_name(above)
                yield name, f"SELECT {', '.join([*map(sql_name, kept), *entries])} FROM {source}", kept + names
                others = [other for other in fields if other.name in kept]
                waiting.append((name, f"{name}_", [*others, *own]))


def each_entry(above: str, field: pa.Field, by_field: bool) -> str:
    """A field of each entry of a list, which is stored as a struct of lists."""
    path = f"{above}.{field.name}"
    if is_list_of_structs(field.type):
        parts = [f"{sql_name(kind.name)} := {each_entry(path, kind, by_field)}" for kind in field.type.value_type]
        return f"struct_pack({', '.join(parts)})"
    return f"unnest({sql_name(path) if by_field else '.'.join(map(sql_name, path.split('.')))})"


def columns_sql(fields: Iterable[pa.Field], above: str = "", path: str = "") -> Iterator[tuple[str, str]]:
    """(path, SQL) of each column of a file, and of each field in it: ``nodes.actions.net``."""
    for field in fields:
        own, sql = path + field.name, above + sql_name(field.name)
        yield own, sql
        if is_list_of_structs(field.type):
            yield from columns_sql(field.type.value_type, f"{sql}.", f"{own}.")
