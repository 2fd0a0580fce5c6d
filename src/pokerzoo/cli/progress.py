"""Progress on stderr: a bar at a terminal, Ctrl-C as a flag, and training that is watched."""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pokerzoo.envs.support import compile_notice
from pokerzoo.envs.support.formats import distance_text, duration_text, per_second

from .command import is_asked
from .output import check_target, console, say

if TYPE_CHECKING:
    from pokerzoo.agents.training import Trainer
    from pokerzoo.agents.training.run_result import FinishedRun
    from pokerzoo.jobs.engine import RunProgress
    from pokerzoo.jobs.folder import Folder

Solver = TypeVar("Solver", bound="Trainer")

BAR_WIDTH = 16
"""Of the bar itself, in columns."""
COMPILING = "compiling (first run only)..."
SHARE = 0.05
"""At most this share of the time goes into exploitability for the bar."""
SECONDS_BETWEEN = 0.25
"""Nor is it computed more often than this."""
SECONDS_BETWEEN_LINES = 10.0
"""Seconds between lines of progress where there is no terminal."""
ENDLESS = 10**15
"""Iterations of a run that ends otherwise."""


def is_terminal_error() -> bool:
    """True if stderr is a terminal, where a progress bar is welcome."""
    return sys.stderr is not None and sys.stderr.isatty()


class Status:
    """A title, a bar and a text on stderr, at a terminal and without ``--quiet``."""

    def __init__(self, title: str, show: bool | None = None, *, left: bool = False) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self.show = is_terminal_error() and not is_asked("quiet") if show is None else show
        self.left, self.compiling = left, 0.0
        self.bar = Progress(
            TextColumn("{task.description}"), BarColumn(bar_width=BAR_WIDTH), TextColumn("{task.fields[text]}"),
            *([TimeRemainingColumn(), TextColumn("left")] if left else []),
            console=console(error=True), transient=True, disable=not self.show,
            redirect_stdout=False, redirect_stderr=False, get_time=lambda: time.perf_counter() - self.compiling,
        )  # fmt: skip
        self.task = self.bar.add_task(title, total=None, text="" if left else COMPILING)
        self.inside = ExitStack()

    def __enter__(self) -> Status:
        if self.show:
            self.inside.enter_context(self.bar)
            above = self.bar.console.print if self.left else compile_notice.ignore_notice  # else the bar says it
            self.inside.enter_context(compile_notice.notices_to(above))
        return self

    def __exit__(self, *raised: object) -> None:
        self.inside.close()

    def update(self, done: float, total: float | None, text: str, title: str | None = None) -> None:
        """Move the bar and change its text."""
        self.bar.update(self.task, completed=done, total=total, text=text, description=title)

    def count(self, what: str, total: int | None = None) -> Callable[..., None]:
        """A function of (number done, number in all) that moves the bar; compiling does not count in the time left."""

        def update(done: int, of: int | None = total) -> None:
            if self.show:
                from pokerzoo.envs.support.compile_time import compile_seconds

                self.compiling = compile_seconds()
                self.update(done, of, f"{done}/{'?' if of is None else of} {what}")

        return update


def run_rows(
    folder: Folder, title: str, rows: str, processes: int | None, ray: str | None, limit: int | None = None, *,
    kept: bool = True,
) -> RunProgress:  # fmt: skip
    """Make the rows that a folder lacks, with a bar, or without a terminal a line every few seconds.

    If that ends early, and what was made is ``kept``, it says where that is.
    """
    from pokerzoo.jobs.engine import run_folder

    status, begun, quiet = Status(title), False, is_asked("quiet")
    notes, last = 0, time.monotonic()

    def show(now: RunProgress) -> None:
        nonlocal begun, notes, last
        begun = True
        if quiet:
            return
        for note in now.notes[notes:]:
            say(note)
        notes = len(now.notes)
        parts = [f"{now.done:,}/{now.rows:,}"]
        if now.rows_per_second is not None and now.seconds_left is not None:
            parts += [per_second(now.rows_per_second), f"{duration_text(now.seconds_left)} left"]
        elif now.done < now.rows:
            parts.append("starting (the first run compiles)")
        if now.failed:
            parts.append(f"{now.failed:,} with errors")
        status.update(now.done, now.rows, "  ".join(parts))
        if not status.show and time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            say(", ".join([f"{now.done:,} of {now.rows:,} {rows}", *parts[1:]]))

    try:
        with status:
            return run_folder(folder, processes, ray or False, show, limit)
    except (KeyboardInterrupt, OSError):
        if begun and kept:
            done = folder.count(folder.there())
            say(f"{done:,} of {folder.work.count:,} {rows} are in {folder.path}; the same command resumes")
        raise


@dataclass
class Interrupt:
    """State of Ctrl-C: pressed or not, and when first (``time.monotonic``)."""

    seen: bool = False
    at: float = 0.0


