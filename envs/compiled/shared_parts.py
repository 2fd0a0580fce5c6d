"""Parts of some work, split across threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

MAX_THREADS = 1024
PARTS = 4
"""Parts for each thread, where the work of one is long enough: a thread that is done takes the next."""
SMALL = 200_000
"""Numbers (of boards, sequences and hands) that one part should have at least: a call costs some 20 microseconds."""


class SharedParts:
    """Parts of some work that threads share. Copies and pickles start threads of their own."""

    def __init__(self, count: int, parts: Sequence[tuple[int, int]]) -> None:
        """Split parts, each with a start and an end, across this many threads."""
        self.count, self.parts = count, list(parts)
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def run(self, work: Callable[[int, int, int], Any]) -> None:
        """Call ``work(worker, start, end)`` for all parts, each worker's one after the other."""
        if self.count == 1:
            for start, end in self.parts:
                work(0, start, end)
            return
        if self._pool is None or self._process != os.getpid():  # a forked process has no threads
            self._pool, self._process = ThreadPoolExecutor(self.count - 1, "pokerzoo"), os.getpid()
        left = iter(self.parts)  # next() on a list's iterator is one step of the interpreter, so that no lock is needed

        def take(worker: int) -> None:
            for start, end in left:
                work(worker, start, end)

        others = [self._pool.submit(take, worker) for worker in range(1, self.count)]
        try:
            take(0)
        finally:  # in any case: no thread writes into the arrays after this
            wait(others)
        for other in others:
            other.result()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_pool": None}


def usable_processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1
