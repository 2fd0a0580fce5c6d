"""Makes the tables and pictures of flop hold'em in docs/preflop.md from docs/flop_holdem.json.

    python benchmarks/flop_holdem.py --threads 1 --out docs/flop_holdem.json   # solves: an hour of one processor
    python docs/make_flop_holdem.py                                            # the page and docs/images/flop_holdem_*.png

The value of a two-player zero-sum game lies between what best responses leave the players: of each variant between the
opponent's best response and the player's own. The tightest of these bounds is told.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.drawing.range_grid import grid_cells
from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation.pictures.figures import COLOURS, DASHES, FAINT, house_style, log_scale, name_lines, new_figure
from pokerzoo.evaluation.pictures.hand_grid import paint_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOCS = Path(__file__).resolve().parent
PAGE, KEPT, IMAGES = DOCS / "preflop.md", DOCS / "flop_holdem.json", DOCS / "images"
BEGIN = "<!-- From here on made by `python docs/make_flop_holdem.py` from docs/flop_holdem.json: {}. Not edited by hand. -->\n"
END = "<!-- To here: {}. -->\n"
TARGETS = (100, 10, 1)
FIRST, AFTER_RAISE = "small blind first", "big blind after a raise"
DRAWN_FROM = 5
"""The first iteration that is drawn: before it all variants are far off."""

Variants = dict[str, dict[str, Any]]


def curves_table(variants: Variants) -> str:
    """Iterations and processor seconds to each target, by variant."""
    head = "| variant | " + " | ".join(f"to {target} mbb" for target in TARGETS) + " | last | seconds an iteration |\n"
    lines = [head + "|---" * (len(TARGETS) + 3) + "|"]
    for name, found in variants.items():
        cells = []
        for target in TARGETS:
            met = next((row for row in found["curve"] if row["nash_conv"] <= target), None)
            cells.append(f"{met['iterations']}: {met['cpu_seconds']:.0f} s" if met else "")
        last = found["curve"][-1]
        each = last["cpu_seconds"] / last["iterations"]
        lines.append(
            f"| `{name}` | {' | '.join(cells)} | {last['nash_conv']:.2f} mbb after {last['iterations']} | {each:.2f} |"
        )
    return "\n".join(lines) + "\n"


def values_table(variants: Variants) -> str:
    """The big blind's value by variant, with the bounds that best responses give."""
    lines = ["| variant | iterations | NashConv | the big blind's value | it lies between |\n|---|---|---|---|---|"]
    for name, found in by_nash_conv(variants):
        last = found["curve"][-1]
        (low, high), value = bounds(last), last["values"][0]
        lines.append(f"| `{name}` | {last['iterations']} | {last['nash_conv']:.2f} | {value:.2f} | {low:.2f} and {high:.2f} |")
    return "\n".join(lines) + "\n\n" + value_text(variants) + "\n"


def value_text(variants: Variants) -> str:
    """The tightest bounds of the game's value in words."""
    low, high = tightest(variants)
    own = [found["curve"][-1]["values"][0] for _, found in by_nash_conv(variants)[:2]]
    return (
        f"All bounds hold at once, so the game is worth **{(low + high) / 2:.2f} mbb a hand to the big blind, give or take "
        f"{(high - low) / 2:.2f}**.\nThe values of the two nearest policies differ by {abs(own[0] - own[1]):.2f} mbb.\n"
        "The small blind wins what the big blind loses: as measured, both add up to zero within "
        f"{most_off_zero(variants):.3f} mbb.\nThat is rounding in single precision."
    )


def by_nash_conv(variants: Variants) -> list[tuple[str, dict[str, Any]]]:
    """Variants, those nearest to an equilibrium first."""
    return sorted(variants.items(), key=lambda item: item[1]["curve"][-1]["nash_conv"])


def bounds(row: dict[str, Any]) -> tuple[float, float]:
    """The least and the most that the game can be worth to the big blind, by the best responses of both players."""
    return -row["best_response_values"][1], row["best_response_values"][0]


def tightest(variants: Variants) -> tuple[float, float]:
    """The highest lower and the lowest upper bound of all variants."""
    found = [bounds(variant["curve"][-1]) for variant in variants.values()]
    return max(low for low, _ in found), min(high for _, high in found)


def most_off_zero(variants: Variants) -> float:
    """Largest distance of the sum of both players' values from zero, of the last measurements."""
    return max(abs(sum(found["curve"][-1]["values"])) for found in variants.values())


def shares_of(found: dict[str, Any], decision: str) -> Floats:
    """float64 [169, actions]: how often each hand class does what."""
    return np.array([found["decisions"][decision]["shares"][name] for name in CLASS_NAMES])


