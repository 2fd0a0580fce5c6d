"""Regrets and averages in 16 bits with three players: the memory that they would save, and the gains that they would cost.

    python benchmarks/three_players_sums.py [--iterations 200] [--turn]

The engine for three players has no such numbers. So after each iteration the sums are rounded as the engine for two keeps them:
whole numbers of a unit for each decision point and block of sixteen hands, the largest 32,767, rounded up or down at random.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from three_players import RIVERS, TURNS

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.simd import UNITS
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.support.arrays import Floats32

LANES = 16


def round_sums(rows: Floats32, first: Any, actions: Any, rng: np.random.Generator) -> None:
    """Round a player's rows [blocks, 16 * sequences] in place; row 0 belongs to no decision point."""
    sums = rows.reshape(len(rows), -1, LANES)[:, 1 : 1 + actions.sum()]
    units = np.maximum.reduceat(np.abs(sums).max(axis=2), first - 1, axis=1) / np.float32(UNITS)
    units = np.repeat(units, actions, axis=1)[..., None]
    parts = sums / np.where(units > 0, units, 1)
    sums[:] = np.floor(parts + rng.random(parts.shape, np.float32)) * units


def gains_of(params: dict[str, Any], iterations: int, rounded: bool) -> tuple[Any, float]:
    """(gains in percent of the pot, seconds of an iteration without rounding)."""
    solver, rng, seconds = CFR(make_game("holdem", **params), threads=1).run(1), np.random.default_rng(0), 0.0
    for _ in range(iterations - 1):
        start = time.process_time()
        solver.run(1)
        seconds += time.process_time() - start
        if rounded:
            for player, plex in enumerate(solver.form.treeplexes):
                for rows in (solver._regrets, solver._averages):
                    round_sums(rows[player], plex.first, plex.actions, rng)
    return 100 * solver.measure().gains / params["pot"], seconds / (iterations - 1)


def memory_of(params: dict[str, Any]) -> tuple[float, float, float]:
    """(megabytes told, of regrets and averages, of these in 16 bits with their units)."""
    solver = CFR(make_game("holdem", **params), threads=1)
    sums = 2 * sum(rows.nbytes for rows in solver._regrets)
    points = sum(plex.first.size * rows.shape[0] for plex, rows in zip(solver.form.treeplexes, solver._regrets, strict=True))
    _, told = solving_size(solver.game).least
    return told / 1e6, sums / 1e6, (sums / 2 + 2 * 4 * points) / 1e6


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--turn", action="store_true", help="the turn too")
    given = parser.parse_args()
    table = Table("spot", "MB in all", "MB of sums", "in 16 bits", "saved", "gains in float32, % of the pot", "in 16 bits")
    spots = {"wide river": RIVERS["wide"]} | ({"turn": TURNS["turn, one size"]} if given.turn else {})
    for name, params in spots.items():
        told, sums, small = memory_of(params)
        shown = []
        for rounded in (False, True):
            gains, seconds = gains_of(params, given.iterations, rounded)
            shown.append(" / ".join(f"{gain:.3f}" for gain in gains))
        saved = f"{(sums - small) / told:.0%}"
        table.add_row(name, f"{told:.1f}", f"{sums:.1f}", f"{small:.1f}", saved, *shown)
        print(f"{name}: {seconds:.3f} s an iteration")
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
