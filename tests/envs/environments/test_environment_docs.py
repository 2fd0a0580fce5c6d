"""Registries of Gymnasium and PettingZoo, and turns as steps of a parallel environment."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from pokerzoo.envs import make_game
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case, register_all
from pokerzoo_testing.env_cases import needs_registry

modules = pytest.mark.parametrize("name", sorted(ENVIRONMENTS))


@needs_registry
def test_registration_and_making() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # "Overriding ..." where an id comes twice
        register_all()
        register_all()
        for name, listed in ENVIRONMENTS.items():
            env: Any = pettingzoo.make("aec", f"pokerzoo/{name}-v0", render_mode="ansi")
            assert (str(env.unwrapped), env.unwrapped.game.name) == (f"{name}_v0", listed.game)
            assert env.unwrapped.game == make_game(listed.game, **listed.params)
            if listed.parallel:
                assert str(pettingzoo.make("parallel", f"pokerzoo/{name}-v0")) == f"{name}_v0"
    assert pettingzoo.make("aec", "pokerzoo/kuhn-v0", num_players=3).max_num_agents == 3
    for name, listed in ENVIRONMENTS.items():
        spec = gymnasium.spec(f"pokerzoo/{camel_case(name)}-v0")
        wanted = {"game": listed.game, **listed.params}
        assert (spec.entry_point, spec.kwargs) == ("pokerzoo.gymnasium_envs:make_single_agent", wanted)


@needs_registry
def test_registration_without_pettingzoos_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "register")
    monkeypatch.delitem(gymnasium.registry, "pokerzoo/Kuhn-v0", raising=False)
    register_all()
    assert "pokerzoo/Kuhn-v0" in gymnasium.registry


@needs_registry
@modules
def test_turns_as_steps_of_a_parallel_environment(name: str) -> None:
    env = turn_based_aec_to_parallel(pettingzoo.make("aec", f"pokerzoo/{name}-v0"))
    rng = np.random.default_rng(1)
    for seed in range(5):
        observations, _ = env.reset(seed=seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            legal = {agent: np.flatnonzero(seen["action_mask"]) for agent, seen in observations.items()}
            actions = {agent: int(rng.choice(allowed)) for agent, allowed in legal.items() if len(allowed)}
            observations, rewards, *_ = env.step({agent: actions.get(agent) for agent in env.agents})
            paid = {agent: paid[agent] + rewards.get(agent, 0.0) for agent in paid}
        assert abs(sum(paid.values())) < 1e-9
