"""Deep CFR on Leduc beside OpenSpiel's, both on torch and one thread: NashConv against seconds and hands.

    python benchmarks/neural.py [--seconds 120] [--jobs 1] [--seed 1] [--out DIR] [--only NAME ...]

Seconds are processor time of the one thread that trains, which on an idle machine is wall-clock time. Measuring NashConv,
and the training of an average network that Deep CFR needs for it, are left out for all. NashConv is twice the
exploitability (NashConv / players) that the rest of this package reports. A hand is a hand played, in Deep CFR a traversal
for one player.

OpenSpiel's settings are taken from its example deep_cfr_pytorch.py as they stand (they are for Kuhn; the larger ones that
it recommends in a comment take some 17 s an iteration). Each program runs in a process
of its own, one after the other, or ``--jobs`` at a time.

Writes DIR/neural_leduc.json. Needs torch; open_spiel (with dm-tree) if it is there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

FIRST_LOOK, GROWTH = 2.0, 1.5
"""Seconds to the first look at NashConv, and factor from one to the next."""


class Step(NamedTuple):
    """A trainer: one more step, what has been done so far, and a measurement."""

    step: Callable[[], None]
    iterations: Callable[[], int]
    hands: Callable[[], int]
    nash_conv: Callable[[], float]


def our_deep_cfr(seed: int, **options: Any) -> Step:
    """This package's."""
    from pokerzoo.agents import DeepCFR
    from pokerzoo.envs import make_game

    trainer = DeepCFR(make_game("leduc"), seed=seed, **options)
    return Step(
        lambda: trainer.advance(1),
        lambda: trainer.iteration,
        lambda: 2 * trainer.options.traversals * trainer.iteration,
        lambda: trainer.nash_conv,
    )


def their_deep_cfr(seed: int) -> Step:
    """OpenSpiel's, an iteration at a time, as its ``solve`` does it."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.pytorch import deep_cfr

    game = pyspiel.load_game("leduc_poker")
    traversals = 375
    solver = deep_cfr.DeepCFRSolver(
        game,
        policy_network_layers=(64,),
        advantage_network_layers=(64,),
        num_traversals=traversals,
        learning_rate=1e-3,
        batch_size_advantage=256,
        batch_size_strategy=256,
        memory_capacity=100_000,
        policy_network_train_steps=2500,
        advantage_network_train_steps=375,
        reinitialize_advantage_networks=True,
        seed=seed,
    )

    def step() -> None:
        for player in range(2):
            for _ in range(traversals):
                solver._traverse_game_tree(solver._root_node, player)
            solver._reinitialize_advantage_network(player)
            solver._learn_advantage_network(player)
        solver._iteration += 1

    def nash_conv() -> float:
        solver._reinitialize_policy_network()
        solver._learn_strategy_network()
        return float(exploitability.nash_conv(game, policy.tabular_policy_from_callable(game, solver.action_probabilities)))

    return Step(step, lambda: solver._iteration - 1, lambda: 2 * traversals * (solver._iteration - 1), nash_conv)


WARM: dict[str, Any] = {"reinitialise": False, "train_steps": 40, "learning_rate": 0.003}
PROGRAMS: dict[str, Callable[[int], Step]] = {
    "Deep CFR": our_deep_cfr,
    "Deep CFR, networks kept": lambda seed: our_deep_cfr(seed, **WARM),
    "OpenSpiel Deep CFR": their_deep_cfr,
}


def measure(name: str, seed: int, seconds: float) -> Iterator[dict[str, Any]]:
    """One program's curve, point after point."""
    import torch

    torch.set_num_threads(1)
    make = PROGRAMS[name]
    if not name.startswith("OpenSpiel"):
        make(seed).step()  # compiles
    trainer = make(seed)
    spent, due = 0.0, 0.0
    while True:
        if spent >= due or spent >= seconds:
            look = {"seconds": round(spent, 2), "iterations": trainer.iterations(), "hands": trainer.hands()}
            if trainer.hands():
                yield {**look, "nash_conv": trainer.nash_conv()}
            due = max(FIRST_LOOK, GROWTH * max(spent, due))
        if spent >= seconds:
            return
        began = time.process_time()
        trainer.step()
        spent += time.process_time() - began


def run(name: str, seed: int, seconds: float) -> list[dict[str, Any]]:
    """``measure`` in a process of its own."""
    command = [sys.executable, __file__, "--child", name, "--seed", str(seed), "--seconds", str(seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0, help="of training, for each program")
    parser.add_argument("--jobs", type=int, default=1, help="programs that run at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."), help="folder for the numbers")
    parser.add_argument("--only", nargs="+", choices=PROGRAMS, help="programs to run")
    parser.add_argument("--child", choices=PROGRAMS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        for point in measure(arguments.child, arguments.seed, arguments.seconds):
            print(json.dumps(point), flush=True)
        return
    console = Console(width=120)
    if find_spec("torch") is None:
        console.print('no torch: pip install ".[rl]" in this project\'s folder')
        return
    names = [name for name in PROGRAMS if not arguments.only or name in arguments.only]
    if find_spec("pyspiel") is None or find_spec("tree") is None:
        console.print("no open_spiel with dm-tree: its programs are left out")
        names = [name for name in names if not name.startswith("OpenSpiel")]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda name: run(name, arguments.seed, arguments.seconds), names))
    curves = dict(zip(names, results, strict=True))
    arguments.out.mkdir(parents=True, exist_ok=True)
    table = Table(title="Leduc, NashConv in chips (uniform play: 4.747)")
    table.add_column("program")
    marks = [arguments.seconds * share for share in (1 / 16, 1 / 4, 1)]
    for title in (*(f"after {mark:g} s" for mark in marks), "iterations", "hands"):
        table.add_column(title, justify="right")
    for name, points in curves.items():
        near = [min(points, key=lambda point: abs(point["seconds"] - mark)) for mark in marks]
        last = points[-1]
        values = (f"{point['nash_conv']:.3f}" for point in near)
        table.add_row(name, *values, f"{last['iterations']:,}", f"{last['hands']:,}")
    console.print(table)
    numbers = arguments.out / "neural_leduc.json"
    numbers.write_text(json.dumps(curves, indent=1), encoding="utf-8")
    console.print(f"wrote {numbers}")


if __name__ == "__main__":
    main()
