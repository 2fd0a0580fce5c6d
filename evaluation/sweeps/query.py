"""The tables of a folder in DuckDB: one view a table over its Parquet files, which can only be read."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pokerzoo.envs.support.errors import NO_VALUE, ParameterError, Shown, brief, did_you_mean
from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.support.memory import free_memory
from pokerzoo.jobs.folder import Folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

T = TypeVar("T")

INTERRUPT_SECONDS = 0.1
"""Between interrupts of a query that has to end: one that comes before the query has begun is lost."""


class QueryStopped(ValueError):
    """A query that was ended from outside."""


@dataclass(frozen=True)
class Limits:
    """Limits of a query.

    Attributes:
        memory: the most that DuckDB may hold, such as ``500MB``; None: half of the memory that is free.
        threads: how many it takes; None: all processors.
        seconds: how long it may take; None: as long as it does.
        stop: a future that ends it once it is done.
    """

    memory: str | None = None
    threads: int | None = None
    seconds: float | None = None
    stop: Future[Any] | None = None
    begun: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise ParameterError("seconds", self.seconds, "must be above 0")


class Tables:
    """A connection to DuckDB with the tables of a folder, as far as they are made."""

    def __init__(self, folder: Folder, limits: Limits | None = None) -> None:
        duckdb = import_extra("duckdb", "questions to sweeps need duckdb", "sweeps")
        self.limits = limits or Limits()
        self._duckdb = duckdb
        self.columns = {name: list(schema.names) for name, schema in folder.work.tables.items()}
        self.connection: DuckDBPyConnection = duckdb.connect(":memory:")
        free = free_memory()
        memory = self.limits.memory or ("1GB" if free is None else f"{max(100, free // 2 // 10**6)}MB")
        self._set("memory_limit", memory, "memory")
        if self.limits.threads is not None:
            self._set("threads", self.limits.threads, "threads")
        for name in ("python_enable_replacements", "autoinstall_known_extensions"):
            self._set(name, False)
        with suppress(duckdb.Error):  # in a notebook without ipywidgets DuckDB shows no bar, and refuses the setting
            self.connection.execute("SET enable_progress_bar = false")
        self._set("parquet_metadata_cache", True)  # a question may be several queries
        shards = folder.there()
        for name, schema in folder.work.tables.items():
            files = [sql_literal(str(folder.file(name, shard).resolve())) for shard in shards]
            if not files:
                self.connection.register(f"no_{name}", schema.empty_table())
            source = f"read_parquet([{', '.join(files)}])" if files else f"no_{name}"
            self._checked(name, partial(self.connection.execute, f"CREATE VIEW {name} AS FROM {source}"))
        self.connection.execute(f"SET allowed_directories = [{sql_literal(f'{Path(folder.path).resolve()}/')}]")
        self._set("enable_external_access", False)
        self._set("lock_configuration", True)

    def relation(self, sql: str, asked: str = "sql") -> DuckDBPyRelation:
        """One SELECT, as a relation that is evaluated when it is fetched: ``.fetchall()``, ``.df()``, ``.pl()``."""
        # query() takes nothing but a SELECT: nothing is written, and no setting is changed.
        return self._checked(asked, lambda: self.connection.sql(f"FROM query({sql_literal(sql)})"))

    def rows(self, sql: str, asked: str = "sql") -> list[tuple[Any, ...]]:
        """The rows of one SELECT, within the limits."""
        relation = self.relation(sql, asked)
        return self.run(relation.fetchall, asked)

    def run(self, step: Callable[[], T], asked: str = "sql") -> T:
        """Run a step of a query within the limits; Ctrl-C ends it, too."""
        return self._checked(asked, lambda: self._interruptible(step, asked))

    def _interruptible(self, step: Callable[[], T], asked: str) -> T:
        # In a thread of its own: DuckDB alone notices Ctrl-C only between tasks, each of which may take hours.
        limits = self.limits
        ends = [] if limits.stop is None else [limits.stop]
        left = None if limits.seconds is None else limits.begun + limits.seconds - time.monotonic()
        with ThreadPoolExecutor(1) as thread:
            result = thread.submit(step)
            try:
                wait([result, *ends], left, FIRST_COMPLETED)
                if result.done():
                    return result.result()
            finally:
                while not result.done():
                    self.connection.interrupt()
                    wait([result], INTERRUPT_SECONDS)
        if any(end.done() for end in ends):
            raise QueryStopped("the question was stopped")
        raise fault_of(asked, f"takes longer than the {limits.seconds:g} seconds that it may")

    def check_sql(self, asked: str, sql: str) -> None:
        """ValueError unless this is a column of ``spots``, or SQL on its columns."""
        columns = self.columns["spots"]
        if sql.isidentifier() and sql.lower() not in columns:
            fault = f"no such column; there are {', '.join(columns)}{did_you_mean(sql, columns)}"
            raise ParameterError(asked, sql, fault)
        if sql not in columns:
            self.relation(f"SELECT ({sql}\n) FROM spots LIMIT 0", f"{asked}={brief(sql)}")

    def _checked(self, asked: str, step: Callable[[], T]) -> T:
        """Errors of DuckDB as ours, which say what was asked."""
        duckdb = self._duckdb
        try:
            return step()
        except duckdb.OutOfMemoryException as error:
            raise fault_of(asked, f"needs more memory than it may have: {one_line(error)}") from None
        except duckdb.IOException as error:
            raise OSError(f"{asked}: {one_line(error)}") from None
        except (duckdb.BinderException, duckdb.CatalogException) as error:
            text, missing, _ = one_line(error).partition(" does not exist!")
            there = f" does not exist; there are {', '.join(self.columns)}" if missing and text.startswith("Table") else missing
            raise fault_of(asked, f"{text}{there}") from None
        except (duckdb.Error, RuntimeError) as error:
            raise fault_of(asked, one_line(error)) from None

    def _set(self, name: str, value: object, asked: str = "") -> None:
        try:
            self.connection.execute(f"SET {name} = {sql_literal(value)}")
        except self._duckdb.Error as error:
            raise ParameterError(asked or name, value, one_line(error)) from None


def fault_of(asked: str, problem: str) -> ParameterError:
    """The error of a question; ``asked`` is a parameter, or ``parameter=value``."""
    name, equals, value = asked.partition("=")
    return ParameterError(name, Shown(value) if equals else NO_VALUE, problem)


def one_line(error: Exception) -> str:
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
    return str(value) if isinstance(value, int | float) else "'" + str(value).replace("'", "''") + "'"


def sql_name(name: str) -> str:
    """A name in SQL.

    >>> sql_name("index")
    '"index"'
    """
    return '"' + name.replace('"', '""') + '"'


NAMED = re.compile(r"(?is)^(.+?)\s+as\s+([a-z_]\w*)\s*$")
"""``stack / pot AS spr``."""


def named_sql(text: str) -> tuple[str, str]:
    """The name and the SQL of what groups differ in.

    >>> named_sql("suits"), named_sql("stack / pot AS spr")
    (('suits', 'suits'), ('spr', 'stack / pot'))
    """
    match = NAMED.match(text)
    return (match[2], match[1]) if match else (text, text)


def listed(name: str, given: str | Sequence[str]) -> list[str]:
    """One string, or several; each once."""
    several: list[object] = [*given] if isinstance(given, list | tuple) else [given]
    wrong = [item for item in several if not isinstance(item, str) or not item.strip()]
    if wrong:
        raise ParameterError(name, wrong[0], "must be the name of a column, or SQL")
    return list(dict.fromkeys(item.strip() for item in several if isinstance(item, str)))


def json_value(value: Any) -> Any:
    """A value of SQL as JSON has it: None for NaN, text for dates and the like."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, list | tuple):
        return [json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): json_value(item) for key, item in value.items()}
    return value if value is None or isinstance(value, str | int) else str(value)
