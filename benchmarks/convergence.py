"""CFR variants and magnetic mirror descent: iterations and processor time to targets, in tables; pictures of five variants.

    python benchmarks/convergence.py [--out DIR] [--iterations 10000]
    python benchmarks/convergence.py --spots 40

Exploitability is NashConv / 2, in chips for the small games and in percent of the pot for the rivers, of the average strategy;
of mirror descent that of the current one, which is what converges. Time counts iterations alone. With ``--out`` it writes
DIR/convergence_GAME.png (needs matplotlib). With ``--spots`` it compares the default of spots with ``dcfr`` on that many random
rivers, and a quarter as many turns.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from timing import FULL, GTOPEN_IP, GTOPEN_OOP, IP, OOP, arguments, print_table, seconds

from pokerzoo.agents import CFR, MMD, VARIANTS
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.evaluation import exploitability

FULL_RIVER = {"bet_sizes": "33%,75%,150%,a", **FULL}
GAMES: dict[str, tuple[str, dict[str, Any], tuple[float, float]]] = {
    "kuhn": ("kuhn", {}, (1e-3, 1e-4)),
    "leduc": ("leduc", {}, (1e-3, 1e-4)),
    "bet_raise": ("bet_raise", {}, (1e-3, 1e-4)),
    "river_small": ("holdem", {}, (0.1, 0.01)),
    "river_full": ("holdem", FULL_RIVER, (0.1, 0.01)),
}
"""Game, parameters, targets: in chips, of rivers in percent of the pot."""
DRAWN = ("cfr", "cfr+", "dcfr", "pcfr+", "hs-pcfr+")
SPOT_TARGETS = (1.0, 0.5, 0.3, 0.1)
"""Percent of the pot."""


def looks(last: int) -> list[int]:
    """Iterations to measure at: each at first, then whenever the count has grown by a fiftieth."""
    at, now = [], 1
    while now < last:
        at.append(now)
        now += max(1, now // 50)
    return [*at, last]


def curve(trainer: Any, measured: Callable[[Any], float], last: int) -> tuple[list[tuple[int, float]], float]:
    """(iterations, exploitability) of a run, and microseconds an iteration."""
    trainer.compile()
    points, spent = [], 0.0
    for at in looks(last):
        spent += seconds(lambda at=at: trainer.advance(at - trainer.iteration), time.process_time)
        points.append((at, measured(trainer)))
    return points, 1e6 * spent / last


def learners(game: Game, scale: float) -> dict[str, tuple[Any, Callable[[Any], float]]]:
    """Trainers, and how each is measured, in chips or percent."""
    result: dict[str, tuple[Any, Callable[[Any], float]]] = {
        name: (CFR(game, name), lambda solver: scale * solver.exploitability) for name in VARIANTS
    }
    for name, options in (("mmd", {}), ("mmd, moving magnet", {"magnet_rate": 0.2})):
        result[name] = MMD(game, **options), lambda mmd: scale * exploitability(game, mmd.current_policy())
    return result


def draw(curves: dict[str, list[tuple[int, float]]], unit: str, path: Path) -> None:
    """A picture of five variants, each with its name at the end of its line."""
    from pokerzoo.envs.drawing.colours import PALETTE
    from pokerzoo.envs.drawing.figures import DASHES, house_style, log_scale, name_lines, new_figure

    with house_style("convergence"):
        figure = new_figure(8.0, 4.6)
        axes = figure.add_subplot()
        ends = []
        for number, name in enumerate(DRAWN):
            at, heights = zip(*((n, max(e, 1e-6)) for n, e in curves[name]), strict=True)
            axes.plot(at, heights, color=PALETTE[number], linestyle=DASHES[number % len(DASHES)], linewidth=1.5)
            ends.append((name, PALETTE[number], at[-1], heights[-1]))
        log_scale(axes, "x", (1, at[-1]))
        log_scale(axes, "y", (1e-6, 1))
        axes.set(xlabel="iterations", ylabel=f"exploitability, {unit}", xlim=(1, at[-1]))
        axes.grid(which="major")
        name_lines(axes, ends)
        figure.savefig(path, dpi=130)


def random_spot(cards: int, draw: random.Random) -> Game:
    """A river (five cards) or a turn (four) with sizes that solve soon."""
    ranges, sizes, raises = (OOP, IP, GTOPEN_OOP, GTOPEN_IP), ("50%", "75%"), ("60%", "a")
    if cards == 5:
        ranges, sizes, raises = (*ranges, "random"), (*sizes, "33%,75%", "60%,a"), (*raises, "60%,a")
    return make_game(
        "holdem", board="".join(draw.sample(CARD_NAMES, cards)), ranges=(draw.choice(ranges), draw.choice(ranges)), pot=100,
        stack=draw.choice((60, 100, 200, 300, 500, 900)), bet_sizes=draw.choice(sizes), raise_sizes=draw.choice(raises),
    )  # fmt: skip


def iterations_to(game: Game, variant: str | None) -> list[int]:
    """The iterations that a variant needs to each of ``SPOT_TARGETS``."""
    solver, met = CFR(game, variant), list[int]()
    while len(met) < len(SPOT_TARGETS):
        solver.run(max(1, solver.iteration // 60))
        percent = 100 * solver.exploitability / game.stakes.starting_pot
        met += [solver.iteration for target in SPOT_TARGETS[len(met) :] if percent <= target]
    return met


def compare_on_spots(count: int) -> None:
    """Print the ratio of the default's iterations to ``dcfr``'s, by target."""
    rows = []
    for name, cards, number in (("rivers", 5, count), ("turns", 4, max(1, count // 4))):
        draw = random.Random(cards)
        spots = [random_spot(cards, draw) for _ in range(number)]
        ratios = [
            [a / b for a, b in zip(iterations_to(spot, None), iterations_to(spot, "dcfr"), strict=True)] for spot in spots
        ]
        rows.append([f"{number} {name}", *(f"{geometric_mean(column):.2f}" for column in zip(*ratios, strict=True))])
    columns = ("geometric means", *(f"to {target:g}%" for target in SPOT_TARGETS))
    print_table("the default's iterations, dcfr's = 1", columns, rows)


def main() -> None:
    """Measure, print, draw."""
    options = arguments(__doc__, 1, out="", iterations=10_000, spots=0)
    if options.spots:
        compare_on_spots(options.spots)
        return
    for name, (kind, params, targets) in GAMES.items():
        game = make_game(kind, **params)
        pot = game.stakes.starting_pot
        unit, scale = ("% of the pot", 100 / pot) if pot else ("chips", 1.0)
        rows, curves = [], {}
        for learner, (trainer, measured) in learners(game, scale).items():
            points, microseconds = curve(trainer, measured, options.iterations)
            curves[learner] = points
            met = [next((at for at, e in points if e <= target), None) for target in targets]
            cells = [f"{at:,} ({microseconds * at / 1000:.3g} ms)" if at else "-" for at in met]
            rows.append([learner, *cells, f"{points[-1][1]:.1e}", f"{microseconds:.2f}"])
        columns = ("", *(f"iterations to {target:g}" for target in targets), "at the end", "µs/iteration")
        print_table(f"{name}: exploitability in {unit}", columns, rows)
        if options.out:
            draw(curves, unit, Path(options.out) / f"convergence_{name}.png")


if __name__ == "__main__":
    main()
