"""Modules' docstrings, pages of the site, registries, and each environment by its id with the official checks."""

from __future__ import annotations

import importlib
import inspect
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from pokerzoo.envs import make_game
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case, register_all
from pokerzoo_testing.env_cases import needs_registry
from pokerzoo_testing.official import api_test, seed_test, strict

modules = pytest.mark.parametrize("name", sorted(ENVIRONMENTS))


def module_of(name: str) -> Any:
    """The module of an environment."""
    return importlib.import_module(f"pokerzoo.envs.{name}_v0")


@modules
def test_makers_are_functions_of_their_module(name: str) -> None:
    makers = ["env", "raw_env", *(["parallel_env"] if ENVIRONMENTS[name].parallel else [])]
    for maker in makers:
        made = getattr(module_of(name), maker)
        assert pickle.loads(pickle.dumps(made)) is made
        assert inspect.signature(made).parameters["mask_in"].default == "observation"


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


@pytest.mark.check
def test_registration_imports_nothing() -> None:
    # Importing the package registers; environments and renderers come when they are made.
    code = "import sys, pokerzoo; print([m for m in sys.modules if m.endswith('_v0') or m in {names}])"
    names = {
        "rich",
        "pokerzoo.envs.environments.aec",
        "pokerzoo.envs.environments.parallel",
        "pokerzoo.envs.environments.single_agent",
        "pokerzoo.gymnasium_envs",
    }
    run = [sys.executable, "-c", code.format(names=names)]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "[]\n"


@needs_registry
def test_registration_without_pettingzoos_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "register")
    monkeypatch.delitem(gymnasium.registry, "pokerzoo/Kuhn-v0", raising=False)
    register_all()
    assert "pokerzoo/Kuhn-v0" in gymnasium.registry


@needs_registry
@modules
def test_official_checks_by_id(name: str) -> None:
    def make() -> Any:
        return pettingzoo.make("aec", f"pokerzoo/{name}-v0")

    with strict():
        api_test(make(), num_cycles=30)
        seed_test(make, num_cycles=20)
    env = make()
    env.reset(seed=1)
    assert env.unwrapped.state_space.contains(env.state())
    check_env(gymnasium.make(f"pokerzoo/{camel_case(name)}-v0", render_mode="rgb_array", illegal="passive").unwrapped)


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
