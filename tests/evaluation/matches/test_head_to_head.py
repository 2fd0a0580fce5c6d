"""Matches: seats, duplicate deals, intervals, the exact value, and bad input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, as_agent, baseline_policy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import expected_values, head_to_head
from pokerzoo.evaluation.measures.intervals import student_t


def test_an_agent_against_itself_with_duplicate_deals_is_exactly_even() -> None:
    """A pure strategy against itself: each deal's two hands cancel."""
    result = head_to_head(make_game("leduc"), ["honest", "honest"], hands=500, seed=1)
    assert result.chips_per_hand == (0.0, 0.0) and result.standard_error == (0.0, 0.0)
    assert result.hands == 500 and result.deals == 250


@pytest.mark.parametrize("duplicate", [True, False])
def test_the_mean_is_near_the_exact_value(duplicate: bool) -> None:
    game = make_game("leduc")
    policy = CFR(game, "cfr+").run(200).average_policy()
    result = head_to_head(game, [policy, "always_raise"], hands=6000, seed=2, duplicate=duplicate)
    raiser = baseline_policy(game, "always_raise")
    exact = (expected_values(game, [policy, raiser])[0] + expected_values(game, [raiser, policy])[1]) / 2
    assert result.exact is not None and result.exact[0] == pytest.approx(exact, abs=1e-12)
    assert abs(result.chips_per_hand[0] - exact) < 5 * result.standard_error[0]
    assert result.chips_per_hand[0] == -result.chips_per_hand[1]
    assert result.mbb_per_hand is not None
    assert result.mbb_per_hand[0] == pytest.approx(1000 * result.chips_per_hand[0])  # ante 1
    low, high = result.interval[0]
    assert (high - low) / 2 == pytest.approx(1.96 * result.standard_error[0], rel=0.01)


def test_intervals_cover_the_exact_value_as_often_as_they_say() -> None:
    game = make_game("kuhn")
    matches = [head_to_head(game, ["honest", "random"], hands=100, seed=seed) for seed in range(400)]
    covered = sum(m.interval[0][0] <= m.exact[0] <= m.interval[0][1] for m in matches if m.exact)
    assert 0.91 <= covered / 400 <= 0.985


def test_duplicate_deals_narrow_the_interval() -> None:
    game = make_game("leduc")
    errors = [
        head_to_head(game, ["honest", "always_call"], hands=4000, seed=3, duplicate=d).standard_error[0] for d in (True, False)
    ]
    assert errors[0] < 0.8 * errors[1]


def test_every_agent_sits_in_every_seat_with_the_same_cards() -> None:
    seen: dict[str, list[str]] = {"a": [], "b": [], "c": []}

    class Spy:
        def __init__(self, name: str) -> None:
            self.name = name

        def act(self, observation: Any, action_mask: Any, info: Mapping[str, Any], rng: np.random.Generator) -> int:
            assert action_mask[1] == 1 and observation.dtype == np.float32
            assert set(info) == {"infoset", "action_mask"}
            seen[self.name].append(info["infoset"]["key"])
            return 1

    result = head_to_head(make_game("kuhn", num_players=3), [Spy("a"), Spy("b"), Spy("c")], hands=9, seed=4)
    assert result.names == ("a", "b", "c") and result.exact is None
    # All check: the agent in seat s of a deal sees that seat's card, whichever agent it is.
    for deal in range(3):
        keys = [sorted(seen[name][3 * deal : 3 * deal + 3]) for name in "abc"]
        assert keys[0] == keys[1] == keys[2] and len(set(keys[0])) == 3


def test_same_seed_same_match() -> None:
    game = make_game("leduc")
    runs = [head_to_head(game, ["random", "honest"], hands=200, seed=s) for s in (5, 5, 6)]
    assert runs[0] == runs[1] != runs[2]


class Cheater:
    """Never mind the mask."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
        return 0


@pytest.mark.parametrize(
    ("agents", "hands", "message"),
    [
        (["random"], 10, "1 agents for 2 players"),
        (["random", "shark"], 10, "no such baseline"),
        (["random", 5], 10, "agent=5: must be an agent"),
        (["random", "random"], 0, "hands=0: must be an integer from 1"),
        (["random", TabularPolicy.uniform(make_game("leduc"))], 10, "a policy for leduc"),
        (["random", as_agent(make_game("leduc"), "honest")], 10, "a policy for leduc"),
        ([Cheater(), "random"], 10, "action 0 is not legal for player 0; legal: 1"),
    ],
)
def test_bad_matches(agents: list[Any], hands: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        head_to_head(make_game("kuhn"), agents, hands=hands, seed=1)


def test_students_t() -> None:
    assert student_t(1) == pytest.approx(12.706, abs=1e-3)  # any table
    assert student_t(10) == pytest.approx(2.228, abs=1e-3)
    assert student_t(100_000) == pytest.approx(1.96, abs=1e-3)
