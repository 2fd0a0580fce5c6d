"""The package as such: what importing it costs, who imports whom, and one version everywhere."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pokerzoo
from pokerzoo.envs.support.extras import EXTRAS
from pokerzoo_testing import ROOT

pytestmark = pytest.mark.check

# Slow to import, or asking for a screen: only what draws or learns may load them, when it does so.
HEAVY = ["matplotlib", "pygame", "torch", "PIL", "moderngl", "pandas", "pyspiel"]


def run_python(code: str) -> str:
    """Output of a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_loads_nothing_heavy() -> None:
    loaded = json.loads(run_python("import json, sys, pokerzoo; print(json.dumps(sorted(sys.modules)))"))
    assert "pokerzoo" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def test_pictures_can_be_imported_without_what_draws_them() -> None:
    code = """
import sys
import pokerzoo.evaluation.pictures as pictures
from pokerzoo.evaluation.pictures import convergence_picture, range_grid_picture, strategy_picture, trajectory_picture
names = [name for name in pictures.__all__ if name.endswith("_picture")]
extras = ("duckdb", "joblib", "matplotlib", "pandas", "pyarrow", "pydantic", "ray")
print(len(names) > 5 and all(callable(getattr(pictures, name)) for name in names), set(extras) & {*sys.modules})
"""
    assert run_python(code) == "True set()\n"


def test_the_front_door_has_the_names_of_the_packages() -> None:
    names = set(pokerzoo.__all__) - {"__version__", "agents", "envs", "evaluation", "load_policy"}
    packages = (pokerzoo.agents, pokerzoo.envs, pokerzoo.evaluation)
    homes = {name: [getattr(package, name) for package in packages if name in package.__all__] for name in names}
    assert all(any(getattr(pokerzoo, name) is one for one in result) for name, result in homes.items()), homes
    assert 25 <= len(names) <= 30


def test_import_warns_of_nothing() -> None:
    run_python("import warnings; warnings.simplefilter('error'); import pokerzoo, pokerzoo.agents, pokerzoo.evaluation")


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
    at_import, control = map(int, run_python(code).split())
    assert at_import == 0
    assert control > 0


def test_version_is_the_same_everywhere() -> None:
    assert importlib.metadata.version("pokerzoo") == pokerzoo.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(\d.*?)\]", changelog, flags=re.MULTILINE)[0] == pokerzoo.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, flags=re.MULTILINE) == [pokerzoo.__version__]


def test_nobody_is_told_to_install_from_an_index() -> None:
    # The package is on none: what works is `pip install ".[plot]"` in a clone.
    rooms = [ROOT / name for name in ("agents", "envs", "evaluation", "src/pokerzoo/cli", "benchmarks", "examples", "docs")]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".md", ".ipynb")]
    files += [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    assert len(files) > 100
    told = re.compile(r"pip install\s+['\"]?pokerzoo")
    assert [str(path) for path in files if told.search(path.read_text(encoding="utf-8"))] == []
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {name for path in files for name in re.findall(r'pip install "\.\[(\w+)\]"', path.read_text(encoding="utf-8"))}
    named |= {
        name
        for path in files
        for name in re.findall(r'(?:not_installed|import_extra)\([^)]*"(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert {"plot", "rl", "open_spiel", "tensorboardX"} <= named <= extras.keys() | {"open_spiel", "tensorboardX"}
    assert set(EXTRAS) | {"all"} == extras.keys()


def test_type_information_is_shipped() -> None:
    assert Path(pokerzoo.__file__).with_name("py.typed").is_file()


def imported(path: Path) -> set[str]:
    """The top-level names of what a file imports, at any depth of it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(str(node.module).partition(".")[0])
    return names


def test_tests_import_nothing_of_ours_but_the_package_and_what_they_share() -> None:
    files = list((ROOT / "tests").rglob("*.py"))
    ours = {path.stem for path in files} | {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()} | {"tests"}
    wrong = {path.name: imported(path) & (ours - {"pokerzoo_testing"}) for path in files}
    assert len(files) > 50 and {name: names for name, names in wrong.items() if names} == {}


def test_the_lowest_versions_that_are_tested_are_those_that_are_allowed() -> None:
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    allowed = dict(text.split(">=") for text in required)
    tested = dict(line.split("==") for line in (ROOT / "tests" / "lowest.txt").read_text().splitlines() if "==" in line)
    assert tested.keys() == allowed.keys()
    for name, version in allowed.items():
        assert f"{tested[name]}.".startswith(f"{version}."), name
