"""Tables of docs/whole_hand_agent.md: the page has what the programs in benchmarks make of the files beside it."""

from __future__ import annotations

import json
from runpy import run_path
from typing import Any

import pytest

from pokerzoo_testing import ROOT

PAGE = ROOT / "docs" / "whole_hand_agent.md"


def program(name: str) -> dict[str, Any]:
    """The names in a program of the folder ``benchmarks``."""
    return run_path(str(ROOT / "benchmarks" / f"{name}.py"))


@pytest.mark.parametrize("name", ["class_cost", "whole_hand_agent"])
def test_the_page_has_the_tables(name: str) -> None:
    rows = json.loads((ROOT / "docs" / f"{name}.json").read_text())
    assert program(name)["tables"](rows).strip() in PAGE.read_text(), f"python benchmarks/{name}.py docs/{name}.json --table"


def test_parts_are_put_together() -> None:
    """Of deals, not of parts: two parts of 100 and 300 deals against one of 400."""
    pooled = program("whole_hand_agent")["pooled"]
    rows = [{"deals": 100, "mbb": 8.0, "error": 2.0}, {"deals": 300, "mbb": 4.0, "error": 1.0}]
    mean, half, hands = pooled(rows)
    assert (mean, hands) == (5.0, 800)
    assert half == pytest.approx(1.966 * (200**2 + 300**2) ** 0.5 / 400, rel=1e-3)
    assert pooled([{"deals": 4, "mbb": 1.0, "error": 1.0}]) is None
