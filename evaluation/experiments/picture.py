"""The picture of an experiment: exploitability along two axes, a row a game, a line a learner, a band between its seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.envs.drawing.figures import Curve, draw_curves, in_house_style, listed_texts, new_figure
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.units import UNITS

from .experiment import Experiment

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BY = {"iterations": "iterations", "decisions": "decisions", "seconds": "processor seconds"}
MAX_LINES = len(PALETTE)
MAX_GAMES = 8
STROKE = 0.5
"""Points: lines end far from their names where learners reach different counts of decisions."""
LOWEST_BAND = 0.3
"""A band ends at this share of the mean, if the interval extends below it."""


@in_house_style
def experiment_picture(
    runs: Experiment,
    games: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    *,
    by: Sequence[str] | None = None,
    unit: str = "chips",
    title: str = "",
) -> Figure:
    """Draw exploitability on logarithmic axes, a row a game: means over seeds as lines, their 95% intervals as bands.

    Args:
        runs: the runs.
        games: names of games, eight at most; None: all.
        learners: names of learners, eight at most; None: all.
        by: the horizontal axes, of ``"iterations"``, ``"decisions"`` and ``"seconds"``; None: decisions, and what the runs'
            budget limits (seconds or iterations).
        unit: ``"chips"``, ``"mbb"`` (thousandths of the big blind or ante) or ``"pot"`` (percent of the starting pot).
        title: above the picture.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: nothing to draw, more than can be read, or no such axis, policy or unit.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import Experiment
            from pokerzoo.evaluation.pictures import experiment_picture

            runs = Experiment("docs/gallery/learning/leduc.parquet")
            experiment_picture(runs, learners=["deep_cfr", "rnad", "ppo"]).savefig("leduc.png")
    """
    if by is None:
        seconds = any(row["budget_seconds"] is not None for row in runs.rows)
        by = ("decisions", "seconds" if seconds else "iterations")
    panels: dict[str, list[list[Curve]]] = {}
    for game in runs.games if games is None else games:
        curves = [runs.curves(game, axis) for axis in by]
        drawn = [[curve for curve in row if learners is None or curve.name in learners] for row in curves]
        if all(drawn):
            panels[game] = drawn
    names = list(dict.fromkeys(curve.name for rows in panels.values() for curve in rows[-1]))
    if learners is not None:
        names.sort(key=list(learners).index)
    if not panels:
        raise ParameterError("runs", problem="no run is finished, so there is nothing to draw")
    check_readable(len(panels), len(names))
    figure = new_figure(1.0 + 6.0 * len(by), 0.9 + 3.9 * len(panels))
    results = []
    for row, (game, drawn) in enumerate(panels.items()):
        factor = runs.game(game).stakes.unit_factor(unit, game)
        for column, axis in enumerate(by):
            axes = figure.add_subplot(len(panels), len(by), len(by) * row + column + 1)
            draw_panel(axes, drawn[column], names, factor)
            axes.set_title(game)
            axes.set_xlabel(BY[axis])
            if column == 0:
                axes.set_ylabel(f"exploitability, {UNITS[unit]}")
        ends = [f"{curve.name} {factor * curve.y[-1]:.3g}" for curve in drawn[-1]]
        results.append(f"{game} at the end: {listed_texts(ends)}.")
    if title:
        figure.suptitle(title)
    counts = {result.runs for result in runs.results() if result.game in panels and result.learner in names} - {0, 1}
    if counts:
        several = str(max(counts)) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
        figure.supxlabel(f"mean of {several} seeds; bands: 95% intervals of the mean (Student's t)", fontsize=9.0)
    axes_words = " and by ".join(BY[axis] for axis in by)
    words = f"{title or 'Exploitability of learners'} in {UNITS[unit]}, on logarithmic axes, by {axes_words}. "
    figure.set_label(words + " ".join(results))
    return figure


def check_readable(games: int, learners: int) -> None:
    """ValueError where a picture would be too full."""
    if learners > MAX_LINES or games > MAX_GAMES:
        count = f"{games} game{'s' * (games > 1)} with {learners} learners"
        fault = f"{count} are more than the {MAX_GAMES} and {MAX_LINES} that can be read; name some of them"
        raise ParameterError("learners", problem=fault)


def draw_panel(axes: Axes, curves: Sequence[Curve], names: Sequence[str], factor: float) -> None:
    """Draw the curves of a game with their bands and names; learners have one colour in all panels."""
    drawn = []
    for name, _, x, y, low, high in curves:
        if y.min() > 0.0:
            low = None if low is None else factor * np.maximum(low, y * LOWEST_BAND)  # below zero there is no place
            high = None if high is None else factor * high
            drawn.append(Curve(name, names.index(name), x, factor * y, low, high))
    if drawn:
        least = 0.7 * min(float(curve.y.min()) for curve in drawn)
        most = 1.15 * max(float(np.max(curve.y if curve.high is None else curve.high)) for curve in drawn)
        draw_curves(axes, drawn, limits=(least, most), stroke=STROKE)
