"""Modules' docstrings and registries against the code."""

from __future__ import annotations

import importlib
import inspect
import re
import runpy
import subprocess
import sys
import warnings
from itertools import product
from typing import Any

import gymnasium
import pettingzoo
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case, register_all
from pokerzoo_testing import ROOT
from pokerzoo_testing.env_cases import needs_registry

modules = pytest.mark.parametrize("name", sorted(ENVIRONMENTS))


def module_of(name: str) -> Any:
    """The module of an environment."""
    return importlib.import_module(f"pokerzoo.envs.{name}_v0")


def expand(text: str) -> list[str]:
    """``a_{0,1}`` as ``a_0``, ``a_1``; several braces vary from the last."""
    parts = re.split(r"\{([^}]*)\}", text)
    choices = [part.split(",") if i % 2 else [part] for i, part in enumerate(parts)]
    return ["".join(choice) for choice in product(*choices)]


@modules
def test_observation_table_is_the_observation(name: str) -> None:
    names: list[str] = []
    for first, last, entry in re.findall(r"^\| (\d+)(?:-(\d+))? \| `([^`]+)` \|", module_of(name).__doc__, re.MULTILINE):
        entries = expand(entry)
        assert int(first) == len(names), entry
        names += entries
        assert int(last or first) == len(names) - 1, entry
    assert tuple(names) == module_of(name).env().unwrapped.observation_names


@modules
def test_facts_table(name: str) -> None:
    facts = dict(re.findall(r"^\| ([^|]+) \| (.+) \|$", module_of(name).__doc__, re.MULTILINE))
    env = module_of(name).raw_env()
    vector = env.observation_space("player_0")["observation"]
    assert facts["Parallel API"] == ("Yes" if env.metadata["is_parallelizable"] else "No")
    assert facts["Agents"] == "`{}`".format(str(env.possible_agents).replace("'", '"'))
    assert facts["Actions"] == f"`{env.action_space('player_0')}`"
    assert facts["Observation shape"] == f"`{vector.shape}`"
    assert facts["Observation values"] == f"`{[float(vector.low.min()), float(vector.high.max())]}`"
    assert facts["Rewards"] == f"`{list(env.game.utility_range)}`"
    assert facts["Infosets"] == (str(len(env.game.infosets)) if env.game.numbered else "not numbered")
    assert f'pettingzoo.make("aec", "pokerzoo/{name}-v0")' in facts["Made by"]
    assert env.metadata["name"] == f"{name}_v0" == module_of(name).__name__.rpartition(".")[2]
    assert env.metadata["render_modes"] == ["ansi", "human", "rgb_array"]


@modules
def test_arguments_are_the_documented_ones(name: str) -> None:
    module = module_of(name)
    signature = inspect.signature(module.raw_env).parameters
    described = re.findall(r"^`(\w+)`: ", module.__doc__, re.MULTILINE)
    assert described == list(signature)
    example = re.search(rf"^{name}_v0\.env\((.*?)\)$", module.__doc__, re.MULTILINE | re.DOTALL)
    assert example is not None
    given = eval(f"dict({example[1]})")
    assert {key: p.default for key, p in signature.items()} == given
    makers = [module.env, *([module.parallel_env] if ENVIRONMENTS[name].parallel else [])]
    for maker in makers:
        assert list(inspect.signature(maker).parameters) == list(signature)


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


def test_the_pages_are_what_the_docstrings_make() -> None:
    make = runpy.run_path(str(ROOT / "docs" / "environments" / "make.py"))
    made = make["pages"]()
    pages, images = (ROOT / "docs" / "environments").glob("*.md"), (ROOT / "docs" / "images").glob("table_*.svg")
    assert set(made) == {*pages, *images}
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make docs"
    for name in ENVIRONMENTS:
        text = made[ROOT / "docs" / "environments" / f"{name}.md"]
        for heading in (
            "Arguments",
            "Observation",
            "Actions and legal actions",
            "Rewards",
            "Version history",
            "How to make it",
        ):
            assert f"\n## {heading}\n" in text, (name, heading)
