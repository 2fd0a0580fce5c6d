"""Magnetic mirror descent on tables beside CFR+ and DCFR: exploitability by iteration, and the time of one.

    python benchmarks/mirror_descent.py [--quick]

Exploitability is NashConv / 2, in chips for the small games and in percent of the pot for the rivers. It is
that of the current policy, which in mirror descent is what converges, and of the average, which in CFR is. Time is processor
time of iterations on one thread, looks and compiling left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR, MMD
from pokerzoo.envs import make_game
from pokerzoo.evaluation import measure

NARROW = {"board": "QsJh2h8d3c", "ranges": ("22+,A9s+,KTs+", "22+,A9s+,KTs+"), "bet_sizes": "50%,a"}
FULL = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}
GAMES: dict[str, tuple[str, dict[str, Any], int]] = {
    "Kuhn": ("kuhn", {}, 10_000),
    "Leduc": ("leduc", {}, 10_000),
    "bet/raise": ("bet_raise", {}, 10_000),
    "small river": ("holdem", {}, 10_000),
    "river, 91 hands": ("holdem", NARROW, 10_000),
    "full river": ("holdem", FULL, 1_000),
}
PAPER = {"Kuhn": 1, "Leduc": 5}
"""Temperatures of the paper's program, over sqrt(t); its step is 1/sqrt(t)."""
LOOKS = (100, 1_000, 10_000)


def learners(name: str) -> dict[str, Callable[[Any], Any]]:
    """Solvers that run on a game, by name."""
    made: dict[str, Callable[[Any], Any]] = {
        "MMD": MMD,
        "MMD, moving magnet": lambda game: MMD(game, magnet_rate=0.2),
        "MMD, at once": lambda game: MMD(game, alternating=False),
    }
    if name in PAPER:
        paper = {"temperature": f"{PAPER[name]}/sqrt(t)", "step": "1/sqrt(t)", "alternating": False}
        made["MMD, the paper's"] = lambda game: MMD(game, **paper)
    return made | {"cfr+": lambda game: CFR(game, "cfr+"), "dcfr": lambda game: CFR(game, "dcfr")}


def main() -> None:
    """Run all and print a table a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="up to 1,000 iterations, without the full river")
    quick = parser.parse_args().quick
    for name, (game_name, params, last) in GAMES.items():
        if quick and name == "full river":
            continue
        game = make_game(game_name, **params)
        looks = [at for at in LOOKS if at <= min(last, 1_000 if quick else last)]
        table = Table("learner", *(f"{at:,}: current, average" for at in looks), "µs an iteration", title=name)
        for learner, make in learners(name).items():
            trainer = make(game)
            trainer.compile()
            spent, cells = 0.0, []
            for at in looks:
                began = time.process_time()
                trainer.advance(at - trainer.iteration)
                spent += time.process_time() - began
                percent = game_name == "holdem"
                average = trainer.measure()
                current = measure(game, trainer.current_policy())
                both = [one.exploitability_pot_percent if percent else one.exploitability for one in (current, average)]
                cells.append(", ".join(f"{x:.1e}{'%' if percent else ''}" for x in both))
            table.add_row(learner, *cells, f"{1e6 * spent / trainer.iteration:.3g}")
        Console(width=140).print(table)


if __name__ == "__main__":
    main()
