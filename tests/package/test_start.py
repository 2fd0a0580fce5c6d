"""The package as such: a process loads no module that it does not need, and one version everywhere."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import pokerzoo
from pokerzoo.envs.support.extras import EXTRAS
from pokerzoo_testing import ROOT

pytestmark = pytest.mark.check

SLOW = (
    "PIL", "duckdb", "fastapi", "gymnasium", "joblib", "matplotlib", "numba", "pandas", "pettingzoo", "pyarrow", "pydantic",
    "pygame", "pyspiel", "ray", "rich", "scipy", "torch",
)  # fmt: skip
"""Packages that take long to import."""


def loaded(code: str) -> set[str]:
    """The modules that a process has which runs this code."""
    script = f"import sys\n{code}\nsys.stdout.flush()\nprint('loaded', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize("code", ["import pokerzoo", "import pokerzoo.agents", "import pokerzoo.evaluation.pictures"])
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


def test_a_worker_makes_rows_of_rivers_without_pandas() -> None:
    """``pyarrow.array`` would import it, and reports have modules that starts of rivers do without."""
    code = """from pokerzoo.jobs.folder import parquet_bytes
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
work = SpotWork.from_config({"board": "QsJh2h8d3c", "ranges": ["QQ+,AKs", "JJ+,AK"], "solve": {"iterations": 10}})
for name, rows in work.rows(0, "").items():
    assert parquet_bytes(rows, work.tables[name]).size > 1000"""
    assert loaded(code).isdisjoint({"pandas", "pokerzoo.evaluation.spots.spot_report", "pokerzoo.envs.whole_hands.game"})


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


def test_the_front_door_has_the_names_of_the_packages() -> None:
    package: Any = pokerzoo
    names = set(package.__all__) - {"__version__", "agents", "envs", "evaluation", "load_policy"}
    packages: list[Any] = [pokerzoo.agents, pokerzoo.envs, pokerzoo.evaluation]
    homes = {name: [getattr(package, name) for package in packages if name in package.__all__] for name in names}
    assert all(any(getattr(pokerzoo, name) is value for value in result) for name, result in homes.items()), homes
    assert 25 <= len(names) <= 30


def test_import_compiles_no_kernel() -> None:
    # numba announces each function that it compiles or loads from its cache. The one at the end checks the check.
    code = """
import numba
from numba.core import event

recorded = event.RecordingListener()
event.register("numba:compile", recorded)
import pokerzoo, pokerzoo.agents, pokerzoo.evaluation
print(len(recorded.buffer))
numba.njit(lambda x: x + 1)(1)
print(len(recorded.buffer))
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    at_import, control = map(int, done.stdout.split())
    assert at_import == 0
    assert control > 0


def test_version_is_the_same_everywhere() -> None:
    assert importlib.metadata.version("pokerzoo") == pokerzoo.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(\d.*?)\]", changelog, flags=re.MULTILINE)[0] == pokerzoo.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, flags=re.MULTILINE) == [pokerzoo.__version__]


def test_type_information_is_shipped() -> None:
    assert Path(pokerzoo.__file__).with_name("py.typed").is_file()


def test_the_lowest_versions_that_are_tested_are_those_that_are_allowed() -> None:
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    allowed = dict(text.split(">=") for text in required)
    tested = dict(line.split("==") for line in (ROOT / "tests" / "lowest.txt").read_text().splitlines() if "==" in line)
    assert tested.keys() == allowed.keys()
    for name, version in allowed.items():
        assert f"{tested[name]}.".startswith(f"{version}."), name


def test_extras_are_those_of_messages() -> None:
    """What is missing is named by the extra that has it."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(EXTRAS) | {"all"} == extras.keys()
