"""Ranges to start from: by position, and the best hands by all-in equity."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.envs.games.range_presets import RANGE_PRESETS
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.hand_order import EQUITIES
from pokerzoo.envs.poker.ranges import CLASS_SIZES, parse_range, top_range


def test_every_preset_is_a_range() -> None:
    for preset in RANGE_PRESETS:
        assert parse_range(preset.text).num_combos > 0
    assert len({(preset.group, preset.name) for preset in RANGE_PRESETS}) == len(RANGE_PRESETS)


def test_equities_are_complete_and_in_order() -> None:
    assert set(EQUITIES) == set(CLASS_NAMES) and len(EQUITIES) == 169
    assert list(EQUITIES.values()) == sorted(EQUITIES.values(), reverse=True)
    # Each deal is counted from both sides: the mean over all combos is one half.
    stored = np.array([EQUITIES[name] for name in CLASS_NAMES])
    assert (stored * CLASS_SIZES).sum() / CLASS_SIZES.sum() == pytest.approx(0.5, abs=1e-6)


def test_equities_that_everybody_knows() -> None:
    # Published tables of preflop equity against one random hand.
    known = {"AA": 0.8520, "KK": 0.8240, "AKs": 0.6704, "AKo": 0.6532, "22": 0.5033, "72o": 0.3458, "32o": 0.3230}
    for hand, equity in known.items():
        assert EQUITIES[hand] == pytest.approx(equity, abs=1e-4), hand


@pytest.mark.parametrize(("percent", "text"), [(0.4, "AA"), (1, "QQ+"), (100, "random")])
def test_top_ranges(percent: float, text: str) -> None:
    assert top_range(percent) == parse_range(text)


def test_top_ranges_have_the_share_that_was_asked_for() -> None:
    for percent in (3, 10, 20, 50, 99.9):
        weights = top_range(percent).weights
        assert percent <= 100 * weights.sum() / 1326 < percent + 100 * 12 / 1326
    for wrong in (0, -1, 101):
        with pytest.raises(ValueError, match="percent"):
            top_range(wrong)
