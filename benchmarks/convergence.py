"""All CFR variants on five games: how exploitability falls by iteration and by wall-clock, in tables; pictures of five.

    python benchmarks/convergence.py [--out DIR] [--iterations 10000] [--rounds 61] [--quick]

Exploitability is NashConv / 2, in chips for the small games and in percent of the pot for the rivers, of the average strategy.
Time counts iterations alone, without measuring exploitability and without compiling. It is processor time of the one thread
that a solve uses, which on an idle machine is wall-clock time. Runs of equal length are timed, some milliseconds each, in
which the variants take turns, so that whatever disturbs the machine hits all alike. "x cfr" is the median over rounds of a
variant's time over vanilla CFR's. Microseconds an iteration are that times the median of vanilla CFR's. Seconds are
iterations times that (a run that is stopped as often as for these pictures would measure the stops).

At the end come iterations to 0.1% and 0.01% of the pot on eight rivers, for a choice that does not hang on one spot.

Writes DIR/convergence_GAME.png and all numbers to DIR/convergence.json. Pictures need matplotlib; without it there are tables
only.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR, VARIANTS
from pokerzoo.envs import make_game
from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.evaluation.pictures.figures import DASHES, FAINT, house_style, log_scale, name_lines, new_figure

FULL = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}
CHIPS, PERCENT = "chips", "% of the pot"
ROUND_SECONDS = 0.005
"""Rough length of one timed run: long beside a call (some microseconds), short beside what else the machine does."""
DRAWN = ("cfr", "cfr+", "dcfr", "pcfr+", "hs-pcfr+")
"""In pictures: more lines cannot be told apart. All variants are in the tables."""


@dataclass
class Case:
    """A game to solve, and how close to its equilibrium is close.

    Attributes:
        name: in file names.
        title: in tables and pictures.
        game: its name in ``make_game``.
        unit: of exploitability.
        targets: for the time to them.
        floor: where the picture ends; what is below is rounding, or of no interest.
        params: of ``make_game``.
    """

    name: str
    title: str
    game: str
    unit: str
    targets: tuple[float, ...]
    floor: float
    params: dict[str, Any] = field(default_factory=dict)


CASES = (
    Case("kuhn", "Kuhn", "kuhn", CHIPS, (1e-3, 1e-4), 1e-10),
    Case("leduc", "Leduc", "leduc", CHIPS, (1e-3, 1e-4), 1e-6),
    Case("bet_raise", "Bet/raise, ten cards", "bet_raise", CHIPS, (1e-3, 1e-4), 1e-10),
    Case("river_small", "River, AA, KK, QQ on both sides", "holdem", PERCENT, (0.1, 0.01), 1e-6),
    Case("river_full", "River, full ranges, four bet sizes", "holdem", PERCENT, (0.1, 0.01), 1e-4, FULL),
)

WIDE = "22+,A2s+,K2s+,Q8s+,J8s+,T8s+,97s+,87s,76s,A9o+,KTo+,QJo"
TIGHT = "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+"
DOCS = ("QQ-22,AKs-ATs,KQs,AQo+", "JJ-22,AJs-A2s,KTs+,QTs+,T9s,98s,AJo:0.5")
RIVERS: dict[str, dict[str, Any]] = {
    "AA, KK, QQ": {},
    "full ranges": FULL,
    "full ranges, sizes as given": {
        **FULL,
        "add_allin_threshold": 0,
        "force_allin_threshold": 0,
        "merging_threshold": 0,
    },
    "docs/howto/solve_a_spot.md": {**FULL, "ranges": DOCS, "bet_sizes": "33%,75%,a"},
    "narrow": {
        **FULL,
        "ranges": ("QQ-88,AKs-ATs,KQs", "JJ-66,AQs-A8s,KJs+"),
        "pot": 60,
        "stack": 150,
        "bet_sizes": "50%,a",
        "raise_sizes": "60%",
    },
    "paired board": {
        "board": "KsKd7c4h2s",
        "ranges": (TIGHT, WIDE),
        "pot": 60,
        "stack": 500,
        "bet_sizes": "50%,100%,a",
        "raise_sizes": "2.5x,a",
    },
    "flush, one pot behind": {
        "board": "AhTh6h3c9d",
        "ranges": (TIGHT, WIDE),
        "pot": 100,
        "stack": 100,
        "bet_sizes": "33%,a",
        "raise_sizes": "a",
    },
    "twenty pots behind": {
        "board": "9s8c5d2h2c",
        "ranges": ("random", "random"),
        "pot": 20,
        "stack": 400,
        "bet_sizes": "50%,120%,a",
        "raise_sizes": "60%,a",
    },
}
"""For the choice of a default."""


@dataclass
class Run:
    """One variant on one game: exploitability after so many iterations, and what an iteration takes."""

    variant: str
    iterations: list[int]
    exploitability: list[float]
    microseconds: float = 0.0
    ratio: float = 0.0

    def first(self, target: float) -> int | None:
        """Iterations after which exploitability was at most ``target`` for the first time."""
        return next((t for t, e in zip(self.iterations, self.exploitability, strict=True) if e <= target), None)

    def seconds_to(self, target: float) -> float | None:
        """Seconds of training to ``target``."""
        first = self.first(target)
        return None if first is None else 1e-6 * self.microseconds * first


AFTER = (100, 1000)
"""Iterations after which the tables say how exploitable the average is, beside the last."""


def looks(last: int) -> list[int]:
    """Iterations to measure at: after each at first, then whenever the count has grown by a fiftieth; and where tables ask."""
    at, now = {last, *(n for n in AFTER if n < last)}, 1
    while now < last:
        at.add(now)
        now += max(1, now // 50)
    return sorted(at)


def converge(game: Any, unit: str, variant: str, last: int) -> Run:
    """Solve, and look."""
    solver = CFR(game, variant)
    run = Run(variant, [], [])
    for at in looks(last):
        solver.run(at - solver.iteration)
        run.iterations.append(at)
        run.exploitability.append(solver.exploitability if unit == CHIPS else solver.exploitability_percent)
    return run


def measure_speed(game: Any, runs: list[Run], rounds: int) -> None:
    """Fill in microseconds an iteration, and their ratio to vanilla CFR's of the same round."""
    solvers = {run.variant: CFR(game, run.variant).run(100) for run in runs}

    def timed(variant: str, count: int) -> float:
        start = time.thread_time()
        solvers[variant].run(count)
        return (time.thread_time() - start) / count

    count = max(1, int(ROUND_SECONDS / min(timed("cfr", 100) for _ in range(5))))
    times: dict[str, list[float]] = {variant: [] for variant in solvers}
    order = list(solvers)
    for _ in range(rounds):
        for variant in order:
            times[variant].append(timed(variant, count))
        order = order[3:] + order[:3]  # not always after the same neighbour
    for run in runs:
        run.ratio = median(own / base for own, base in zip(times[run.variant], times["cfr"], strict=True))
        run.microseconds = 1e6 * run.ratio * median(times["cfr"])


