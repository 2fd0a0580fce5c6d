"""Files and dotted names that the documents mention exist: nothing in them is left from before a move."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from pokerzoo_testing import ROOT

pytestmark = pytest.mark.check

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "environments"),
]
SOURCES = [path for room in ("envs", "agents", "evaluation") for path in sorted((ROOT / room).rglob("*.py"))]
PROGRAMS = [path for folder in ("docs", "benchmarks", "examples") for path in sorted((ROOT / folder).rglob("*.py"))]
FILE = re.compile(r"`((?:envs|agents|evaluation|src|tests|benchmarks|docs|examples)/[\w./-]*\w)`")
DOTTED = re.compile(r"\bpokerzoo(?:\.\w+)+")
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
CALLED = re.compile(r"`(\w+)(?:\([^`]*\))?`")
ROOM = re.compile(r"`((?:envs|agents|evaluation)(?:\.\w+)+)`")


def resolves(name: str) -> bool:
    """True if a dotted name is a module, or an attribute of one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:count]))
        except ImportError:
            continue
        for part in parts[count:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [name for name in sorted(set(FILE.findall(text))) if not (ROOT / name).exists()] == []
    names = {*DOTTED.findall(text), *(f"pokerzoo.{name}" for name in ROOM.findall(text))}
    assert [name for name in sorted(names) if not resolves(name)] == []


ROOMS = (
    "pokerzoo.envs",
    "pokerzoo.envs.cards",
    "pokerzoo.agents",
    "pokerzoo.push_fold",
    "pokerzoo.evaluation",
    "pokerzoo.evaluation.pictures",
    "pokerzoo.evaluation.hands",
)


def functions_of(text: str) -> list[str]:
    """Dotted names of the functions that a page's tables list: from where their row says, else from one of the rooms."""
    found = []
    for table in TABLE.findall(text):
        heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        if heads[0] not in ("function", "functions"):
            continue
        for row in rows:
            module = DOTTED.search(row[1]) if heads[1] == "import from" else None
            for name in CALLED.findall(row[0]):
                rooms = [module[0]] if module else [*ROOMS]
                found.append(next((f"{room}.{name}" for room in rooms if resolves(f"{room}.{name}")), f"{rooms[0]}.{name}"))
    return found


def test_functions_in_tables_can_be_imported() -> None:
    listed = {page.name: functions_of(page.read_text(encoding="utf-8")) for page in PAGES}
    assert len(listed["equity.md"]) > 5 and len(listed["pictures.md"]) > 5
    assert {page: [name for name in names if not resolves(name)] for page, names in listed.items() if names} == {
        page: [] for page, names in listed.items() if names
    }
    wrong = "| function | what |\n|---|---|\n| `class_counts()` | counts |\n"
    assert [resolves(name) for name in functions_of(wrong)] == [False]


def test_sources() -> None:
    names = {name for path in SOURCES for name in DOTTED.findall(path.read_text(encoding="utf-8"))}
    assert [name for name in sorted(names) if not resolves(name)] == []


def test_programs() -> None:
    """Programs that no test runs, as those that make pictures, import what there is."""
    found = {
        (path.name, f"{node.module}.{one.name}")
        for path in PROGRAMS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pokerzoo")
        for one in node.names
    }
    assert len(found) > 100
    assert [(program, name) for program, name in sorted(found) if not resolves(name)] == []


def test_a_name_that_does_not_exist() -> None:
    assert resolves("pokerzoo.envs.core.Game")
    assert not resolves("pokerzoo.envs.core.Gaem")
    assert not resolves("pokerzoo.envs.corridor")
