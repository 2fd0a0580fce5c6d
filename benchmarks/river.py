"""The hold'em river solver beside a plain one (``plain_river``, as fast as the best native solver), in one run.

    python benchmarks/river.py [--repeats 5]

Prints ms per iteration (both players), time to 0.5% and 0.1% of the pot with all best responses counted, iterations to
0.01%, and memory. It also prints where an iteration's time goes, and two solves on two threads beside the same one after
the other. (One solve uses one
thread: a river's nodes are too small to share out.)
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numba as nb
from plain_river import PlainRiver
from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.kernels import update_rows
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.simd import num_blocks
from pokerzoo.envs.compiled.terminal_evaluation import counterfactual_values
from pokerzoo.envs.compiled.treeplex import BLOCKS_AT_ONCE, reach_down

FULL = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}
PURE = {"add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0}


def milliseconds(work: Callable[[], Any]) -> float:
    """Time of one call."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def until(solver: Any, run: Callable[[int], Any], percent: Callable[[], float], target: float, step: int) -> tuple[int, float]:
    """(iterations, milliseconds) to a target in percent of the pot, measuring of exploitability counted."""
    start, done = time.perf_counter(), 0
    while done < 3000:
        run(step)
        done += step
        if percent() <= target:
            break
    return done, 1000 * (time.perf_counter() - start)


def full_river(console: Console, name: str, params: dict[str, Any], repeats: int) -> None:
    """One table of ours and the plain solver, runs interleaved."""
    game = make_game("holdem", **params)
    table = Table(title=f"full-range river, {name}")
    for column in ("solver", "ms/iteration", "ms to 0.5%", "ms to 0.1%", "iterations to 0.1%", "to 0.01%"):
        table.add_column(column, justify="left" if column == "solver" else "right")
    results: dict[str, list[list[float]]] = {"pokerzoo dcfr": [], "plain dcfr": []}
    for _ in range(repeats + 1):  # the first compiles
        ours = CFR(game, "dcfr")
        rate = milliseconds(lambda ours=ours: ours.run(200)) / 200
        times = []
        for target in ("0.5%", "0.1%"):
            solver = CFR(game, "dcfr")
            times.append(milliseconds(lambda solver=solver, target=target: solver.run(until=target)))
        last = CFR(game, "dcfr").run(3000, until="0.01%").iteration
        results["pokerzoo dcfr"].append([rate, *times, solver.iteration, last])
        plain = PlainRiver(game)
        rate = milliseconds(lambda plain=plain: plain.run(200)) / 200
        row = []
        for target in (0.5, 0.1):
            plain = PlainRiver(game)
            row.append(until(plain, plain.run, plain.exploitability, target, 20))
        results["plain dcfr"].append([rate, row[0][1], row[1][1], row[1][0], float("nan")])
    middle = {solver: [median(column) for column in zip(*rows[1:], strict=True)] for solver, rows in results.items()}
    for solver, row in middle.items():
        table.add_row(solver, f"{row[0]:.3f}", f"{row[1]:.1f}", f"{row[2]:.1f}", f"{row[3]:.0f}", f"{row[4]:.0f}")
    ratio = [a / b for a, b in zip(middle["pokerzoo dcfr"], middle["plain dcfr"], strict=True)]
    table.add_row("ratio", f"{ratio[0]:.2f}", f"{ratio[1]:.2f}", f"{ratio[2]:.2f}", f"{ratio[3]:.2f}", "")
    console.print(table)


@nb.njit
def time_terminals(n: int, lanes: Any, terminals: Any, reaches: Any, out: Any) -> None:
    """Both kinds of terminals."""
    for _ in range(n):
        counterfactual_values(lanes, terminals, 0, reaches, out)


@nb.njit
def time_update(n: int, lanes: Any, plex: Any, strategy: Any, utility: Any, regret: Any) -> None:
    """Values, regrets, next strategy."""
    for _ in range(n):
        for block in range(0, num_blocks(lanes), BLOCKS_AT_ONCE):
            update_rows(
                lanes, plex, block, min(block + BLOCKS_AT_ONCE, num_blocks(lanes)), 0.9, 0.5, 0.0, strategy, utility, regret
            )


