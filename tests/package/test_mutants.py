"""The changes that ``make mutants`` makes, and the tests it takes for a file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pokerzoo_testing.mutants import ROOT, changed_files, concerned, mutants

SOURCE = b'''"""Text with 1 + 1."""
import numba as nb

@nb.njit(cache=True)
def kernel(x: int = 3) -> int:
    return x + 1

def plain(x: float, y: bool = True) -> str:
    assert x > 0
    if not (x < 2.5) and y:
        x += -1
    return f"{x + 1}" if x else "\xc3\xa9" * 3
'''


def changed_lines() -> list[str]:
    found = []
    for mutant in mutants("x.py", SOURCE):
        ast.parse(mutant.source)
        old, new = SOURCE.decode().splitlines(), mutant.source.decode().splitlines()
        (at,) = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        assert at + 1 == mutant.line and "+" + new[at] in mutant.diff(SOURCE)
        found.append(new[at].strip())
    return found


def test_every_operator_condition_and_number_outside_kernels_is_changed_once() -> None:
    assert sorted(changed_lines()) == sorted(
        [
            "if (not (not (x < 2.5) and y)):",
            "if  (x < 2.5) and y:",
            "if not (x <= 2.5) and y:",
            "if not (x < 5.0) and y:",
            "if not (x < 2.5) or y:",
            "x -= -1",
            "x += 1",
            "x += -2",
            'return f"{x + 1}" if (not (x)) else "\u00e9" * 3',
            'return f"{x + 1}" if x else "\u00e9" / 3',
            'return f"{x + 1}" if x else "\u00e9" * 4',
        ]
    )


@pytest.mark.parametrize(
    "path",
    ["agents/policies/policy.py", "envs/poker/ranges.py", "evaluation/measures/intervals.py", "src/pokerzoo/cli/match.py"],
)
def test_changes_of_real_files_are_python(path: str) -> None:
    found = mutants(path, (ROOT / path).read_bytes())
    assert len(found) > 20
    for mutant in found:
        compile(mutant.source, path, "exec")


@pytest.mark.skipif((ROOT / "envs").is_symlink(), reason="a source distribution: mutants are for a clone")
@pytest.mark.long
def test_the_nearest_tests_come_first() -> None:
    assert concerned(Path("agents/policies/policy.py"))[0] == Path("tests/agents/policies/test_policy.py")
    assert concerned(Path("envs/poker/ranges.py"))[0] == Path("tests/envs/poker/test_ranges.py")
    assert concerned(Path("envs/poker/game.py"))[0] != Path("tests/envs/games/test_games.py")  # a like name in another alcove
    matches = concerned(Path("evaluation/matches/match_result.py"))[:2]
    assert Path("tests/evaluation/matches/test_match_statistics.py") in matches
    kuhn = concerned(Path("envs/games/kuhn.py"))
    assert Path("tests/package/test_properties.py") in kuhn  # by a name that the package passes on


def test_a_file_that_is_no_part_of_the_package_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {
        "merge-base": "b",
        "rev-parse": "a",
        "diff": "README.md\ntests/test_x.py\nagents/policies/policy.py\nsrc/pokerzoo/__init__.py",
    }

    def run(command: list[str], **_: object) -> object:
        return type("Done", (), {"stdout": answers[command[1]] + "\n"})

    monkeypatch.setattr("subprocess.run", run)
    assert changed_files(None) == ["agents/policies/policy.py", "src/pokerzoo/__init__.py"]
