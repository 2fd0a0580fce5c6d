"""The picture of the benchmark: exploitability against decisions and against seconds, a row a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.evaluation.pictures.figures import (
    COLOURS,
    DASHES,
    in_house_style,
    listed_texts,
    log_scale,
    name_lines,
    new_figure,
)

from .results import LearningCurve, RLBenchmark

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BY = {"decisions": "decisions", "seconds": "processor seconds"}
MAX_LINES = len(COLOURS)
MAX_GAMES = 8
STROKE = 0.5
"""Points: lines end far from their names where learners come to different counts of decisions."""
LOWEST_BAND = 0.3
"""A band ends at this share of the mean, should the interval go on below."""


@in_house_style
def benchmark_picture(
    runs: RLBenchmark,
    *,
    games: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    policy: str = "best",
    title: str = "",
) -> Figure:
    """Draw exploitability against decisions and seconds, on logarithmic axes: means over seeds with 95% intervals.

    Args:
        runs: the runs.
        games: names of games in the benchmark; None: all.
        learners: names of learners, eight at most; None: all.
        policy: ``"current"``, ``"average"``, or ``"best"``: for each learner and game the policy that is less exploitable at
            the end.
        title: above the picture.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: nothing to draw, or more than can be read.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import RLBenchmark, benchmark_picture

            runs = RLBenchmark("docs/rl_benchmark/leduc.parquet")
            benchmark_picture(runs, learners=["deep_cfr", "rnad", "ppo"]).savefig("leduc.png")
    """
    shown = runs.games if games is None else list(games)
    panels = {}
    for game in shown:
        curves = {by: _wanted(runs.curves(game, by, policy), learners) for by in BY}
        if curves["seconds"]:
            panels[game] = curves
    names = list(dict.fromkeys(curve.learner for curves in panels.values() for curve in curves["seconds"]))
    if learners is not None:
        names.sort(key=list(learners).index)
    if not panels:
        raise ValueError("runs: no run is finished, so there is nothing to draw")
    check_readable(len(panels), len(names))
    figure = new_figure(13.0, 0.9 + 3.9 * len(panels))
    told = []
    for row, (game, curves) in enumerate(panels.items()):
        for column, by in enumerate(BY):
            axes = figure.add_subplot(len(panels), 2, 2 * row + column + 1)
            draw_panel(axes, curves[by], names)
            axes.set_title(game)
            axes.set_xlabel(BY[by])
            if column == 0:
                axes.set_ylabel("exploitability, chips a hand")
        ends = [f"{one.learner} {one.mean[-1]:.3g}" for one in curves["seconds"]]
        told.append(f"{game} at the end: {listed_texts(ends)}.")
    if title:
        figure.suptitle(title)
    counts = {curve.runs for curves in panels.values() for curve in curves["seconds"]} - {1}
    if counts:
        several = str(max(counts)) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
        figure.supxlabel(f"mean of {several} seeds; bands: 95% intervals of the mean (Student's t)", fontsize=9.0)
    figure.set_label(
        f"{title or 'Exploitability of learners'} in chips a hand, on logarithmic axes, by decisions and by processor seconds. "
        + " ".join(told)
    )
    return figure


def check_readable(games: int, learners: int) -> None:
    """ValueError where a picture would be too full."""
    if learners > MAX_LINES or games > MAX_GAMES:
        count = f"{games} game{'s' * (games > 1)} with {learners} learners"
        raise ValueError(f"learners: {count} are more than the {MAX_GAMES} and {MAX_LINES} that can be read; name some of them")


def draw_panel(axes: Axes, curves: Sequence[LearningCurve], names: Sequence[str]) -> None:
    """Draw the curves of a game with their bands and names; learners have one colour in all panels."""
    drawn = [curve for curve in curves if curve.mean.min() > 0.0]
    if not drawn:
        return
    low = 0.7 * min(float(curve.mean.min()) for curve in drawn)
    high = max(float(np.nanmax([curve.mean, curve.high])) for curve in drawn)
    ends = []
    for curve in drawn:
        place = names.index(curve.learner)
        if not np.isnan(curve.low).any():
            bottom = np.maximum(curve.low, curve.mean * LOWEST_BAND)  # below zero there is no place on such an axis
            axes.fill_between(curve.x, bottom, curve.high, color=COLOURS[place], alpha=0.16, linewidth=0)
        axes.plot(curve.x, curve.mean, color=COLOURS[place], linestyle=DASHES[place % len(DASHES)], linewidth=1.8)
        ends.append((curve.learner, COLOURS[place], float(curve.x[-1]), float(curve.mean[-1])))
    log_scale(axes, "x", [float(x) for curve in drawn for x in (curve.x[0], curve.x[-1])])
    log_scale(axes, "y", [low, high])
    axes.set_ylim(low, 1.15 * high)
    axes.grid(which="major")
    name_lines(axes, ends, STROKE)


def _wanted(curves: Sequence[LearningCurve], learners: Sequence[str] | None) -> list[LearningCurve]:
    return [curve for curve in curves if learners is None or curve.learner in learners]
