"""The map in docs/architecture.md has every folder of the rooms, and ``tests/`` mirrors them."""

from __future__ import annotations

from pokerzoo_testing import ROOT


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
    for room in ("agents", "envs", "evaluation"):
        folders = {f"{path.parent.name}/" for path in (ROOT / room).glob("*/__init__.py")}
        assert folders == {name for name in told[room] if name.endswith("/")}, room
        assert {name for name in told[room] if name.endswith(".py")} <= {path.name for path in (ROOT / room).iterdir()}, room


def test_tests_lie_in_folders_named_after_what_they_test() -> None:
    rooms = {f"{path.parent.parent.name}/{path.parent.name}" for path in ROOT.glob("*/*/__init__.py")}
    places = {str(path.parent.relative_to(ROOT / "tests")) for path in (ROOT / "tests").rglob("test_*.py")}
    assert places - {"cli", "package"} <= {place for place in rooms if place.split("/")[0] in ("agents", "envs", "evaluation")}
