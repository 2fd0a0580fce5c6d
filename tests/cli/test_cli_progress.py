"""The training bar's cost and course, and Ctrl-C as a flag."""

from __future__ import annotations

import os
import signal
import time
from types import SimpleNamespace
from typing import Any

import pytest
from numba.core import event

from pokerzoo.agents import CFR
from pokerzoo.cli import progress
from pokerzoo.cli.progress import Monitor, interrupts
from pokerzoo.envs import Stakes, make_game
from pokerzoo.envs.support import compile_notice
from pokerzoo.envs.support.formats import distance_text


class SlowToMeasure:
    """Stands in for a solver whose exploitability takes 10 ms to work out; counts how often it is asked."""

    game = SimpleNamespace(name="slow", stakes=Stakes())

    def __init__(self) -> None:
        self.iteration = 0
        self.seconds = 0.0
        self.asked = 0

    @property
    def exploitability(self) -> float:
        self.asked += 1
        time.sleep(0.01)
        return 1.0 / self.asked


def watch(monitor: Monitor, seconds: float) -> Any:
    """Call the monitor once a millisecond."""
    solver: Any = SlowToMeasure()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        solver.iteration += 1
        monitor(solver)
        time.sleep(0.001)
    return solver


def test_exploitability_takes_less_than_a_tenth_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    asked = watch(Monitor(None, 0.001, show=True), 1.0).asked
    assert 2 < asked <= 10  # 10 times 10 ms


def test_exploitability_is_asked_a_few_times_a_second_at_most() -> None:
    assert watch(Monitor(None, 0.001, show=True), 0.6).asked <= 3


def test_a_bar_that_is_not_shown_asks_nothing() -> None:
    assert watch(Monitor(None, 0.001, show=False), 0.05).asked == 0


def test_a_run_ends_when_its_time_is_up() -> None:
    monitor: Any = Monitor(None, None, 0.5, show=False)
    monitor.begin(SimpleNamespace(iteration=0, seconds=1.0))
    assert [monitor(SimpleNamespace(iteration=1, seconds=now)) for now in (1.2, 1.5)] == [False, True]
    run = progress.run_watched(lambda: CFR(make_game("kuhn")), None, None, 0.05)
    assert run.stopped == "seconds" and run.seconds >= 0.05


def test_the_bar_follows_the_nearer_limit() -> None:
    solver: Any = SimpleNamespace(iteration=30)
    monitor = Monitor(100, 0.01, show=False)
    monitor.at_start = monitor.exploitability = 1.0
    assert monitor.fraction(solver) == pytest.approx(0.3)
    monitor.exploitability = 0.1  # half of the way from 1 to 0.01, in logarithms
    assert monitor.fraction(solver) == pytest.approx(0.5)
    monitor.exploitability = 0.0
    assert monitor.fraction(solver) == 1.0
    assert Monitor(None, 0.01, show=False).fraction(solver) == 0.0  # nothing measured yet


def test_seconds_and_rate_are_those_of_this_runs_iterations() -> None:
    solver: Any = SimpleNamespace(iteration=100, seconds=2.0, exploitability=1.0)  # from a checkpoint
    monitor = Monitor(None, None, show=False)
    monitor.begin(solver)
    assert monitor.seconds(solver) == 0.0 and monitor.rate(solver) is None
    time.sleep(0.01)  # compiling, looks at exploitability, files
    solver.iteration, solver.seconds = 150, 2.5
    assert monitor.seconds(solver) == 0.5 and monitor.rate(solver) == 100.0


def test_ctrl_c_sets_a_flag_and_insisting_raises() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with interrupts() as interrupt:
            before_it = interrupt.seen
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)  # pressed twice in haste
            assert (before_it, interrupt.seen) == (False, True)
            interrupt.at -= 2.0
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with interrupts():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # a background job stays deaf to it
    finally:
        signal.signal(signal.SIGINT, before)


class Measured:
    """Stands in for a solver; its exploitability at each iteration is 1 / iteration."""

    game = SimpleNamespace(name="holdem", stakes=Stakes())
    seconds = 1.0

    def __init__(self, iteration: int) -> None:
        self.iteration = iteration

    @property
    def exploitability(self) -> float:
        return 1.0 / self.iteration


def test_the_bar_shows_the_newest_measurement_with_its_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run with --until measures now and then by itself; what the bar measures is seldom newer."""
    monkeypatch.setenv("COLUMNS", "120")
    monitor: Any = Monitor(None, 0.001, show=True)
    monitor.begin(SimpleNamespace(iteration=0, seconds=0.0))
    monitor(Measured(1))
    assert "exploitability 1 chips  " in monitor.state(Measured(1))
    monitor(Measured(50))  # too soon for the bar to measure again
    assert "iteration 50  exploitability 1 chips at 1  " in monitor.state(Measured(50))
    monitor.checked(Measured(80), 0.0125)
    assert "iteration 80  exploitability 0.0125 chips  80/s" in monitor.state(Measured(80))
    assert "iteration 90  exploitability 0.0125 chips at 80  " in monitor.state(Measured(90))


def test_a_run_tells_the_bar_what_it_measures() -> None:
    """At its end the bar has the exploitability of the last iteration."""
    monitor = Monitor(None, 0.01, show=True)
    solver = CFR(make_game("kuhn"))
    solver.run(until=0.01, callbacks=[monitor])
    assert (monitor.measured_at, monitor.exploitability) == (solver.iteration, solver.exploitability)
    assert f"iteration {solver.iteration:,}  exploitability {distance_text(solver.exploitability)} chips" in monitor.state(
        solver
    )


@pytest.mark.parametrize(("columns", "parts"), [(200, 4), (80, 3), (70, 2), (20, 2)])
def test_the_bars_text_is_no_wider_than_the_terminal(columns: int, parts: int) -> None:
    monitor: Any = Monitor(None, 0.001, show=True)
    monitor.status.bar.console.width = columns  # pytest's stderr is no terminal
    monitor.begin(SimpleNamespace(iteration=0, seconds=0.0))
    monitor.checked(Measured(80), 0.0125)
    assert len(monitor.state(Measured(90)).split("  ")) == parts


def test_compiling_between_parts_does_not_count_in_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "is_terminal_error", lambda: True)
    bar = progress.Status("drawing", left=True)
    update = bar.count("parts", 6)
    for done in range(1, 5):
        if done == 2:
            with event.trigger_event("numba:compiler_lock"):
                time.sleep(0.5)
        time.sleep(0.01)
        update(done, 6)
    left = bar.bar.tasks[0].time_remaining
    speed = bar.bar.tasks[0].speed
    assert left is not None and speed is not None and speed > 20  # of parts that take 10 ms; with 500 ms of compiling it is 6


@pytest.mark.parametrize("show", [True, False])
def test_a_bar_says_itself_that_it_compiles(show: bool) -> None:
    before = compile_notice.say
    with Monitor(10, None, show=show).status:
        assert compile_notice.say is (compile_notice.ignore_notice if show else before)
    assert compile_notice.say is before
