"""CFR on Kuhn and Leduc beside OpenSpiel's C++ solvers and LiteEFG, in one run.

    python benchmarks/small_games.py [--repeats 3] [--quick]

Prints iterations per second, and seconds of solving (evaluation left out, for all alike) to exploitability 1e-3 and 1e-4,
NashConv / 2 in chips. Medians of several runs; a peer that is not installed is left out.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game

TARGETS = (1e-3, 1e-4)


@dataclass
class Solver:
    """One program on one game: ``make()`` gives a pair of functions, run n iterations, and exploitability."""

    name: str
    make: Callable[[], tuple[Callable[[int], Any], Callable[[], float]]]
    batch: int


def ours(game: str, variant: str) -> Solver:
    """This package."""

    def make() -> tuple[Callable[[int], Any], Callable[[], float]]:
        solver = CFR(make_game(game), variant)
        return solver.run, lambda: solver.exploitability

    return Solver(f"pokerzoo {variant}", make, {"kuhn": 20_000, "leduc": 2_000}[game])


def openspiel(game: str, variant: str) -> Solver:
    """OpenSpiel's C++ solvers from Python."""
    import pyspiel

    theirs = pyspiel.load_game(f"{game}_poker")
    kind = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}[variant]

    def make() -> tuple[Callable[[int], Any], Callable[[], float]]:
        solver = kind(theirs)

        def run(iterations: int) -> None:
            for _ in range(iterations):
                solver.evaluate_and_update_policy()

        return run, lambda: pyspiel.nash_conv(theirs, solver.average_policy(), True) / 2

    return Solver(f"OpenSpiel C++ {variant}", make, {"kuhn": 2_000, "leduc": 20}[game])


def liteefg(game: str, variant: str) -> Solver:
    """LiteEFG on OpenSpiel's game."""
    import LiteEFG
    import LiteEFG.baselines.CFR as cfr_module
    import LiteEFG.baselines.CFRplus as cfrplus_module
    import pyspiel

    def make() -> tuple[Callable[[int], Any], Callable[[], float]]:
        env = LiteEFG.OpenSpielEnv(pyspiel.load_game(f"{game}_poker"), traverse_type="Enumerate", regenerate=False)
        module = {"cfr": cfr_module, "cfr+": cfrplus_module}[variant]
        graph = module.graph()
        env.set_graph(graph)

        def run(iterations: int) -> None:
            for _ in range(iterations):
                graph.update_graph(env)
                env.update_strategy(graph.current_strategy())

        return run, lambda: sum(env.exploitability(graph.current_strategy(), "avg-iterate")) / 2

    return Solver(f"LiteEFG {variant}", make, {"kuhn": 2_000, "leduc": 50}[game])


def speed(solver: Solver, repeats: int) -> float:
    """Iterations per second, median."""
    run, _ = solver.make()
    run(max(1, solver.batch // 20))
    rates = []
    for _ in range(repeats):
        start = time.perf_counter()
        run(solver.batch)
        rates.append(solver.batch / (time.perf_counter() - start))
    return median(rates)


def time_to(solver: Solver, target: float, limit: float) -> float | None:
    """Seconds of iterations until exploitability is at most ``target``; None past ``limit`` seconds."""
    run, exploitability = solver.make()
    spent, done = 0.0, 0
    while spent < limit:
        step = max(10, done // 20)
        start = time.perf_counter()
        run(step)
        spent += time.perf_counter() - start
        done += step
        if exploitability() <= target:
            return spent
    return None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="leave out the time to 1e-4")
    arguments = parser.parse_args()
    targets = TARGETS[:1] if arguments.quick else TARGETS
    console = Console(width=120)
    os.chdir(tempfile.mkdtemp())  # LiteEFG leaves a file of the game where it runs
    for game in ("kuhn", "leduc"):
        table = Table(title=f"{game} (x: how many times slower than pokerzoo's same variant)")
        for column in ("solver", "iterations/s", "x", *(f"s to {target:g}" for target in targets)):
            table.add_column(column, justify="left" if column == "solver" else "right")
        rates: dict[str, float] = {}
        for factory, variants in (
            (ours, ("cfr", "cfr+", "lcfr", "dcfr")),
            (openspiel, ("cfr", "cfr+")),
            (liteefg, ("cfr", "cfr+")),
        ):
            for variant in variants:
                try:
                    solver = factory(game, variant)
                except ImportError as error:
                    console.print(f"left out: {error}")
                    break
                rate = speed(solver, arguments.repeats)
                rates.setdefault(variant, rate)
                row = [solver.name, f"{rate:,.0f}", f"{rates[variant] / rate:.1f}"]
                for target in targets:
                    # Plain CFR is not meant for these targets: minutes with the peers.
                    times = [
                        time_to(solver, target, 60.0) if variant != "cfr" else None
                        for _ in range(arguments.repeats if factory is ours else 1)
                    ]
                    row.append("-" if None in times else f"{median(t for t in times if t is not None):.5f}")
                table.add_row(*row)
        console.print(table)


if __name__ == "__main__":
    main()
