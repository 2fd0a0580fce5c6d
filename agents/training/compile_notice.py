"""The first use of a kernel after an installation compiles it, which takes seconds: a person at a terminal is told."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.5
"""Seconds after which something is said; loading compiled kernels takes less."""
silent = False
"""Set by programs that say it themselves."""


@contextmanager
def notice_if_slow(what: str) -> Iterator[None]:
    """Print ``what`` on stderr, if that is a terminal, should the work inside take long."""
    if silent or not sys.stderr or not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(PATIENCE, lambda: print(what, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
