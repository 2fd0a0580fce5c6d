"""From ``make_game`` to a solver that is ready to run: seconds and memory; and the tree API's loop beside OpenSpiel's states.

    python benchmarks/game_setup.py [--repeats 5] [--against DIR]

Two hold'em spots: the README's full-range river (1,081 hands each), and a turn (four public cards, the last still to come; 171
and 253 hands). Ready means that ``CFR(game, "dcfr")`` stands; the first iteration comes on top.
In a new process they also wait for modules and for compiled kernels from the cache. Columns:

- *first*: the first game of a process and its solver; *and iterated*: to the end of the solver's first iteration.
- *later*: games and solvers made after that, in the same process.
- *memory*: by how much the process grows when game and solver are made and one iteration has run, over the bytes of regrets
  and averages alone (Linux only). The growth is the least of several, each measured after another game has come and gone.
- *ms/iteration*: CPU time, both players.

The tree API's loop plays random moves, one hand at a time, through ``initial_state``, ``legal_actions``, ``child`` and
``returns``; OpenSpiel's is the same through its Python bindings, which change one state in place. A decision is a move of a
player.

Each measurement runs in a process of its own, and medians are over ``--repeats`` of them. ``--against`` names another checkout
of this repository (``git worktree add ../before 522c5bc``), whose processes run in turn with ours;
then each figure also has its ratio, theirs over ours: above 1 is better here. One process of each runs beforehand, so that
kernels are compiled.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

LATER = 5
"""Games made in one process after the first."""
ITERATIONS = {"river": 200, "turn": 40}
DECISIONS = 50_000
RIVER = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}
TURN = {  # one betting round, the last card, another betting round
    "board": "QsJh2h8d",
    "ranges": (
        "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
    ),
    "pot": 200,
    "stack": 900,
    "bet_sizes": "60%,a",
    "raise_sizes": "60%,a",
    **dict.fromkeys(("add_allin_threshold", "force_allin_threshold", "merging_threshold"), 0),
}
PARAMETERS = {"river": RIVER, "turn": TURN}


def maker(spot: str) -> Callable[[], Any]:
    """The maker of a spot."""
    from pokerzoo.envs import make_game

    return lambda: make_game("holdem", **PARAMETERS[spot])


def resident() -> float:
    """Bytes of this process that lie in memory, after what is free has been given back; NaN where that cannot be told."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (AttributeError, OSError):
        return float("nan")
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


def measure_spot(spot: str) -> dict[str, float]:
    """One process's figures of a spot."""
    from pokerzoo.agents import CFR

    make = maker(spot)
    start = time.perf_counter()
    solver = CFR(make(), "dcfr")
    first = time.perf_counter() - start
    solver.run(1)
    iterated = time.perf_counter() - start

    solver.run(5)
    start = time.process_time()
    solver.run(ITERATIONS[spot])
    iteration = (time.process_time() - start) / ITERATIONS[spot]
    sums = sum(array.nbytes for name, array in solver.state().items() if name.startswith(("regrets", "averages")))
    assert sums > 0

    later = []
    for _ in range(LATER):
        del solver
        gc.collect()
        start = time.perf_counter()
        solver = CFR(make(), "dcfr")
        later.append(time.perf_counter() - start)
    grown = []
    del solver
    for _ in range(LATER):
        before = resident()
        alive = [CFR(make(), "dcfr").run(1)]
        grown.append(resident() - before)
        alive.clear()
    return {
        "first": first,
        "and iterated": iterated,
        "later": median(later),
        "memory": min(grown) / sums,
        "ms/iteration": 1000 * iteration,
        "MiB": sums / 2**20,
    }


def random_choice(outcomes: Any, number: float) -> int:
    """Chance's outcome that a number between 0 and 1 stands for."""
    action = 0
    for action, probability in outcomes:  # noqa: B007 - the last one is meant
        number -= probability
        if number < 0:
            break
    return int(action)


