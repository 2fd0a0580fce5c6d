"""Bets of any amount as a share of what is allowed: spaces, what is meant by an action, official checkers."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from pokerzoo.envs import kuhn_v0, texas_holdem_v0
from pokerzoo.envs.environments.continuous import ContinuousAmountsAEC, ContinuousAmountsEnv
from pokerzoo_testing.official import api_test, seed_test, strict

every_form = pytest.mark.parametrize("flat", [False, True])
masks = pytest.mark.parametrize("mask_in", ["observation", "info"])
lengths = pytest.mark.parametrize("hands", [1, 5])


@every_form
@masks
@lengths
def test_official_checkers(flat: bool, mask_in: Any, hands: int) -> None:
    def make(**options: Any) -> ContinuousAmountsAEC:
        # The checkers know no kind_mask: they fold and bet where that is not allowed, unless the action is flat.
        options |= {} if flat else {"illegal": "passive"}
        env = texas_holdem_v0.env(num_players=3, stacks=60, bet_sizes="any", hands=hands, mask_in=mask_in, **options)
        return ContinuousAmountsAEC(env, flat)

    with strict(mask_in):
        warnings.filterwarnings("ignore", message="Action space for each agent probably should be gymnasium")
        api_test(make(), num_cycles=50)
        seed_test(make, num_cycles=50)
    options: Any = {"stacks": 60, "bet_sizes": "any", "hands": hands, "mask_in": mask_in, "illegal": "passive"}
    plain = gymnasium.make("pokerzoo/TexasHoldem-v0", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version")
        check_env(ContinuousAmountsEnv(plain, flat), skip_render_check=True)


def aec(**params: Any) -> ContinuousAmountsAEC:
    env = ContinuousAmountsAEC(texas_holdem_v0.raw_env(bet_sizes="any", illegal="raise", **params))
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    ("params", "share", "total"),
    [
        ({}, 0.0, 4),  # the least raise, to two big blinds
        ({}, 1.0, 200),
        ({}, 0.5, 102),
        ({}, 0.249, 53),  # 4 + 48.8
        ({"chip": 0.5}, 0.249, 53),  # 8 + 97.6 halves
        ({"limit": "pot-limit"}, 1.0, 6),
        ({"limit": "pot-limit"}, 0.5, 5),
        ({"stacks": 3}, 0.0, 3),  # all-in for less than a full raise
        ({"stacks": 3}, 1.0, 3),
    ],
)
def test_a_share_is_of_the_way_from_the_least_to_the_most(params: dict[str, Any], share: float, total: float) -> None:
    env = aec(**params)
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["kind_mask"].tolist() == [1, 1, 1]
    assert env.observe("player_0")["kind_mask"].tolist() == [0, 0, 0]
    env.step({"kind": 2, "share": share})
    assert env.unwrapped.state.moves == ((0, 1, 2, total),)


def test_fold_call_and_what_is_not_allowed() -> None:
    env = aec()
    env.step({"kind": 1, "share": 0.7})
    assert env.unwrapped.state.line == "c"
    assert env.observe("player_0")["kind_mask"].tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="action 0 is not legal"):
        env.step({"kind": 0, "share": 0.0})
    env.step({"kind": 2, "share": 1.0})
    assert env.observe("player_1")["kind_mask"].tolist() == [1, 1, 0]
    with pytest.raises(ValueError, match="action 2 is not legal"):
        env.step({"kind": 2, "share": 0.0})
    env.step({"kind": 0, "share": 0.0})
    assert all(env.terminations.values()) and env.rewards == {"player_0": 2.0, "player_1": -2.0}
    env.step(None)
    env.step(None)
    assert env.agents == []


@pytest.mark.parametrize(
    "action",
    [
        {"kind": 3, "share": 0.0},
        {"kind": -1, "share": 0.0},
        {"kind": 1.5, "share": 0.0},
        {"kind": 2, "share": 1.01},
        {"kind": 2, "share": float("nan")},
        {"kind": 2},
        2,
        "call",
    ],
)
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = aec()
    with pytest.raises(ValueError, match=r"must have a kind .* and a share from 0 to 1"):
        env.step(action)
    assert env.unwrapped.state.moves == ()


def test_a_flat_action_is_always_legal() -> None:
    env = ContinuousAmountsEnv(
        gymnasium.make("pokerzoo/TexasHoldem-v0", num_players=4, bet_sizes="any", hands=None, stacks=80, illegal="raise"),
        flat=True,
    )
    rng = np.random.default_rng(0)
    done = set()
    for seed in range(10):
        env.reset(seed=seed)
        over = False
        while not over:
            masks = env.action_masks()
            action = rng.uniform(-1, 1, 4).astype(np.float32)
            _, _, over, _, _ = env.step(action)
            done.add(tuple(masks.tolist()))
    assert (False, True, True) in done and (True, True, False) in done
    for wrong in (np.zeros(3), np.full(4, 1.5), np.full(4, np.nan)):
        env.reset(seed=3)
        with pytest.raises(ValueError, match="must be 4 numbers from -1 to 1"):
            env.step(wrong)


def test_other_games_are_refused() -> None:
    for env in (kuhn_v0.env(), texas_holdem_v0.env()):
        with pytest.raises(ValueError, match=r"must play whole hands with bet_sizes='any'"):
            ContinuousAmountsAEC(env)
