"""The 13 x 13 grid of starting hands with the equity of each against a range, all-in before the flop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.preflop_equities import equities_against
from pokerzoo.envs.poker.ranges import Range, parse_range
from pokerzoo.envs.support.parameters import cut_text

from .figures import in_house_style, listed_texts
from .hand_grid import coloured_cells, grids_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = "RdBu"
"""Colour map: red below one half, blue above; the colour-blind tell them apart."""
SPREAD = 0.4
"""So far from one half the colours are full."""


@in_house_style
def equity_picture(opponent_range: str | Range = "random") -> Figure:
    """Draw the exact equity of each of the 169 starting hands against a range, all-in before the flop.

    Pairs lie on the diagonal, suited hands above it, offsuit hands below it. A card that the hand has cannot be in the range,
    and that is counted.

    Args:
        opponent_range: a range as a string that ``parse_range`` reads, or as a ``Range``.

    Returns:
        The picture, a matplotlib ``Figure``; numbers are percent of the pot.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: a range that cannot be read.

    Example:
        >>> from pokerzoo.evaluation.pictures import alt_text, equity_picture
        >>> alt_text(equity_picture("QQ+")).partition(".")[0]
        'Equity against QQ+, all-in before the flop: a 13 by 13 grid of starting hands'
    """
    from matplotlib import colormaps

    given = opponent_range
    held = given if isinstance(given, Range) else parse_range(given, "opponent_range")
    equities = equities_against(held)
    colours = colormaps[COLOURS](0.5 + (equities - 0.5) / (2 * SPREAD))
    cells = coloured_cells(colours, [f"{100 * equity:.1f}" for equity in equities])
    title = f"Equity against {cut_text(held.text, 60)}, all-in before the flop"
    words = "Percent of the pot, exact over all boards. Blue: more than half of it; red: less."
    figure = grids_figure(title, [("", cells)], words, columns=1, side=7.8)
    order = np.argsort(-equities, kind="stable").tolist()
    phrases = [f"{CLASS_NAMES[hand]} {100 * equities[hand]:.1f}%" for hand in order]
    figure.set_label(
        f"{title}: a 13 by 13 grid of starting hands. Best: {listed_texts(phrases[:10])}. Worst: {listed_texts(phrases[-5:])}."
    )
    return figure