def tree_loop(name: str) -> float:
    """Decisions per second of CPU time through our tree API."""
    from pokerzoo.envs import make_game

    game, draw, done = make_game(name), random.Random(1).random, 0
    start = time.process_time()
    while done < DECISIONS:
        state = game.initial_state()
        while not state.is_terminal:
            if state.is_chance:
                action = random_choice(state.chance_outcomes(), draw())
            else:
                legal = state.legal_actions()
                action = legal[int(draw() * len(legal))]
                done += 1
            state = state.child(action)
        state.returns()
    return done / (time.process_time() - start)


def openspiel_loop(name: str) -> float:
    """The same with OpenSpiel's states; NaN if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return float("nan")
    game, draw, done = pyspiel.load_game(f"{name}_poker"), random.Random(1).random, 0
    start = time.process_time()
    while done < DECISIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = random_choice(state.chance_outcomes(), draw())
            else:
                legal = state.legal_actions()
                action = legal[int(draw() * len(legal))]
                done += 1
            state.apply_action(action)
        state.returns()
    return done / (time.process_time() - start)


def measure_loop(name: str) -> dict[str, float]:
    """Both loops of a game, run in turn."""
    pairs = [(tree_loop(name), openspiel_loop(name)) for _ in range(LATER)]
    ours, theirs = (median(column) for column in zip(*pairs, strict=True))
    return {"pokerzoo": ours, "OpenSpiel": theirs, "ratio": median(a / b for a, b in pairs)}


SPOTS = {"river": "full-range river (README)", "turn": "turn, 171 x 253 hands"}
GAMES = ("kuhn", "leduc")


def in_process(name: str, checkout: Path | None) -> dict[str, float]:
    """Measure in a new process, of this checkout or of another one."""
    environment = os.environ | {"MALLOC_MMAP_THRESHOLD_": "65536"}  # so that what is freed leaves the process
    if checkout is not None:
        environment["PYTHONPATH"] = str(checkout / "src")
    command = [sys.executable, str(Path(__file__).resolve()), "--measure", name]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def medians(name: str, checkouts: list[Path | None], repeats: int) -> list[dict[str, float]]:
    """For each checkout the medians of its processes, which run in turn."""
    for checkout in checkouts:
        in_process(name, checkout)  # compiles
    runs = [[in_process(name, checkout) for checkout in checkouts] for _ in range(repeats)]
    return [{key: median(one[key] for one in mine) for key in mine[0]} for mine in zip(*runs, strict=True)]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5, help="processes for each measurement")
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout, which runs in turn with this one")
    parser.add_argument("--measure", choices=(*SPOTS, *GAMES), help="print the figures of this process alone, as JSON")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps((measure_spot if options.measure in SPOTS else measure_loop)(options.measure)))
        return
    if options.against is not None and not (options.against / "src" / "pokerzoo").is_dir():
        parser.error(f"--against {options.against}: no checkout of pokerzoo (it has no src/pokerzoo)")
    checkouts = [None] if options.against is None else [None, options.against.resolve()]
    console = Console()

    columns = ("first", "and iterated", "later", "memory", "ms/iteration")
    for spot, title in SPOTS.items():
        rows = medians(spot, checkouts, options.repeats)
        table = Table(title=f"{title}: regrets and averages {rows[0]['MiB']:.1f} MiB")
        for heading in ("checkout", "first (s)", "and iterated (s)", "later (s)", "memory", "ms/iteration"):
            table.add_column(heading, justify="left" if heading == "checkout" else "right")
        for checkout, row in zip(("here", "there"), rows, strict=False):
            table.add_row(checkout, *(f"{row[key]:.3f}" for key in columns))
        if len(rows) == 2:
            table.add_row("there / here", *(f"{rows[1][key] / rows[0][key]:.2f}" for key in columns))
        console.print(table)

    table = Table(title="random moves, decisions per second in Python")
    for heading in ("game", "checkout", "pokerzoo's tree API", "OpenSpiel's state", "ratio"):
        table.add_column(heading, justify="left" if heading in ("game", "checkout") else "right")
    for game in GAMES:
        rows = medians(game, checkouts, options.repeats)
        for checkout, row in zip(("here", "there"), rows, strict=False):
            speeds = (f"{row[key]:,.0f}" for key in ("pokerzoo", "OpenSpiel"))
            table.add_row(game if checkout == "here" else "", checkout, *speeds, f"{row['ratio']:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
