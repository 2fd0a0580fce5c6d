"""Tables of docs/depth_limited.md: they are made of the rows that are kept, and rows come out again."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

FOLDER = ROOT / "docs" / "depth_limited"
STREETS = sorted(path.stem for path in FOLDER.glob("*.parquet"))


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("pyarrow")
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return load_program(ROOT / "benchmarks" / "depth_limited.py")


def kept(street: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pytest.importorskip("pyarrow.parquet").read_table(FOLDER / f"{street}.parquet").to_pylist()
    return rows


@pytest.mark.parametrize("street", STREETS)
def test_the_page_has_the_tables_of_what_is_kept(program: ModuleType, street: str) -> None:
    page = (ROOT / "docs" / "depth_limited.md").read_text(encoding="utf-8")
    for table in program.tables(kept(street)).strip().split("\n\n"):
        assert table in page, f"python benchmarks/depth_limited.py {street} --count 0"


@pytest.mark.parametrize("street", STREETS)
def test_situations_follow_from_their_numbers(program: ModuleType, street: str) -> None:
    rows = kept(street)
    assert [row["number"] for row in rows] == sorted({row["number"] for row in rows})
    for row in rows[:10]:
        new = program.new_row(program.situation(street, row["number"]), row["iterations"])
        assert {name: row[name] for name in new if name != "completing"} == {
            name: own for name, own in new.items() if name != "completing"
        }


def test_a_turn_comes_out_again(program: ModuleType) -> None:
    row = kept("turn")[0]
    new = program.new_row(program.situation("turn", 0), row["iterations"])
    program.solve(new, ["check_down"])
    for name in ("full_25_percent", "full_100_percent", "full_completed_percent", "check_down_percent"):
        assert new[name] == pytest.approx(row[name], rel=0.02), name
