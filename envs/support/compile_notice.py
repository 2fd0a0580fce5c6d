"""The line that says that kernels are being compiled: the first use after an installation does it, and it takes seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.5
"""Seconds of compiling after which the line is said; a kernel or two take less."""
reason = ""
"""Why kernels are compiled although some came with the package, if so."""


def notice_line() -> str:
    """Make the line."""
    because = f" since {reason}" if reason else ""
    return (
        f"pokerzoo: compiling (first run only){because}; this takes 2 to 25 seconds (ahead of time: pokerzoo kernels build) ..."
    )


def at_terminal(notice: str) -> None:
    """Print a line on stderr, if that is a terminal: what a script or a notebook of the user's writes stays theirs."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(notice, file=sys.stderr, flush=True)


def on_stderr(notice: str) -> None:
    """Print a line on stderr, terminal or not."""
    if sys.stderr is not None:
        print(notice, file=sys.stderr, flush=True)


def ignore_notice(notice: str) -> None:
    """Print nothing."""


say: Callable[[str], object] = at_terminal
"""The receiver of the line."""


def for_worker() -> Callable[[str], object]:
    """The receiver of the line in a process that works for this one, with its stderr."""
    return say if say in (at_terminal, on_stderr) else ignore_notice


@contextmanager
def notices_to(by: Callable[[str], object]) -> Iterator[None]:
    """Context in which ``by`` receives the line, for programs that write to stderr themselves."""
    global say
    before, say = say, by
    try:
        yield
    finally:
        say = before
