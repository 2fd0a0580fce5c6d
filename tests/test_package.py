"""The package as such: what importing it costs, who imports whom, and one version everywhere."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pokerzoo

ROOT = Path(__file__).parents[1]
# Slow to import, or asking for a screen: only what draws or learns may load them, when it does so.
HEAVY = ["matplotlib", "pygame", "torch", "PIL", "moderngl", "pandas", "pyspiel"]


def run_python(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_loads_nothing_heavy() -> None:
    loaded = json.loads(run_python("import json, sys, pokerzoo; print(json.dumps(sorted(sys.modules)))"))
    assert "pokerzoo" in loaded
    assert [name for name in HEAVY if name in loaded] == []


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


def test_nothing_imports_upwards() -> None:
    lint_imports = Path(sysconfig.get_path("scripts"), "lint-imports")
    done = subprocess.run([lint_imports, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


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
