"""Ctrl-C in trainers whose iterations are Python: it waits until an iteration is complete."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def whole_iterations(any_handler: bool = False) -> Iterator[list[int]]:
    """Ctrl-C waits for the end of an iteration: the list inside is no longer empty once it was pressed."""
    interrupts: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    waits = callable(before) if any_handler else before is signal.default_int_handler
    if current_thread() is not main_thread() or not waits:
        yield interrupts
        return
    signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)
    for number in interrupts:
        assert callable(before)  # or there was no waiting
        before(number, None)
