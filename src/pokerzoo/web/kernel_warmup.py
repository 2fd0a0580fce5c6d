"""Kernels made ready when the server starts, beside it, so that the first turn or flop need not wait for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress

from numba.core import event

from pokerzoo.kernels.build import Progress
from pokerzoo.kernels.families import FAMILIES as RUNS
from pokerzoo.kernels.ready import SOLVERS, ensure_kernels
from pokerzoo.kernels.store import missing_families

FAMILIES = (*SOLVERS["auto"], "street-measures", "street-reports")
"""Kernels that turns and flops need."""
LOADED = (*SOLVERS["auto"], "street-measures")
"""Of them those up to the first point of a solve's curve: they are loaded, too."""
COMPILING = "kernels (a few seconds)"
"""Text about what is compiled where no more is known."""


class CompileCount(event.Listener):
    """A listener to numba that counts how many kernels are being compiled now, in whatever thread."""

    def __init__(self) -> None:
        self.now = 0

    def on_start(self, event: event.Event) -> None:
        """Count one more."""
        self.now += 1

    def on_end(self, event: event.Event) -> None:
        """Count one less."""
        self.now -= 1


class KernelWarmup:
    """Compiling, by one at a time: the server at its start, or a solve that needs kernels which are not there yet."""

    def __init__(self, closing: threading.Event) -> None:
        self._closing, self._lock = closing, threading.Lock()
        self._now: Progress | None = None
        self._count = CompileCount()

    @property
    def text(self) -> str | None:
        """Name what is being compiled, and for about how long; None where nothing is."""
        now = self._now
        return now.text() if now is not None else COMPILING if self._count.now > 0 else None

    def start(self) -> None:
        """Begin, in a thread of its own, and listen to what is compiled elsewhere."""
        event.register("numba:compile", self._count)  # type: ignore[no-untyped-call]
        threading.Thread(target=self._run, name="kernels", daemon=True).start()

    def _run(self) -> None:
        with suppress(InterruptedError):
            self.ensure(LOADED, fewest=1)  # first, and alone: a solve waits for no more
            if not missing_families(LOADED):
                self._load()
            self.ensure(FAMILIES, fewest=1)

    def _load(self) -> None:
        """Load kernels into this process, by the smallest runs that use them: about a second, which the first solve saves."""
        for name in LOADED:
            if self._closing.is_set():
                return
            RUNS[name].run()

    def ensure(self, families: Iterable[str], tell: Callable[[Progress], object] = lambda now: None, fewest: int = 2) -> None:
        """Compile families that are missing, and tell how far it is; what another thread compiles is waited for.

        Fewer than ``fewest`` are left to who uses them. A game that needs no families waits for nothing.

        Raises:
            InterruptedError: the server ends, or ``tell`` raised it.
        """
        wanted = tuple(families)
        if not wanted:
            return
        while not self._lock.acquire(timeout=0.1):
            now = self._now
            if now is not None:
                tell(now)

        def note(now: Progress) -> None:
            if self._closing.is_set():
                raise InterruptedError("the server ends")
            self._now = now
            tell(now)

        try:
            ensure_kernels(wanted, note, fewest)
        finally:
            self._now = None
            self._lock.release()
