"""Charts of push/fold: the strategy with each hand at one stack, and the highest stack of each hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.agents.cfr.push_fold_solver import PushFoldSolution
from pokerzoo.envs.drawing.colours import FOLD, ONE_SIZE
from pokerzoo.envs.drawing.range_grid import grid_cells
from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.evaluation.measures.push_fold_measures import PushFoldThresholds

from .figures import HEAT, in_house_style, listed_texts
from .hand_grid import coloured_cells, grids_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHARES: Floats = np.bincount(COMBO_CLASSES, minlength=len(CLASS_NAMES)) / len(COMBO_CLASSES)
"""Probability of each hand class."""
MOST_CHARTS = 24
WORDS = {"f": "folds", "j": "pushes", "c": "calls"}


@in_house_style
def push_fold_picture(solution: PushFoldSolution, lines: Sequence[str] | None = None) -> Figure:
    """Draw push/fold strategies by hand class: a 13 x 13 chart for each decision.

    Pairs lie on the diagonal, suited hands above it, offsuit hands below it. A cell is coloured from the left, as far as the
    hand is pushed or called with.

    Args:
        solution: from ``solve_push_fold``.
        lines: the decisions to draw, by the moves before them: ``("", "f", "fj")``. None: the decision of each player if all
            before have folded, and of the big blind after each push.

    Returns:
        The picture, a matplotlib ``Figure``.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: moves after which no player has a decision, no lines, or more than 24.

    Example:
        .. code-block:: python

            from pokerzoo.push_fold import solve_push_fold
            from pokerzoo.push_fold import push_fold_table
            from pokerzoo.evaluation.pictures import push_fold_picture

            solution = solve_push_fold(push_fold_table([10] * 4, payouts=(50, 30, 20)))
            push_fold_picture(solution).savefig("table.png")
    """
    if isinstance(lines, str):
        raise ParameterError("lines", lines, f"must be a list of lines, as ['{lines[:9]}']")
    chosen = default_lines(solution) if lines is None else list(lines)
    if not 0 < len(chosen) <= MOST_CHARTS:
        raise ParameterError("lines", problem=f"{len(chosen)} of them: must be 1 to {MOST_CHARTS}")
    positions, columns = solution.table.positions, min(3, len(chosen))
    grids, phrases = [], []
    for line in chosen:
        decision = solution.decision(line)
        done = [f"{position} {WORDS[token]}" for position, token in zip(positions, line, strict=False) if token != "f"]
        where = f"{decision.position} after {', '.join(done)}" if done else decision.position
        often = decision.hands
        does = f"{'calls' if decision.action == 'call' else 'pushes'} {float(often @ SHARES):.0%} of hands"
        frequencies = np.stack([often, 1.0 - often], axis=-1).reshape(13, 13, 2)
        cells = grid_cells(frequencies, np.ones((13, 13)), (ONE_SIZE, FOLD))
        grids.append((f"{where}: {does}" if len(chosen) <= columns else f"{where}:\n{does}", cells))
        mixed = [f"{CLASS_NAMES[hand]} {often[hand]:.0%}" for hand in np.flatnonzero((often > 0.02) & (often < 0.98))]
        never = [CLASS_NAMES[hand] for hand in np.flatnonzero(often <= 0.02)]
        some, none = listed_texts(mixed, 6) or "none", listed_texts(never, 12) or "none"
        phrases.append(f"{where} {does}; mixed: {some}; folded: {none}")
    unit = f"prizes {', '.join(f'{prize:g}' for prize in solution.payouts)}" if solution.payouts else "chips"
    stacks = ", ".join(f"{position} {stack:g}" for position, stack in zip(positions, solution.stacks, strict=True))
    antes = [f", ante {solution.ante:g}"] if solution.ante else []
    antes += [f", big blind ante {solution.big_blind_ante:g}"] if solution.big_blind_ante else []
    most, of = solution.largest_gain_share, "all prizes" if solution.payouts else "a big blind"
    gain = f" No player gains more than {100 * most:.2g}% of {of} by a best response."
    title = f"Push/fold for {unit}: {stacks} big blinds{''.join(antes)}"
    words = f"Orange: pushes, or calls a push. Blue: folds. In cells of both colours the width is the probability.{gain}"
    figure = grids_figure(title, grids, words, columns)
    figure.set_label(f"{title}: 13 by 13 grids of starting hands. {'. '.join(phrases)}.{gain}")
    return figure


def default_lines(solution: PushFoldSolution) -> list[str]:
    """Each player's decision if all before have folded, and the big blind's after each push."""
    last = solution.table.num_players - 1
    return ["f" * k for k in range(last)] + ["f" * k + "j" + "f" * (last - k - 1) for k in range(last)]


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

            from pokerzoo.push_fold import push_fold_thresholds
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
    words = f"+: at {most:g}, the highest stack that was looked at. *: with gaps below. -: at no stack that was looked at."
    figure = grids_figure(title, grids, words, columns=2, side=6.1)
    figure.set_label(f"{title}: 13 by 13 grids of starting hands. {'. '.join(phrases)}.")
    return figure