def print_table(console: Console, case: Case, runs: list[Run], last: int) -> None:
    """One row a variant."""
    after = sorted({min(n, last) for n in (*AFTER, last)})
    table = Table(title=f"{case.title}: exploitability in {case.unit}")
    table.add_column("variant")
    for name in [
        *(f"after {n:,}" for n in after),
        *(f"{what} to {target:g}" for target in case.targets for what in ("iterations", "ms")),
        "µs/iteration",
        "x cfr",
    ]:
        table.add_column(name, justify="right")
    for run in runs:
        values = [run.exploitability[run.iterations.index(n)] for n in after]
        cells = [f"{max(value, 0.0):.1e}" for value in values]
        for target in case.targets:
            first, seconds = run.first(target), run.seconds_to(target)
            cells += ["-", "-"] if first is None or seconds is None else [f"{first:,}", f"{1000 * seconds:.3g}"]
        table.add_row(run.variant, *cells, f"{run.microseconds:.2f}", f"{run.ratio:.2f}")
    console.print(table)


def compare_rivers(console: Console, last: int) -> dict[str, Any]:
    """Iterations to 0.1% and 0.01% of the pot on all rivers, and their geometric means; ``last`` where that is not enough."""
    variants = [variant for variant in VARIANTS if variant != "cfr"]
    result: dict[str, dict[str, list[int]]] = {}
    for name, params in RIVERS.items():
        game = make_game("holdem", **params)
        runs = [converge(game, PERCENT, variant, last) for variant in variants]
        result[name] = {run.variant: [run.first(target) or last for target in (0.1, 0.01)] for run in runs}
    for at, target in enumerate((0.1, 0.01)):
        table = Table(title=f"iterations to {target:g}% of the pot ({last:,}: or more)")
        table.add_column("river")
        for variant in variants:
            table.add_column(variant, justify="right")
        for name, row in result.items():
            table.add_row(name, *(f"{row[variant][at]:,}" for variant in variants))
        means = [geometric_mean(row[variant][at] for row in result.values()) for variant in variants]
        table.add_row("geometric mean", *(f"{mean:,.0f}" for mean in means), style="bold")
        console.print(table)
    return result


