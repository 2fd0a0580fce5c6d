"""All missing shards of a folder, made by joblib: by processes of this machine, or on a Ray cluster.

A worker that dies takes the shards with it that are being made then. They are begun once more; one during which a worker dies
again is made item by item. An item whose process dies twice has that as its error.
"""

from __future__ import annotations

import errno
import gc
import logging
import os
import socket
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pokerzoo.envs.support import compile_notice
from pokerzoo.envs.support.compile_notice import ignore_notice
from pokerzoo.envs.support.compile_time import working_clock
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.support.memory import free_memory, gigabytes
from pokerzoo.envs.support.records import Record, Seconds

from .folder import HEAD, Folder
from .work import Rows, Work, evenly_spaced

TRIES = 2
"""Attempts at a shard before it is made item by item, and attempts at an item then."""
SHOWN_ERRORS = 5
IDLE_SECONDS = 10
"""After which a process without a task ends: those of a run that was killed, too."""
PROCESS_BYTES = 180 * 10**6
"""A worker with numba and its kernels, before it makes a row."""
LOOKED_AT = 16
"""Items whose memory is estimated, evenly spread over the work."""
LOCAL = "local"
"""In place of an address: a Ray that is started on this machine, and ended with its tasks."""


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
        rows: how many rows there are to be.
        done: how many are in files.
        made: how many of these this command has made.
        failed: how many of those in files have an error.
        errors: the first rows that have one.
        processes: how many processes at a time; None on a cluster.
        seconds: time taken, from reading the folder on.
        rows_per_second: speed of making rows, without compiling and the start of processes; None before there is one.
        notes: what was out of the ordinary: fewer processes, processes that died.
    """

    rows: int
    done: int = 0
    made: int = 0
    failed: int = 0
    errors: list[RowError] = field(default_factory=list)
    processes: int | None = None
    seconds: Seconds = 0.0
    rows_per_second: float | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def seconds_left(self) -> float | None:
        """Seconds that the other rows will take at this rate."""
        return (self.rows - self.done) / self.rows_per_second if self.rows_per_second else None


@dataclass(frozen=True, slots=True)
class ShardDone:
    """A shard that was made: how many of its items failed, and the seconds that it took, without compiling."""

    shard: int
    failed: int
    seconds: float


def by_counts(progress: Callable[[int, int], Any] | None) -> Callable[[RunProgress], None] | None:
    """A callback for ``run_folder`` that calls another with (rows done, all rows)."""
    return None if progress is None else lambda now: progress(now.done, now.rows)


def available_processors() -> int:
    """Number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_folder(
    folder: Folder,
    processes: int | None = None,
    ray: bool | str = False,
    progress: Callable[[RunProgress], None] | None = None,
    limit: int | None = None,
) -> RunProgress:
    """Make the rows that a folder lacks; it may be ended at any moment and called again."""
    for name, value in (("processes", processes), ("limit", limit)):
        if value is not None and value < 1:
            raise ParameterError(name, value, "must be at least 1")
    with folder.locked(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # joblib's, where a run ends early
        return _Run(folder, progress or (lambda _: None)).run(processes, ray, limit)


class _Run:
    def __init__(self, folder: Folder, tell: Callable[[RunProgress], None]) -> None:
        self.folder, self.tell = folder, tell
        self.begin = time.monotonic()
        self.progress = RunProgress(folder.work.count)
        self.worked = 0.0
        self.settings: dict[str, Any] = {}
        self.workers = 1

    def run(self, processes: int | None, ray: bool | str, limit: int | None) -> RunProgress:
        folder, progress = self.folder, self.progress
        folder.tidy()
        left = folder.missing()
        progress.done = progress.rows - folder.count(left)
        progress.failed = len(folder.errors()) if progress.done else 0  # to read files takes half a second of imports
        if limit is not None:
            left = left[: -(-limit // folder.work.rows_per_file)]
        if ray is False:
            progress.processes, note = fitting_processes(folder.work, processes or available_processors())
            progress.processes = min(progress.processes, max(1, len(left)))
            progress.notes += [note] if note else []
        self.report()
        try:
            if left:
                with joblib_settings(progress.processes, ray) as (self.settings, self.workers):
                    self.make(left)
        finally:  # an error ends workers in the middle of a file
            if folder.path.exists():
                folder.tidy()
        progress.errors = [RowError(*error) for error in folder.errors()[:SHOWN_ERRORS]] if progress.failed else []
        progress.seconds = time.monotonic() - self.begin
        return progress

    def make(self, shards: list[int]) -> None:
        """Make shards, and item by item those during which workers died."""
        counted: set[int] = set()
        deaths: Counter[int] = Counter()
        left = shards
        while left:
            begun: list[int] = []
            try:
                with closing(self.parallel()(self.calls(left, begun))) as results:
                    for done in results:
                        counted.add(done.shard)
                        self.written(done)
            except deaths_of_workers():
                there = set(self.folder.there())
                for shard in set(begun) - counted:
                    if shard in there:  # written before another's death
                        counted.add(shard)
                        failed = sum(index in self.folder.indices(shard) for index, _ in self.folder.errors())
                        self.written(ShardDone(shard, failed, 0.0))
                    else:
                        deaths[shard] += 1
            left = [shard for shard in left if shard not in counted and deaths[shard] < TRIES]
        for shard in sorted(set(shards) - counted):
            indices = self.folder.indices(shard)
            self.progress.notes.append(f"rows {indices[0]} to {indices[-1]}: their process died twice; made one by one")
            self.report()
            self.make_one_by_one(shard)
        missing = set(shards) & set(self.folder.missing())
        if missing:
            raise OSError(
                f"{self.folder.path}: {len(missing)} files of rows that were written on other machines are not here: "
                "the folder must be on a file system that all machines share"
            )

    def make_one_by_one(self, shard: int) -> None:
        """A shard whose items are made one at a time, each with all the memory that there is."""
        work, begin = self.folder.work, time.monotonic()
        rows: Rows = {name: [] for name in work.tables}
        waiting = list(self.folder.indices(shard))
        deaths = 0
        while waiting:
            try:
                with self.parallel() as parallel:
                    while waiting:
                        (made,) = parallel([self.call(make_item, waiting[0])])
                        add_rows(rows, made)
                        del waiting[0]
                        deaths = 0
            except deaths_of_workers() as error:
                deaths += 1
                if deaths == TRIES:
                    self.check_workers()
                    how = "not enough memory" if isinstance(error, MemoryError) else "its process died, twice"
                    rows[work.main].append(work.failed(waiting.pop(0), how))
                    deaths = 0
        self.folder.write(shard, rows)
        self.written(ShardDone(shard, sum(row["error"] is not None for row in rows[work.main]), time.monotonic() - begin))

    def check_workers(self) -> None:
        """ChildProcessError where workers die without any item: none of them is to blame then."""
        try:
            list(self.parallel()([self.call(open_there, 0)]))
        except deaths_of_workers():
            raise ChildProcessError("worker processes die as soon as they are started") from None

    def parallel(self) -> Any:
        """``joblib.Parallel``, which has no more tasks under way than there are workers."""
        joblib = import_extra("joblib", "jobs need joblib", "sweeps")
        with joblib.parallel_config(**self.settings):
            return joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch=self.workers)

    def call(self, function: Callable[..., Any], number: int, notices: Callable[[str], object] = ignore_notice) -> Any:
        """A task for ``parallel``; ``notices`` hears that kernels are compiled."""
        work = self.folder.work
        place = Place(str(self.folder.path.resolve()), type(work), tuple(work.modules), notices)
        return import_module("joblib").delayed(function)(place, number)

    def calls(self, shards: list[int], begun: list[int]) -> Iterator[Any]:
        """Tasks that make shards; ``begun`` gets those that workers were given. The first announces compiling."""
        for shard in shards:
            begun.append(shard)
            yield self.call(make_shard, shard, ignore_notice if len(begun) > 1 else compile_notice.for_worker())

    def written(self, done: ShardDone) -> None:
        """Count a shard that is in its files."""
        progress, rows = self.progress, len(self.folder.indices(done.shard))
        progress.done += rows
        progress.made += rows
        progress.failed += done.failed
        self.worked += done.seconds
        if self.worked:
            progress.rows_per_second = progress.made * self.workers / self.worked
        self.report()

    def report(self) -> None:
        """Report progress."""
        self.progress.seconds = time.monotonic() - self.begin
        self.tell(self.progress)


@contextmanager
def joblib_settings(processes: int | None, ray: bool | str) -> Iterator[tuple[dict[str, Any], int]]:
    """Settings for ``joblib.parallel_config``, and the number of workers."""
    if ray is False:
        workers = processes or 1
        # joblib makes rows in this process where n_jobs is 1, and an item that kills its process would end the run.
        yield {
            "backend": "loky", "n_jobs": max(2, workers), "inner_max_num_threads": 1, "idle_worker_timeout": IDLE_SECONDS,
        }, workers  # fmt: skip
        return
    with ray_connection(LOCAL if ray is True else ray) as connected:
        backend = import_module("ray.util.joblib.ray_backend").RayBackend()
        backend.supports_return_generator = True  # it is a subclass of multiprocessing's, which does not
        workers = int(connected.cluster_resources()["CPU"])
        yield {"backend": backend, "n_jobs": max(2, workers)}, workers


@contextmanager
def ray_connection(address: str) -> Iterator[Any]:
    """Ray, connected; what was started or connected for this is ended."""
    if "ray" not in sys.modules:  # it prints what is logged elsewhere to stdout, but for what this names
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of what it will do one day
    ray = import_extra("ray", "rows on a cluster need Ray", "cluster")
    if ray.is_initialized():
        if address != LOCAL:
            raise ParameterError("address", address, "this process is connected to a cluster already; leave the address out")
        yield ray
        return
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        settings |= {"num_cpus": max(2, available_processors()), "include_dashboard": False}
    try:
        ray.init(address=address, **settings)
    except (ConnectionError, ValueError) as error:
        raise ConnectionError(f"address={brief(address)}: no Ray cluster: {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def deaths_of_workers() -> tuple[type[BaseException], ...]:
    """Exceptions that joblib and Ray raise where a worker died, or had too little memory."""
    on_ray = (sys.modules["ray"].exceptions.RayActorError,) if "ray" in sys.modules else ()
    return (BrokenProcessPool, MemoryError, *on_ray)


def fitting_processes(work: Work, processes: int) -> tuple[int, str | None]:
    """Number of processes that fit into memory, up to ``processes``, and a note if it is smaller."""
    needed = PROCESS_BYTES + max((work.memory(index) for index in evenly_spaced(work.count, LOOKED_AT)), default=0)
    free = free_memory()
    if free is None or needed * processes <= free:
        return processes, None
    fitting = int(free // needed)
    if fitting == 0:
        raise InputError(f"a row needs about {gigabytes(needed)} of memory, and {gigabytes(free)} are free")
    figures = f"each needs about {gigabytes(needed)} of memory, and {gigabytes(free)} are free"
    return fitting, f"{fitting} processes in place of {processes}: {figures}"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with works of a kind for workers to open, after importing modules, and the receiver of their notices."""

    path: str
    kind: Any  # a class of works
    modules: tuple[str, ...]
    notices: Callable[[str], object]

    def folder(self) -> Folder:
        """The folder; a worker opens it once, and once more where it has grown."""
        compile_notice.say = self.notices
        for module in self.modules:
            import_module(module)
        try:
            written = (Path(self.path) / HEAD).stat().st_mtime_ns
        except FileNotFoundError:
            seen = f"not to be seen on {socket.gethostname()}: all machines that make rows need this folder under this name"
            raise FileNotFoundError(errno.ENOENT, seen, self.path) from None
        return _opened(self.path, self.kind, written)


@lru_cache(maxsize=1)
def _opened(path: str, kind: Any, written: int) -> Folder:
    return Folder.open(path, kind)


def make_shard(place: Place, shard: int) -> ShardDone:
    """In a worker: make and write a shard."""
    folder, begin = place.folder(), working_clock()
    rows: Rows = {name: [] for name in folder.work.tables}
    for index in folder.indices(shard):
        add_rows(rows, made_rows(folder.work, index, place.path))
    folder.write(shard, rows)
    _keep_what_is_loaded()
    gc.collect()  # games and solvers are in circles, and would wait in memory for a collection that comes by itself
    failed = sum(row["error"] is not None for row in rows[folder.work.main])
    return ShardDone(shard, failed, max(0.0, working_clock() - begin))


def make_item(place: Place, index: int) -> Rows:
    """In a worker: make the rows of one item."""
    return made_rows(place.folder().work, index, place.path)


def open_there(place: Place, _: int) -> None:
    """In a worker: open the folder."""
    place.folder()


def add_rows(rows: Rows, more: Rows) -> None:
    """Put rows after others of their tables."""
    for name, some in more.items():
        rows[name] += some


def made_rows(work: Work, index: int, folder: str) -> Rows:
    """The rows of an item; if it fails, one row with its error."""
    try:
        return work.rows(index, folder)
    except (MemoryError, OSError):
        raise
    except Exception as error:
        sentence = isinstance(error, ValueError)  # of all else the name is needed, too
        return {work.main: [work.failed(index, str(error) if sentence else f"{type(error).__name__}: {error}")]}


@lru_cache(maxsize=1)
def _keep_what_is_loaded() -> None:
    """Once a process: exempt present objects, mostly modules, from garbage collection: a millisecond each, not fifty."""
    gc.collect()
    gc.freeze()
