"""Picture of a range at a node of a hold'em spot: the 13 x 13 grid of starting hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.drawing.colours import HELD, action_colours
from pokerzoo.envs.poker.cards import CLASS_NAMES, combos_left
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.poker.public_state import chips
from pokerzoo.evaluation.spots.spot_report import NodeReport, SpotReport
from pokerzoo.evaluation.spots.spot_tables import PLAYER_NAMES, Grid, make_grid, percent

from .figures import FAINT, INK, listed, new_figure, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats: TypeAlias = npt.NDArray[np.float64]

FEW = 0.1
"""If less of every kind is here than this, heights are stretched, so that the fullest kind fills its cell."""
LEGEND = 5
"""Actions side by side in the legend."""


@picture
def range_grid_picture(policy: TabularPolicy | SpotReport, line: str = "", *, player: int | None = None) -> Figure:
    """Draw a player's range at a node, by hand class: pairs on the diagonal, suited hands above it, offsuit hands below it.

    A cell is filled as high as the share of the class's combos that the player has here. It is split from left to right
    by the player's actions with them. A class that the player never has here is blank. Without actions the fill is grey. Where
    less than a tenth of every class is here, all heights are stretched alike, and the picture names the factor.

    Args:
        policy: of a hold'em spot, or the report on it (which saves computing it again).
        line: the line of the node, as ``SpotReport.at`` takes it: ``"b25/r75"``, ``"xx/2h/x"``, ``""`` for the start.
        player: whose range, 0 (OOP) or 1 (IP); None: the player who acts.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: another game, no such line, or no such player.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import alt_text, range_grid_picture
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
        ... )
        >>> figure = range_grid_picture(CFR(game, "dcfr").run(100).average_policy(), "x")
        >>> alt_text(figure).partition(":")[0]
        'IP to act on Qs Jh 2h 8d 3c, after a check'
    """
    report = policy if isinstance(policy, SpotReport) else SpotReport(policy.game, policy)
    node = report.at(line)
    grid = make_grid(node, player)
    held = np.where(grid.share > 0, grid.reach / np.maximum(combos_left(node.public.board), 1.0), 0.0)
    times = 1.0 / held.max() if 0 < held.max() < FEW else 1.0
    held = times * held
    actions = max(1, len(grid.actions))
    below = 0.55 + 0.24 * -(-actions // LEGEND)
    side, height = 7.7, below + 7.7 + 0.62
    figure = new_figure(8.0, height, constrained=False)
    axes = figure.add_axes((0.15 / 8.0, below / height, side / 8.0, side / height))
    axes.set_xlim(0.0, 13.0)
    axes.set_ylim(13.0, 0.0)
    axes.set_aspect("equal")
    axes.set_axis_off()
    draw_bars(axes, grid, held, node)
    draw_cells(axes, held)
    name = PLAYER_NAMES[grid.player]
    board = " ".join(node.game.rules.deck[card] for card in node.public.board)
    role = "to act" if grid.actions else "range"
    title = f"{name} {role} on {board}, {line_heading(node.line)}"
    facts = f"pot {chips(node.pot)} chips" + (f", {chips(node.to_call)} to call" if node.to_call else "")
    facts += f"; {node.combos[grid.player]:.3g} combos; the node is reached {percent(node.probability, 1)} of the time"
    figure.text(0.02, 1 - 0.1 / height, title, fontsize=12.5, va="top", fontweight="bold")
    figure.text(0.02, 1 - 0.36 / height, facts, fontsize=10, va="top", color=FAINT)
    handles, labels = axes.get_legend_handles_labels()
    columns = min(len(labels), LEGEND)
    order = [i for column in range(columns) for i in range(column, len(labels), columns)]  # legends are filled column by column
    figure.legend(
        [handles[i] for i in order],
        [labels[i] for i in order],
        loc="lower center",
        ncols=columns,
        frameon=False,
        bbox_to_anchor=(0.5, 0.26 / height),
        columnspacing=1.4,
        handlelength=1.5,
    )
    note = "Height: share of the kind's combos that are here" + (f", {times:,.3g} times as high." if times > 1 else ".")
    note += " Width: how often they take the action." if grid.actions else ""
    figure.text(0.5, 0.1 / height, f"{note} Blank: not in the range.", fontsize=9, ha="center", color=FAINT)
    figure.set_label(describe(title, grid, labels))
    return figure


def draw_bars(axes: Axes, grid: Grid, held: Floats, node: NodeReport) -> None:
    """Draw the coloured parts of all cells, one container of bars an action."""
    rows, columns = np.nonzero(held > 0)
    tall = 0.96 * held[rows, columns]
    left = columns + 0.02
    if not grid.actions:
        axes.barh(rows + 0.98, 0.96 * np.ones(len(rows)), -tall, left, align="edge", color=HELD, label="in the range")
        return
    total = node.frequencies
    for number, (name, colour) in enumerate(zip(grid.actions, action_colours(node.tokens), strict=True)):
        wide = 0.96 * grid.frequencies[rows, columns, number]
        often = "" if np.isnan(total[number]) else f" {total[number]:.1%}"
        axes.barh(rows + 0.98, wide, -tall, left, align="edge", color=colour, linewidth=0, label=f"{name}{often}")
        left = left + wide


def draw_cells(axes: Axes, held: Floats) -> None:
    """Draw the frames, and the name of each hand class."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle
    from matplotlib.patheffects import AbstractPathEffect, withStroke

    outline: list[AbstractPathEffect] = [withStroke(linewidth=2.2, foreground="white")]
    frames = [Rectangle((column + 0.02, row + 0.02), 0.96, 0.96) for row in range(13) for column in range(13)]
    edges = [FAINT if here else "#dedede" for here in (held > 0).ravel()]
    axes.add_collection(PatchCollection(frames, facecolor="none", edgecolor=edges, linewidth=0.6), autolim=False)
    for row in range(13):
        for column in range(13):
            here = held[row, column] > 0
            text = axes.text(column + 0.07, row + 0.07, CLASS_NAMES[13 * row + column], va="top", fontsize=9.5)
            text.set_color(INK if here else FAINT)
            if here:
                text.set_fontweight("bold")
                text.set_path_effects(outline)


def describe(title: str, grid: Grid, labels: list[str]) -> str:
    """Describe the picture in words: the range as a whole, then its commonest hand classes."""
    order = np.argsort(-grid.reach.ravel(), kind="stable")
    told = []
    for kind in order[: int((grid.share > 0).sum())]:
        row, column = divmod(int(kind), 13)
        mix = ", ".join(f"{name} {p:.0%}" for name, p in zip(grid.actions, grid.frequencies[row, column], strict=True))
        told.append(f"{CLASS_NAMES[kind]} {grid.reach[row, column]:.3g} combos{': ' + mix if mix else ''}")
    held = f"{len(told)} of 169 hand classes are in the range"
    return f"{title}: 13 by 13 grid of starting hands. All hands: {', '.join(labels)}. {held}. {listed(told, 10)}."
