"""The gallery: each program of ``docs/gallery`` says what it draws, ends with its picture, and uses public names only."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.evaluation.pictures import alt_text
from pokerzoo_testing import ROOT

pytestmark = pytest.mark.check

PROGRAMS = sorted((ROOT / "docs" / "gallery").rglob("*.py"))
PUBLIC = {
    "pokerzoo",
    "pokerzoo.agents",
    "pokerzoo.agents.training",
    "pokerzoo.envs",
    "pokerzoo.envs.cards",
    "pokerzoo.evaluation",
    "pokerzoo.evaluation.pictures",
    "pokerzoo.push_fold",
}


def tree_of(program: Path) -> ast.Module:
    return ast.parse(program.read_text(encoding="utf-8"))


def test_there_are_many() -> None:
    assert len(PROGRAMS) >= 15
    assert all(program.name.startswith("plot_") for program in PROGRAMS)  # others are shown without being run
    titles = [ast.get_docstring(tree_of(program)).splitlines()[0] for program in PROGRAMS]  # type: ignore[union-attr]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_has_a_title_and_says_what_it_draws(program: Path) -> None:
    title, line, _, *words = (ast.get_docstring(tree_of(program)) or "").splitlines()
    assert line == "=" * len(title)
    assert 2 <= sum(word.endswith((".", "?")) for word in " ".join(words).split()) <= 4, "two to four sentences"
    blocks = re.findall(r"^# %%\n# \S", program.read_text(encoding="utf-8"), re.MULTILINE)
    assert blocks, "no block of text that leads into the code"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_ends_with_its_picture(program: Path) -> None:
    """The last expression is the figure, as a notebook shows it; or the figure is made where processes are allowed."""
    last = tree_of(program).body[-1]
    if isinstance(last, ast.If):
        assert ast.unparse(last.test) == "__name__ == '__main__'"
        last = last.body[-1]
        assert isinstance(last, ast.Assign)
        assert ast.unparse(last.targets[0]) == "figure"
    else:
        assert ast.unparse(last) == "figure"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_uses_public_names(program: Path) -> None:
    ours = 0
    for node in ast.walk(tree_of(program)):
        if isinstance(node, ast.Import):
            assert not [name.name for name in node.names if name.name.startswith("pokerzoo.")]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pokerzoo"):
            assert node.module in PUBLIC
            exported = importlib.import_module(node.module).__all__
            assert [name.name for name in node.names if name.name not in exported] == []
            ours += len(node.names)
        elif isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_"), node.attr
    assert ours


def test_a_cheap_program_draws() -> None:
    from matplotlib.figure import Figure

    names: dict[str, Any] = {"__name__": "__main__"}
    program = ROOT / "docs" / "gallery" / "strategies" / "plot_game_tree.py"
    exec(compile(program.read_text(encoding="utf-8"), str(program), "exec"), names)  # ours
    assert isinstance(names["figure"], Figure)
    assert "tree" in alt_text(names["figure"])
