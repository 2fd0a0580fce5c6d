"""Reading what a sweep has made: ``Sweep(folder)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.support.parameters import brief, check_bool, did_you_mean

from .aggregate import DEFAULT, Aggregate
from .aggregate_query import run_aggregate
from .arrow_rows import NEEDS_PYARROW, damage_errors, damage_text
from .by_field import restored_table, stored_schema
from .folder import Folder
from .limits import QuestionLimits
from .questions import listed_texts, make_question
from .sql import Answer, RowTables
from .work import Work

if TYPE_CHECKING:
    import pyarrow as pa


class Sweep:
    """The rows of a sweep, as far as they are made.

    It may be read while rows are being made: a file of rows is there as a whole or not at all. Each question reads the folder
    again. ``len`` is the number of rows that are there.

    Attributes:
        folder: the folder of the rows.
        work: what they are rows of.
        count: how many rows there will be.

    Example:
        See ``sweep``.
    """

    def __init__(self, folder: str | Path) -> None:
        """Open the folder of a sweep.

        Args:
            folder: what was given as ``out`` when it was begun.

        Raises:
            FileNotFoundError: no such folder, or nothing of this kind in it.
            OSError: it cannot be read.
            ValueError: ``sweep.json`` in it is not what it should be, or another version of pokerzoo made it.
        """
        if not (Path(folder) / "sweep.json").is_file():
            raise FileNotFoundError(f"folder={str(folder)!r}: holds no sweep (it would have a sweep.json)")
        self._folder = Folder.open(folder)

    def __len__(self) -> int:
        return self.done

    def __repr__(self) -> str:
        more = f", {self.failed:,} of them failed" if self.failed else ""
        return f"<Sweep {str(self.folder)!r}: {self.done:,} of {self.count:,} rows{more}>"

    @property
    def folder(self) -> Path:
        """The folder of the rows."""
        return self._folder.path

    @property
    def work(self) -> Work:
        """Work that makes the rows."""
        return self._folder.work

    @property
    def count(self) -> int:
        """Number of rows of the finished sweep."""
        return self.work.count

    @property
    def done(self) -> int:
        """Rows that are there, rows with an error included."""
        return self.count - self.missing

    @property
    def missing(self) -> int:
        """Rows that are yet to be made."""
        return sum(len(self._folder.rows_of(shard)) for shard in self._folder.missing())

    @property
    def failed(self) -> int:
        """Rows that have an error."""
        errors = self.table(["error"]).column("error")
        return len(errors) - int(errors.null_count)

    @property
    def files(self) -> list[Path]:
        """The Parquet files that are there, in the order of their rows."""
        return [self._folder.part(shard) for shard in self._folder.there()]

    def table(self, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows that are there, in the order of the work.

        Args:
            columns: their names; None: all.

        Raises:
            ImportError: pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: no such column, or a file is damaged.
        """
        pa, dataset = (import_extra(name, NEEDS_PYARROW, "sweeps") for name in ("pyarrow", "pyarrow.dataset"))
        schema = self.work.schema
        if isinstance(columns, str):
            raise ValueError(f"columns={brief(columns)}: must be a list of names")
        names = list(schema.names if columns is None else columns)
        for name in names:
            if name not in schema.names:
                allowed = ", ".join(schema.names)
                raise ValueError(f"columns: no column {brief(name)}; allowed: {allowed}{did_you_mean(name, schema.names)}")
        wanted = pa.schema([schema.field(name) for name in names])
        checked = dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
        parquet = dataset.ParquetFileFormat(default_fragment_scan_options=checked)
        try:
            files = dataset.dataset([str(file) for file in self.files], format=parquet, schema=stored_schema(schema))
            return restored_table(files.to_table(columns=names), wanted)
        except damage_errors() as error:
            raise ValueError(f"{self.folder / 'rows'}: a file is {damage_text(error)}") from None

    def rows(self, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """The rows that are there one after the other, as plain Python values.

        Args:
            columns: as ``table`` takes them.

        Raises:
            ImportError: pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: no such column, or a file is damaged.
        """
        for batch in self.table(columns).to_batches():
            yield from batch.to_pylist()

    def aggregate(
        self,
        by: str | Sequence[str] = (),
        of: str | Sequence[str] = DEFAULT,
        *,
        line: str = "",
        where: str | None = None,
        weight: str = "weight",
        by_reach: bool = True,
        sizes: bool = True,
        spread: bool = False,
        sort: str | None = None,
        memory: str | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        stop: Future[Any] | None = None,
    ) -> Aggregate:
        """Means over the spots that have a result, by groups, each spot by its weight; docs/questions.md defines all.

        Args:
            by: what the groups differ in: columns such as ``suits`` or ``stack``, or SQL such as ``stack / pot AS spr``; none:
                all spots are one group.
            of: what is asked: ``ev``, ``net``, ``pot_share``, ``pot_percent``, ``equity``, ``eqr``, ``reach``, ``frequencies``;
                or columns, or SQL, whose mean is asked for.
            line: where in the betting, one of the lines that were kept; the root if empty.
            where: which spots: a condition in SQL, as ``stack = 100 AND suits = 'rainbow'``; None: all.
            weight: of a spot: a column, or SQL. Columns of the rows are weights for the true frequency of boards.
            by_reach: whether a spot counts at a line as often as it is reached there; if not, as often as at the root.
            sizes: whether bets of different sizes are different actions; if not, all are one, and so are all raises.
            spread: whether the smallest and the largest value and the standard deviation between spots are asked for.
            sort: groups in the order of a measure, the largest first, or of something in ``by``; with ``-`` in front the other
                way round. None: in the order of ``by``.
            memory: the most that DuckDB may hold, such as ``500MB``; None: half of the memory that is free.
            threads: how many it takes; None: all processors.
            seconds: how long it may take; None: as long as it does.
            stop: a ``concurrent.futures.Future``: once it is done, the question ends with an error.

        Raises:
            ImportError: DuckDB or pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: no such column, line or measure, wrong SQL, no spot with a result, or a file is damaged.
        """
        work: Any = self.work
        if work.kind != "sweep":
            raise ValueError(f"aggregate: is for sweeps, and this is a {work.kind}; query(sql) is for all")
        question = make_question(by, line, where or "", weight, by_reach, sizes, work.draws, work.draws >= work.count)
        check_bool("spread", spread)
        tables = self._tables(memory, threads, seconds, stop)
        return run_aggregate(tables, question, listed_texts("of", of), spread=spread, sort=sort, missing=self.missing)

    def query(
        self,
        sql: str,
        *,
        memory: str | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        stop: Future[Any] | None = None,
    ) -> Answer:
        """The answer of DuckDB to a SELECT on the rows that are there; docs/questions.md has examples.

        ``spots`` has a row a spot; ``nodes``, ``actions``, ``next_cards`` and ``hands``, where the rows have such lists, a row
        an entry. Nothing but these can be read, and nothing written.

        Args:
            sql: one SELECT.
            memory: the most that DuckDB may hold, such as ``500MB``; None: half of the memory that is free. What needs more is
                an error.
            threads: how many it takes; None: all processors.
            seconds: how long it may take; None: as long as it does.
            stop: a ``concurrent.futures.Future``: once it is done, the question ends with an error.

        Raises:
            ImportError: DuckDB or pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: something else than one SELECT, something is wrong in it, or a file is damaged.
        """
        if not isinstance(sql, str):
            raise ValueError(f"sql={brief(sql)}: must be a string")
        return self._tables(memory, threads, seconds, stop).ask(sql)

    def _tables(self, memory: str | None, threads: int | None, seconds: float | None, stop: Future[Any] | None) -> RowTables:
        return RowTables(self.files, self.work.schema, memory, threads, QuestionLimits(seconds, stop))
