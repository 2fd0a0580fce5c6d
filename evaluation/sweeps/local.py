"""Tasks run by processes of this machine, one thread each: a process that dies takes its own task with it, and no other.

Each worker is a ``pebble.ProcessPool`` of one process. Workers of one pool share a pipe and its lock: one that is killed while
it holds the lock stops them all. Alone it stops no other, and is replaced with its pool.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic

from pokerzoo.envs.support import compile_notice
from pokerzoo.envs.support.extras import import_extra

from .outcomes import Task, TaskOutcome, Value, check_tries, run_task, unpack_outcome

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

    from pebble import ProcessPool

ONE_THREAD = dict.fromkeys(
    ("MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""Environment variables that libraries read when they are loaded."""
STARTS = 3
"""A worker that died so often before it took a task will do so again."""
START_SECONDS = (0.05, 0.2, 0.8)
"""Between tries to start one: a server of processes that was killed a moment ago still seems to be there."""
UNUSED = (
    "worker processes died as soon as they were started (a script that starts some does so below "
    "'if __name__ == \"__main__\":')"
)
END_SECONDS = 5.0
"""Seconds that pools may take to end."""


class WorkersDied(ChildProcessError, RuntimeError):
    """Worker processes die before they take a task."""


def available_processors() -> int:
    """Number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_locally(
    function: Callable[[Task], Value], tasks: Iterable[Task], processes: int | None = None, tries: int = 2
) -> Generator[TaskOutcome[Task, Value], None, None]:
    """Run tasks in processes of this machine; outcomes come in the order in which tasks end.

    Closing the generator, Ctrl-C, and the death of this process end the workers at once.
    """
    count = available_processors() if processes is None else processes
    if count < 1:
        raise ValueError(f"processes={processes}: must be at least 1")
    return _run_in_processes(function, iter(tasks), count, check_tries(tries))


def _run_in_processes(
    function: Callable[[Task], Value], tasks: Iterator[Task], count: int, tries: int
) -> Generator[TaskOutcome[Task, Value], None, None]:
    ends: SimpleQueue[tuple[_Worker[Task, Value], Future[bytes]]] = SimpleQueue()
    watched, held = _context().Pipe(duplex=False)  # workers leave when `held` is closed, by us or by our death
    workers: list[_Worker[Task, Value]] = []
    try:
        for task in islice(tasks, count):
            notice = compile_notice.for_worker() if not workers else compile_notice.ignore_notice  # one of them is enough
            workers.append(_Worker(function, watched, ends, tries, notice))
            workers[-1].give(task)
        busy = len(workers)
        while busy:
            worker, future = ends.get()
            outcome = worker.outcome(future)
            if outcome is None:
                continue
            try:
                worker.give(next(tasks))
            except StopIteration:
                busy -= 1
            yield outcome
    finally:
        held.close()
        _end([worker.pool for worker in workers])
        watched.close()


class _Worker(Generic[Task, Value]):
    """A process, the one after it if it dies, and the task that it has."""

    def __init__(
        self,
        function: Callable[[Task], Value],
        watched: Connection,
        ends: SimpleQueue[tuple[_Worker[Task, Value], Future[bytes]]],
        tries: int,
        notice: Callable[[str], object],
    ) -> None:
        self._function, self._watched, self._ends, self._tries = function, watched, ends, tries
        self._notice = notice
        self._task: Task
        self._begun = self._unused = 0
        self.pool = self._new_pool()

    def give(self, task: Task) -> None:
        """Have it run a task; it puts itself into ``ends`` when that is over."""
        self._task, self._begun = task, 0
        self._start()

    def outcome(self, future: Future[bytes]) -> TaskOutcome[Task, Value] | None:
        """Outcome of its task; None if its process died and the task has begun again."""
        from pebble import ProcessExpired

        try:
            outcome = unpack_outcome(future.result())
        except ProcessExpired as error:
            self._replace()
            self._begun += 1
            if self._begun < self._tries:
                self._start()
                return None
            code = error.exitcode
            outcome = TaskOutcome(self._task, died=f"signal {-code}" if code < 0 else f"exit code {code}")
        except BrokenProcessPool:
            self._replace()
            self._unused += 1
            if self._unused == STARTS:
                raise WorkersDied(UNUSED) from None
            self._start()
            return None
        self._unused = 0
        return outcome

    def _start(self) -> None:
        future = self._scheduled()
        future.add_done_callback(lambda done: self._ends.put((self, done)))

    def _scheduled(self) -> Future[bytes]:
        """Hand the task to the pool, or to a new one where its process, or what starts processes, died meanwhile."""
        for wait in (0.0, *START_SECONDS):  # the first pool may have died while it had no task
            try:
                with _environment(ONE_THREAD):  # a process starts with the first task of its pool
                    future: Future[bytes] = self.pool.schedule(run_task, args=(self._function, self._task))
                return future
            except RuntimeError:  # BrokenProcessPool is one
                time.sleep(wait)
                self._replace()
        raise WorkersDied(UNUSED)

    def _replace(self) -> None:
        _end([self.pool])
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        pebble = import_extra("pebble", "tasks in processes need pebble", "sweeps")
        pool: ProcessPool = pebble.ProcessPool(
            1, initializer=_leave_with_driver, initargs=(self._watched, self._notice), context=_context()
        )
        return pool


def _context() -> BaseContext:
    """Method of starting processes: from a server that has imported their modules, or afresh."""
    context = get_context("forkserver" if sys.platform == "linux" else "spawn")
    context.set_forkserver_preload([run_task.__module__])  # takes effect if no such server runs yet
    return context


def _leave_with_driver(watched: Connection, notice: Callable[[str], object]) -> None:
    """In a worker, at its beginning: end it when the driver closes its end of the pipe, or dies."""
    os.environ.update(ONE_THREAD)
    compile_notice.say = notice

    def watch() -> None:
        try:
            watched.recv_bytes()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _end(pools: list[ProcessPool]) -> None:
    """End pools; threads do it, since one that waits for the rest of a message of a killed process waits for ever."""
    threads = []
    for pool in pools:
        pool.stop()  # type: ignore[no-untyped-call]
        threads.append(threading.Thread(target=pool.join, daemon=True))
        threads[-1].start()
    until = time.monotonic() + END_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """Variables of the environment, for processes that are started inside."""
    before: dict[str, Any] = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
