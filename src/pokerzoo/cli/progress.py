"""Training watched: Ctrl-C as a flag, and a bar with iteration, rate and exploitability."""

from __future__ import annotations

import math
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from pokerzoo.envs.support import compile_notice
from pokerzoo.envs.support.formats import distance_text

from .output import console, is_terminal_error, say

if TYPE_CHECKING:
    from pokerzoo.agents.training import Trainer
    from pokerzoo.agents.training.run_result import FinishedRun

Solver = TypeVar("Solver", bound="Trainer")

BAR_WIDTH = 16
"""Of the bar itself, in columns."""
SHARE = 0.05
"""At most this share of the time goes into exploitability for the bar."""
SECONDS_BETWEEN = 0.25
"""Nor is it worked out more often than this."""


class Stopped(Exception):
    """Ctrl-C ended a command, which has told what it kept: the exit code is 130, and no more is said."""


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
    """A callback of ``Trainer.run`` that keeps the rate and, if wanted, shows a bar on stderr."""

    def __init__(self, iterations: int | None, until: float | None, show: bool, measures: bool = True) -> None:
        from rich.progress import BarColumn, Progress, TextColumn

        self.iterations, self.until, self.show, self.measures = iterations, until, show, measures
        self.bar = Progress(
            TextColumn("{task.description}"), BarColumn(bar_width=BAR_WIDTH), TextColumn("{task.fields[state]}"),
            console=console(error=True), transient=True, disable=not show, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self.task = self.bar.add_task("compiling (first run only)...", total=None, state="")
        self.seconds_before = 0.0  # of the run that left the checkpoint
        self.measured = -math.inf  # when exploitability was last looked at, what that took and gave, and after which iteration
        self.cost = 0.0
        self.exploitability = math.nan
        self.measured_at = 0
        self.at_start = math.nan
        self.resumed_at = 0
        self.inside = ExitStack()

    def begin(self, solver: Trainer) -> None:
        """Note where the run begins: above 0 where it goes on from a checkpoint."""
        self.resumed_at, self.seconds_before = solver.iteration, solver.seconds

    def __enter__(self) -> Monitor:
        if self.show:
            self.inside.enter_context(compile_notice.notices_to(compile_notice.ignore_notice))  # the bar says it
            self.inside.enter_context(self.bar)
        return self

    def __exit__(self, *raised: object) -> None:
        self.inside.close()

    def seconds(self, solver: Trainer) -> float:
        """Seconds of this run's iterations, without compiling, measuring and files."""
        return solver.seconds - self.seconds_before

    def rate(self, solver: Trainer) -> float | None:
        """Iterations a second; None before the first."""
        seconds = self.seconds(solver)
        return (solver.iteration - self.resumed_at) / seconds if seconds > 0.0 else None

    def __call__(self, solver: Trainer) -> None:
        """Take note, and move the bar."""
        if self.show:
            self.measure(solver)
            self.bar.update(
                self.task, description=solver.game.name, state=self.state(solver),
                completed=self.fraction(solver), total=1.0,
            )  # fmt: skip

    def checked(self, solver: Trainer, exploitability: float) -> None:
        """Take note of what the run itself has measured."""
        self.note(solver, exploitability)

    def state(self, solver: Trainer) -> str:
        """Beside the bar: as much as there is room for, of an exploitability the iteration at which it was measured."""
        percent, rate = solver.game.stakes.pot_percent(self.exploitability), self.rate(solver)
        far = f"{distance_text(self.exploitability)} chips" if percent is None else f"{distance_text(percent)}% of pot"
        at = "" if self.measured_at == solver.iteration else f" at {self.measured_at:,}"
        parts = [f"iteration {solver.iteration:,}"]
        parts += [f"exploitability {far}{at}"] if self.measures else []
        parts += ([] if rate is None else [f"{rate:,.0f}/s"]) + [f"{self.seconds(solver):.1f} s"]
        room = self.bar.console.width - len(solver.game.name) - BAR_WIDTH - 2
        while len(parts) > 2 and len("  ".join(parts)) > room:
            parts.pop()
        return "  ".join(parts)

    def measure(self, solver: Trainer) -> None:
        """Look at exploitability, if that is due and can be done."""
        from pokerzoo.envs.support.compile_time import working_clock

        if not self.measures or time.perf_counter() - self.measured < max(SECONDS_BETWEEN, self.cost / SHARE):
            return
        began = working_clock()
        self.note(solver, solver.exploitability)
        self.cost = working_clock() - began

    def note(self, solver: Trainer, exploitability: float) -> None:
        """Keep a measurement, with its time and its iteration."""
        self.exploitability, self.measured_at, self.measured = exploitability, solver.iteration, time.perf_counter()
        if math.isnan(self.at_start):
            self.at_start = exploitability

    def fraction(self, solver: Trainer) -> float:
        """Share of the way that is done, from 0 to 1."""
        done = 0.0 if self.iterations is None else solver.iteration / self.iterations
        if self.until is not None and self.at_start > self.until:
            left = max(self.exploitability, self.until)
            done = max(done, math.log(self.at_start / left) / math.log(self.at_start / self.until))
        return min(done, 1.0)


class CountBar:
    """A bar on stderr, if that is a terminal, with how much of a count is done and the time left."""

    def __init__(self, verb: str, what: str, total: int | None = None) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.show = is_terminal_error()
        self.inside = ExitStack()
        self.compiling = 0.0
        self.bar = Progress(
            TextColumn(verb), BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn(), TextColumn("left"),
            console=console(error=True), transient=True, disable=not self.show,
            redirect_stdout=False, redirect_stderr=False, get_time=lambda: time.perf_counter() - self.compiling,
        )  # fmt: skip
        self.task = self.bar.add_task(verb, total=total)

    def __enter__(self) -> CountBar:
        if self.show:
            self.inside.enter_context(self.bar)
            self.inside.enter_context(compile_notice.notices_to(self.bar.console.print))  # above the bar
        return self

    def __exit__(self, *raised: object) -> None:
        self.inside.close()

    def update(self, done: int, total: int | None = None) -> None:
        """Show how many are done, and of how many if that is given; compiling does not count in the time left."""
        if self.show:
            from pokerzoo.envs.support.compile_time import compile_seconds

            self.compiling = compile_seconds()
        self.bar.update(self.task, completed=done, total=total)


def run_watched(
    make: Callable[[], Solver],
    iterations: int | None,
    until: float | None,
    *,
    show: bool,
    measures: bool = True,
    keep: Callable[[Solver, bool], object] | None = None,
    callbacks: Iterable[Callable[[Any], Any]] = (),
    every: int | None = None,
    checkpoint: str | None = None,
) -> FinishedRun[Solver]:
    """Make a solver, run it to its limits or to Ctrl-C, and keep what it found; the bar ``measures`` it on the way."""
    from pokerzoo.agents.training.run_result import FinishedRun

    monitor = Monitor(iterations, until, show, measures)
    with monitor:
        solver = make()
        with interrupts() as interrupt:
            watching: list[Callable[[Any], Any]] = [monitor, *callbacks, lambda _: interrupt.seen]
            try:
                with warnings_on_stderr():
                    solver.run(iterations, until=until, callbacks=watching, every=every, checkpoint=checkpoint)
            except OSError:  # a checkpoint or a log could not be written: what was trained is good
                if keep is not None and solver.iteration > monitor.resumed_at:
                    keep(solver, True)
                raise
            if keep is not None:
                keep(solver, False)
    return FinishedRun(solver, until, interrupt.seen, monitor.seconds(solver), monitor.rate(solver), monitor.resumed_at)


@contextmanager
def warnings_on_stderr() -> Iterator[None]:
    """Inside, a warning is one line on stderr, without the place in the source."""

    def tell(message: Warning | str, *where: Any, **more: Any) -> None:
        say(f"warning: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = tell
        yield


def say_interrupted(solver: Trainer, out: str | None) -> None:
    """Tell on stderr what became of an interrupted run."""
    kept = f"kept in {out}" if out is not None else "not kept: no --out"
    say(f"interrupted after {solver.iteration:,} iterations ({kept})")
