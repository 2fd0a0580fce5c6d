"""The picture of many runs: exploitability by iterations, a panel a game, a line a training, a band between its seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pokerzoo.envs import Game
from pokerzoo.envs.support.parameters import check_choice, cut_text
from pokerzoo.envs.support.units import UNITS, unit_factor
from pokerzoo.evaluation.pictures.figures import (
    COLOURS,
    DASHES,
    MARKERS,
    in_house_style,
    listed_texts,
    log_scale,
    name_lines,
    new_figure,
)

from .spread import Spread
from .training_runs import TrainingRuns

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BY = {"iteration": "iterations", "nodes": "nodes touched"}
MAX_LINES = len(COLOURS)
MAX_PANELS = 9
COLUMNS = 2
"""Panels side by side."""


@in_house_style
def runs_picture(
    runs: TrainingRuns,
    *,
    by: str = "iteration",
    unit: str = "chips",
    title: str = "Exploitability of the average strategy",
) -> Figure:
    """Draw exploitability over many runs: the median as a line, and a band from the best run to the worst.

    Both axes are logarithmic. Trainings with the same label have the same colour in all panels. Points with exploitability 0
    have no place on such axes and are left out.

    Args:
        runs: the runs.
        by: ``"iteration"``, or ``"nodes"`` for histories visited, by which ways of sampling are compared fairly.
        unit: ``"chips"``, ``"mbb"`` (thousandths of the big blind or ante) or ``"pot"`` (percent of the starting pot).
        title: above the picture.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: no run that could be drawn, more games or trainings than can be read, or no such unit; ``by="nodes"`` for a
            trainer that does not count them.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import TrainingRuns, runs_picture

            runs_picture(TrainingRuns("runs"), by="nodes").savefig("runs.png")
    """
    check_choice("by", by, tuple(BY))
    spreads = runs.spreads()
    panels = lines_by_game(spreads)
    labels = list(dict.fromkeys(one.training.name for one in spreads))
    if not panels:
        raise ValueError("runs: no run is finished, so there is nothing to draw")
    if len(panels) > MAX_PANELS or len(labels) > MAX_LINES:
        count = f"{len(panels)} games with {len(labels)} trainings"
        raise ValueError(f"runs: {count}, more than the {MAX_PANELS} and {MAX_LINES} that can be read")
    uncounted = [one.training for one in spreads if one.nodes_touched is None]
    if by == "nodes" and uncounted:
        raise ValueError(f"by='nodes': {uncounted[0].trainer} does not count them ({uncounted[0].name})")
    across = min(COLUMNS, len(panels))
    down = -(-len(panels) // across)
    figure = new_figure(1.0 + 6.0 * across, 1.0 + 3.9 * down)
    told, units = [], list(dict.fromkeys(UNITS[unit] for game, _ in panels))
    for number, (game, lines) in enumerate(panels):
        axes = figure.add_subplot(down, across, number + 1)
        told.append(draw_panel(axes, game, lines, labels, by, unit))
        axes.set_title(cut_text(str(game), 50))
        axes.set_xlabel(BY[by])
        if number % across == 0 or len(units) > 1:
            axes.set_ylabel(f"exploitability, {UNITS[unit]}")
    figure.suptitle(title)
    name_parts(figure, max(one.runs for one in spreads))
    figure.set_label(f"{title} in {' and '.join(units)}, by {BY[by]}, on logarithmic axes. {' '.join(told)}")
    return figure


def lines_by_game(spreads: Sequence[Spread]) -> list[tuple[Game, dict[str, list[Spread]]]]:
    """The spreads of each game, line by line by their label."""
    panels: dict[Game, dict[str, list[Spread]]] = {}
    for one in spreads:
        panels.setdefault(one.training.game, {}).setdefault(one.training.name, []).append(one)
    return list(panels.items())


def draw_panel(axes: Axes, game: Game, lines: dict[str, list[Spread]], labels: list[str], by: str, unit: str) -> str:
    """Draw the lines of a game with their bands and names; what they show, in words."""
    factor = unit_factor(game, unit)
    everywhere: tuple[list[float], list[float]] = ([], [])
    ends, told = [], []
    for label, spreads in lines.items():
        drawn = [one for one in spreads if one.least > 0.0]
        if not drawn:
            raise ValueError(f"{game.name}, {label}: no exploitability above 0, which a logarithmic axis needs")
        x = [float(one.iteration if by == "iteration" else one.nodes_touched or 0.0) for one in drawn]
        least, median, most = (
            [factor * value for value in values]
            for values in zip(*((one.least, one.median, one.most) for one in drawn), strict=True)
        )
        place = labels.index(label)
        axes.fill_between(x, least, most, color=COLOURS[place], alpha=0.18, linewidth=0)
        axes.plot(
            x, median, color=COLOURS[place], linestyle=DASHES[place % len(DASHES)], marker=MARKERS[place],
            markevery=max(1, len(drawn) // 8), markersize=4.5, linewidth=1.8,
        )  # fmt: skip
        everywhere[0].extend(x)
        everywhere[1].extend((*least, *most))
        ends.append((label, COLOURS[place], x[-1], median[-1]))
        runs = f"{drawn[-1].runs} runs, {least[-1]:.3g} to {most[-1]:.3g}" if drawn[-1].runs > 1 else "one run"
        told.append(f"{label} {median[-1]:.3g} ({runs})")
    log_scale(axes, "x", everywhere[0])
    log_scale(axes, "y", everywhere[1])
    axes.grid(which="major")
    name_lines(axes, ends)
    return f"{game.name} after {ends[0][2]:,.4g}: {listed_texts(told)}."


def name_parts(figure: Figure, runs: int) -> None:
    """The legend: what a line is, and what a band."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [Line2D([], [], color="#555555", linewidth=1.8)]
    words = [f"median of {runs} runs" if runs > 1 else "one run"]
    if runs > 1:
        handles.append(Patch(color="#555555", alpha=0.25, linewidth=0))
        words.append("from the best run to the worst")
    figure.legend(handles, words, loc="outside lower center", ncols=2, frameon=False)
