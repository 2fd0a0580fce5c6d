"""CFR on Kuhn and Leduc beside OpenSpiel's C++ solvers and LiteEFG, in one run.

    python benchmarks/small_games.py [--repeats 3] [--quick] [--only Leduc]

Iterations a CPU second, and CPU seconds of iterations (without measuring) to exploitability 1e-3 and 1e-4, NashConv / 2 in
chips. Leduc comes twice: with suits (936 infosets) and with suits merged (288). Medians; a peer that is not installed is
left out.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from timing import arguments, peer, print_table, seconds

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game

TARGETS = (1e-3, 1e-4)
LIMIT = 60.0
"""Seconds after which a peer gives up."""
GAMES: dict[str, tuple[str, dict[str, Any], str]] = {
    "Kuhn": ("kuhn", {}, "kuhn_poker"),
    "Leduc, 936 infosets": ("leduc", {}, "leduc_poker"),
    "Leduc, 288 infosets": ("leduc", {"suit_isomorphism": True}, "leduc_poker(suit_isomorphism=true)"),
}
"""Our name and parameters, and OpenSpiel's name."""
Pair = tuple[Callable[[int], Any], Callable[[], float]]


@dataclass
class Solver:
    """A program on a game: ``make()`` gives a function that runs n iterations, and one that measures exploitability."""

    name: str
    variant: str
    make: Callable[[], Pair]
    batch: int


def ours(game: str, variant: str) -> Solver:
    """This package."""

    def make() -> Pair:
        name, params, _ = GAMES[game]
        solver = CFR(make_game(name, **params), variant)
        return solver.run, lambda: solver.exploitability

    return Solver(f"pokerzoo {variant}", variant, make, 20_000 if game == "Kuhn" else 2_000)


def openspiel(game: str, variant: str) -> Solver | None:
    """OpenSpiel's C++ solvers from Python."""
    if (pyspiel := peer("pyspiel")) is None:
        return None
    theirs = pyspiel.load_game(GAMES[game][2])

    def make() -> Pair:
        solver = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}[variant](theirs)

        def run(iterations: int) -> None:
            for _ in range(iterations):
                solver.evaluate_and_update_policy()

        return run, lambda: pyspiel.nash_conv(theirs, solver.average_policy(), True) / 2

    return Solver(f"OpenSpiel C++ {variant}", variant, make, 2_000 if game == "Kuhn" else 20)


def liteefg(game: str, variant: str) -> Solver | None:
    """LiteEFG on OpenSpiel's game."""
    lite, pyspiel = peer("LiteEFG"), peer("pyspiel")
    if lite is None or pyspiel is None:
        return None
    module = peer({"cfr": "LiteEFG.baselines.CFR", "cfr+": "LiteEFG.baselines.CFRplus"}[variant])

    def make() -> Pair:
        env = lite.OpenSpielEnv(pyspiel.load_game(GAMES[game][2]), traverse_type="Enumerate", regenerate=False)
        graph = module.graph()
        env.set_graph(graph)

        def run(iterations: int) -> None:
            for _ in range(iterations):
                graph.update_graph(env)
                env.update_strategy(graph.current_strategy())

        return run, lambda: sum(env.exploitability(graph.current_strategy(), "avg-iterate")) / 2

    return Solver(f"LiteEFG {variant}", variant, make, 2_000 if game == "Kuhn" else 50)


def speed(solver: Solver, repeats: int) -> float:
    """Iterations a second, the median."""
    run, _ = solver.make()
    run(max(1, solver.batch // 20))
    return solver.batch / median(seconds(lambda: run(solver.batch), time.process_time) for _ in range(repeats))


def time_to(solver: Solver, target: float) -> float | None:
    """Seconds of iterations until exploitability is at most ``target``; None past the limit."""
    run, exploitability = solver.make()
    spent, done = 0.0, 0
    while spent < LIMIT:
        step = max(10, done // 20)
        spent += seconds(lambda step=step: run(step), time.process_time)
        done += step
        if exploitability() <= target:
            return spent
    return None


def main() -> None:
    """Measure and print."""
    options = arguments(__doc__, 3, quick=False, only="")
    targets = TARGETS[:1] if options.quick else TARGETS
    os.chdir(tempfile.mkdtemp())  # LiteEFG leaves a file of the game where it runs
    for game in (game for game in GAMES if options.only in game):
        rows, fastest = [], dict[str, float]()
        solvers = [ours(game, variant) for variant in ("cfr", "cfr+", "lcfr", "dcfr")]
        solvers += [made for make in (openspiel, liteefg) for variant in ("cfr", "cfr+") if (made := make(game, variant))]
        for solver in solvers:
            rate = speed(solver, options.repeats)
            row = [solver.name, f"{rate:,.0f}", f"{fastest.setdefault(solver.variant, rate) / rate:.1f}"]
            for target in targets if solver.variant != "cfr" else ():  # plain CFR takes minutes with the peers
                runs = options.repeats if solver.name.startswith("pokerzoo") else 1
                times = [time_to(solver, target) for _ in range(runs)]
                row.append("-" if None in times else f"{median(t for t in times if t is not None):.5f}")
            rows.append(row)
        print_table(game, ("solver", "iterations/s", "times slower", *(f"s to {target:g}" for target in targets)), rows)


if __name__ == "__main__":
    main()
