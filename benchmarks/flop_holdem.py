"""CFR variants on flop hold'em, measured exactly: NashConv by iteration and by processor time, and what they find.

    python benchmarks/flop_holdem.py [--variants cfr,cfr+,lcfr,dcfr,hs-dcfr] [--until 1] [--iterations 400] [--threads 2]
        [--precision single] [--deck royal] [--out FILE]

NashConv (the sum of both players' best-response gains) is in thousandths of the big blind a hand, as the literature prints it
for this game; ``pokerzoo`` elsewhere says exploitability, which is half of it. A variant stops at ``--until`` or after
``--iterations``. Time counts iterations alone: not measuring, not compiling.

FILE is JSON, one entry a variant: the curve with the values of both players and of their best responses, and how often each
of the 169 hands does what in the first decisions. Entries of other variants that are there stay.

Published figures (other machines): linear CFR 115, 65 and 32 after 20, 30 and 50 iterations, in a public reimplementation;
Deep CFR 37, NFSP 47 (Brown et al. 2019).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import CLASS_NAMES

VARIANTS = "cfr,cfr+,lcfr,dcfr,hs-dcfr"
MBB = 1000.0
TARGETS = (100.0, 10.0, 1.0)
CHECKS = (1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300, 350, 400, 450)
"""Iterations after which NashConv is measured; then every hundredth."""
FEWEST = 50
"""Iterations from which on what was found is written, after each measurement: a run that is cut off leaves what it had."""
DECISIONS = {"small blind first": (), "big blind after a raise": ("raise",), "big blind after a call": ("call",)}
"""Decisions before the flop whose strategies are kept, by the actions before them."""


def checks(iterations: int) -> Iterator[int]:
    """The iterations to measure after, the last one too."""
    later = range(500, iterations, 100)
    yield from (number for number in (*CHECKS, *later) if number < iterations)
    yield iterations


def curve(solver: CFR, until: float, iterations: int, console: Console) -> Iterator[list[dict[str, Any]]]:
    """Run a solver to ``until`` mbb or for some iterations; the rows so far, one a measurement, after each."""
    rows: list[dict[str, Any]] = []
    taken = cpu = 0.0
    assert solver.game.stakes.big_blind is not None
    scale = MBB / solver.game.stakes.big_blind
    for number in checks(iterations):
        clock, processor = time.perf_counter(), time.process_time()
        solver.run(number - solver.iteration)
        taken, cpu = taken + time.perf_counter() - clock, cpu + time.process_time() - processor
        clock = time.perf_counter()
        result = solver.measure()
        values, best = ((scale * array).round(4).tolist() for array in (result.values, result.best_response_values))
        mbb = scale * result.nash_conv
        rows.append(
            {
                "iterations": number,
                "seconds": round(taken, 1),
                "cpu_seconds": round(cpu, 1),
                "nash_conv": round(mbb, 4),
                "values": values,
                "best_response_values": best,
            }
        )
        console.print(
            f"{solver.variant.name:8} {number:5} iterations {taken:7.1f} s ({cpu:.1f} s of processor time)  "
            f"NashConv {mbb:9.3f} mbb  big blind {values[0]:+.3f} mbb  (measured in {time.perf_counter() - clock:.1f} s)"
        )
        yield rows
        if mbb <= until:
            break


def first_decisions(solver: CFR) -> dict[str, Any]:
    """Actions and shares by hand class of the average strategy, for each of ``DECISIONS``."""
    rules, policy = solver.game.rules, solver.average_policy()  # type: ignore[attr-defined]
    kinds = rules.deck.hand_classes
    result: dict[str, Any] = {}
    for decision, before in DECISIONS.items():
        public = rules.root
        for name in before:
            public = public.after(next(a for a in public.line.legal_actions if public.line.action_name(a) == name))
        shares = np.asarray(policy.strategy(public), float)
        result[decision] = {
            "actions": [public.line.action_name(action) for action in public.line.legal_actions],
            "shares": {
                CLASS_NAMES[kind]: shares[:, kinds == kind].mean(axis=1).round(4).tolist() for kind in np.unique(kinds).tolist()
            },
        }
    return result


def table_of(curves: dict[str, list[dict[str, Any]]]) -> Table:
    """Iterations and processor seconds to each target, by variant."""
    table = Table(title="NashConv in mbb a hand: iterations and seconds of processor time to it")
    for name in ("variant", "s/iteration", *(f"to {target:g}" for target in TARGETS), "last"):
        table.add_column(name, justify="left" if name == "variant" else "right")
    for name, rows in curves.items():
        cells = [name, f"{rows[-1]['cpu_seconds'] / rows[-1]['iterations']:.3f}"]
        for target in TARGETS:
            met = next((row for row in rows if row["nash_conv"] <= target), None)
            cells.append(f"{met['iterations']:.0f}: {met['cpu_seconds']:.0f} s" if met else "-")
        table.add_row(*cells, f"{rows[-1]['nash_conv']:.3f}")
    return table


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", default=VARIANTS, help=f"names, separated by commas ({VARIANTS})")
    parser.add_argument("--until", type=float, default=1.0, metavar="MBB", help="stop at this NashConv (1)")
    parser.add_argument("--iterations", type=int, default=400, help="or after this many iterations (400)")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--precision", default="single", choices=("single", "half"))
    parser.add_argument("--deck", default="standard", choices=("standard", "royal"))
    parser.add_argument("--out", type=Path, default=None, metavar="FILE", help="write what was found there, as JSON")
    given = parser.parse_args()
    console = Console(width=140)
    game = make_game("fhp", deck=given.deck)
    before = json.loads(given.out.read_text(encoding="utf-8"))["variants"] if given.out and given.out.exists() else {}
    kept = {"game": str(game), "precision": given.precision, "variants": before}
    curves: dict[str, list[dict[str, Any]]] = {}
    for name in given.variants.split(","):
        CFR(make_game("fhp", deck="royal"), variant=name, precision=given.precision).run(2).measure()  # compiles
        solver = CFR(game, variant=name, precision=given.precision, threads=given.threads)
        for rows in curve(solver, given.until, given.iterations, console):
            curves[name] = rows
            if given.out is not None and solver.iteration >= FEWEST:
                kept["variants"][name] = {"curve": rows, "decisions": first_decisions(solver)}
                given.out.write_text(as_lines(kept) + "\n", encoding="utf-8")
        del solver
    console.print(table_of(curves))


def as_lines(found: Any, depth: int = 0) -> str:
    """JSON with a line for each row of a curve and each hand."""
    inside = [*found.values()] if isinstance(found, dict) else found if isinstance(found, list) else []
    if not any(isinstance(value, (dict, list)) for value in inside) or (isinstance(found, dict) and "nash_conv" in found):
        return json.dumps(found)
    blank = "\n" + " " * (depth + 1)
    if isinstance(found, dict):
        parts = [f"{json.dumps(key)}: {as_lines(value, depth + 1)}" for key, value in found.items()]
        return "{" + blank + ("," + blank).join(parts) + blank[:-1] + "}"
    return "[" + blank + ("," + blank).join(as_lines(value, depth + 1) for value in found) + blank[:-1] + "]"


if __name__ == "__main__":
    main()
