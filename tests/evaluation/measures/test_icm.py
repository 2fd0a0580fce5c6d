"""Bubble factors and risk premiums: published examples, what is proved of them, and the fast way beside the slow one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.cards import prize_equities
from pokerzoo.envs.poker.prizes import QUICK_BY_SETS
from pokerzoo.evaluation import icm


def test_published_examples() -> None:
    # Satellites of https://dokearney.blogspot.com/2009/05/theory-posticmbubble-factor-part-2.html: factors of 3 and of 2
    bubble: Any = icm((1, 1, 1, 1), (1, 1, 1))
    np.testing.assert_allclose(bubble.bubble_factors[~np.eye(4, dtype=bool)], 3.0)
    assert bubble.risk_premiums[0, 1] == pytest.approx(0.25)  # "even money: 75% in place of 50%"
    three: Any = icm((4000, 4000, 4000), (6000, 6000))
    np.testing.assert_allclose(three.bubble_factors[~np.eye(3, dtype=bool)], 2.0)
    # https://www.poker.org/poker-strategy/dara-okearney-understanding-risk-premium-size-matters-aPFY60b5iBDG: 16.67 for 2
    assert 100 * three.risk_premiums[0, 1] == pytest.approx(16.67, abs=0.005)


@pytest.mark.parametrize("players", [3, 6, QUICK_BY_SETS + 2])
def test_factors_are_losses_by_gains(players: int) -> None:
    rng = np.random.default_rng(players)
    stacks = rng.integers(100, 5000, players).astype(float)
    stacks[1] = stacks[0]
    payouts = np.sort(rng.random(players))[::-1]
    result: Any = icm(stacks, payouts)
    now = prize_equities(stacks, payouts)
    np.testing.assert_allclose(result.prizes, now)
    for one in range(players):
        for other in range(players):
            if one == other:
                assert np.isnan(result.bubble_factors[one, other])
                continue
            stake = min(stacks[one], stacks[other])
            change = np.zeros(players)
            change[one], change[other] = stake, -stake
            won = prize_equities(stacks + change, payouts, before=stacks)[one] - now[one]
            lost = now[one] - prize_equities(stacks - change, payouts, before=stacks)[one]
            assert result.bubble_factors[one, other] == pytest.approx(lost / won, rel=1e-8)
            assert result.bubble_factors[one, other] >= 1  # a fair bet never gains: Gilbert, arXiv 0911.3100
    np.testing.assert_allclose(
        result.risk_premiums, result.bubble_factors / (result.bubble_factors + 1) - 0.5, rtol=1e-12, equal_nan=True
    )


def test_where_there_is_no_premium() -> None:
    for model in ("proportional", "winner_takes_all"):
        result: Any = icm((5000, 3000, 2000), (10,), model)
        np.testing.assert_allclose(result.bubble_factors[~np.eye(3, dtype=bool)], 1.0)
    nothing: Any = icm((5, 3), (1, 1))
    assert np.isnan(nothing.bubble_factors).all()  # nothing to play for
    out: Any = icm((5, 3, 0), (3, 2, 1))
    assert np.isnan(out.bubble_factors[2]).all() and np.isnan(out.bubble_factors[:, 2]).all()
    assert icm([*range(1, 31)], (5, 3)).bubble_factors is None


def test_a_proportional_stack_may_be_worth_less_than_the_last_prize() -> None:
    result: Any = icm((5, 4, 1), (50, 30, 20), "proportional")
    # The short stack has 10, gets 20 once it is out, and 20 with two chips. Who beats it has 6/10 or 5/10 of 80.
    assert result.bubble_factors[2].tolist()[:2] == pytest.approx([-1.0, -1.0])
    assert result.risk_premiums[2].tolist()[:2] == [-0.5, -0.5]  # they lose nothing by it
    assert np.isnan(result.bubble_factors[:2, 2]).all() and np.isnan(result.risk_premiums[:2, 2]).all()  # nothing is won
    proportional: Any = icm((5, 3, 2), (50, 30, 20), "proportional")
    zero = proportional.bubble_factors[2, 0]
    assert zero == 0.0 and not np.signbit(zero)
