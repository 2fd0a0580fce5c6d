"""Time that a thread has spent on compiling and loading kernels, which says nothing of its speed."""

from __future__ import annotations

import threading
import time

from numba.core import event

from . import compile_notice


class CompileTimer(event.Listener):
    """Adds up, for each thread on its own, the time between starts and ends of an event of numba's."""

    def __init__(self) -> None:
        self._own = threading.local()

    def on_start(self, event: event.Event) -> None:
        """Note a start."""
        clock = self._own.__dict__
        if not clock.setdefault("depth", 0):
            clock["since"] = time.perf_counter()
        clock["depth"] += 1

    def on_end(self, event: event.Event) -> None:
        """Note an end; one whose start was not heard is left out."""
        clock = self._own.__dict__
        if clock.get("depth", 0):
            clock["depth"] -= 1
            if not clock["depth"]:
                clock["before"] = clock.get("before", 0.0) + time.perf_counter() - clock["since"]

    def seconds(self) -> float:
        """Seconds so far of the calling thread."""
        clock = self._own.__dict__
        return float(clock.get("before", 0.0) + (time.perf_counter() - clock["since"] if clock.get("depth", 0) else 0.0))


class CompileNotice(event.Listener):
    """Has a process say once that it compiles, when all threads together have done so for a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._since = self._before = 0.0
        self._timer: threading.Timer | None = None
        self._told = False

    def on_start(self, event: event.Event) -> None:
        """Wait from the outermost start on."""
        with self._lock:
            self._inside += 1
            if self._inside == 1 and not self._told:
                self._since = time.perf_counter()
                self._timer = threading.Timer(max(0.0, compile_notice.PATIENCE - self._before), self._tell)
                self._timer.daemon = True
                self._timer.start()

    def on_end(self, event: event.Event) -> None:
        """Wait no more."""
        with self._lock:
            if self._inside == 0:
                return  # its start was before this listened
            self._inside -= 1
            if self._inside == 0 and self._timer is not None:
                self._timer.cancel()
                self._timer = None
                self._before += time.perf_counter() - self._since

    def _tell(self) -> None:
        self._told = True
        compile_notice.say(compile_notice.NOTICE)


LOCKED = CompileTimer()
# The lock is held while a kernel is compiled, and while one is read from the cache.
event.register("numba:compiler_lock", LOCKED)
COMPILED = CompileNotice()
event.register("numba:compile", COMPILED)


def compile_seconds() -> float:
    """Seconds that this thread has spent on compiling kernels, on loading compiled ones, and on waiting for others to do so."""
    return LOCKED.seconds()


def working_clock() -> float:
    """``time.perf_counter``, but it stops while this thread compiles or loads kernels."""
    return time.perf_counter() - compile_seconds()
