"""Parts of some work, split across threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

MAX_THREADS = 1024
PARTS = 4
"""Parts for each thread, where the work of one is long enough: a thread that is done takes the next."""
SMALL = 200_000
"""Numbers (of boards, sequences and hands) that one part should have at least: a call costs some 20 microseconds."""


class SharedParts:
    """Parts of some work that threads share. Copies and pickles start threads of their own."""

    _tasks: SimpleQueue[Callable[[], bool]] | None = None

    def __init__(self, count: int, parts: Sequence[tuple[int, int]]) -> None:
        """Split parts, each with a start and an end, across this many threads."""
        self.count, self.parts = count, list(parts)
        self._process = 0

    def run(self, work: Callable[[int, int, int], Any]) -> None:
        """Call ``work(worker, start, end)`` for all parts, each worker's one after the other."""
        if self.count == 1:
            for start, end in self.parts:
                work(0, start, end)
            return
        tasks = self._started()
        left = iter(self.parts)  # next() on a list's iterator is one step of the interpreter, so that no lock is needed
        ended: SimpleQueue[BaseException | None] = SimpleQueue()

        def take(worker: int) -> bool:
            try:
                for start, end in left:
                    work(worker, start, end)
            except BaseException as error:
                ended.put(error)
            else:
                ended.put(None)
            return True

        for worker in range(1, self.count):
            tasks.put(partial(take, worker))
        take(0)
        errors = [error for error in [ended.get() for _ in range(self.count)] if error is not None]
        if errors:  # none of the threads writes into the arrays any more
            raise errors[0]

    def _started(self) -> SimpleQueue[Callable[[], bool]]:
        """The queue of this process's threads: an executor's futures would take a tenth of a short iteration."""
        if self._tasks is None or self._process != os.getpid():  # a forked process has no threads
            self._tasks, self._process = SimpleQueue(), os.getpid()
            for _ in range(1, self.count):
                Thread(target=serve, args=(self._tasks,), name="pokerzoo", daemon=True).start()
        return self._tasks

    def __del__(self) -> None:
        if self._tasks is not None:
            for _ in range(1, self.count):
                self._tasks.put(bool)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_tasks": None}


def serve(tasks: SimpleQueue[Callable[[], bool]]) -> None:
    """Do the tasks of a queue until one returns False."""
    while tasks.get()():
        pass


def usable_processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1
