"""Ctrl-C in trainers whose iterations are Python: it waits until an iteration is whole."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def whole_iterations() -> Iterator[list[int]]:
    """Ctrl-C waits for the end of an iteration: the list inside is no longer empty once it was pressed.

    Where somebody else handles the signal, or in another thread, nothing is done.
    """
    asked: list[int] = []
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield asked
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        raise KeyboardInterrupt
