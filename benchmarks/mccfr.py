"""Monte Carlo CFR on Kuhn and Leduc beside OpenSpiel's C++ solvers, in one run.

    python benchmarks/mccfr.py [--repeats 5] [--seconds 2] [--quick]

Prints iterations and nodes touched per second, and exploitability (NashConv / 2 in chips) after equal seconds of iterations.
An iteration is a traversal for every player with both. OpenSpiel does not count nodes: it is credited with as many in an
iteration as ours visits on the same game by the same sampling. Medians of several runs, each with a seed of its own, the
programs taking turns so that a busy moment of the machine hits both.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from pokerzoo.agents import MCCFR
from pokerzoo.envs import make_game

BATCH_SECONDS = 0.5
"""Of iterations in one timing."""


@dataclass
class Run:
    """A solver at its start: ``run`` n iterations, look at exploitability, and count nodes if it does."""

    run: Callable[[int], Any]
    exploitability: Callable[[], float]
    nodes: Callable[[], int] | None = None


def ours(game: str, sampling: str, **options: Any) -> Callable[[int], Run]:
    """This package, by seed."""

    def make(seed: int) -> Run:
        solver = MCCFR(make_game(game), sampling=sampling, seed=seed, **options)
        return Run(solver.advance, lambda: solver.exploitability, lambda: solver.nodes_touched)

    return make


def openspiel(game: str, sampling: str) -> Callable[[int], Run]:
    """OpenSpiel's C++ solver from Python, by seed."""
    import pyspiel

    theirs = pyspiel.load_game(f"{game}_poker")
    kind = {"external": pyspiel.ExternalSamplingMCCFRSolver, "outcome": pyspiel.OutcomeSamplingMCCFRSolver}[sampling]

    def make(seed: int) -> Run:
        solver = kind(theirs, seed=seed)

        def run(iterations: int) -> None:
            step = solver.run_iteration
            for _ in range(iterations):
                step()

        return Run(run, lambda: pyspiel.nash_conv(theirs, solver.average_policy(), True) / 2)

    return make


def seconds_of(run: Run, iterations: int) -> float:
    """Wall time of so many iterations."""
    start = time.perf_counter()
    run.run(iterations)
    return time.perf_counter() - start


def batch_of(make: Callable[[int], Run]) -> int:
    """Iterations that take about ``BATCH_SECONDS``; compiles on the way."""
    run, batch = make(0), 100
    run.run(1)
    while (spent := seconds_of(run, batch)) < BATCH_SECONDS / 4:
        batch *= 2
    return max(1, round(batch * BATCH_SECONDS / spent))


def after(run: Run, batch: int, seconds: float) -> float:
    """Exploitability after so many seconds of iterations."""
    spent = 0.0
    while spent < seconds:
        spent += seconds_of(run, batch)
    return run.exploitability()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of iterations before exploitability is looked at")
    parser.add_argument("--quick", action="store_true", help="three runs, half a second each")
    arguments = parser.parse_args()
    repeats, seconds = (3, 0.5) if arguments.quick else (arguments.repeats, arguments.seconds)
    console = Console(width=120)
    for game in ("kuhn", "leduc"):
        for sampling in ("external", "outcome"):
            solvers = {
                "pokerzoo": ours(game, sampling),
                "pokerzoo, baselines": ours(game, sampling, baseline=True),
                "pokerzoo, baselines, lcfr": ours(game, sampling, baseline=True, variant="lcfr"),
            }
            try:
                solvers["OpenSpiel C++"] = openspiel(game, sampling)
            except ImportError as error:
                console.print(f"left out: {error}")
            batches = {name: batch_of(make) for name, make in solvers.items()}
            times: dict[str, list[float]] = {name: [] for name in solvers}
            left: dict[str, list[float]] = {name: [] for name in solvers}
            nodes: dict[str, float] = {}
            for seed in range(1, repeats + 1):
                for name, make in solvers.items():
                    run = make(seed)
                    times[name].append(seconds_of(run, batches[name]))
                    if run.nodes is not None:
                        nodes[name] = run.nodes() / batches[name]
                    left[name].append(after(make(seed), max(1, batches[name] // 20), seconds))
            table = Table(title=f"{game}, {sampling} sampling (x: how many times slower than the first row)")
            for column in ("solver", "iterations/s", "x", "nodes/iteration", "nodes/s", "ns/node", f"after {seconds:g} s"):
                table.add_column(column, justify="left" if column == "solver" else "right")
            rates = {name: batches[name] / median(times[name]) for name in solvers}
            for name, rate in rates.items():
                visited = nodes.get(name, nodes["pokerzoo"])
                table.add_row(
                    name,
                    f"{rate:,.0f}",
                    f"{rates['pokerzoo'] / rate:.1f}",
                    f"{visited:.1f}" if name in nodes else f"as ours: {visited:.1f}",
                    f"{visited * rate:,.0f}",
                    f"{1e9 / (visited * rate):.1f}",
                    f"{median(left[name]):.5f}",
                )
            console.print(table)


if __name__ == "__main__":
    main()
