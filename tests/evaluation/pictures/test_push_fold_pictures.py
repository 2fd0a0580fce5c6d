"""Charts of push/fold: their descriptions."""

from __future__ import annotations

import pytest

from pokerzoo.evaluation.pictures import alt_text, push_fold_picture, push_fold_stacks_picture
from pokerzoo.push_fold import push_fold_table, push_fold_thresholds, solve_push_fold

pytestmark = pytest.mark.check


def test_charts_of_two_players() -> None:
    figure = push_fold_picture(solve_push_fold(push_fold_table([10, 10], ante=0.125), until=1e-3))
    words = alt_text(figure)
    assert words.startswith(
        "Push/fold for chips: SB 10, BB 10 big blinds, ante 0.125: 13 by 13 grids of starting hands. SB pushes "
    )
    assert "BB after SB pushes calls " in words
    assert len(figure.axes) == 2 and [text.get_text() for text in figure.axes[0].texts][:3] == ["AA", "AKs", "AQs"]


def test_stacks() -> None:
    figure = push_fold_stacks_picture(push_fold_thresholds([2, 3, 6]))
    pushes = [text.get_text() for text in figure.axes[0].texts]
    told = dict(zip(pushes[::2], pushes[1::2], strict=True))
    # HoldemResources: AA at all stacks, 63s up to 2.3 and from 5.1 to 7.1, 42s up to 1.8, K2o up to 11.6, 92s up to 3.7.
    assert (told["AA"], told["42s"], told["K2o"], told["92s"]) == ("6+", "-", "6+", "3")
    assert "Small blind pushes" in alt_text(figure)


def test_charts_of_a_table() -> None:
    solution = solve_push_fold(push_fold_table([10, 8, 6], payouts=(5, 3), deals=2000), until=0, iterations=2)
    figure = push_fold_picture(solution)
    titles = [axes.get_title(loc="left").split(":")[0] for axes in figure.axes]
    assert titles == ["BTN", "SB", "BB after BTN pushes", "BB after SB pushes"]
    assert alt_text(figure).startswith(
        "Push/fold for prizes 5, 3: BTN 10, SB 8, BB 6 big blinds: 13 by 13 grids of starting hands."
    )
    gain = f"No player gains more than {100 * solution.largest_gain_share:.2g}% of all prizes by a best response."
    assert alt_text(figure).endswith(gain) and any(gain in text.get_text() for text in figure.texts)
    figure = push_fold_picture(solution, ["jc"])
    assert figure.axes[0].get_title(loc="left").startswith("BB after BTN pushes, SB calls: calls ")
    with pytest.raises(ValueError, match="lines: 0 of them: must be 1 to 24"):
        push_fold_picture(solution, [])
    with pytest.raises(ValueError, match="lines='fj': must be a list of lines"):
        push_fold_picture(solution, "fj")
    with pytest.raises(ValueError, match="line='ff': no decision"):
        push_fold_picture(solution, ["ff"])
