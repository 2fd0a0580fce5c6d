"""Shared parts of commands that make rows (sweep, bench-rl): their options, how far they are, and what came of it.

A command says what its work is, and hands it over::

    raise typer.Exit(run_work(SpotWork.from_config(options.config), options, Names("sweep", "spots")))
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Protocol, TypeAlias

from pokerzoo.envs.support import compile_notice

from .declarations import flag, option
from .option_names import ADDRESS
from .output import console, is_terminal_error, print_facts, print_json, print_text, say

if TYPE_CHECKING:
    from pokerzoo.evaluation.sweeps.estimate import WorkEstimate
    from pokerzoo.evaluation.sweeps.run import RunProgress
    from pokerzoo.evaluation.sweeps.work import Work

Out: TypeAlias = Annotated[
    str | None, option("DIR", "Folder for the rows. The same command goes on where an earlier one stopped.")
]
Processes: TypeAlias = Annotated[
    int | None, option("N", "Processes at a time, one thread each. Without it one for each processor.", min=1)
]
Ray: TypeAlias = Annotated[str | None, option(ADDRESS, "Run on a Ray cluster; without ADDRESS start one here.")]
DryRun: TypeAlias = Annotated[bool, flag("--dry-run", "Make a few rows, write nothing, and tell what all rows take.")]
Limit: TypeAlias = Annotated[int | None, option("N", "Stop after N more rows, rounded up to whole files.", min=1)]
Quiet: TypeAlias = Annotated[bool, flag("--quiet", "No progress and no summary.")]

SECONDS_BETWEEN = 10.0
"""Seconds between lines of progress where there is no terminal."""
STARTING = "starting (the first run compiles)"
WORTH_TELLING = 3.0
"""Seconds of compiling from which on it is told; to load compiled kernels takes less."""
FAILED = 2
"""Exit code if rows have an error; they and all others are written."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of a command and its rows: ``Names("sweep", "spots")``, what to do with the folder."""

    command: str
    rows: str
    next: str = "pokerzoo query {folder}"


class WorkOptions(Protocol):
    """The options that such commands share; fields of a command's own record, with the types above."""

    @property
    def out(self) -> str | None: ...
    @property
    def processes(self) -> int | None: ...
    @property
    def ray(self) -> str | None: ...
    @property
    def dry_run(self) -> bool: ...
    @property
    def limit(self) -> int | None: ...
    @property
    def as_json(self) -> bool: ...
    @property
    def quiet(self) -> bool: ...


def run_work(work: Work, options: WorkOptions, names: Names) -> int:
    """Make all rows of a work, or tell what that takes, and return the exit code."""
    from pokerzoo.evaluation.sweeps.folder import Folder
    from pokerzoo.evaluation.sweeps.run import run_folder

    if options.dry_run:
        return dry_run(work, options, names)
    if options.out is None:
        raise ValueError("--out DIR: is needed, for the rows (or --dry-run)")
    folder = Folder.make(options.out, work)
    with Display(names, options.quiet) as display:
        try:
            result = run_folder(folder, options.processes, options.ray or False, display.update, options.limit)
        except BaseException as error:
            display.end()
            if isinstance(error, KeyboardInterrupt | OSError) and display.told:
                done = work.count - sum(len(folder.rows_of(shard)) for shard in folder.missing())
                say(f"{done:,} of {work.count:,} {names.rows} are in {options.out}; the same command goes on")
            raise
    if options.as_json:
        print_json({"folder": options.out, "ray": options.ray} | result.to_dict())
    elif not options.quiet:
        print_result(result, options, names)
    return FAILED if result.failed else 0


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
    if now.rate is not None and now.seconds_left is not None:
        parts = [f"{per_second(now.rate)}", f"{duration_text(now.seconds_left)} left"]
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


def size_text(number: float) -> str:
    """Bytes for people.

    >>> size_text(812), size_text(45_300), size_text(1.6e9)
    ('812 B', '45.3 kB', '1.6 GB')
    """
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:,.3g} TB"


def print_result(result: RunProgress, options: WorkOptions, names: Names) -> None:
    """The result for people."""
    done = f"{result.done:,} of {result.rows:,}" if result.done < result.rows else f"{result.rows:,}"
    before = result.done - result.made
    speed = "" if result.rate is None else f", {per_second(result.rate)} once started"
    compiling = f", {duration_text(result.compiling)} of it compiling" if result.compiling >= WORTH_TELLING else ""
    facts = {
        names.rows: done + (f" ({before:,} were there)" if before else ""),
        "errors": f"{result.failed:,}" if result.failed else "none",
        "time": f"{duration_text(result.seconds)}{compiling}{speed}",
        "folder": str(options.out),
    }
    facts |= {f"  row {one.index}": one.error for one in result.errors}
    out = console()
    print_facts(out, facts)
    out.print()
    if result.done < result.rows:
        print_text(out, f"The same command makes the other {result.rows - result.done:,} {names.rows}.")
    else:
        print_text(out, f"What to do next: {names.next.format(folder=options.out)}")


def dry_run(work: Work, options: WorkOptions, names: Names) -> int:
    """Tell what a work takes."""
    from pathlib import Path

    from pokerzoo.evaluation.sweeps.estimate import estimate_work
    from pokerzoo.evaluation.sweeps.folder import HEAD, Folder

    left = work.count
    if options.out is not None and (Path(options.out) / HEAD).exists():
        there = Folder.make(options.out, work)
        left = sum(len(there.rows_of(shard)) for shard in there.missing())
    found = estimate_work(work, options.processes, left)
    if options.as_json:
        print_json(found)
    elif not options.quiet:
        print_estimate(found, names)
    return 0


def print_estimate(found: WorkEstimate, names: Names) -> None:
    """An estimate for people."""
    own, together = found.sampled_seconds, found.process_bytes * found.processes
    error = f" (give or take {duration_text(found.seconds_error)})" if found.seconds_error else ""
    free = "" if found.free_bytes is None else f", of {size_text(found.free_bytes)} that are free"
    missing = f", {found.rows_left:,} of them missing" if found.rows_left < found.rows else ""
    limits = f"{duration_text(min(own))} to {duration_text(max(own))}"
    facts = {
        names.rows: f"{found.rows:,}{missing}, in {found.files:,} {'file' if found.files == 1 else 'files'}",
        "time": f"{duration_text(found.seconds)}{error}, {found.processes} at a time",
        "a row": f"{duration_text(found.mean_seconds)} ({limits} in {len(own)} that were made)",
        "disk": f"{size_text(found.bytes)}, {size_text(found.bytes_a_row)} a row",
        "memory": f"{size_text(found.process_bytes)} a process, {size_text(together)} in all{free}",
    }
    if found.sampled_errors:
        facts["errors"] = f"in {found.sampled_errors} of the {len(own)} that were made"
    if found.notes:
        facts["note"] = "; ".join(found.notes)
    print_facts(console(), facts)
