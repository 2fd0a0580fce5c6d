"""Thresholds of push/fold."""

from __future__ import annotations

import pytest

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.preflop import push_fold_thresholds

HAND = {name: hand for hand, name in enumerate(CLASS_NAMES)}


@pytest.mark.check
def test_thresholds() -> None:
    # HoldemResources: 43s is pushed from 10.0 to 4.9 and below 2.2, K2o up to 11.6; K2o is called with up to 8.1.
    result = push_fold_thresholds([12, 11, 8, 8.5, 7, 5, 3, 2, 2])
    assert result.stacks.tolist() == [2, 3, 5, 7, 8, 8.5, 11, 12]
    assert result.stretches("push", "43s") == [(2, 2), (5, 7)]
    assert (result.highest("push")[HAND["K2o"]], result.highest("call")[HAND["K2o"]]) == (11, 8)
    assert result.highest("push")[HAND["32o"]] == 0 and result.stretches("push", "32o") == []
    assert result.stretches("call", "AA") == [(2, 12)]
    assert result.exploitability.max() < 1e-5 and result.values[2] == pytest.approx(0.056201, abs=1e-5)


def test_bad_arguments() -> None:
    result = push_fold_thresholds([5])
    with pytest.raises(ValueError, match="big_blinds: must have at least one stack"):
        push_fold_thresholds([])
    with pytest.raises(ValueError, match="stack=1: must be more than the 1 that the player posts"):
        push_fold_thresholds([5, 1])
    with pytest.raises(ValueError, match="action='raise'"):
        result.highest("raise")
    with pytest.raises(ValueError, match="hand='K2'"):
        result.stretches("push", "K2")
