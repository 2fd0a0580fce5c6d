"""Rivers, turns and flops, alone or beside a native solver, in one run.

    python benchmarks/postflop.py [--spot turn] [--repeats 3]
    python benchmarks/postflop.py --native PROGRAM [--spot turn] [--repeats 3]

Spots: river, turn, flop (the ranges, pot and stacks of postflop-solver's example), gtopen (GTOpen's ``bench_spot.json``).
It prints milliseconds an iteration (both players), seconds to 0.5% of the pot (rivers 0.1%; gtopen: ten iterations) with all
measuring, the megabytes that the solve adds to the process, and seconds from ``make_game`` to the end of the first iteration
with kernels compiled before; one thread and two.

With ``--native`` a native solver and ours run in turns. ``PROGRAM`` is called with board, two ranges, pot, stack, bet sizes,
raise sizes, a number of iterations and a target in percent; it gets ``RAYON_NUM_THREADS``, and ``PURE``, since no sizes are
merged. It prints ``ms/it 0.55`` and ``to 0.1%: 0.067 s``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median

from timing import SPOTS, arguments, print_table, seconds

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game

TARGETS = {"river": 0.1, "turn": 0.5, "flop": 0.5}
"""Percent of the pot."""


def solver_of(spot: str, threads: int) -> CFR:
    """A solver at its start."""
    return CFR(make_game("holdem", **SPOTS[spot]), threads=threads)


def solve(spot: str, threads: int) -> CFR:
    """A solver at its target, or after ten iterations and a measurement."""
    solver = solver_of(spot, threads)
    if spot in TARGETS:
        return solver.run(until=f"{TARGETS[spot]}%")
    solver.run(10).measure()
    return solver


def resident() -> float:
    """MiB of this process that are in memory (Linux)."""
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1024


def print_memory(spot: str, threads: int) -> None:
    """Print how many MiB a solve adds to this process, in which kernels and tables are loaded."""
    small = solver_of("river", threads)
    small.run(1)
    before = resident()
    solver = solver_of(spot, threads)
    solver.run(2)
    solver.measure()
    print(resident() - before)


def row(spot: str, threads: int, repeats: int) -> list[str]:
    """The cells of a solver."""
    solver = solver_of(spot, threads)
    solver.run(1)  # compiles
    solver.measure()
    count = max(1, min(100, int(0.5 / seconds(partial(solver.run, 1)))))
    each = median(seconds(partial(solver.run, count)) / count for _ in range(repeats))
    first = median(seconds(lambda: solver_of(spot, threads).run(1)) for _ in range(repeats))
    whole = median(seconds(partial(solve, spot, threads)) for _ in range(repeats))
    command = [sys.executable, __file__, "--memory", f"{spot},{threads}"]
    added = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [str(threads), f"{1000 * each:.3g}", f"{whole:.3g}", f"{added:.1f}", f"{first:.3g}"]


def native(program: str, spot: str, threads: int, count: int) -> tuple[float, float]:
    """(milliseconds an iteration, seconds to the target) of a native solver."""
    params, target = SPOTS[spot], TARGETS[spot]
    names = ("pot", "stack", "bet_sizes", "raise_sizes")
    command = [program, params["board"], *params["ranges"], *(params[name] for name in names), count, target]
    environment = os.environ | {"RAYON_NUM_THREADS": str(threads), "PURE": "1"}
    done = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout.split("ms/it ")[1].split()[0]), float(done.stdout.split(f"to {target}%: ")[1].split()[0])


def beside_native(program: str, spot: str, threads: int, repeats: int) -> list[str]:
    """The cells of ours and a native solver, run in turns."""
    solver = solver_of(spot, threads)
    solver.run(1)  # compiles
    solver.measure()
    count = max(1, min(200, int(2.0 / seconds(partial(solver.run, 1)))))
    ours, theirs = [], []
    for _ in range(repeats):
        theirs.append(native(program, spot, threads, count))
        ours.append((1000 * seconds(partial(solver.run, count)) / count, seconds(partial(solve, spot, threads))))
    cells = [spot, str(threads)]
    for k in (0, 1):
        mine, other = median(pair[k] for pair in ours), median(pair[k] for pair in theirs)
        cells += [f"{mine:.3g} / {other:.3g}", f"{mine / other:.2f}"]
    return cells


def main() -> None:
    """Measure and print."""
    options = arguments(__doc__, 3, spot="", native="", memory="")
    if options.memory:
        spot, _, threads = options.memory.partition(",")
        print_memory(spot, int(threads))
        return
    spots = [options.spot] if options.spot else list(TARGETS)
    if options.native:
        rows = [
            beside_native(options.native, spot, threads, options.repeats)
            for spot in spots
            for threads in ((1,) if spot == "river" else (1, 2))
        ]
        print_table("ours / native", ("spot", "threads", "ms/iteration", "ratio", "s to target", "ratio"), rows)
        return
    for spot in spots:
        rows = [row(spot, threads, options.repeats) for threads in ((1,) if spot == "river" else (1, 2))]
        print_table(f"{spot}: {SPOTS[spot]['board']}", ("threads", "ms/iteration", "s to target", "MiB", "first, s"), rows)


if __name__ == "__main__":
    main()
