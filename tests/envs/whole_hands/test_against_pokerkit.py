"""Random whole hands against pokerkit and a twin in plain Python; ``make nightly PARTS=whole-hands`` plays 100,000 of them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pokerzoo_testing.hand_oracles import TableCase, play_hand, play_tables, random_table


def test_a_few_hundred_hands_of_all_kinds() -> None:
    seen = play_tables(range(64))
    assert seen["hands"] == 320
    assert seen["hands in pokerkit"] > 220
    assert seen["alike"] > 1500
    for kind in (
        "no-limit",
        "pot-limit",
        "fixed-limit",
        "2 players",
        "short deck",
        "royal deck",
        "sizes",
        "any amount",
        "straddle",
    ):
        assert seen[f"kit: {kind}"] > 10, kind
    assert min(seen["folds"], seen["raises"], seen["showdowns"], seen["side pots"]) > 200


@pytest.mark.long
@pytest.mark.parametrize("start", range(10**9, 10**9 + 20_000, 1000))
def test_a_hundred_thousand_hands(start: int) -> None:
    seen = play_tables(range(start, start + 1000))
    print(", ".join(f"{count:,} {name}" for name, count in seen.most_common()))
    assert seen["hands"] == 5000 and seen["hands in pokerkit"] > 3000


@pytest.mark.parametrize("tables", [24, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("last_street", ["flop", "turn"])
def test_hands_that_end_before_the_river(last_street: str, tables: int) -> None:
    seen = play_tables(range(tables), last_street)
    assert seen["hands"] == 5 * tables
    assert seen["hands in pokerkit"] > 3 * tables
    assert min(seen["showdowns"], seen["folds"], seen["raises"]) > 2 * tables
    assert min(seen[f"kit: {kind}"] for kind in ("no-limit", "pot-limit", "fixed-limit", "short deck", "sizes")) >= tables // 10


@pytest.mark.parametrize("limit", ["no-limit", "pot-limit", "fixed-limit"])
def test_ten_players_with_short_stacks(limit: str) -> None:
    """Tables with most of pokerkit's differences, and most side pots."""
    rng = Random(limit)
    params = random_table(rng, limit, menus=False).params | {
        "num_players": 10, "blinds": (1.0, 2.0), "ante": 0.0, "big_blind_ante": 0.0, "straddle": 0.0, "button": 9, "chip": 1.0,
        "deck": "standard", "raise_cap": None, "bet": None, "rake_rate": 0.0, "rake_cap": None,
    }  # fmt: skip
    seen = play_hand(TableCase(params | {"stack": (40.0,) * 10}, Fraction(1), (40,) * 10), rng)
    for _ in range(12):
        stacks = tuple(rng.randint(3, 30) for _ in range(10))
        seen += play_hand(TableCase(params | {"stack": tuple(map(float, stacks))}, Fraction(1), stacks), rng)
    assert seen["hands in pokerkit"] == 13
    assert seen["side pots"] > 10
