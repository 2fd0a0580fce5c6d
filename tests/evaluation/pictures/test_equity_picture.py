"""The grid of equities: each cell has its hand's number, and the colour says who is ahead."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.preflop_equities import equities_against
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.evaluation.pictures import alt_text, equity_picture


def test_every_hand_has_its_equity() -> None:
    figure = equity_picture("QQ+,AK")
    (axes,) = figure.axes
    texts = [text.get_text() for text in axes.texts]
    found = equities_against("QQ+,AK")
    assert texts[::2] == list(CLASS_NAMES)
    assert texts[1::2] == [f"{100 * equity:.1f}" for equity in found]
    cells = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    blue = np.array([cell.get_facecolor()[2] > cell.get_facecolor()[0] for cell in cells])
    np.testing.assert_array_equal(blue, found > 0.5)
    assert [(int(cell.get_x()), int(cell.get_y())) for cell in cells] == [(i % 13, i // 13) for i in range(169)]
    assert alt_text(figure).startswith(
        "Equity against QQ+,AK, all-in before the flop: a 13 by 13 grid of starting hands. Best: AA 84"
    )
    assert alt_text(figure) == alt_text(equity_picture(parse_range("QQ+,AK")))


def test_a_range_that_cannot_be_read() -> None:
    with pytest.raises(ValueError, match="^opponent_range='x': at character 1"):
        equity_picture("x")