@nb.njit
def time_reach(n: int, lanes: Any, plex: Any, strategy: Any, reach: Any) -> None:
    """Own reach."""
    for _ in range(n):
        reach_down(lanes, plex, 0, num_blocks(lanes), strategy, reach)


def phases(console: Console, repeats: int) -> None:
    """Microseconds of each part of one player's update."""
    solver = CFR(make_game("holdem", **FULL, **PURE), "dcfr").run(50)
    form, walk, rounds = solver.form, solver._walk, 300
    rows = [row.copy() for row in (walk.strategies[0], walk.utilities[0], walk.regrets[0], walk.reaches[0])]
    plex, evaluator, shares = form.treeplexes[0], solver._evaluator, form.shares(walk.averages)
    sizes = sum(row.nbytes for group in (walk.regrets, walk.averages, walk.strategies) for row in group)
    work: dict[str, Callable[[], Any]] = {
        "terminals (showdowns and folds)": lambda: time_terminals(
            rounds, form.lanes, walk.terminals.evaluation, walk.reaches, rows[1].copy()
        ),
        "regrets and strategy": lambda: time_update(rounds, form.lanes, plex, rows[0], rows[1], rows[2]),
        "own reach": lambda: time_reach(rounds, form.lanes, plex, rows[0], rows[3]),
    }
    table = Table(title="one player's update, pure tree")
    table.add_column("phase")
    table.add_column("microseconds", justify="right")
    for name, run in work.items():
        run()
        table.add_row(name, f"{median(1000 * milliseconds(run) / rounds for _ in range(repeats)):.1f}")
    best = [1000 * milliseconds(lambda: evaluator.evaluate(shares)) for _ in range(repeats + 20)]
    table.add_row("both best responses and values", f"{median(best):.1f}")
    table.add_row(
        "whole iteration, both players",
        f"{median(1000 * milliseconds(lambda: solver.run(200)) / 200 for _ in range(repeats)):.1f}",
    )
    console.print(table)
    buffers = [*walk.utilities, *walk.reaches, *evaluator.reaches, *evaluator.responses]
    scratch = [x for x in walk.terminals.evaluation.scratch if hasattr(x, "nbytes")]
    total = sizes + sum(x.nbytes for x in [*buffers, *scratch])
    console.print(f"memory: regrets, averages and strategies {sizes / 2**20:.2f} MiB, with all buffers {total / 2**20:.2f} MiB")


def small_spot(console: Console, repeats: int) -> None:
    """The article's spot: AA, KK, QQ on both sides."""
    game = make_game("holdem")
    for target in ("0.1%", "0.01%"):
        times = []
        for _ in range(repeats + 1):
            solver = CFR(game, "dcfr")
            times.append(milliseconds(lambda solver=solver, target=target: solver.run(until=target)))
        console.print(f"the article's spot to {target}: {median(times[1:]):.2f} ms, {solver.iteration} iterations")


def two_threads(console: Console) -> None:
    """Two solvers at once on two threads, and one after the other."""
    game = make_game("holdem", **FULL, **PURE)
    solvers = [CFR(game, "dcfr").run(5) for _ in range(2)]
    alone = milliseconds(lambda: [solver.run(300) for solver in solvers])
    threads = [threading.Thread(target=solver.run, args=(300,)) for solver in solvers]
    together = milliseconds(lambda: [[thread.start() for thread in threads], [thread.join() for thread in threads]])
    console.print(f"two solves of 300 iterations: one after the other {alone:.0f} ms, on two threads {together:.0f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    console = Console(width=120)
    full_river(console, "pure tree (24 + 45 nodes)", FULL | PURE, arguments.repeats)
    full_river(console, "default thresholds (20 + 37 nodes)", FULL, arguments.repeats)
    phases(console, arguments.repeats)
    small_spot(console, arguments.repeats)
    two_threads(console)


if __name__ == "__main__":
    main()
