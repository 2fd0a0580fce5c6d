"""Shares the children of the root's board out over threads; every thread has scratch of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any

import numpy as np

from pokerzoo.envs.support.parameters import check_int

from .street_tree import StreetTree
from .street_walk import BELOW, DOWN, UP, WalkScratch

MAX_THREADS = 1024
PARTS = 4
"""Parts for each thread, where the work of one is long enough: a thread that is done takes the next."""
SMALL = 200_000
"""Numbers (of boards, sequences and hands) that one part should have at least: a call costs some 20 microseconds."""


class SharedParts:
    """Parts of some work that threads share. Copies and pickles start threads of their own."""

    def __init__(self, count: int, parts: Sequence[tuple[int, int]]) -> None:
        """Share out parts, each with a start and an end, over this many threads."""
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
        finally:  # whatever happens: no thread writes into the arrays after this
            wait(others)
        for other in others:
            other.result()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_pool": None}


class Threads(SharedParts):
    """Threads for the walks of one game."""

    def __init__(self, form: StreetTree, count: int | None = None) -> None:
        """Plan the parts."""
        if count is not None:
            check_int("threads", count, 1, MAX_THREADS)
        children = int(form.streets.children[0, 1])
        most = max(1, min(children, form.num_floats // SMALL))
        count = min(usable_processors() if count is None else count, most)
        parts = min(children, count * (PARTS if form.num_floats > PARTS * count * SMALL else 1))
        ends = np.linspace(0, children, max(1, parts) + 1).astype(int).tolist()
        super().__init__(count, [part for part in pairwise(ends) if part[0] < part[1]])


def walk_parts(
    threads: Threads, walk: Callable[[WalkScratch, int, int, int], None], above: WalkScratch, own: Sequence[WalkScratch]
) -> None:
    """Call ``walk(scratch, part, start, end)`` for the parts of a walk, those below the root on all threads."""
    walk(above, DOWN, 0, 1)
    threads.run(lambda worker, start, end: walk(own[worker], BELOW, start, end))
    walk(above, UP, 0, 1)


def usable_processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1