def draw(case: Case, runs: list[Run], path: Path) -> None:
    """Picture of five variants by iteration, each with its name where its line ends or leaves the picture."""
    with house_style("convergence"):
        figure = new_figure(8.0, 4.6)
        axes = figure.add_subplot()
        ends = []
        for number, variant in enumerate(DRAWN):
            run = next(run for run in runs if run.variant == variant)
            heights = [max(e, case.floor / 100) for e in run.exploitability]
            axes.plot(run.iterations, heights, color=PALETTE[number], linestyle=DASHES[number % len(DASHES)], linewidth=1.5)
            gone = next((place for place, e in enumerate(heights) if e < case.floor), None)
            if gone is None:
                ends.append((variant, PALETTE[number], run.iterations[-1], heights[-1]))
            else:
                axes.annotate(variant, (run.iterations[gone], case.floor), (4, 8), textcoords="offset points", fontsize=8.5)
        for target in case.targets:
            axes.axhline(target, color=FAINT, linewidth=0.8, linestyle=":")
        log_scale(axes, "x", (1, runs[0].iterations[-1]))
        log_scale(axes, "y", (case.floor, 1))
        axes.set_xlim(1, runs[0].iterations[-1])
        axes.set_ylim(case.floor, 2 * max(max(run.exploitability) for run in runs))
        axes.set(xlabel="iterations", ylabel=f"exploitability, {case.unit}", title=f"{case.title}: average strategy")
        axes.grid(which="major")
        name_lines(axes, ends)
        figure.savefig(path, dpi=130)


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("."), help="folder for pictures and numbers")
    parser.add_argument("--iterations", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=61, help="timed runs of each variant")
    parser.add_argument("--quick", action="store_true", help="300 iterations, five rounds")
    arguments = parser.parse_args()
    last, rounds = (300, 5) if arguments.quick else (arguments.iterations, arguments.rounds)
    console = Console(width=150)
    arguments.out.mkdir(parents=True, exist_ok=True)
    numbers: dict[str, Any] = {}
    pictures = True
    for case in CASES:
        game = make_game(case.game, **case.params)
        for variant in VARIANTS:  # compiles
            CFR(game, variant).run(2, until=1e-12)
        runs = [converge(game, case.unit, variant, last) for variant in VARIANTS]
        measure_speed(game, runs, rounds)
        print_table(console, case, runs, last)
        numbers[case.name] = {
            "game": {"name": game.name, "params": game.params},
            "unit": case.unit,
            "runs": {
                run.variant: {
                    "iterations": run.iterations,
                    "exploitability": [float(f"{e:.4g}") for e in run.exploitability],
                    "microseconds_an_iteration": round(run.microseconds, 3),
                    "ratio_to_cfr": round(run.ratio, 3),
                    "to": {f"{t:g}": {"iterations": run.first(t), "seconds": run.seconds_to(t)} for t in case.targets},
                }
                for run in runs
            },
        }
        path = arguments.out / f"convergence_{case.name}.png"
        try:
            draw(case, runs, path)
        except ImportError as error:
            if pictures:
                console.print(f"no pictures: {error}")
            pictures = False
        else:
            console.print(f"wrote {path}")
    numbers["rivers"] = compare_rivers(console, min(last, 5000))
    (arguments.out / "convergence.json").write_text(json.dumps(numbers), encoding="utf-8")
    console.print(f"wrote {arguments.out / 'convergence.json'}")


if __name__ == "__main__":
    main()
