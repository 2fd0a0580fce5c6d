"""Monte Carlo CFR on Kuhn and Leduc beside OpenSpiel's C++ solvers, in one run.

    python benchmarks/mccfr.py [--repeats 5] [--seconds 2]

Iterations a CPU second, a traversal for every player each, and exploitability (NashConv / 2 in chips) after equal seconds of
iterations. Medians of runs with a seed of their own, the programs taking turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from timing import arguments, peer, print_table, seconds

from pokerzoo.agents import MCCFR
from pokerzoo.envs import make_game

BATCH_SECONDS = 0.5
"""Of iterations in one timing."""
Run = tuple[Callable[[int], Any], Callable[[], float]]
"""Runs n iterations; measures exploitability."""


def ours(game: str, sampling: str, **options: Any) -> Callable[[int], Run]:
    """This package, by seed."""

    def make(seed: int) -> Run:
        solver = MCCFR(make_game(game), sampling=sampling, seed=seed, **options)
        return solver.advance, lambda: solver.exploitability

    return make


def openspiel(game: str, sampling: str, pyspiel: Any) -> Callable[[int], Run]:
    """OpenSpiel's C++ solver from Python, by seed."""
    theirs = pyspiel.load_game(f"{game}_poker")
    kind = {"external": pyspiel.ExternalSamplingMCCFRSolver, "outcome": pyspiel.OutcomeSamplingMCCFRSolver}[sampling]

    def make(seed: int) -> Run:
        solver = kind(theirs, seed=seed)

        def run(iterations: int) -> None:
            step = solver.run_iteration
            for _ in range(iterations):
                step()

        return run, lambda: pyspiel.nash_conv(theirs, solver.average_policy(), True) / 2

    return make


def batch_of(make: Callable[[int], Run]) -> int:
    """Iterations that take about ``BATCH_SECONDS``; compiles on the way."""
    (run, _), batch = make(0), 100
    run(1)
    while (spent := seconds(partial(run, batch), time.process_time)) < BATCH_SECONDS / 4:
        batch *= 2
    return max(1, round(batch * BATCH_SECONDS / spent))


def after(made: Run, batch: int, limit: float) -> float:
    """Exploitability after so many seconds of iterations."""
    run, exploitability = made
    spent = 0.0
    while spent < limit:
        spent += seconds(partial(run, batch), time.process_time)
    return exploitability()


def main() -> None:
    """Measure and print."""
    options = arguments(__doc__, 5, seconds=2.0)
    pyspiel = peer("pyspiel")
    for game in ("kuhn", "leduc"):
        for sampling in ("external", "outcome"):
            solvers = {"pokerzoo": ours(game, sampling), "pokerzoo, baselines": ours(game, sampling, baseline=True)}
            if pyspiel is not None:
                solvers["OpenSpiel C++"] = openspiel(game, sampling, pyspiel)
            batches = {name: batch_of(make) for name, make in solvers.items()}
            times: dict[str, list[float]] = {name: [] for name in solvers}
            left: dict[str, list[float]] = {name: [] for name in solvers}
            for seed in range(1, options.repeats + 1):
                for name, make in solvers.items():
                    run, _ = make(seed)
                    times[name].append(seconds(partial(run, batches[name]), time.process_time))
                    left[name].append(after(make(seed), max(1, batches[name] // 20), options.seconds))
            speeds = {name: batches[name] / median(times[name]) for name in solvers}
            print_table(
                f"{game}, {sampling} sampling",
                ("solver", "iterations/s", "times slower", f"exploitability after {options.seconds:g} s"),
                [
                    (name, f"{rate:,.0f}", f"{speeds['pokerzoo'] / rate:.1f}", f"{median(left[name]):.5f}")
                    for name, rate in speeds.items()
                ],
            )


if __name__ == "__main__":
    main()
