"""All missing rows of a folder, made by processes or by a cluster: each stands in the files once, whatever dies meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from pokerzoo.envs.support.records import Record, Seconds

from .arrow_rows import read_parquet
from .cluster import LOCAL, ray_connection, run_on_ray
from .folder import LOG, Folder
from .local import available_processors, run_locally
from .log import FolderLog, machine_facts
from .memory import fitting_processes
from .outcomes import TaskOutcome
from .row_speed import RowSpeed
from .shard_tasks import make_row, make_shard, with_modules

TRIES = 2
"""Attempts at a shard before its rows are made one by one, and attempts at a row then."""
SHOWN_ERRORS = 5


@dataclass(frozen=True, slots=True)
class RowError(Record):
    """The error of a row.

    Attributes:
        index: the row.
        error: its error.
    """

    index: int
    error: str


@dataclass(slots=True)
class RunProgress(Record):
    """Progress of a run, and its result at the end.

    Attributes:
        rows: how many rows the sweep has.
        done: how many are in files.
        failed: how many of those in files have an error.
        made: how many of these this command has made.
        processes: how many processes at a time; None on a cluster.
        seconds: time taken, from reading the folder on.
        notes: what was out of the ordinary: fewer processes, processes that died.
        errors: the first rows that have one.
        speed: when rows were made, and where.
    """

    told = (
        "rows", "done", "made", "failed", "errors", "processes", "seconds", "seconds_compiling=compiling",
        "rows_per_second=rate", "notes",
    )  # fmt: skip

    rows: int
    done: int = 0
    failed: int = 0
    made: int = 0
    processes: int | None = None
    seconds: Seconds = 0.0
    notes: list[str] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)
    speed: RowSpeed = field(default_factory=RowSpeed)

    @property
    def rate(self) -> float | None:
        """Rows made a second, without compiling and the start of processes; None if there were none."""
        return self.speed.rate(self.processes) or (self.made / self.seconds if self.made else None)

    @property
    def compiling(self) -> Seconds:
        """Time that went into compiling and loading kernels, of the process that did so longest."""
        return max(self.speed.compiling.values(), default=0.0)

    @property
    def seconds_left(self) -> float | None:
        """Seconds that the other rows will take at this rate."""
        return (self.rows - self.done) / self.rate if self.rate else None


def by_counts(progress: Callable[[int, int], Any] | None) -> Callable[[RunProgress], None] | None:
    """A callback for ``run_folder`` that tells another one (rows done, all rows)."""
    return None if progress is None else lambda now: progress(now.done, now.rows)


def run_folder(
    folder: Folder,
    processes: int | None = None,
    ray: bool | str = False,
    progress: Callable[[RunProgress], None] | None = None,
    limit: int | None = None,
) -> RunProgress:
    """Make the rows that a folder lacks; it may be ended at any moment and called again."""
    # A shard whose process died twice is made row by row; a row that kills its process twice has this as its error.
    with folder.locked():
        return _FolderRun(folder, processes, ray, limit, progress or (lambda _: None)).run()


class _FolderRun:
    def __init__(
        self,
        folder: Folder,
        processes: int | None,
        ray: bool | str,
        limit: int | None,
        progress: Callable[[RunProgress], None],
    ) -> None:
        for name, value in (("processes", processes), ("limit", limit)):
            if value is not None and value < 1:
                raise ValueError(f"{name}={value}: must be at least 1")
        self.folder, self.ray, self.tell = folder, ray, progress
        self.path = str(folder.path.resolve())
        self.begin = time.monotonic()
        self.progress = RunProgress(folder.work.count)
        self.processes, self.limit = processes, limit
        self.failed: dict[int, int] = {}
        self.died: dict[int, str] = {}

    def run(self) -> RunProgress:
        (self.folder.path / "rows").mkdir(exist_ok=True)
        self.folder.tidy()
        left = self.folder.missing()
        self.failed = {shard: len(failed) for shard in self.folder.there() if (failed := row_errors(self.folder, shard))}
        self.progress.done = self.progress.rows - sum(len(self.folder.rows_of(shard)) for shard in left)
        self.progress.failed = sum(self.failed.values())
        if self.limit is not None:
            left = left[: -(-self.limit // self.folder.work.rows_per_file)]
        if self.ray is False:
            self.processes, note = fitting_processes(self.folder.work, self.processes or available_processors())
            self.processes = min(self.processes, max(1, len(left)))
            self.progress.processes = self.processes
            self.progress.notes += [note] if note else []
        log = FolderLog(self.folder.path / LOG)
        with closing(log):
            counts = {"rows": self.progress.rows, "done": self.progress.done, "processes": self.processes, "ray": self.ray}
            log.add("begin", **machine_facts(), **counts, notes=self.progress.notes)
            ended = "done"
            try:
                self.report()
                self.make(left, log)
            except BaseException as error:
                ended = f"{type(error).__name__}: {error}".rstrip(": ")
                raise
            finally:
                self.progress.seconds = time.monotonic() - self.begin
                _add_quietly(log, "end", by=ended, made=self.progress.made, seconds=round(self.progress.seconds, 3))
        errors = (error for shard in sorted(self.failed) for error in row_errors(self.folder, shard))
        self.progress.errors = list(islice(errors, SHOWN_ERRORS))
        return self.progress

    def make(self, left: list[int], log: FolderLog) -> None:
        """Make shards, and row by row those whose process died."""
        if not left:
            return
        processes = self.processes or available_processors()
        try:
            with nullcontext() if self.ray is False else ray_connection(LOCAL if self.ray is True else self.ray, processes):
                with closing(self.outcomes(make_shard, left, self.processes)) as outcomes:
                    for outcome in outcomes:
                        died, errors = _died(outcome), outcome.value
                        if errors is None:
                            self.died[outcome.task] = str(died)
                            log.add("died", shard=outcome.task, how=died)
                        else:
                            rows = len(self.folder.rows_of(outcome.task))
                            self.progress.speed.add(outcome.where, rows, outcome.seconds, outcome.compiling)
                            self.written(outcome.task, errors, log, outcome.seconds, outcome.where)
                if self.died:
                    self.make_row_by_row(log)
        finally:  # an error ends workers in the middle of a file
            with suppress(FileNotFoundError):
                self.folder.tidy()
        self.check_all_there(left)

    def make_row_by_row(self, log: FolderLog) -> None:
        """Shards whose process died, each row as a task, one after the other: what needs most memory has all of it."""
        for shard, how in self.died.items():
            self.progress.notes.append(
                f"{self.folder.part(shard).name}: its process died ({how}), {TRIES} times; made row by row"
            )
        self.report()
        shards = {shard: dict[int, dict[str, Any]]() for shard in self.died}
        indices = [index for shard in shards for index in self.folder.rows_of(shard)]
        work = self.folder.work
        with closing(self.outcomes(make_row, indices, 1)) as outcomes:
            for outcome in outcomes:
                index, row, died = outcome.task, outcome.value, _died(outcome)
                if died is not None:
                    log.add("died", row=index, how=died)
                    how = "not enough memory" if outcome.error else f"its process died ({died}), twice"
                    row = work.failed(index, how)
                shard = index // work.rows_per_file
                rows = shards[shard]
                rows[index] = row or {}
                if len(rows) == len(self.folder.rows_of(shard)):
                    ordered = [rows[own] for own in self.folder.rows_of(shard)]
                    self.folder.write(shard, ordered)
                    del shards[shard]
                    self.written(shard, sum(row["error"] is not None for row in ordered), log)

    def outcomes(
        self, function: Callable[[str, int], Any], tasks: list[int], processes: int | None
    ) -> Generator[TaskOutcome[int, Any], None, None]:
        """Outcomes of tasks; an error ends the run, since faults of a row stand in the row."""
        job = partial(with_modules, function, getattr(self.folder.work, "modules", []), self.path)
        made = run_locally(job, tasks, processes, TRIES) if self.ray is False else run_on_ray(job, tasks, tries=TRIES)
        with closing(made) as outcomes:
            for outcome in outcomes:
                if outcome.error is not None and _died(outcome) is None:
                    raise outcome.error
                yield outcome

    def written(self, shard: int, errors: int, log: FolderLog, seconds: float | None = None, where: str | None = None) -> None:
        """Count a shard that stands in its file."""
        rows = len(self.folder.rows_of(shard))
        if errors:
            self.failed[shard] = errors
        self.progress.done += rows
        self.progress.made += rows
        self.progress.failed += errors
        took = seconds and round(seconds, 4)
        log.add("shard", shard=shard, rows=rows, errors=errors, seconds=took, where=where)
        self.report()

    def report(self) -> None:
        """Tell how far it is."""
        self.progress.seconds = time.monotonic() - self.begin
        self.tell(self.progress)

    def check_all_there(self, shards: list[int]) -> None:
        """OSError if files that workers wrote are not here."""
        missing = set(self.folder.missing()) & set(shards)
        if missing:
            raise OSError(
                f"{self.folder.path}: {len(missing)} files of rows that were written on other machines are not here, such as "
                f"{self.folder.part(min(missing)).name}: the folder must be on a file system that all machines share"
            )


def row_errors(folder: Folder, shard: int) -> list[RowError]:
    """The rows of a file that have an error."""
    errors = read_parquet(folder.part(shard), columns=["error"]).column(0).to_pylist()
    return [RowError(index, error) for index, error in zip(folder.rows_of(shard), errors, strict=False) if error is not None]


def _died(outcome: TaskOutcome[int, Any]) -> str | None:
    """Cause of death of a task's process; lack of memory is one."""
    return "out of memory" if isinstance(outcome.error, MemoryError) else outcome.died


def _add_quietly(log: FolderLog, event: str, **what: Any) -> None:
    with suppress(OSError):  # the disk is full, which is what the run ends with
        log.add(event, **what)