def frequencies_text(variants: Variants) -> str:
    """Tables of raises by hand, how often each action is taken by all hands, and how far two runs differ."""
    (best, found), (second, other) = by_nash_conv(variants)[:2]
    weights = np.bincount(COMBO_CLASSES) / len(COMBO_CLASSES)
    parts = [f"Of `{best}`, in percent. Above the diagonal hands are suited.\n"]
    for decision, words in ((FIRST, "The small blind raises first"), (AFTER_RAISE, "The big blind raises again")):
        actions, shares = found["decisions"][decision]["actions"], shares_of(found, decision)
        apart = np.abs(shares - shares_of(other, decision)).max(axis=1)
        worst = int(apart.argmax())
        all_hands = ", ".join(f"{name} {100 * share:.1f}%" for name, share in zip(actions, weights @ shares, strict=True))
        parts += [
            f"\n**{words}** (all hands: {all_hands}):\n",
            raises_table(shares[:, actions.index("raise")]),
            f"\n`{second}` differs by {100 * weights @ apart:.1f} points in the mean over all hands, most with "
            f"{CLASS_NAMES[worst]}, by {100 * apart[worst]:.0f}.\n",
        ]
    return "\n".join(parts)


def raises_table(raises: Floats) -> str:
    """A 13 x 13 table in Markdown; rows and columns from aces down."""
    ranks = [CLASS_NAMES[14 * k][0] for k in range(13)]
    lines = ["| | " + " | ".join(ranks) + " |", "|---" * 14 + "|"]
    lines += [
        f"| **{rank}** | " + " | ".join(f"{100 * share:.0f}" for share in row) + " |"
        for rank, row in zip(ranks, raises.reshape(13, 13), strict=True)
    ]
    return "\n".join(lines)


def curves_picture(variants: Variants) -> Figure:
    """NashConv over iterations, a line a variant."""
    with house_style("a picture"):
        figure = new_figure(7.2, 4.4)
        axes = figure.subplots()
        ends, across, up = [], [], []
        for number, (name, found) in enumerate(variants.items()):
            rows = [row for row in found["curve"] if row["iterations"] >= DRAWN_FROM]
            x, y = [row["iterations"] for row in rows], [row["nash_conv"] for row in rows]
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(x, y, color=colour, linestyle=DASHES[number % len(DASHES)])
            ends.append((name, colour, x[-1], y[-1]))
            across, up = across + x, up + y
        log_scale(axes, "x", across)
        log_scale(axes, "y", up)
        axes.set_xlabel("iterations")
        axes.set_ylabel("NashConv, mbb a hand")
        axes.grid(True, which="major")
        name_lines(axes, ends)
        return figure


def grids_picture(variants: Variants) -> Figure:
    """The first decisions of both players by hand class, of the variant that came nearest to an equilibrium."""
    _, found = by_nash_conv(variants)[0]
    with house_style("a picture"):
        wide, side, panel = 6.6, 6.3, 6.85
        height = 2 * panel + 0.45
        figure = new_figure(wide, height, constrained=False)
        for number, (decision, title) in enumerate(
            ((FIRST, "Small blind, first to act"), (AFTER_RAISE, "Big blind, after a raise of the small blind"))
        ):
            actions = found["decisions"][decision]["actions"]
            shares = shares_of(found, decision).reshape(13, 13, -1)
            left, below = 0.15 / wide, 0.5 + (1 - number) * panel
            axes = figure.add_axes((left, below / height, side / wide, side / height))
            paint_grid(axes, grid_cells(shares, np.ones((13, 13)), named_colours(actions)), actions)
            figure.text(left, (below + side + 0.1) / height, title, fontsize=12.5, fontweight="bold")
        handles, labels = axes.get_legend_handles_labels()
        place = (0.5, 0.2 / height)
        figure.legend(handles, labels, loc="lower center", ncols=len(labels), frameon=False, bbox_to_anchor=place)
        words = "Width: how often the hand does this. Suited hands are above the diagonal."
        figure.text(0.5, 0.08 / height, words, fontsize=9, ha="center", color=FAINT)
        return figure


PARTS = {"variants": curves_table, "values": values_table, "frequencies": frequencies_text}
PICTURES = {"flop_holdem_variants": curves_picture, "flop_holdem_first": grids_picture}


def page_text() -> str:
    """The page with its made parts made anew."""
    variants, text = json.loads(KEPT.read_text(encoding="utf-8"))["variants"], PAGE.read_text(encoding="utf-8")
    for name, make in PARTS.items():
        begin, end = BEGIN.format(name), END.format(name)
        before, after = re.split(f"{re.escape(begin)}.*?{re.escape(end)}", text, flags=re.DOTALL)
        text = f"{before}{begin}\n{make(variants)}\n{end}{after}"
    return text


def main() -> None:
    """Write the page and the pictures."""
    variants = json.loads(KEPT.read_text(encoding="utf-8"))["variants"]
    PAGE.write_text(page_text(), encoding="utf-8")
    for name, draw in PICTURES.items():
        draw(variants).savefig(IMAGES / f"{name}.png", dpi=120)


if __name__ == "__main__":
    main()
