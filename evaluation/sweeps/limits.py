"""Limits of a question to rows: how long it may take, how much memory it may hold, and an end from outside."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from pokerzoo.envs.support.memory import free_memory

SHARE = 2
"""Fraction of the free memory that a question may hold, as its denominator."""
UNKNOWN = "1GB"
"""Memory of a question where the system does not tell what is free."""
LEAST_FREE = 100 * 10**6
"""With less memory than this on the machine a question ends: not all that DuckDB holds counts for its limit."""
STOPPED = "the question was stopped"
LOOK_SECONDS = 0.1


class QuestionStopped(ValueError):
    """A question that was ended from outside."""


def check_stop(stop: Callable[[], bool] | None) -> None:
    """QuestionStopped if it is to end."""
    if stop is not None and stop():
        raise QuestionStopped(STOPPED)


class QuestionLimits:
    """The limits of a question that has begun."""

    def __init__(self, seconds: float | None, stop: Callable[[], bool] | None) -> None:
        """Begin."""
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds={seconds!r}: must be above 0")
        self._seconds, self._stop = seconds, stop
        self._until = None if seconds is None else time.monotonic() + seconds
        self.over: str | None = None

    def look(self) -> bool:
        """Test if the question has to end."""
        if self._stop is not None and self._stop():
            self.over = STOPPED
        elif self._until is not None and time.monotonic() > self._until:
            self.over = f"takes longer than the {self._seconds:g} seconds that it may"
        elif (free := free_memory()) is not None and free < LEAST_FREE:
            self.over = "needs more memory than there is"
        return self.over is not None

    def check(self) -> None:
        """QuestionStopped if it was ended from outside."""
        check_stop(self._stop)

    def error(self, asked: str) -> ValueError:
        """The error that says what ended it."""
        return QuestionStopped(STOPPED) if self.over == STOPPED else ValueError(f"{asked}: {self.over}")

    @contextmanager
    def kept(self, interrupt: Callable[[], object], pressed: Sequence[object] = ()) -> Iterator[None]:
        """Call ``interrupt`` in a thread, again and again, once the question is to end or something is in ``pressed``."""
        done = threading.Event()

        def watch() -> None:
            while not done.wait(LOOK_SECONDS):
                if pressed or self.look():
                    interrupt()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


def default_memory() -> str:
    """Memory that a question may hold by default."""
    free = free_memory()
    return UNKNOWN if free is None else f"{max(100, free // SHARE // 10**6)}MB"
