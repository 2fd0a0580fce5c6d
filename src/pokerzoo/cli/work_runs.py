"""Options that commands with many rows share (sweep, bench), and how far they are."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from pokerzoo.envs.support import compile_notice

from .declarations import flag, option
from .option_names import ADDRESS
from .output import console, is_terminal_error, say

if TYPE_CHECKING:
    from pokerzoo.evaluation.jobs.engine import RunProgress

Out: TypeAlias = Annotated[
    str | None, option("DIR", "Folder for the rows. The same command goes on where an earlier one stopped.")
]
Processes: TypeAlias = Annotated[
    int | None, option("N", "Processes at a time, one thread each. Without it one for each processor.", min=1)
]
Ray: TypeAlias = Annotated[str | None, option(ADDRESS, "Run on a Ray cluster; without ADDRESS start one here.")]
Quiet: TypeAlias = Annotated[bool, flag("--quiet", "No progress and no summary.")]

SECONDS_BETWEEN = 10.0
"""Seconds between lines of progress where there is no terminal."""
STARTING = "starting (the first run compiles)"
FAILED = 2
"""Exit code if rows have an error; they and all others are written."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of a command and its rows: ``Names("sweep", "spots")``."""

    command: str
    rows: str


class Display:
    """Progress of a run on stderr: a bar at a terminal, else a line every few seconds."""

    def __init__(self, names: Names, quiet: bool) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self.names, self.quiet, self.bars = names, quiet, is_terminal_error() and not quiet
        self.bar = Progress(
            TextColumn(names.command), BarColumn(bar_width=20), MofNCompleteColumn(), TextColumn("{task.fields[state]}"),
            TimeElapsedColumn(), console=console(error=True), transient=True, disable=not self.bars,
            redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self.task = self.bar.add_task(names.command, total=None, state=STARTING)
        self.told = False
        self._inside = ExitStack()
        self._notes = 0
        self._last = time.monotonic()

    def __enter__(self) -> Display:
        if self.bars:
            self._inside.enter_context(self.bar)
            self._inside.enter_context(compile_notice.notices_to(compile_notice.ignore_notice))  # the bar says it
        return self

    def __exit__(self, *raised: object) -> None:
        self.end()

    def end(self) -> None:
        """Take the bar away."""
        self._inside.close()

    def update(self, now: RunProgress) -> None:
        """Take note, and show it."""
        self.told = True
        if self.quiet:
            return
        for note in now.notes[self._notes :]:
            say(note)
        self._notes = len(now.notes)
        self.bar.update(self.task, completed=now.done, total=now.rows, state=progress_text(now))
        if not self.bars and time.monotonic() - self._last >= SECONDS_BETWEEN:
            self._last = time.monotonic()
            say(f"{now.done:,} of {now.rows:,} {self.names.rows}  {progress_text(now)}")


def progress_text(now: RunProgress) -> str:
    """Speed, time left, and errors if there are some."""
    parts = []
    if now.rows_per_second is not None and now.seconds_left is not None:
        parts = [f"{per_second(now.rows_per_second)}", f"{duration_text(now.seconds_left)} left"]
    elif now.done < now.rows:
        parts = [STARTING]
    if now.failed:
        parts.append(f"{now.failed:,} with errors")
    return "  ".join(parts)


def per_second(rate: float) -> str:
    """Rate a second, or a minute where rows are slow.

    >>> per_second(85.4), per_second(2.36), per_second(0.05)
    ('85/s', '2.4/s', '3/min')
    """
    number, unit = (rate, "s") if rate >= 1 else (60 * rate, "min")
    return f"{number:,.0f}/{unit}" if number >= 10 or unit == "min" else f"{number:.1f}/{unit}"


def duration_text(seconds: float) -> str:
    """A time for people.

    >>> duration_text(0.021), duration_text(2.1), duration_text(12), duration_text(105), duration_text(7500), duration_text(3e5)
    ('21 ms', '2.1 s', '12 s', '2 min', '2 h 5 min', '3 d 11 h')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    return f"{hours // 24} d {hours % 24} h"
