"""Names that are loaded on first use, and hooks that run once a module has been imported."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pokerzoo
from pokerzoo import agents, envs, evaluation
from pokerzoo.envs.support.lazy import when_imported

ROOMS: list[ModuleType] = [pokerzoo, envs, agents, evaluation]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module that nobody has imported; it and what watches it are gone afterwards."""
    (tmp_path / "late_module.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.delitem(sys.modules, "late_module", raising=False)
    return "late_module"


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
def test_names_are_listed_and_loaded(room: ModuleType) -> None:
    assert set(room.__all__) <= set(dir(room))
    assert all(getattr(room, name) is getattr(room, name) for name in room.__all__)
    space: dict[str, object] = {}
    exec(f"from {room.__name__} import *", space)
    assert {name for name in space if name != "__builtins__"} == set(room.__all__)


def test_it_acts_once_after_the_import(module: str) -> None:
    done: list[int] = []
    when_imported(module, lambda: done.append(sys.modules[module].value))
    assert importlib.util.find_spec(module) is not None and done == []  # a question is no import
    result = importlib.import_module(module)
    assert done == [1]
    importlib.reload(result)
    assert done == [1]
    when_imported(module, lambda: done.append(2))
    assert done == [1, 2]  # it has been imported already


@pytest.mark.check
@pytest.mark.parametrize(
    "code",
    [
        "import pokerzoo, gymnasium, pettingzoo",
        "import gymnasium, pettingzoo, pokerzoo",
        "import pokerzoo; from gymnasium.vector import AutoresetMode; from pettingzoo.utils import AECEnv",
        "import gymnasium; gymnasium.make('pokerzoo:pokerzoo/Kuhn-v0'); import pettingzoo",
        "from pokerzoo.envs import kuhn_v0; kuhn_v0.env()",
    ],
)
def test_environments_are_registered_in_any_order_of_imports(code: str) -> None:
    asked = """
import gymnasium, pettingzoo
print([one for one in ("Kuhn", "HoldemTurn", "Game") if f"pokerzoo/{one}-v0" in gymnasium.registry])
print([one for one in ("kuhn", "game") if f"pokerzoo/{one}-v0" in pettingzoo.aec_registry])
print([one for one in ("rps", "game") if f"pokerzoo/{one}-v0" in pettingzoo.parallel_registry])
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code + asked], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "['Kuhn', 'HoldemTurn', 'Game']\n['kuhn', 'game']\n['rps', 'game']\n"


@pytest.mark.check
def test_a_game_of_ones_own_is_registered_before_and_after() -> None:
    code = """
from pokerzoo.envs import register_game
from pokerzoo.envs.games.kuhn import make_kuhn
register_game("before", make_kuhn)
import gymnasium, pettingzoo
register_game("after_all", make_kuhn)
print([one for one in ("Before", "AfterAll") if f"pokerzoo/{one}-v0" in gymnasium.registry])
print([one for one in ("before", "after_all") if f"pokerzoo/{one}-v0" in pettingzoo.aec_registry])
print(gymnasium.make("pokerzoo/Before-v0", num_cards=5).unwrapped.game, gymnasium.make_vec("pokerzoo/AfterAll-v0", 3).game)
print(pettingzoo.make("aec", "pokerzoo/before-v0", num_cards=5, mask_in="info").unwrapped.game)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    games = "kuhn(num_cards=5, num_players=2)", "kuhn(num_cards=3, num_players=2)"
    assert done.stdout == f"['Before', 'AfterAll']\n['before', 'after_all']\n{games[0]} {games[1]}\n{games[0]}\n", done.stderr
