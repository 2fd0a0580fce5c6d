"""Action translation: by the equation it was derived from, and at its ends."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pokerzoo.agents.policies.action_translation import pseudo_harmonic, translated_sizes


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.5), (0.5, 1.0), (1.0, 10.0), (0.1, 100.0)])
def test_a_bluff_wins_nothing(low: float, high: float) -> None:
    # A bet s that is called with probability 1 / (1 + s) wins nothing as a bluff; the mixture must call x that often.
    for step in range(11):
        x = low + (high - low) * step / 10
        share = pseudo_harmonic(x, low, high)
        assert share / (1 + low) + (1 - share) / (1 + high) == pytest.approx(1 / (1 + x), abs=1e-12)


def test_it_falls_from_one_to_zero() -> None:
    result = [pseudo_harmonic(x / 20, 0.5, 1.5) for x in range(8, 32)]
    assert result[:3] == [1.0, 1.0, 1.0] and result[-2:] == [0.0, 0.0]
    assert all(share > later for share, later in pairwise(result[2:-1]))


@pytest.mark.parametrize(
    "wrong", [(-0.1, 0, 1), (0.5, -1, 1), (0.5, 1, 1), (0.5, 2, 1), (float("nan"), 0, 1), (0.5, 0, float("inf"))]
)
def test_errors(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        pseudo_harmonic(*wrong)


def test_several_sizes() -> None:
    assert translated_sizes(0.2, (0.5, 1.0, 2.0)) == [1.0, 0.0, 0.0]
    assert translated_sizes(3.0, (0.5, 1.0, 2.0)) == [0.0, 0.0, 1.0]
    assert translated_sizes(1.0, (0.5, 1.0, 2.0)) == [0.0, 1.0, 0.0]
    assert translated_sizes(1.5, (0.5, 1.0, 2.0)) == pytest.approx([0.0, 0.4, 0.6])
    assert translated_sizes(0.7, (1.0,)) == [1.0]
