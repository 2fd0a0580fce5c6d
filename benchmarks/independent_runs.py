"""Measure whether independent runs of a blueprint, put together, are worth one long run.

    python benchmarks/independent_runs.py

Runs with different seeds add up their weighted averages, as workers of a cluster that never speak to each other would.
Flop hold'em with 20 cards is small enough for an exact best response: exploitability in mbb a hand of one run, of more
runs of the same length put together, and of one run as long as all of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.agents import Blueprint
from pokerzoo.envs import make_game

ITERATIONS = 4_000  # of a run
RUNS = 4
CLASSES: tuple[dict[str, Any], ...] = ({"flop": 500, "river_features": "ochs"}, {"flop": "exact"})


def mbb(solver: Blueprint) -> float:
    """Exploitability of a blueprint's average strategy."""
    found = solver.measure().exploitability_mbb
    assert found is not None
    return found


def compare(classes: dict[str, Any]) -> tuple[int, float, float, float]:
    """(hand classes of the flop, one run, all runs put together, one run as long as all)."""
    game = make_game("flop_holdem", deck="royal")
    solvers = [Blueprint(game, hand_classes=classes, seed=seed, threads=1) for seed in range(1, RUNS + 1)]
    for solver in solvers:
        solver.advance(ITERATIONS)
    one = mbb(solvers[0])
    together = np.sum([solver.state()["averages"] for solver in solvers], axis=0)
    together *= np.float32(1 / RUNS)
    solvers[1].state()["averages"][:] = together
    merged = mbb(solvers[1])
    solvers[0].advance((RUNS - 1) * ITERATIONS)
    return solvers[0].classes.counts[1], one, merged, mbb(solvers[0])


def main() -> None:
    """Print the table."""
    print(f"| classes of the flop | one run of {ITERATIONS:,} | {RUNS} runs put together | one run of {RUNS * ITERATIONS:,} |")
    print("|---:|---:|---:|---:|")
    for classes in CLASSES:
        count, one, merged, longer = compare(classes)
        print(f"| {count:,} | {one:.1f} | {merged:.1f} | {longer:.1f} |", flush=True)


if __name__ == "__main__":
    main()