@contextmanager
def interrupts() -> Iterator[Interrupt]:
    """Inside, Ctrl-C only sets a flag; pressed again a second later it raises KeyboardInterrupt after all."""
    interrupt = Interrupt()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before in (signal.SIG_IGN, None):
        yield interrupt
        return

    def note(number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if interrupt.seen and now - interrupt.at > 1.0:
            raise KeyboardInterrupt
        if not interrupt.seen:
            interrupt.seen, interrupt.at = True, now

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


class Monitor:
    """A callback of ``Trainer.run`` that ends it after ``seconds`` and, at a terminal, moves a bar."""

    def __init__(
        self, iterations: int | None, until: float | None, seconds: float | None = None, *, show: bool | None = None,
        measures: bool = True,
    ) -> None:  # fmt: skip
        self.iterations, self.until, self.limit, self.measures = iterations, until, seconds, measures
        self.status = Status("", show)
        self.seconds_before = 0.0  # of the run that left the checkpoint
        self.measured = -math.inf  # when exploitability was measured last, what that took and gave, and after which iteration
        self.cost = 0.0
        self.exploitability = math.nan
        self.measured_at = 0
        self.at_start = math.nan
        self.resumed_at = 0

    def begin(self, solver: Trainer) -> None:
        """Note where the run begins: above 0 where it resumes from a checkpoint."""
        self.resumed_at, self.seconds_before = solver.iteration, solver.seconds

    def seconds(self, solver: Trainer) -> float:
        """Seconds of this run's iterations, without compiling, measuring and files."""
        return solver.seconds - self.seconds_before

    def rate(self, solver: Trainer) -> float | None:
        """Iterations a second; None before the first."""
        seconds = self.seconds(solver)
        return (solver.iteration - self.resumed_at) / seconds if seconds > 0.0 else None

    def is_late(self, solver: Trainer) -> bool:
        """True once the time is up."""
        return self.limit is not None and self.seconds(solver) >= self.limit

    def __call__(self, solver: Trainer) -> bool:
        """Take note, and move the bar; True ends the run."""
        if self.status.show:
            self.measure(solver)
            self.status.update(self.fraction(solver), 1.0, self.state(solver), solver.game.name)
        return self.is_late(solver)

    def state(self, solver: Trainer) -> str:
        """Beside the bar: as much as there is room for, of an exploitability the iteration at which it was measured."""
        percent, rate = solver.game.stakes.pot_percent(self.exploitability), self.rate(solver)
        far = f"{distance_text(self.exploitability)} chips" if percent is None else f"{distance_text(percent)}% of pot"
        at = "" if self.measured_at == solver.iteration else f" at {self.measured_at:,}"
        parts = [f"iteration {solver.iteration:,}"]
        parts += [f"exploitability {far}{at}"] if self.measures else []
        parts += ([] if rate is None else [f"{rate:,.0f}/s"]) + [f"{self.seconds(solver):.1f} s"]
        room = self.status.bar.console.width - len(solver.game.name) - BAR_WIDTH - 2
        while len(parts) > 2 and len("  ".join(parts)) > room:
            parts.pop()
        return "  ".join(parts)

    def measure(self, solver: Trainer) -> None:
        """Measure exploitability, if that is due and can be done."""
        from pokerzoo.envs.support.compile_time import working_clock

        if not self.measures or time.perf_counter() - self.measured < max(SECONDS_BETWEEN, self.cost / SHARE):
            return
        began = working_clock()
        self.checked(solver, solver.exploitability)
        self.cost = working_clock() - began

    def checked(self, solver: Trainer, exploitability: float) -> None:
        """Keep a measurement, the bar's or the run's own, with its time and its iteration."""
        self.exploitability, self.measured_at, self.measured = exploitability, solver.iteration, time.perf_counter()
        if math.isnan(self.at_start):
            self.at_start = exploitability

    def fraction(self, solver: Trainer) -> float:
        """Share of the way that is done, from 0 to 1."""
        done = 0.0 if self.iterations is None else solver.iteration / self.iterations
        if self.until is not None and self.at_start > self.until:
            left = max(self.exploitability, self.until)
            done = max(done, math.log(self.at_start / left) / math.log(self.at_start / self.until))
        if self.limit is not None:
            done = max(done, self.seconds(solver) / self.limit)
        return min(done, 1.0)


def run_watched(
    make: Callable[[], Solver], iterations: int | None, until: float | None, seconds: float | None = None, *,
    measures: bool = True, out: str | None = None, file_options: Mapping[str, Any] = MappingProxyType({}),
    callbacks: Iterable[Callable[[Any], Any]] = (), every: int | None = None, checkpoint: str | None = None,
) -> FinishedRun[Solver]:  # fmt: skip
    """Make a solver, run it to its limits or to Ctrl-C, and save its average policy; the bar ``measures`` it on the way."""
    from pokerzoo.agents.training.run_result import FinishedRun

    target = check_target(out)
    monitor = Monitor(iterations, until, seconds, measures=measures)

    def save(path: Path) -> int:
        policy: Any = solver.average_policy()
        size: int = policy.save(path, **file_options)
        return size

    with monitor.status:
        solver = make()
        with interrupts() as interrupt:
            watching: list[Callable[[Any], Any]] = [monitor, *callbacks, lambda _: interrupt.seen]
            most = ENDLESS if iterations is None and until is None else iterations
            try:
                solver.run(most, until=until, callbacks=watching, every=every, checkpoint=checkpoint)
            except OSError:  # a checkpoint or a log could not be written: what was trained is good
                if target is not None and solver.iteration > monitor.resumed_at:
                    save(unfinished_path(target))
                raise
            written = None if target is None else save(target)
    if interrupt.seen:
        kept = f"kept in {out or checkpoint}" if out or checkpoint else "not kept: no --out"
        say(f"interrupted after {solver.iteration:,} iterations ({kept})")
    stopped: Literal["interrupt", "seconds"] | None = (
        "interrupt" if interrupt.seen else "seconds" if monitor.is_late(solver) and solver.iteration != iterations else None
    )
    return FinishedRun(solver, until, stopped, monitor.seconds(solver), monitor.rate(solver), monitor.resumed_at, written)


def unfinished_path(target: Path) -> Path:
    """Path of a policy whose training failed: never over a file that is there."""
    if not target.exists():
        return target
    path = target.with_name(f"{target.stem}.unfinished{target.suffix}")
    say(f"{target.name} is left as it was; what was trained is in {path}")
    return path
