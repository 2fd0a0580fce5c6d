"""The linear program: literature values, its certificate, and agreement with CFR."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.evaluation import expected_values, exploitability, solve_lp

VALUES = [
    ("kuhn", {}, Fraction(-1, 18)),  # Kuhn 1950
    ("bet_raise", {}, Fraction(-2, 45)),  # the tutorial's -4/45, in net chips
    ("leduc", {}, -0.0856064240780),
    ("leduc", {"suit_isomorphism": True}, -0.0856064240780),
    ("rps", {}, 0),
    ("rps", {"payoffs": ((3.0, -1.0), (-2.0, 1.0))}, Fraction(1, 7)),  # (ad - bc) / (a + d - b - c)
    ("rps", {"payoffs": ((1.0, 2.0, 3.0),)}, 1),  # one row: the column player takes the least
]


@pytest.mark.parametrize(("name", "params", "value"), VALUES, ids=str)
def test_values_from_the_literature(name: str, params: dict[str, Any], value: Fraction | float) -> None:
    game = make_game(name, **params)
    solution = solve_lp(game)
    assert solution.value == pytest.approx(float(value), abs=1e-12)
    assert 0.0 <= solution.gap + 1e-12 < 1e-11
    assert exploitability(game, solution.policies) * 2 == pytest.approx(solution.gap, abs=1e-12)
    assert expected_values(game, solution.policies)[0] == pytest.approx(solution.value, abs=1e-11)


@pytest.mark.parametrize("seed", range(20))
def test_random_matrix_games_have_no_gap(seed: int) -> None:
    rng = np.random.default_rng(seed)
    payoffs = rng.normal(size=(rng.integers(1, 6), rng.integers(1, 6)))
    game = make_game("rps", payoffs=payoffs.tolist())
    solution = solve_lp(game)
    first, second = (np.array(list(solution.policies[p][f"player_{p}|"].values())) for p in range(2))
    # The definition of a matrix game's value, computed from the matrix alone.
    assert (first @ payoffs).min() == pytest.approx(solution.value, abs=1e-10)
    assert (payoffs @ second).max() == pytest.approx(solution.value, abs=1e-10)


@pytest.mark.parametrize("scale", [1e-12, 1e-9, 1.0, 1e20])
def test_payoffs_of_any_size(scale: float) -> None:
    payoffs = tuple(tuple(scale * x for x in row) for row in ((0.0, 2.0, -1.0), (-2.0, 0.0, 1.0), (1.0, -1.0, 0.5)))
    result = solve_lp(make_game("rps", payoffs=payoffs))
    plain = solve_lp(make_game("rps", payoffs=tuple(tuple(x / scale for x in row) for row in payoffs)))
    assert result.value / scale == pytest.approx(plain.value, abs=1e-9) and plain.value > 0.01
    assert result.gap <= 1e-9 * scale
    assert result.policies[0].probabilities == pytest.approx(plain.policies[0].probabilities, abs=1e-7)
