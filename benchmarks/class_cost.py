"""Measure the cost of hand classes exactly: exploitability of blueprints by number of classes, in games where it is exact.

    python benchmarks/class_cost.py docs/class_cost.json royal turn      # measures what is not in the file yet
    python benchmarks/class_cost.py docs/class_cost.json --table         # prints the tables as Markdown

Each blueprint is trained by public chance sampling (``Blueprint``) with the same boards, whatever its classes. It is measured
after 1,000 iterations, 4,000 and so on, by a best response that knows every hand, in the game without classes. One row of the
file is one blueprint; the file is written after each, so the program can be stopped and goes on. Times are processor time.

- *royal*: flop hold'em (FHP) with 20 cards: 285,000 hands and flops.
- *turn*: a spot on the turn, 1,326 hands on both sides, 48 rivers.
- *full*: flop hold'em with 52 cards. A measurement takes minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import Blueprint
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.support.arrays import Int32s

EACH = "exact"
SEED = 1


@dataclass(frozen=True)
class Setting:
    """A game, the numbers of classes that are tried, and how long."""

    title: str
    name: str
    game: dict[str, Any]
    classes: tuple[dict[str, Any], ...]
    iterations: tuple[int, ...]
    unit: str  # of exploitability: ``mbb`` or ``percent`` of the pot

    def make_game(self) -> PokerGame:
        """The game."""
        found = make_game(self.name, **self.game)
        assert isinstance(found, PokerGame)
        return found


TURN = {
    "board": "QsJh2h8d", "ranges": ("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32",) * 2,
    "pot": 20, "stack": 60, "bet_sizes": "75%,a", "raise_sizes": "a",
}  # fmt: skip
SETTINGS = {
    "royal": Setting(
        "Flop hold'em with 20 cards",
        "flop_holdem",
        {"deck": "royal"},
        (
            *({"flop": count} for count in (5, 20, 500)),
            *({"flop": count, "river_features": "ochs"} for count in (100, 500)),
            {"flop": EACH},
        ),
        (1_000, 4_000, 16_000),
        "mbb",
    ),
    "turn": Setting(
        "A spot on the turn",
        "holdem",
        TURN,
        (
            *({"turn": count, "river": count} for count in (10, 50, 200, EACH)),
            *({"turn": count, "river": count, "textures": True} for count in (10, 50)),
        ),
        (1_000, 4_000),
        "percent",
    ),
    "full": Setting(
        "Flop hold'em with 52 cards",
        "flop_holdem",
        {},
        tuple({"flop": count} for count in (100, 1_000, EACH)),
        (4_000, 16_000),
        "mbb",
    ),
}


class EachHand:
    """A class for each hand of a spot on the turn, on each board."""

    digest = "each hand"

    def __init__(self, game: PokerGame) -> None:
        self.hands = len(game.rules.hands)
        self.recipe = {"classes": self.digest}
        self.counts = 0, 0, self.hands, self.hands * len(game.rules.deck)

    def on_board(self, board: Sequence[int]) -> tuple[Int32s, ...]:
        """For each street int32 [hands]: the class of each hand."""
        own = np.arange(self.hands, dtype=np.int32)
        return own, own, own, own + np.int32(self.hands * board[-1])


def measured(name: str, setting: Setting, counts: dict[str, Any]) -> dict[str, Any]:
    """Train and measure a blueprint: a row of the file."""
    began = time.process_time()
    game = setting.make_game()
    each = EACH in counts.values() and bool(game.rules.board)  # all rivers, to the hand, are too many to list
    solver = Blueprint(game, hand_classes=EachHand(game) if each else counts, seed=SEED, threads=1)
    row: dict[str, Any] = {
        "game": name,
        "parameters": setting.game,
        "asked": counts,
        "classes": list(solver.classes.counts),
        "numbers": solver.num_numbers,
        "seconds_of_classes": round(time.process_time() - began, 1),
        "unit": setting.unit,
        "iterations": [],
        "exploitability": [],
        "seconds": [],
    }
    solver.advance(0)
    spent = 0.0
    for count in setting.iterations:
        began = time.process_time()
        solver.advance(count - solver.iteration)
        spent += time.process_time() - began
        found = solver.measure()
        value = found.exploitability_mbb if setting.unit == "mbb" else found.exploitability_pot_percent
        assert value is not None
        row["iterations"].append(solver.iteration)
        row["exploitability"].append(float(f"{value:.5g}"))
        row["seconds"].append(round(spent, 1))
        print(f"{name} {counts}: {solver.iteration:,} iterations, {value:.4g} {setting.unit}, {spent:.1f} s", flush=True)
    return row


def tables(rows: list[dict[str, Any]]) -> str:
    """The tables as Markdown."""
    pieces = []
    for name, setting in SETTINGS.items():
        own = [row for row in rows if row["game"] == name]
        if not own:
            continue
        most = max((row["iterations"] for row in own), key=len)
        unit = "mbb a hand" if setting.unit == "mbb" else "% of the pot"
        heads = " | ".join(f"after {count:,}" for count in most)
        pieces.append(f"{setting.title}: exploitability in {unit} by number of classes\n")
        pieces.append(f"| classes | numbers | {heads} |\n|" + "---:|" * (len(most) + 2))
        for row in sorted(own, key=lambda row: row["numbers"]):
            shown = " | ".join(f"{value:.3g}" for value in row["exploitability"])
            pieces.append(f"| {names_of(row)} | {row['numbers']:,} | {shown} |")
        pieces.append("")
    return "\n".join(pieces)


def names_of(row: dict[str, Any]) -> str:
    """The classes of a row in words."""
    if EACH in row["asked"].values():
        return "each hand"
    streets, asked = {"flop": 1, "turn": 2, "river": 3}, row["asked"]
    told = ", ".join(f"{row['classes'][streets[street]]:,} {street}" for street in asked if street in streets)
    by = "shares against groups" if "river_features" in asked else "strength"
    return f"{told} by {by}{' and texture' if 'textures' in asked else ''}"


def main() -> None:
    """Measure, or print the tables."""
    parser = argparse.ArgumentParser(description="Exploitability by number of hand classes, in games where it is exact.")
    parser.add_argument("file", type=Path, help="JSON file of the rows")
    parser.add_argument("games", nargs="*", choices=[*SETTINGS, []], help="which games; none: none")
    parser.add_argument("--table", action="store_true", help="print the tables as Markdown")
    given = parser.parse_args()
    rows = json.loads(given.file.read_text()) if given.file.exists() else []
    for name in given.games:
        setting = SETTINGS[name]
        for counts in setting.classes:
            if not any(row["game"] == name and row["asked"] == counts for row in rows):
                rows.append(measured(name, setting, counts))
                given.file.write_text(json.dumps(rows, indent=1) + "\n")
    if given.table:
        print(tables(rows))


if __name__ == "__main__":
    main()
