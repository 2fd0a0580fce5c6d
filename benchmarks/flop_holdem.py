"""CFR variants on flop hold'em, measured exactly: NashConv by iteration and by wall-clock, in a table and a picture.

    python benchmarks/flop_holdem.py [--variants cfr,cfr+,lcfr,dcfr,hs-dcfr] [--until 1] [--seconds 900] [--threads 2]
        [--precision single] [--deck royal] [--out DIR]

NashConv (the sum of both players' best-response gains) is in thousandths of the big blind a hand, as the literature prints it
for this game; ``pokerzoo`` elsewhere says exploitability, which is half of it. A variant stops at ``--until`` or after
``--seconds`` of iterations. Time counts iterations alone: not measuring, not compiling.

Writes DIR/flop_holdem.json: the curves, and of the run that came nearest the value of the game and the frequencies of the
small blind's first actions, by hand class. The picture DIR/flop_holdem.png needs matplotlib.

Published figures (other machines): linear CFR 115, 65 and 32 after 20, 30 and 50 iterations, in a public reimplementation;
Deep CFR 37, NFSP 47 (Brown et al. 2019).
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES, COMBO_TABLE

VARIANTS = "cfr,cfr+,lcfr,dcfr,hs-dcfr"
MBB = 1000.0
CHECKS = (1, 2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1250, 1500, 2000, 3000, 4000, 6000, 8000)
"""Iterations after which NashConv is measured."""


def curve(solver: CFR, until: float, seconds: float, console: Console) -> list[dict[str, float]]:
    """Run a solver to ``until`` mbb or for some seconds; a row for each measurement."""
    rows: list[dict[str, float]] = []
    taken = cpu = 0.0
    assert solver.game.big_blind is not None
    scale = MBB / solver.game.big_blind
    for number in CHECKS:
        clock, processor = time.perf_counter(), time.process_time()
        solver.run(number - solver.iteration)
        taken, cpu = taken + time.perf_counter() - clock, cpu + time.process_time() - processor
        clock = time.perf_counter()
        found = solver.measure()
        mbb = scale * found.nash_conv
        values = [scale * value for value in found.values]
        rows.append({"iterations": number, "seconds": taken, "cpu_seconds": cpu, "nash_conv": mbb, "value": values[0]})
        console.print(
            f"{solver.variant.name:8} {number:5} iterations {taken:7.1f} s ({cpu:.1f} s of processor time)  "
            f"NashConv {mbb:9.3f} mbb  big blind {values[0]:+.3f} mbb  (measured in {time.perf_counter() - clock:.1f} s)"
        )
        if mbb <= until or taken * CHECKS[min(CHECKS.index(number) + 1, len(CHECKS) - 1)] / number > 1.5 * seconds:
            break
    return rows


def first_actions(solver: CFR) -> dict[str, dict[str, float]]:
    """The small blind's first action by hand class: shares of fold, call and raise."""
    rules = solver.game.rules  # type: ignore[attr-defined]
    shares = np.asarray(solver.average_policy().strategy(rules.root))
    names = [rules.root.action_name(action) for action in rules.root.legal_actions]
    kinds = COMBO_CLASSES[COMBO_TABLE[tuple(rules.hand_cards.T + rules.strength.lowest)]]
    return {
        CLASS_NAMES[kind]: {action: float(shares[k, kinds == kind].mean()) for k, action in enumerate(names)}
        for kind in np.unique(kinds).tolist()
    }


def table_of(curves: dict[str, list[dict[str, float]]]) -> Table:
    """Seconds and iterations to 100, 10 and 1 mbb, by variant."""
    table = Table(title="NashConv in mbb a hand: iterations and seconds to it")
    for name in ("variant", "s/iteration", "to 100", "to 10", "to 1", "last"):
        table.add_column(name, justify="left" if name == "variant" else "right")
    for name, rows in curves.items():
        cells = [name, f"{rows[-1]['seconds'] / rows[-1]['iterations']:.3f}"]
        for target in (100.0, 10.0, 1.0):
            met = next((row for row in rows if row["nash_conv"] <= target), None)
            cells.append(f"{met['iterations']:.0f}: {met['seconds']:.0f} s" if met else "-")
        table.add_row(*cells, f"{rows[-1]['nash_conv']:.3f}")
    return table


def draw(curves: dict[str, list[dict[str, float]]], path: Path) -> None:
    """Draw NashConv over iterations, a line a variant, from the fifth iteration on."""
    from pokerzoo.evaluation.pictures.figures import COLOURS, DASHES, house_style, log_scale, name_lines, new_figure

    with house_style("a picture"):
        figure = new_figure(7.2, 4.4)
        axes = figure.subplots()
        drawn = {name: [row for row in rows if row["iterations"] >= 5] for name, rows in curves.items()}
        ends = []
        for number, (name, rows) in enumerate(drawn.items()):
            across, up = [row["iterations"] for row in rows], [row["nash_conv"] for row in rows]
            axes.plot(across, up, color=COLOURS[number % len(COLOURS)], linestyle=DASHES[number % len(DASHES)])
            ends.append((name, COLOURS[number % len(COLOURS)], across[-1], up[-1]))
        log_scale(axes, "x", [row["iterations"] for rows in drawn.values() for row in rows])
        log_scale(axes, "y", [row["nash_conv"] for rows in drawn.values() for row in rows])
        axes.set_xlabel("iterations")
        axes.set_ylabel("NashConv, mbb a hand")
        name_lines(axes, ends)
        figure.savefig(path)


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", default=VARIANTS, help=f"names, separated by commas ({VARIANTS})")
    parser.add_argument("--until", type=float, default=1.0, metavar="MBB", help="stop at this NashConv (1)")
    parser.add_argument("--seconds", type=float, default=900.0, help="about how long a variant may run (900)")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--precision", default="single", choices=("single", "half"))
    parser.add_argument("--deck", default="standard", choices=("standard", "royal"))
    parser.add_argument("--out", type=Path, default=None, metavar="DIR", help="write flop_holdem.json and .png there")
    given = parser.parse_args()
    console = Console(width=140)
    game = make_game("flop_holdem", deck=given.deck)
    curves: dict[str, list[dict[str, float]]] = {}
    nearest: dict[str, Any] = {}
    for name in given.variants.split(","):
        solver = CFR(game, variant=name, precision=given.precision, threads=given.threads)
        curves[name] = rows = curve(solver, given.until, given.seconds, console)
        if not nearest or rows[-1]["nash_conv"] < nearest["nash_conv"]:
            last = rows[-1]
            nearest = {"variant": name, "iterations": solver.iteration, "nash_conv": last["nash_conv"], "value": last["value"]}
            nearest["first_actions"] = first_actions(solver)
        del solver
    console.print(table_of(curves))
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
        result = {"game": str(game), "precision": given.precision, "curves": curves, "nearest": nearest}
        (given.out / "flop_holdem.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        try:
            draw(curves, given.out / "flop_holdem.png")
        except ImportError:
            console.print("no picture: it needs matplotlib")


if __name__ == "__main__":
    main()
