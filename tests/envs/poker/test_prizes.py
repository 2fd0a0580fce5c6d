"""Prize money: published examples, all finishing orders one by one, the two ways beside each other, and bad input."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.cards import prize_equities
from pokerzoo.envs.poker.prizes import places_by_sets, values_by_races


def by_orders(stacks: list[int], payouts: list[int]) -> list[Fraction]:
    """ICM by its definition: every finishing order with its probability."""
    result = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        probability, left = Fraction(1), sum(stacks)
        for player in order:
            probability *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, payouts, strict=False):
            result[player] += probability * prize
    return result


@pytest.mark.parametrize("seed", range(12))
def test_all_finishing_orders(seed: int) -> None:
    rng = np.random.default_rng(seed)
    players = 2 + seed % 6
    stacks = rng.integers(1, 5000, players).tolist()
    payouts = np.sort(rng.integers(0, 100, rng.integers(1, players + 1)))[::-1].tolist()
    payouts[0] += 1
    expected = np.array([float(worth) for worth in by_orders(stacks, payouts)])
    np.testing.assert_allclose(prize_equities(stacks, payouts), expected, rtol=1e-12, atol=1e-12)
    money = np.zeros(players)
    money[: len(payouts)] = payouts
    np.testing.assert_allclose(values_by_races(np.array(stacks, float), money), expected, rtol=1e-11, atol=1e-11)


def test_published_example() -> None:
    # https://www.flopturnriver.com/pokerforum/beginners-circle/all-question-133454.html: places 50%, 34%, 16%, worth 38.4
    stacks = np.array([5000.0, 3000.0, 2000.0])
    assert places_by_sets(stacks, 3)[0].round(2).tolist() == [0.5, 0.34, 0.16]
    assert prize_equities(stacks, (50, 30, 20))[0] == pytest.approx(38.4, abs=0.05)


def test_two_ways_agree_for_twenty() -> None:
    rng = np.random.default_rng(1)
    stacks, prizes = rng.integers(1, 10**6, 20).astype(float), np.sort(rng.random(20))[::-1].copy()
    places = places_by_sets(stacks, 20)
    np.testing.assert_allclose(places.sum(axis=0), 1.0, rtol=1e-12)
    np.testing.assert_allclose(places.sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_allclose(values_by_races(stacks, prizes), places @ prizes, rtol=1e-11)
    # A short stack beside one a billion times as large.
    stacks = np.array([1e9, 1.0, 5.0, 1000.0])
    np.testing.assert_allclose(values_by_races(stacks, prizes[:4]), places_by_sets(stacks, 4) @ prizes[:4], rtol=1e-11)


def test_models_and_players_who_are_out() -> None:
    stacks = (60, 40, 0, 0)
    assert prize_equities(stacks, (50, 30, 20), "winner_takes_all").tolist() == [60.0, 40.0, 0.0, 0.0]
    assert prize_equities(stacks, (50, 30, 20), "proportional").tolist() == [48.0, 32.0, 10.0, 10.0]
    assert prize_equities(stacks, (50, 30, 20)).tolist() == pytest.approx([42.0, 38.0, 10.0, 10.0])
    assert prize_equities(stacks, (50, 30, 20), before=(30, 30, 10, 30)).tolist() == pytest.approx([42.0, 38.0, 0.0, 20.0])
    assert prize_equities((0, 7, 0), (5, 3, 2), before=(2, 3, 2)).tolist() == [2.5, 5.0, 2.5]


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        *(((stacks, (1,)), "stacks=.* 2 to 1000 numbers") for stacks in ((1,), (1, -1), (0, 0), (1, float("nan")), (1, "2"))),
        (((1e10, 1), (1,)), "a billion times"),
        (((1e200, 1e200), (1,)), "from 1e-100 to 1e100"),
        *((((1, 1), payouts), "payouts=") for payouts in ((), (0,), (1, 2), (1, -1), (float("inf"),))),
        (((1, 1), (3, 2, 1)), "payouts: 3 prizes for 2 players"),
        (((1, 1), (1,), "icm2"), "model='icm2'"),
        (((1, 0), (1,), "icm", (1, 2, 3)), "before: 3 stacks, but stacks has 2"),
    ],
)
def test_errors(arguments: tuple[Any, ...], pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        prize_equities(*arguments)
