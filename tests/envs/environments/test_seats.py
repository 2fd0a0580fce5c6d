"""The agent's seat is dealt anew, unless it is given: in all environments of one seat. How it is, they print."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

from pokerzoo.envs import SingleAgentEnv, make_game
from pokerzoo.envs.environments.session import SessionSingleAgentEnv
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case
from pokerzoo.gymnasium_envs import make_single_agent, make_vector

IDS = [f"pokerzoo/{camel_case(name)}-v0" for name in ENVIRONMENTS]


@pytest.mark.parametrize("maker", [SingleAgentEnv, SessionSingleAgentEnv, PokerVectorEnv, make_single_agent, make_vector])
def test_no_seat_is_the_default(maker: Callable[..., Any]) -> None:
    assert inspect.signature(maker).parameters["seat"].default is None


@pytest.mark.parametrize("name", IDS)
def test_all_seats_are_dealt(name: str) -> None:
    env = gymnasium.make(name)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(60)}
    assert seats == set(range(env.unwrapped.game.num_players))  # type: ignore[attr-defined]
    assert str(env) == f"<OrderEnforcing<PassiveEnvChecker<SingleAgentEnv<{name}>, seat dealt each hand>>>"
    assert repr(env.unwrapped) == f"<SingleAgentEnv<{name}>, seat dealt each hand>"
    assert "SingleAgentEnv<" in repr(gymnasium.make(name, seat=1)) and "seat 1>" in repr(gymnasium.make(name, seat=1))


def test_vectors() -> None:
    vector = gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=60)
    assert set(vector.reset(seed=1)[1]["seat"].tolist()) == {0, 1}
    assert repr(vector) == "PokerVectorEnv(pokerzoo/Kuhn-v0, num_envs=60, seat dealt each hand)"
    kept = gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=60, seat=1)
    assert set(kept.reset(seed=1)[1]["seat"].tolist()) == {1}
    assert repr(kept) == "PokerVectorEnv(pokerzoo/Kuhn-v0, num_envs=60, seat 1)"
    assert repr(PokerVectorEnv(make_game("rps"), 2)).startswith("PokerVectorEnv(rps(payoffs=")


def test_sessions() -> None:
    for hands in (3, None):
        session = gymnasium.make("pokerzoo/TexasHoldem-v0", hands=hands, stack=20)
        assert {session.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1}
        assert repr(session.unwrapped) == "<SessionSingleAgentEnv<pokerzoo/TexasHoldem-v0>, seat dealt each session>"
        kept = gymnasium.make("pokerzoo/TexasHoldem-v0", hands=hands, seat=0)
        assert repr(kept.unwrapped) == "<SessionSingleAgentEnv<pokerzoo/TexasHoldem-v0>, seat 0>"
