"""Modules that a process loads: none that it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.check

SLOW = ("fastapi", "gymnasium", "matplotlib", "numba", "pandas", "pettingzoo", "pyarrow", "pydantic", "rich", "scipy", "torch")
"""Packages that take long to import."""


def loaded(code: str) -> set[str]:
    """The modules that a process has which runs this code."""
    script = f"import sys\n{code}\nsys.stdout.flush()\nprint('loaded', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize("code", ["import pokerzoo", "import pokerzoo.agents", "import pokerzoo.evaluation"])
def test_importing_loads_no_other_package(code: str) -> None:
    assert loaded(code).isdisjoint({*SLOW, "numpy"})


def test_making_a_game_loads_no_other_game() -> None:
    result = loaded("from pokerzoo import make_game; make_game('kuhn').initial_state().child(0)")
    assert "numpy" in result and result.isdisjoint(SLOW)
    assert {name for name in result if name.startswith("pokerzoo.envs.games.")} == {"pokerzoo.envs.games.kuhn"}


@pytest.mark.parametrize("arguments", ["--help", "--version", "no-such-command", "train --help"])
def test_help_loads_no_other_package(arguments: str) -> None:
    result = loaded(f"from pokerzoo.cli import main; main({arguments.split()})")
    assert result.isdisjoint({*SLOW, "numpy"})


@pytest.mark.parametrize("line", ["pokerzoo tr", "pokerzoo train ku", "pokerzoo solve --va"])
def test_completion_loads_no_other_package(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_POKERZOO_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    assert loaded("from pokerzoo.cli import main; main()").isdisjoint({*SLOW, "numpy"})


def test_a_small_game_is_solved_without_streets() -> None:
    code = """
from pokerzoo import make_game
from pokerzoo.agents import CFR
from pokerzoo.evaluation import exploitability
game = make_game("kuhn")
exploitability(game, CFR(game).run(until=0.001).average_policy())
"""
    for result in (loaded(code), loaded("from pokerzoo.cli import main; main(['train', 'kuhn', '--until', '0.001'])")):
        ours = {name for name in result if name.startswith("pokerzoo.")}
        assert {name for name in ours if "street" in name} <= {"pokerzoo.envs.compiled.street_size"}
        assert not [name for name in ours if name.endswith((".holdem", ".spot_policy", ".subgame"))]
        assert result.isdisjoint({"gymnasium", "matplotlib", "pandas", "pettingzoo", "pyarrow", "pydantic"})
