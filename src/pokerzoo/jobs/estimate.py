"""Estimate of the time, memory and disk space of a work, from a few of its items."""

from __future__ import annotations

import statistics
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pokerzoo.envs.support.compile_time import working_clock
from pokerzoo.envs.support.memory import free_memory
from pokerzoo.envs.support.records import Record, Seconds

from .engine import add_rows, available_processors, fitting_processes, made_rows
from .folder import parquet_bytes
from .work import Rows, Work, evenly_spaced

SAMPLE = 8
"""Items that are made."""
SECONDS = 10.0
"""Seconds after which no further one is."""


@dataclass(frozen=True, slots=True)
class WorkEstimate(Record):
    """Time, memory and disk space of a work.

    Attributes:
        rows: how many rows the work has.
        rows_left: how many of these are not in files of the folder, where one is given.
        files: in how many files all rows are.
        processes: how many processes at a time.
        seconds: time that the rows that are left take.
        seconds_error: twice the standard error of it, from the spread of those that were made; None if that is a single row.
        bytes: of all files.
        bytes_a_row: of a row's part of its files.
        process_bytes: the most memory that a process had.
        free_bytes: how much memory is free; None where the system does not say.
        sampled: which rows were made.
        sampled_seconds: how long each took.
        sampled_errors: how many of these have an error.
        notes: why there are fewer processes than requested.
    """

    rows: int
    rows_left: int
    files: int
    processes: int
    seconds: Seconds
    seconds_error: Seconds | None
    bytes: float
    bytes_a_row: float
    process_bytes: int
    free_bytes: int | None
    sampled: list[int]
    sampled_seconds: list[float]
    sampled_errors: int
    notes: list[str]


def estimate_work(work: Work, processes: int | None = None, rows_left: int | None = None) -> WorkEstimate:
    """Run a few items of a job in this process, and estimate the time for all; nothing is kept."""
    fitting, note = fitting_processes(work, processes or available_processors())
    left = work.count if rows_left is None else rows_left
    fitting = max(1, min(fitting, left))
    rows: Rows = {name: [] for name in work.tables}
    with TemporaryDirectory(prefix="pokerzoo-") as folder:
        indices = evenly_spaced(work.count, SAMPLE)
        until = working_clock() + SECONDS
        first, begin = timed_rows(work, indices[0], folder)
        if begin < SECONDS / 4:
            first, begin = timed_rows(work, indices[0], folder)  # the first time it imported what rows need
        add_rows(rows, first)
        seconds = {indices[0]: begin}
        for index in indices[1:]:
            if working_clock() > until:
                break
            made, seconds[index] = timed_rows(work, index, folder)
            add_rows(rows, made)
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
    count = len(seconds)
    for name, schema in work.tables.items():
        size += parquet_bytes(rows[name], schema).size - parquet_bytes([], schema).size
    took = list(seconds.values())
    error = None if len(took) < 2 else 2 * statistics.stdev(took) / len(took) ** 0.5 * left / fitting
    return WorkEstimate(
        rows=work.count,
        rows_left=left,
        files=-(-work.count // work.rows_per_file),
        processes=fitting,
        seconds=statistics.fmean(took) * left / fitting,
        seconds_error=error,
        bytes=size / count * work.count,
        bytes_a_row=size / count,
        process_bytes=_most_memory(),
        free_bytes=free_memory(),
        sampled=list(seconds),
        sampled_seconds=took,
        sampled_errors=sum(row["error"] is not None for row in rows[work.main]),
        notes=[note] if note else [],
    )


def timed_rows(work: Work, index: int, folder: str) -> tuple[Rows, float]:
    """The rows of an item, and the seconds that they took, without compiling."""
    begin = working_clock()
    return made_rows(work, index, folder), working_clock() - begin


def _most_memory() -> int:
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
