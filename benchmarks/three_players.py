"""CFR on rivers and turns for three players: processor time to small gains, memory, and what several variants find.

    python benchmarks/three_players.py [--iterations 400] [--turn] [--only NAME]

One thread. Gains are each player's exact best-response gain, in percent of the starting pot. ``--turn`` takes minutes more.
Memory is what the game says that it takes, and by how much the process grew, which measures once before.
"""

from __future__ import annotations

import argparse
import resource
import time
from multiprocessing import get_context
from typing import Any

from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.street_size import solving_size

WIDE = (
    "22+,A2s+,K9s+,QTs+,JTs,T9s,98s,AJo+,KQo",
    "22+,A2s+,K9s+,QTs+,JTs,AJo+,KQo",
    "66+,A9s+,KTs+,QJs,AJo+,KQo,T9s",
)
RIVERS: dict[str, dict[str, Any]] = {
    "wide": {
        "board": "QsJh2h8d3c", "ranges": WIDE, "pot": 60, "stack": 150, "bet_sizes": "50%,100%", "raise_sizes": "60%",
    },
    "stacks differ": {
        "board": "Td9d6h2c5s",
        "ranges": ("22+,AT+,KQ,T9s,98s,87s", "TT-22,A9s+,KTs+,QJs,JTs,T9s,87s", "99+,AJ+,KQs"),
        "pot": 60, "stack": (90, 60, 25), "bet_sizes": "50%,a", "raise_sizes": "a",
    },
    "paired": {
        "board": "KsKh7d7c2s", "ranges": ("22+,A2s+,KJ", "55+,AT+,KQs,87s", "QQ+,AK,76s"),
        "pot": 40, "stack": 80, "bet_sizes": "75%", "raise_sizes": "50%,a",
    },
}  # fmt: skip
TURN: dict[str, Any] = {
    "board": "QsJh2h8d", "ranges": WIDE, "pot": 60, "stack": 150, "bet_sizes": "50%", "raise_sizes": "60%", "raise_cap": 2,
}  # fmt: skip
TURNS = {
    "turn, one size": TURN,
    "turn, two sizes": TURN | {"bet_sizes": "50%,100%"},
    "two-tone turn, two sizes": TURN | {"bet_sizes": "50%,100%", "board": "QsJh2h8s"},
    "turn of one suit, two sizes": TURN | {"bet_sizes": "50%,100%", "board": "QhJh2h8h"},
}
VARIANTS = ("dcfr", "lcfr", "cfr+", "pcfr+", "cfr")
TARGET = 0.1
"""Percent of the pot."""


def peak_bytes() -> int:
    """The most memory that this process had at a time."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def row_of(name: str, params: dict[str, Any]) -> tuple[str, ...]:
    """A row of the first table, made in a process of its own."""
    CFR(make_game("holdem", **RIVERS["paired"])).run(1).measure()
    before = peak_bytes()
    game: Any = make_game("holdem", **params)
    hands = " / ".join(str(sum(weight > 0 for weight in own)) for own in game.rules.weights)
    told = min(solving_size(game, threads=1).bytes.values())
    seconds, iterations, gains = seconds_to_target(params, 10)
    shown = " ".join(f"{gain:.3f}" for gain in gains)
    memory = f"{told / 1e9:.2f} / {(peak_bytes() - before) / 1e9:.2f}"
    return name, f"{game.size.lines:,}", hands, f"{iterations}", f"{seconds:.1f}", memory, shown


def seconds_to_target(params: dict[str, Any], step: int) -> tuple[float, int, Any]:
    """(processor seconds in iterations, iterations, gains in percent) until every player's gain is below the target."""
    solver, seconds = CFR(make_game("holdem", **params), threads=1).run(1), 0.0
    while True:
        start = time.process_time()
        solver.run(step)
        seconds += time.process_time() - start
        gains = 100 * solver.measure().gains / params["pot"]
        if gains.max() < TARGET:
            return seconds, solver.iteration, gains


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=400, help="of each variant (400)")
    parser.add_argument("--turn", action="store_true", help="solve turns too")
    parser.add_argument("--only", default="", help="spots whose name has this, and no variants")
    options = parser.parse_args()
    console = Console()
    spots = RIVERS | (TURNS if options.turn else {})
    if options.only:
        spots = {name: params for name, params in (RIVERS | TURNS).items() if options.only in name}

    table = Table("spot", "lines", "hands of each", "iterations", "processor s", "GB told / taken", "gains, % of the pot")
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for row in pool.starmap(row_of, spots.items(), chunksize=1):
            table.add_row(*row)
    console.print(f"DCFR until every gain is below {TARGET}% of the pot, one thread:", table)
    if options.only:
        return

    table = Table("spot", "variant", "pot shares", "gains, % of the pot", "processor s")
    for name, params in RIVERS.items():
        for variant in VARIANTS:
            solver, start = CFR(make_game("holdem", **params), variant), time.process_time()
            solver.run(options.iterations)
            seconds = time.process_time() - start
            result = solver.measure()
            shares = " ".join(f"{own.expected_pot_share_chips:.3f}" for own in result.players)
            gains = " ".join(f"{own.gain_pot_percent:.3f}" for own in result.players)
            table.add_row(name, variant, shares, gains, f"{seconds:.1f}")
    console.print(f"Variants after {options.iterations} iterations:", table)


if __name__ == "__main__":
    main()
