"""The line that says that kernels are being compiled: the first use after an installation does it, and it takes seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.5
"""Seconds of compiling after which the line is said; a kernel or two take less."""
NOTICE = "pokerzoo: compiling, first run only ..."


def on_stderr(notice: str) -> None:
    """Print a line on stderr."""
    if sys.stderr is not None:
        print(notice, file=sys.stderr, flush=True)


def ignore_notice(notice: str) -> None:
    """Print nothing."""


say: Callable[[str], object] = on_stderr
"""The receiver of the line."""


def for_worker() -> Callable[[str], object]:
    """The receiver of the line in a process that works for this one, with its stderr."""
    return on_stderr if say is on_stderr else ignore_notice


@contextmanager
def notices_to(by: Callable[[str], object]) -> Iterator[None]:
    """Context in which ``by`` receives the line, for programs that write to stderr themselves."""
    global say
    before, say = say, by
    try:
        yield
    finally:
        say = before
