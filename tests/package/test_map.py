"""The map in docs/architecture.md has every folder of the rooms, and ``tests/`` mirrors them."""

from __future__ import annotations

import re
import tomllib

from pokerzoo_testing import ROOT

ROOMS = ("agents", "envs", "evaluation")


def test_the_map_has_every_folder_of_the_rooms() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = text.partition("```text\n")[2].partition("```")[0]
    told: dict[str, set[str]] = {}
    for line in drawn.splitlines():
        name = line.split()[0]
        if not line.startswith(" "):
            inside = told.setdefault(name.rstrip("/"), set())
        else:
            inside.add(name)
    for room in ROOMS:
        folders = {f"{path.parent.name}/" for path in (ROOT / room).glob("*/__init__.py")}
        assert folders == {name for name in told[room] if name.endswith("/")}, room
        assert {name for name in told[room] if name.endswith(".py")} <= {path.name for path in (ROOT / room).iterdir()}, room


def test_each_file_on_boards_is_told() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^### Boards\n(.*?)^## ", text, flags=re.MULTILINE | re.DOTALL)
    told = re.findall(r"^\| `(\w+\.py)` \|", section, flags=re.MULTILINE)
    there = {path.name for path in (ROOT / "envs" / "compiled").glob("street_*.py")} | {"run_outs.py"}
    assert set(told) == there and len(told) == len(there)


def test_the_order_of_the_alcoves_is_what_import_linter_holds() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("\n### ")[0]
    for room in ROOMS:
        (layers,) = [one["layers"] for one in contracts if one["name"].startswith(f"{room}: ")]
        held = [sorted(re.findall(rf"pokerzoo\.{room}\.(\w+)", layer)) for layer in reversed(layers)]
        (row,) = re.findall(rf"^\| `{room}` \|(.*)\|$", text, flags=re.MULTILINE)
        assert re.findall(r"`(\w+)`", row) == [name for names in held for name in names if not name.endswith("_v0")]


def test_tests_lie_in_folders_named_after_what_they_test() -> None:
    folders = {path.parent.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("__init__.py")}
    places = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    assert {str(place) for place in places - folders} <= {"cli", "kernels", "package", "web"}
