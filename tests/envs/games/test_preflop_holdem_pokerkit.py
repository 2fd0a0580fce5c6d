"""Random hands of ``preflop_holdem`` against pokerkit: who acts, calls, pots, the least and the most bet, and payoffs."""

from __future__ import annotations

import pytest

pytest.importorskip("pokerkit")
pytest.importorskip("phevaluator")

from pokerzoo_testing.preflop_hands import play_hands

ENDS = {"preflop, run out", "flop, run out", "flop, shown at once", "turn, run out", "turn, shown at once", "river, run out"}


def check_hands(hands: int, seed: int) -> None:
    """All kinds of hands are among them."""
    seen = play_hands(hands, seed)
    print(f"{hands:,} hands beside pokerkit:", ", ".join(f"{count:,} {name}" for name, count in seen.most_common()))
    assert seen["hands"] == hands
    assert all(seen[f"last betting {ends}"] >= hands / 50 for ends in ENDS), seen
    assert seen["bets and raises"] > hands
    assert hands / 3 < seen["shown"] < hands
    often = ("with antes", "shown, both all-in", "least raises", "checks on streets without betting")
    assert all(seen[name] > hands / 10 for name in often), seen
    assert seen["all-in for less than a raise"] > hands / 100


def test_hands_are_pokerkit_s() -> None:
    check_hands(150, seed=1)


@pytest.mark.long
def test_many_hands_are_pokerkit_s() -> None:
    check_hands(10_000, seed=2)
