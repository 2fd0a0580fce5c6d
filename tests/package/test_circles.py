"""Circles of modules through annotations are those that docs/architecture.md lists with their reasons."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pokerzoo_testing import ROOT

PARTS = {"envs": ROOT, "agents": ROOT, "evaluation": ROOT, "cli": ROOT / "src" / "pokerzoo", "web": ROOT / "src" / "pokerzoo"}


def modules() -> dict[str, Path]:
    """Files of the package by module, without ``pokerzoo.`` before it."""
    found = {}
    for part, top in PARTS.items():
        for path in (top / part).rglob("*.py"):
            name = ".".join(path.relative_to(top).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


def imported(name: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Modules that a module imports, for type checkers or when it runs."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("pokerzoo.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])]).removeprefix("pokerzoo.")
            for alias in node.names:
                yield f"{start}.{alias.name}" if f"{start}.{alias.name}" in known else start


def reachable(start: str, imports: dict[str, set[str]]) -> set[str]:
    """Modules that a module imports, and these import, and so on."""
    found: set[str] = set()
    due = [start]
    while due:
        new = imports[due.pop()] - found
        found |= new
        due += new
    return found


def test_the_map_lists_each_circle_through_annotations() -> None:
    known = modules()
    imports = {
        name: {other for other in imported(name, path, known) if other in known} - {name} for name, path in known.items()
    }
    assert "envs.core" in imports["envs.compiled.tree"] and "envs.compiled.tree" in imports["envs.core"]
    below = {name: reachable(name, imports) for name in known}
    circles = {frozenset(other for other in below[name] if name in below[other]) for name in known if name in below[name]}

    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("*Circles through annotations.*")[2].partition("\n### ")[0]
    told = [re.findall(r"`([\w.]+)`", row) for row in re.findall(r"^\| (`.*?) \|", section, flags=re.MULTILINE)]
    assert sorted(map(sorted, circles)) == sorted(map(sorted, told))
