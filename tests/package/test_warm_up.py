"""Kernels compiled ahead: what a game needs is in the cache afterwards; turns and flops are compiled by two processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pokerzoo import kernels
from pokerzoo.agents.cfr.street_kernels import walk_boards
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import shared_parts

pytestmark = pytest.mark.check

SPOT: dict[str, Any] = {"ranges": ("AA,KK,QJs,T9s", "QQ,JJ,AKs,87s"), "pot": 10, "stack": 20, "bet_sizes": "50%"}
TURN = make_game("holdem", board="Td9d6h2c", **SPOT)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "rps", "bet_fold", "push_fold", "texas_holdem", "river"])
def test_any_game_can_be_warmed_up(name: str) -> None:
    game = make_game("holdem", board="Td9d6h2c3s", **SPOT) if name == "river" else make_game(name)
    kernels.warm_up(game)


def test_the_first_turn_is_compiled_by_two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(kernels, "warm_up", lambda game, precision, *, reports: asked.append((precision, reports)))
    monkeypatch.setattr(type(walk_boards._cache), "is_empty", lambda cache: True)  # type: ignore[attr-defined]
    kernels.warm_up_once(TURN, "half", reports=False)
    assert asked == [("half", False)]
    kernels.warm_up_once(TURN, "double")
    kernels.warm_up_once(make_game("kuhn"), "auto")
    kernels.warm_up_once(make_game("holdem", board="Td9d6h2c3s", **SPOT), "auto")
    with monkeypatch.context() as patch:
        patch.setattr(shared_parts, "usable_processors", lambda: 1)
        kernels.warm_up_once(TURN, "auto")
    monkeypatch.setattr(type(walk_boards._cache), "is_empty", lambda cache: False)  # type: ignore[attr-defined]
    kernels.warm_up_once(TURN, "auto")
    assert asked == [("half", False)]


@pytest.mark.long
def test_nothing_is_compiled_after_it(tmp_path: Path) -> None:
    script = """
import sys
from numba.core import event
from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport, exploitability, leaks
from pokerzoo.kernels import warm_up
game = make_game("holdem", board="Td9d6h2c", ranges=("AA,KK,QJs,T9s", "QQ,JJ,AKs,87s"), pot=10, stack=20)
if sys.argv[1] == "warm up":
    warm_up(game)
else:
    with event.install_recorder("numba:compile") as compiled:
        solver = CFR(game, "dcfr").run(3)
        policy = solver.average_policy()
        exploitability(game, policy), leaks(game, policy), SpotReport(game, policy).at(), solver.exploitability
    print([str(one.data["dispatcher"]) for _, one in compiled.buffer])
"""
    for use in ("warm up", "use"):
        done = subprocess.run(
            [sys.executable, "-c", script, use], env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True, text=True, timeout=300, check=True,
        )  # fmt: skip
        assert ("compiling, first run only" in done.stderr) == (use == "warm up"), done.stderr
    assert done.stdout == "[]\n"
