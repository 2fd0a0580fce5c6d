"""Charts before the flop: their descriptions."""

from __future__ import annotations

import pytest

from pokerzoo.evaluation.pictures import alt_text, preflop_picture, push_fold_stacks_picture
from pokerzoo.preflop import PushFoldSolver, push_fold_table, push_fold_thresholds

pytestmark = pytest.mark.check


def test_stacks() -> None:
    figure = push_fold_stacks_picture(push_fold_thresholds([2, 3, 6]))
    pushes = [text.get_text() for text in figure.axes[0].texts]
    told = dict(zip(pushes[::2], pushes[1::2], strict=True))
    # HoldemResources: AA at all stacks, 63s up to 2.3 and from 5.1 to 7.1, 42s up to 1.8, K2o up to 11.6, 92s up to 3.7.
    assert (told["AA"], told["42s"], told["K2o"], told["92s"]) == ("6+", "-", "6+", "3")
    assert "Small blind pushes" in alt_text(figure)


def test_charts_of_a_table() -> None:
    policy = PushFoldSolver(push_fold_table([10, 8, 6], payouts=(5, 3), big_blind_ante=1), deals=2000).run(2).average_policy()
    figure = preflop_picture(policy)
    titles = [axes.get_title(loc="left").split("\n")[0] for axes in figure.axes]
    assert titles == ["BTN, first to act", "SB after f", "BB after r10f", "BB after fr8"]
    words = alt_text(figure)
    assert words.startswith(
        "Before the flop: 3 players, blinds 0.5 and 1, big blind ante 1, stacks 10, 8, 6, prizes 5, 3. 13 by 13"
    )
    assert "BB after fr8: fold " in words
    figure = preflop_picture(policy, ["r10c"])
    assert figure.axes[0].get_title(loc="left").startswith("BB after r10c\nfold ")
    with pytest.raises(ValueError, match="lines: 0 of them: must be 1 to 24"):
        preflop_picture(policy, [])
    with pytest.raises(ValueError, match="lines='fr8': must be a list of lines"):
        preflop_picture(policy, "fr8")
    with pytest.raises(ValueError, match="line='ff'"):
        preflop_picture(policy, ["ff"])
