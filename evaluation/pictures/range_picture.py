"""Picture of a range at a node of a hold'em spot: the 13 x 13 grid of starting hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.drawing.figures import FAINT, in_house_style, listed_texts, new_figure
from pokerzoo.envs.drawing.painted_grid import paint_grid
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.support.formats import distance_text, number_text
from pokerzoo.evaluation.spots.range_cells import RangeGrid, range_cells
from pokerzoo.evaluation.spots.spot_report import SpotReport

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEGEND = 5
"""Actions side by side in the legend."""


@in_house_style
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
        >>> from pokerzoo.evaluation.pictures import alt_text, range_grid_picture
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
        ... )
        >>> figure = range_grid_picture(CFR(game).run(100).average_policy(), "x")
        >>> alt_text(figure).partition(":")[0]
        'IP to act on Qs Jh 2h 8d 3c, after a check'
    """
    report = policy if isinstance(policy, SpotReport) else SpotReport(policy.game, policy)
    node = report.at(line)
    drawn = range_cells(node, player)
    grid, times = drawn.grid, drawn.times
    actions = max(1, len(grid.actions))
    below = 0.55 + 0.24 * -(-actions // LEGEND)
    side, height = 7.7, below + 7.7 + 0.62
    figure = new_figure(8.0, height, constrained=False)
    axes = figure.add_axes((0.15 / 8.0, below / height, side / 8.0, side / height))
    paint_grid(axes, drawn.cells, drawn.legend)
    name = node.game.player_names[grid.player]
    board = " ".join(node.game.rules.deck.names[card] for card in node.public.board)
    role = "to act" if grid.actions else "range"
    where = f"on {board}" if board else "before the flop"
    title = f"{name} {role} {where}, {line_heading(node.line)}"
    facts = f"pot {chips_text(node.pot)} chips" + (f", {chips_text(node.to_call)} to call" if node.to_call else "")
    held = distance_text(node.combos[grid.player])
    facts += f"; {held} combos; the node is reached {number_text(node.probability, '~.1%')} of the time"
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
    note = "Height: share of the class's combos that are here" + (f", {times:,.3g} times as high." if times > 1 else ".")
    note += " Width: frequency of the action." if grid.actions else ""
    figure.text(0.5, 0.1 / height, f"{note} Blank: not in the range.", fontsize=9, ha="center", color=FAINT)
    figure.set_label(describe_grid(title, grid, labels))
    return figure


def describe_grid(title: str, grid: RangeGrid, labels: list[str]) -> str:
    """Describe the picture in words: the range as a whole, then its commonest hand classes."""
    order = np.argsort(-grid.reach.ravel(), kind="stable")
    phrases = []
    for kind in order[: int((grid.share > 0).sum())]:
        row, column = divmod(int(kind), 13)
        mix = ", ".join(f"{name} {p:.0%}" for name, p in zip(grid.actions, grid.frequencies[row, column], strict=True))
        phrases.append(f"{CLASS_NAMES[kind]} {distance_text(grid.reach[row, column])} combos{': ' + mix if mix else ''}")
    held = f"{len(phrases)} of 169 hand classes are in the range"
    return f"{title}: 13 by 13 grid of starting hands. All hands: {', '.join(labels)}. {held}. {listed_texts(phrases, 10)}."
