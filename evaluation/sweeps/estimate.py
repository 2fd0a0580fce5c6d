"""Estimate of the time, memory and disk space of a work, from a sample of its rows."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pokerzoo.envs.support.compile_time import working_clock
from pokerzoo.envs.support.memory import free_memory
from pokerzoo.envs.support.records import Record, Seconds

from .arrow_rows import parquet_bytes
from .local import available_processors, run_locally
from .memory import fitting_processes
from .shard_tasks import made_row
from .work import Work, evenly_spaced, work_from

SAMPLE = 8
"""Rows of the sample; two for each process if these are more."""
SECONDS = 20.0
"""Seconds after which a process makes no further row."""


@dataclass(frozen=True, slots=True)
class WorkEstimate(Record):
    """Time, memory and disk space of a work.

    Attributes:
        rows: how many rows the work has.
        rows_left: how many of these are not in files of the folder, where one is given.
        files: in how many files all rows are.
        processes: how many processes at a time.
        sampled: which rows were made.
        sampled_seconds: how long each took.
        sampled_errors: how many of these have an error.
        bytes_a_row: of a row's part of its file.
        process_bytes: the most memory that a process had.
        free_bytes: how much memory is free; None where the system does not say.
        notes: why there are fewer processes than were asked for.
    """

    told = (
        "rows", "rows_left", "files", "processes", "seconds", "seconds_error", "bytes", "bytes_a_row", "process_bytes",
        "free_bytes", "sampled", "sampled_seconds", "sampled_errors", "notes",
    )  # fmt: skip

    rows: int
    rows_left: int
    files: int
    processes: int
    sampled: list[int]
    sampled_seconds: list[float]
    sampled_errors: int
    bytes_a_row: float
    process_bytes: int
    free_bytes: int | None
    notes: list[str]

    @property
    def mean_seconds(self) -> float:
        """Seconds of a row."""
        return statistics.fmean(self.sampled_seconds)

    @property
    def seconds(self) -> Seconds:
        """Time that the rows that are left take."""
        return self.mean_seconds * self.rows_left / self.processes

    @property
    def seconds_error(self) -> Seconds | None:
        """Twice the standard error of ``seconds``, from the spread of those that were made; None if that is a single row."""
        if len(self.sampled_seconds) < 2:
            return None
        spread_of_mean: float = statistics.stdev(self.sampled_seconds) / len(self.sampled_seconds) ** 0.5
        return 2 * spread_of_mean * self.rows_left / self.processes

    @property
    def bytes(self) -> float:
        """Of all files."""
        return self.bytes_a_row * self.rows


def estimate_work(work: Work, processes: int | None = None, rows_left: int | None = None) -> WorkEstimate:
    """Make a few rows of a work, and tell what all will take; nothing is kept."""
    fitting, note = fitting_processes(work, processes or available_processors())
    left = work.count if rows_left is None else rows_left
    fitting = max(1, min(fitting, left))
    indices = evenly_spaced(work.count, max(SAMPLE, 2 * fitting))
    shares = [indices[first::fitting] for first in range(fitting)]
    seconds: dict[int, float] = {}
    failed = size = memory = 0
    with closing(run_locally(partial(make_sample, work.kind, work.record()), shares, fitting)) as outcomes:
        for outcome in outcomes:
            if outcome.error is not None:
                raise outcome.error
            if outcome.value is None:
                raise ValueError(f"a process that made some of rows {outcome.task} died ({outcome.died})")
            seconds |= outcome.value.seconds
            failed += outcome.value.failed
            size += outcome.value.size
            memory = max(memory, outcome.value.memory)
    own = [seconds[index] for index in sorted(seconds)]
    return WorkEstimate(
        work.count,
        left,
        -(-work.count // work.rows_per_file),
        fitting,
        sorted(seconds),
        own,
        failed,
        size / len(own),
        memory,
        free_memory(),
        [note] if note else [],
    )


@dataclass(frozen=True, slots=True)
class RowSample:
    """Seconds of some rows by number, how many failed, the bytes of their files, and of the process."""

    seconds: dict[int, float]
    failed: int
    size: int
    memory: int


def make_sample(kind: str, record: Mapping[str, Any], indices: list[int]) -> RowSample:
    """In a worker: rows made one after the other, the first one once more before, since it imports what they need."""
    work = work_from(kind, record)
    seconds: dict[int, float] = {}
    rows = []
    with TemporaryDirectory(prefix="pokerzoo-") as folder:
        first, begin = _make(work, indices[0], folder)
        if begin < SECONDS / 4:
            first, begin = _make(work, indices[0], folder)
        rows, seconds[indices[0]] = [first], begin
        until = working_clock() + SECONDS - begin
        for index in indices[1:]:
            if working_clock() > until:
                break
            row, seconds[index] = _make(work, index, folder)
            rows.append(row)
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
    size += parquet_bytes(rows, work.schema).size - parquet_bytes([], work.schema).size
    return RowSample(seconds, sum(row["error"] is not None for row in rows), size, _most_memory())


def _make(work: Work, index: int, folder: str) -> tuple[dict[str, Any], float]:
    begin = working_clock()
    return made_row(work, index, folder), working_clock() - begin


def _most_memory() -> int:
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
