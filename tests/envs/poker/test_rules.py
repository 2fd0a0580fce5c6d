"""Weights beside a hand, in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.poker.ranges import Range

RNG = np.random.default_rng(5)
WEIGHTS = {
    "one": (RNG.random(1326) < 0.1).astype(np.float64),
    "few": RNG.choice([0.0, 0.25, 0.375, 1.0], 1326, p=[0.9, 0.03, 0.03, 0.04]),
    "fine": np.ldexp(np.rint(np.ldexp(RNG.random(1326), 40)), -40) * (RNG.random(1326) < 0.1),
    "finer than floats hold": RNG.random(1326) * 10.0 ** RNG.integers(-30, 0, 1326) * (RNG.random(1326) < 0.1),
    "finer beside one hand": np.where(np.arange(1326) == 1300, 1.0, RNG.random(1326) * 1e-12),
}


@pytest.mark.check
@pytest.mark.parametrize("name", WEIGHTS)
def test_opposing_weights_are_the_exact_sums_rounded(name: str) -> None:
    weights = WEIGHTS[name]
    game: Any = make_game("holdem", board="QsJh2h8d3c", ranges=(Range(weights), Range(weights[::-1])))
    rules = game.rules
    hands = [set(hand) for hand in rules.deck.hands]
    for player in range(2):
        theirs = [Fraction(weight) for weight in rules.weights[1 - player]]
        exact = [sum(w for w, other in zip(theirs, hands, strict=True) if not cards & other) for cards in hands]
        result = rules.ranges.opposing_weight[player]
        assert all(type(number) is float for number in result)
        if name.startswith("finer"):
            assert result == pytest.approx([float(number) for number in exact], rel=1e-11, abs=0)
        else:
            assert result == tuple(float(number) for number in exact)
        assert [number > 0 for number in result] == [number > 0 for number in exact]
        mine = rules.weights[player]
        assert rules.ranges.dealable[player] == tuple(w > 0 and left > 0 for w, left in zip(mine, exact, strict=True))
    pairs = sum(Fraction(w) * Fraction(left) for w, left in zip(rules.weights[0], rules.ranges.opposing_weight[0], strict=True))
    assert rules.ranges.pair_weight == pytest.approx(float(pairs), rel=1e-15)
