"""Sweeps from Python: ``sweep`` makes one, as ``pokerzoo sweep`` does, and ``Sweep`` reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import ParameterError, brief, did_you_mean
from pokerzoo.jobs.engine import by_counts, run_folder
from pokerzoo.jobs.folder import Folder
from pokerzoo.jobs.work import Work

from .aggregate import DEFAULT, Aggregate, run_aggregate
from .filters import FilterValue, filters_sql
from .query import Limits, Tables

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyRelation


def sweep(
    config: Mapping[str, Any] | str | Path,
    out: str | Path,
    *,
    processes: int | None = None,
    ray: bool | str = False,
    progress: Callable[[int, int], Any] | None = None,
    limit: int | None = None,
) -> Sweep:
    """Solve many spots of hold'em into a folder of Parquet tables. Calling it again resumes a sweep that was ended early.

    docs/howto/many_spots.md shows how, docs/sweep_tables.md has all settings and columns.

    Args:
        config: which spots, what is kept, how each is solved: a TOML file, or the same as a dictionary.
        out: the folder of the tables, which is made.
        processes: how many at a time; None: as many as there are processors and memory for.
        ray: whether to solve on Ray: True for a Ray of its own on this machine, or the address of a cluster. All its
            machines need the folder, under the same name.
        progress: called with (spots done, all spots) at the beginning and whenever files were written.
        limit: stop after this many more spots, rounded up to whole files.

    Returns:
        The sweep. A spot that failed has a row with its error.

    Raises:
        ChildProcessError: processes die as soon as they start.
        ConnectionError: no cluster is there.
        ImportError: a package of the extra ``sweeps`` (on Ray ``cluster``) is not installed.
        OSError: the file cannot be read, or rows cannot be written. Files that were written stay; call it again to resume.
        ValueError: something is wrong in the sweep, another sweep is in the folder, or a spot needs more memory than there is.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import sweep

            spots = {
                "board": "Td9d6h2c", "ranges": ["QQ+,TT,99", "JJ-99,ATs,KTs"], "pot": 40, "stack": 60, "bet_sizes": "33%,a",
                "vary": {"boards": "all-rivers"}, "solve": {"until": "1%"},
            }
            rivers = sweep(spots, "rivers")
            print(len(rivers), rivers.failed)
            rivers.aggregate("suits", of="frequencies", high_card="T").picture().savefig("rivers.png")
    """
    from .spot_work import SpotWork

    run_folder(Folder.make(out, SpotWork.from_config(config)), processes, ray, by_counts(progress), limit)
    return Sweep(out)


class Sweep:
    """The tables of a sweep, as far as they are made.

    It may be read while spots are being solved: a file is there as a whole or not at all. Each question reads the folder again.
    ``len`` is the number of spots that are there.

    Attributes:
        folder: the folder of the tables.
        work: what they are rows of.
        count: how many spots there will be.

    Example:
        See ``sweep``.
    """

    def __init__(self, folder: str | Path, *kinds: type[Work]) -> None:
        """Open the folder of a sweep.

        Args:
            folder: what was given as ``out`` when it was begun.
            kinds: the kinds of work that it may hold; none: a sweep.

        Raises:
            FileNotFoundError: no such folder, or nothing of this kind in it.
            OSError: it cannot be read.
            ValueError: ``job.json`` in it is not what it should be, or another version of pokerzoo made it.
        """
        from .spot_work import SpotWork  # imports pydantic, which pictures of runs do without

        self._folder = Folder.open(folder, *(kinds or (SpotWork,)))

    def __len__(self) -> int:
        return self.done

    def __repr__(self) -> str:
        more = f", {self.failed:,} of them failed" if self.failed else ""
        return f"<Sweep {str(self.folder)!r}: {self.done:,} of {self.count:,} rows{more}>"

    @property
    def folder(self) -> Path:
        """The folder of the tables."""
        return self._folder.path

    @property
    def work(self) -> Any:
        """Work that makes the rows."""
        return self._folder.work

    @property
    def count(self) -> int:
        """Number of spots of the finished sweep."""
        return self._folder.work.count

    @property
    def done(self) -> int:
        """Spots that are there, those with an error included."""
        return self._folder.count(self._folder.there())

    @property
    def missing(self) -> int:
        """Spots that are yet to be solved."""
        return self.count - self.done

    @property
    def failed(self) -> int:
        """Spots that have an error."""
        return len(self._folder.errors())

    def table(self, name: str | None = None, columns: Sequence[str] | None = None) -> pa.Table:
        """A table's rows that are there, in the order of the spots, as an Arrow table.

        Args:
            name: ``spots`` (the default), ``nodes``, ``actions``, ``next_cards`` or ``hands``.
            columns: their names; None: all.

        Raises:
            ImportError: pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: no such table or column, or a file is damaged.
        """
        tables = self._folder.work.tables
        name = self._folder.work.main if name is None else name
        if name not in tables:
            raise ParameterError("name", name, f"no such table; there are {', '.join(tables)}{did_you_mean(str(name), tables)}")
        if isinstance(columns, str):
            raise ParameterError("columns", columns, "must be a list of names")
        there = tables[name].names
        for column in columns or ():
            if column not in there:
                raise ParameterError(
                    "columns", problem=f"no column {brief(column)}; allowed: {', '.join(there)}{did_you_mean(column, there)}"
                )
        return self._folder.read(name, columns)

    def query(self, sql: str, *, memory: str | None = None, threads: int | None = None) -> DuckDBPyRelation:
        """One SELECT on the tables, as a relation of DuckDB: ``.df()``, ``.pl()``, ``.fetchall()``, ``.show()``.

        The tables are ``spots``, ``nodes``, ``actions``, and where they were kept ``next_cards`` and ``hands``;
        docs/sweep_tables.md has their columns. Nothing outside the folder can be read, and nothing written.

        Args:
            sql: one SELECT.
            memory: the most that DuckDB may hold, such as ``500MB``; None: half of the memory that is free.
            threads: how many it takes; None: all processors.

        Raises:
            ImportError: DuckDB or pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: something else than one SELECT, something is wrong in it, or a file is damaged.
        """
        if not isinstance(sql, str):
            raise ParameterError("sql", sql, "must be a string")
        return Tables(self._folder, Limits(memory, threads)).relation(sql)

    def fetch(
        self, sql: str, *, memory: str | None = None, seconds: float | None = None, stop: Future[Any] | None = None
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Column names and all rows of one SELECT, which Ctrl-C, the time and ``stop`` end (see ``aggregate``).

        Args:
            sql: one SELECT, as ``query`` takes it.
            memory: as in ``aggregate``.
            seconds: as in ``aggregate``.
            stop: as in ``aggregate``.

        Raises:
            ImportError: DuckDB or pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: as ``query``, or it was ended.
        """
        tables = Tables(self._folder, Limits(memory, seconds=seconds, stop=stop))
        relation = tables.relation(sql)
        return list(relation.columns), tables.run(relation.fetchall)

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
        big_blind: float | None = None,
        memory: str | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        stop: Future[Any] | None = None,
        **filters: FilterValue,
    ) -> Aggregate:
        """Means over the spots that have a result, by groups, each spot by its weight; docs/howto/many_spots.md defines all.

        Args:
            by: what the groups differ in: columns such as ``suits`` or ``stack``, or SQL such as ``stack / pot AS spr``; none:
                all spots are one group.
            of: the measures: ``ev``, ``net``, ``pot_share``, ``pot_percent``, ``equity``, ``eqr``, ``reach``, ``frequencies``;
                or columns, or SQL, whose mean is taken.
            line: where in the betting, one of the lines that were kept; the root if empty.
            where: which spots: a condition in SQL, as ``stack = 100 AND suits <> 'rainbow'``; None: all.
            weight: of a spot: a column, or SQL. Columns of the rows are weights for the true frequency of boards.
            by_reach: whether a spot counts at a line as often as it is reached there; if not, as often as at the root.
            sizes: whether bets of different sizes are different actions; if not, all are one, and so are all raises.
            spread: whether the smallest and the largest value and the standard deviation between spots are included.
            sort: groups in the order of a measure, the largest first, or of something in ``by``; with ``-`` in front the other
                way round. None: in the order of ``by``.
            big_blind: chips of one, 1e-6 to 1e12: EVs and pot shares are in big blinds. None: in chips.
            memory: the most that DuckDB may hold, such as ``500MB``; None: half of the memory that is free.
            threads: how many it takes; None: all processors.
            seconds: how long it may take; None: as long as it does.
            stop: a ``concurrent.futures.Future``: once it is done, the question ends with an error.
            **filters: which spots, by columns: ``high_card="A"``, ``suits=["monotone", "two-tone"]``, ``stack=100``;
                ``paired=True`` and ``connected=True`` are all boards with a pair or more, or with three ranks in five or more.

        Raises:
            ImportError: DuckDB or pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: no such column, line or measure, wrong SQL, no spot with a result, or a file is damaged.
        """
        if self.work.kind != "sweep":
            raise ParameterError(
                "aggregate", problem=f"is for sweeps, and this is a folder of {self.work.kind}; query(sql) is for all"
            )
        if where is not None and not isinstance(where, str):
            raise ParameterError("where", where, "must be a string")
        conditions = [filters_sql(filters), f"({where}\n)" if where and where.strip() else ""]
        return run_aggregate(
            Tables(self._folder, Limits(memory, threads, seconds, stop)),
            by, of, line=line, where=where or "", only=" AND ".join(filter(None, conditions)), weight=weight, by_reach=by_reach,
            sizes=sizes, spread=spread, sort=sort, big_blind=big_blind, draws=self.work.draws, missing=self.missing,
        )  # fmt: skip
