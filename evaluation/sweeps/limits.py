"""Limits of a question to rows: its time, its memory, and an end from outside."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from pokerzoo.envs.support.memory import free_memory

T = TypeVar("T")

SHARE = 2
"""Fraction of the free memory that a question may hold, as its denominator."""
UNKNOWN = "1GB"
"""Memory of a question where the system does not tell what is free."""
STOPPED = "the question was stopped"
INTERRUPT_SECONDS = 0.1
"""Time between interrupts of a step that has to end: one that comes before its query has begun is lost."""


class QuestionStopped(ValueError):
    """A question that was ended from outside."""


class QuestionLimits:
    """The limits of a question that has begun: seconds, and a future that ends it once it is done."""

    def __init__(self, seconds: float | None = None, stop: Future[Any] | None = None) -> None:
        """Begin."""
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds={seconds!r}: must be above 0")
        self._seconds, self._stop = seconds, stop
        self._until = None if seconds is None else time.monotonic() + seconds
        self.over = False

    def run(self, step: Callable[[], T], interrupt: Callable[[], object], asked: str) -> T:
        """Run a step of the question in a thread, and interrupt it when its time is over, when it is stopped and on Ctrl-C."""
        ends = [] if self._stop is None else [self._stop]
        if any(end.done() for end in ends):
            raise QuestionStopped(STOPPED)
        with ThreadPoolExecutor(1) as thread:
            result = thread.submit(step)
            try:
                wait([result, *ends], None if self._until is None else self._until - time.monotonic(), FIRST_COMPLETED)
                if result.done():
                    return result.result()
            finally:
                self.over = not result.done()
                while not result.done():
                    interrupt()
                    wait([result], INTERRUPT_SECONDS)
        if any(end.done() for end in ends):
            raise QuestionStopped(STOPPED)
        raise ValueError(f"{asked}: takes longer than the {self._seconds:g} seconds that it may")


def default_memory() -> str:
    """Memory that a question may hold by default."""
    free = free_memory()
    return UNKNOWN if free is None else f"{max(100, free // SHARE // 10**6)}MB"
