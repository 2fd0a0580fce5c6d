"""The tables of flop hold'em in docs/preflop.md are what the program beside it makes of the kept runs, and these agree."""

from __future__ import annotations

import json

import numpy as np

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

made = load_program(ROOT / "docs" / "make_flop_holdem.py")
VARIANTS = json.loads(made.KEPT.read_text(encoding="utf-8"))["variants"]


def test_the_page_is_what_was_kept() -> None:
    assert set(VARIANTS) == {"cfr", "cfr+", "lcfr", "dcfr", "hs-dcfr"}
    assert made.page_text() == made.PAGE.read_text(encoding="utf-8")
    assert all((made.IMAGES / f"{name}.png").exists() for name in made.PICTURES)


def test_bounds_of_all_variants_have_a_value_in_common() -> None:
    """Of each measurement, not the last alone; and values of a zero-sum game add up to zero."""
    rows = [row for found in VARIANTS.values() for row in found["curve"]]
    assert max(made.bounds(row)[0] for row in rows) < min(made.bounds(row)[1] for row in rows)
    for row in rows:
        low, high = made.bounds(row)
        assert abs(high - low - row["nash_conv"]) < 0.01
        assert abs(sum(row["values"])) < 0.01
    low, high = made.tightest(VARIANTS)
    assert high - low < 2


def test_linear_cfr_is_as_exploitable_as_published() -> None:
    """115, 65 and 32 mbb after 20, 30 and 50 iterations with both players at once; ours alternates (docs/preflop.md, Units)."""
    found = {row["iterations"]: row["nash_conv"] for row in VARIANTS["lcfr"]["curve"]}
    for iterations, published in ((20, 115), (30, 65), (50, 32)):
        assert abs(found[iterations] / published - 1) < 0.15


def test_frequencies_are_those_of_169_hands_and_two_runs_agree() -> None:
    (_, best), (_, second) = made.by_nash_conv(VARIANTS)[:2]
    for decision in (made.FIRST, made.AFTER_RAISE):
        one, other = made.shares_of(best, decision), made.shares_of(second, decision)
        assert one.shape == (169, 3)
        np.testing.assert_allclose(one.sum(axis=1), 1, atol=2e-4)
        assert np.abs(one - other).max(axis=1).mean() < 0.05
