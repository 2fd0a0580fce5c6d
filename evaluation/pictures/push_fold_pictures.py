"""A chart of push/fold: the highest stack at which each hand is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.drawing.figures import HEAT, in_house_style, listed_texts
from pokerzoo.envs.drawing.painted_grid import coloured_cells, grids_figure
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.evaluation.measures.push_fold_measures import PushFoldThresholds

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@in_house_style
def push_fold_stacks_picture(charts: PushFoldThresholds) -> Figure:
    """Draw the highest stack at which each hand class is pushed, and called with: two charts of push/fold for two players.

    Args:
        charts: from ``push_fold_thresholds``. A ``+`` follows the highest of its stacks. A star marks a hand that is not played
            at all stacks below.

    Returns:
        The picture, a matplotlib ``Figure``; numbers are big blinds.

    Raises:
        ImportError: matplotlib is not installed.

    Example:
        .. code-block:: python

            from pokerzoo.preflop import push_fold_thresholds
            from pokerzoo.evaluation.pictures import push_fold_stacks_picture

            charts = push_fold_thresholds([2, 3, 5, 8, 10, 15, 20])
            push_fold_stacks_picture(charts).savefig("stacks.png")
    """
    from matplotlib import colormaps

    most = float(charts.stacks[-1])
    form = ".4g" if all(float(stack).is_integer() for stack in charts.stacks) else ".1f"
    grids, phrases = [], []
    for action, who in (("push", "Small blind pushes"), ("call", "Big blind calls")):
        highest = charts.highest(action)
        notes = [f"{stack:{form}}" if stack else "-" for stack in highest.tolist()]
        for hand, name in enumerate(CLASS_NAMES):
            if highest[hand] == most:
                notes[hand] = f"{most:.4g}+"
            elif len(charts.stretches(action, name)) > 1:
                notes[hand] += "*"
        colours = colormaps[HEAT](0.06 + 0.84 * np.log1p(highest) / np.log1p(most))
        grids.append((f"{who}: highest stack in big blinds", coloured_cells(colours, notes)))
        order = np.argsort(highest, kind="stable")
        stacks = [f"{CLASS_NAMES[hand]} up to {highest[hand]:.4g}" for hand in order.tolist()]
        phrases.append(f"{who} {listed_texts(stacks, 12)}")
    title = "Push/fold: the highest stack at which each hand is played"
    words = f"+: at {most:g}, the highest stack solved. *: not at every stack below. -: at none of the stacks."
    figure = grids_figure(title, grids, words, columns=2, side=6.1)
    figure.set_label(f"{title}: 13 by 13 grids of starting hands. {'. '.join(phrases)}.")
    return figure
