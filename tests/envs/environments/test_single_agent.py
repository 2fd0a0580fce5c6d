"""The Gymnasium environment: one seat against opponents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from pokerzoo.envs import make_game
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo_testing.small_games import walk_game


class Caller:
    """Checks or calls, and notes what it was given."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, ...]] = []

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        self.seen.append((observation, action_mask, info, rng))
        return 1


def test_seats_and_opponents() -> None:
    game = make_game("kuhn", num_players=3)
    first, last = Caller(), Caller()
    env = SingleAgentEnv(game, [first, last], seat=1)
    observation, info = env.reset(seed=0)
    assert (len(first.seen), len(last.seen)) == (1, 0)
    vector, mask, shown, rng = first.seen[0]
    key = shown["infoset"]["key"]
    assert vector[:3].tolist() == [1.0, 0.0, 0.0]
    assert mask.tolist() == [0, 1, 1]
    assert shown == {"infoset": {"key": key, "index": game.infosets.index(key)}}
    assert rng is env.np_random
    key = env.infoset_key()
    assert key is not None and key.endswith("|x") and info["infoset_index"] == game.infosets.index(key)
    assert observation["observation"][:3].tolist() == [0.0, 1.0, 0.0]  # type: ignore[call-overload]
    observation, reward, over, truncated, info = env.step(2)
    assert (len(first.seen), len(last.seen)) == (2, 1)
    assert over
    assert reward in (-2.0, 4.0)
    shown = {"infoset_index": -1, "seat": 1, "hand_over": False, "illegal": False, "illegal_actions": 0}
    assert (truncated, info) == (False, shown)
    assert env.action_masks().tolist() == [True, True, True]
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(1)


def test_the_seat_is_dealt_unless_it_is_given() -> None:
    env = SingleAgentEnv(make_game("kuhn", num_players=3))
    env.reset(seed=0)
    seats = []
    for _ in range(60):
        observation, info = env.reset()
        assert observation["observation"][:3].argmax() == env.player == info["seat"]  # type: ignore[call-overload]
        seats.append(env.player)
        *_, info = env.step(1)
        assert info["seat"] == seats[-1]
    assert set(seats) == {0, 1, 2}
    env.reset(seed=0)
    assert [env.reset()[1]["seat"] for _ in range(60)] != seats  # the hands above took other numbers
    again = SingleAgentEnv(make_game("kuhn", num_players=3))
    again.reset(seed=0)
    assert [(again.reset()[1]["seat"], again.step(1)[4]["seat"])[0] for _ in range(60)] == seats  # the seed deals them
    for made in (gymnasium.make("pokerzoo/Kuhn-v0"), gymnasium.make("pokerzoo/Rps-v0")):
        made.reset(seed=0)
        assert {made.reset()[1]["seat"] for _ in range(30)} == {0, 1}


class Walker:
    """Follows the chance event, which the first player of ``walk_game`` knows."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        return int("1" in info["infoset"]["key"].split("|")[1])


def test_hand_that_is_over_before_the_agent_acts_is_paid() -> None:
    env = SingleAgentEnv(walk_game(), Walker(), seat=1)
    env.reset(seed=0)
    rewards = []
    for _ in range(400):
        observation, info = env.reset()
        over_already = env.state.is_terminal
        assert info["hand_over"] == over_already
        assert (info["infoset_index"] == -1) == (env.infoset_key() is None) == over_already
        assert observation["action_mask"][:2].all()  # type: ignore[call-overload]
        _, reward, over, _, info = env.step(1)
        assert over
        assert reward == (3.0 if over_already else 1.0)
        assert not info["illegal"] and not info["hand_over"]
        rewards.append(reward)
    assert np.mean(rewards) == pytest.approx(2.0, abs=0.2)  # four standard errors; 1.0 if such hands were left out


def test_illegal_actions() -> None:
    env = SingleAgentEnv(make_game("leduc"), Caller(), seat=0)
    _, info = env.reset(seed=0)
    assert (info["illegal"], info["illegal_actions"]) == (False, 0)
    played = r"action 0 is not legal for player 0; legal: 1 \(check\), 2 \(bet\). 1 \(check\) is played in its place"
    with pytest.warns(UserWarning, match=played) as warned:
        *_, info = env.step(0)
    assert len(warned) == 1
    assert (info["illegal"], info["illegal_actions"]) == (True, 1)
    assert env.state.history()[2:4] == (1, 1)  # a check
    *_, over, _, info = env.step(0)  # of one environment only the first is warned of; warnings are errors here
    assert (info["illegal"], info["illegal_actions"], over) == (True, 2, True)
    assert env.reset()[1]["illegal_actions"] == 0
    strictly = SingleAgentEnv(make_game("leduc"), Caller(), seat=0, illegal="raise")
    strictly.reset(seed=0)
    before = strictly.state
    with pytest.raises(ValueError, match="action 0 is not legal for player 0; legal: 1"):
        strictly.step(0)
    assert strictly.state is before
    strictly.step(1)
    wrong = SingleAgentEnv(make_game("kuhn"), Caller(), seat=0)
    wrong.opponents[0].act = lambda *_: 0  # type: ignore[method-assign]
    wrong.reset(seed=0)
    with pytest.raises(ValueError, match="action 0 is not legal for player 1"):
        wrong.step(1)
