"""Turns and flops beside a plain solver of the same algorithm (``plain_postflop``), in one run, with the peers' figures.

    python benchmarks/postflop.py [--quick] [--spot turn] [--spot flop] [--spot flop-example] [--spot river] [--repeats 3]
    python benchmarks/postflop.py --native PROGRAM [--spot turn] [--repeats 3]

For each spot it prints milliseconds an iteration (both players), and seconds to 0.5% and to 0.1% of the pot with all
measuring of exploitability (by the plain solver after every tenth iteration). It also prints memory of the process over its
empty state, and the time from ``make_game`` to the end of the first iteration, with kernels compiled before. Medians; of
flops one run.
``--quick`` takes one run of each, no 0.1%, and no flop.

With ``--native`` it runs a native solver and ours in turns instead, on one thread and on two: milliseconds an iteration, and
seconds to 0.1% of the pot on rivers and 0.5% elsewhere. ``PROGRAM`` is called with board, two ranges, pot, stack, bet
sizes, raise sizes, a number of iterations and a target in percent. It gets ``RAYON_NUM_THREADS``, and ``PURE`` where no
sizes are merged. It prints ``ms/it 0.55`` and ``to 0.1%: 0.067 s``.

The plain solver has one thread and single precision; it is a yardstick for a machine on which the native ones are not at hand.
With ours as the clock it takes 1.2 to 1.5 times as long as postflop-solver on the turn. (On the river it is ``plain_river``.)

The peers' figures, one core / two, are of 2026-11-21, native builds on two quiet cores with AVX-512: postflop-solver (Rust) on
an AMD EPYC, TexasSolver (C++) on a Xeon. Turn and flops have the ranges, pot and stacks of postflop-solver's example.
"""

from __future__ import annotations

import argparse
import inspect
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from plain_postflop import PlainPostflop
from plain_river import PlainRiver
from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game

OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
PURE = {"add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0}
EXAMPLE = {"ranges": (OOP, IP), "pot": 200, "stack": 900}
SPOTS: dict[str, dict[str, Any]] = {
    "river": {
        "board": "QsJh2h8d3c",
        "ranges": ("random", "random"),
        "pot": 100,
        "stack": 300,
        "bet_sizes": "33%,75%,150%,a",
        "raise_sizes": "60%,a",
        **PURE,
    },
    "turn": {"board": "QsJh2h8d", "bet_sizes": "60%,a", "raise_sizes": "60%,a", **EXAMPLE, **PURE},
    "flop": {"board": "Td9d6h", "bet_sizes": "60%", "raise_sizes": "60%", **EXAMPLE, **PURE},
    "flop-example": {"board": "Td9d6h", "bet_sizes": "60%,e,a", "raise_sizes": "2.5x", **EXAMPLE},
}
PEERS = {
    "river": [
        ("postflop-solver", "0.33 to 0.36", "0.026", "0.088 to 0.102", "3.7 MiB"),
        ("TexasSolver", "1.73", "", "0.83", ""),
    ],
    "turn": [
        ("postflop-solver", "6.1 to 7.2 / 3.3 to 3.5", "0.62 to 0.65 / 0.36", "1.6 / 0.84", "7.7 MiB"),
        ("TexasSolver", "23.7 / 12.6", "1.68", "", ""),
    ],
    "flop": [
        ("postflop-solver", "347 to 360 / 200", "- / 14.0 to 16.5", "", "381 MiB"),
        ("TexasSolver", "- / 838", "- / 59.5", "", "597 MiB"),
    ],
    "flop-example": [("postflop-solver", "765 / 410", "74.7 / 39.9", "", "688 MiB, 359 at 16 bit")],
}
"""Solver, milliseconds an iteration, seconds to 0.5% and to 0.1%, memory; one core / two."""
ALL = 1081
"""Hands that a full board leaves: ``PlainRiver`` knows no other ranges."""
COLUMNS = ("solver", "ms/iteration", "s to 0.5%", "s to 0.1%", "memory", "first iteration, s")


def ours() -> dict[str, dict[str, Any]]:
    """Our solver's name and arguments, as far as this version has them."""
    known = inspect.signature(CFR).parameters
    threads = (1, 2) if "threads" in known else (0,)
    result: dict[str, dict[str, Any]] = {}
    for count in threads:
        for precision in ("single", "half"):
            arguments = {"precision": precision} | ({"threads": count} if count else {})
            try:
                CFR(make_game("holdem", **SPOTS["turn"]), "dcfr", **arguments)
            except ValueError:
                continue
            result[f"pokerzoo, {precision}" + (f", {count} threads" * (count > 1))] = arguments
    return result


def seconds(work: Callable[[], Any]) -> float:
    """Time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def solve(make: Callable[[], tuple[Any, Callable[[], float]]], target: float) -> float:
    """Seconds to a target in percent of the pot."""
    start = time.perf_counter()
    solver, percent = make()
    if isinstance(solver, CFR):
        solver.run(until=f"{target}%")
        return time.perf_counter() - start
    while True:
        solver.run(10)
        if percent() <= target:
            break
    return time.perf_counter() - start


def maker(spot: str, arguments: dict[str, Any] | None) -> Callable[[], tuple[Any, Callable[[], float]]]:
    """Set up a solver and the function that asks for its exploitability. ``arguments`` None: the plain one."""

    def make() -> tuple[Any, Callable[[], float]]:
        game = make_game("holdem", **SPOTS[spot])
        if arguments is None:
            plain: Any = PlainRiver(game) if spot == "river" and len(game.rules.deck.hands) == ALL else PlainPostflop(game)
            return plain, plain.exploitability
        solver = CFR(game, "dcfr", **arguments)
        return solver, lambda: solver.exploitability_percent

    return make


def resident() -> float:
    """MiB of this process that are in memory."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def memory(spot: str, arguments: dict[str, Any] | None) -> None:
    """Print how many MiB a solve adds to this process, in which kernels and tables are loaded."""
    small = {"ranges": ("KK-99,AK", "QQ-99,AQ,AT") if spot != "river" else ("random", "random")}
    for params in (SPOTS[spot] | small, SPOTS[spot]):
        before = resident()
        SPOTS[spot] = params
        solver, percent = maker(spot, arguments)()
        solver.run(2)
        percent()
    print(resident() - before)


def measure(spot: str, arguments: dict[str, Any] | None, repeats: int, quick: bool) -> list[str]:
    """The cells of one row."""
    make = maker(spot, arguments)
    solver, percent = make()
    solver.run(1)  # compiles
    percent()
    count = max(1, min(100, int(0.5 / seconds(lambda: solver.run(1)))))
    each = median(seconds(lambda: solver.run(count)) / count for _ in range(repeats))
    first = median(seconds(lambda: make()[0].run(1)) for _ in range(repeats))
    times = [median(solve(make, target) for _ in range(repeats)) for target in ((0.5,) if quick else (0.5, 0.1))]
    command = [sys.executable, __file__, "--memory", spot, repr(arguments)]
    added = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [f"{1000 * each:.3g}", *(f"{x:.3g}" for x in times), *[""] * (2 - len(times)), f"{added:.1f} MiB", f"{first:.3g}"]


def native(program: str, spot: str, threads: int, count: int, target: float) -> tuple[float, float]:
    """(milliseconds an iteration, seconds to a target in percent of the pot) of a native solver."""
    params = SPOTS[spot]
    names = ("pot", "stack", "bet_sizes", "raise_sizes")
    arguments = [params["board"], *params["ranges"], *(params[name] for name in names), count, target]
    environment = os.environ | {"RAYON_NUM_THREADS": str(threads)} | ({"PURE": "1"} if PURE.items() <= params.items() else {})
    command = [program, *map(str, arguments)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return float(printed.split("ms/it ")[1].split()[0]), float(printed.split(f"to {target}%: ")[1].split()[0])


def in_turns(console: Console, program: str, spots: list[str], repeats: int) -> None:
    """Print a table of a native solver and ours, run in turns, with the ratios of the medians."""
    table = Table(title="ours / native: medians")
    for column in ("spot", "threads", "ms/iteration", "ratio", "target", "s to target", "ratio"):
        table.add_column(column, justify="left" if column == "spot" else "right")
    for spot in spots:
        target = 0.1 if spot == "river" else 0.5
        for threads in (1,) if spot == "river" else (1, 2):
            make = maker(spot, {"precision": "single", "threads": threads})
            solver, percent = make()
            solver.run(1)  # compiles
            percent()
            count = max(1, min(200, int(2.0 / seconds(partial(solver.run, 1)))))
            ours, theirs = [], []
            for _ in range(repeats):
                theirs.append(native(program, spot, threads, count, target))
                each = 1000 * seconds(partial(solver.run, count)) / count
                ours.append((each, seconds(partial(make()[0].run, until=f"{target}%"))))
            cells = []
            for k in (0, 1):
                mine, other = median(pair[k] for pair in ours), median(pair[k] for pair in theirs)
                cells.append((f"{mine:.3g} / {other:.3g}", f"{mine / other:.2f}"))
            table.add_row(spot, str(threads), *cells[0], f"{target}%", *cells[1])
    console.print(table)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spot", action="append", choices=SPOTS, help="which (river, turn and flop)")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--native", metavar="PROGRAM", help="run this solver and ours in turns")
    parser.add_argument("--memory", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory:
        import ast

        memory(options.memory[0], ast.literal_eval(options.memory[1]))
        return
    console = Console(width=120)
    repeats = 1 if options.quick else options.repeats
    if options.native:
        in_turns(console, options.native, options.spot or ["river", "turn"], repeats)
        return
    for spot in options.spot or (["river", "turn"] if options.quick else ["river", "turn", "flop"]):
        table = Table(title=f"{spot}: {SPOTS[spot]['board']}")
        for column in COLUMNS:
            table.add_column(column, justify="left" if column == "solver" else "right")
        once = 1 if spot.startswith("flop") else repeats  # the plain solver takes minutes
        for name, arguments in {"plain, single": None, **ours()}.items():
            if spot != "river" or arguments is None or arguments["precision"] == "single":
                table.add_row(name, *measure(spot, arguments, once, options.quick))
        for peer in PEERS[spot]:
            table.add_row(*peer, "", style="dim")
        console.print(table)


if __name__ == "__main__":
    main()
