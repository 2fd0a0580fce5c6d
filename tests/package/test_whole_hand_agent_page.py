"""Tables of docs/whole_hand_agent.md: the page has what the programs in benchmarks make of the files beside it."""

from __future__ import annotations

import json
import sys
from runpy import run_path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from pokerzoo_testing import ROOT

PAGE = ROOT / "docs" / "whole_hand_agent.md"


def program(name: str) -> dict[str, Any]:
    """The names in a program of the folder ``benchmarks``, where others lie that it imports."""
    with patch.object(sys, "path", [str(ROOT / "benchmarks"), *sys.path]):
        return run_path(str(ROOT / "benchmarks" / f"{name}.py"))


@pytest.mark.parametrize("name", ["class_cost", "fhp_solving", "whole_hand_agent"])
def test_the_page_has_the_tables(name: str) -> None:
    rows = json.loads((ROOT / "docs" / f"{name}.json").read_text())
    assert program(name)["tables"](rows).strip() in PAGE.read_text(), f"python benchmarks/{name}.py docs/{name}.json --table"


def test_safe_ways_lose_nothing_in_the_rows_of_flop_holdem() -> None:
    """But for the gains of single hands that iterations left. Each best response was worked out in two ways."""
    for row in json.loads((ROOT / "docs" / "fhp_solving.json").read_text()):
        before = np.array(row["ways"]["blueprint"]["best_responses_chips"])
        for way, found in row["ways"].items():
            after, parts = (np.array(found[name]) for name in ("best_responses_chips", "by_parts_chips"))
            np.testing.assert_allclose(after, parts, rtol=0.0, atol=1e-3)
            assert found["exploitability_mbb"] == pytest.approx(after.mean() / 100 * 1000, rel=1e-3, abs=1e-3)
            assert way == "unsafe" or np.all(after <= before + found["gain_at_most_chips"] + 1e-4)


def test_parts_are_put_together() -> None:
    """Of deals, not of parts: two parts of 100 and 300 deals against one of 400."""
    pooled = program("whole_hand_agent")["pooled"]
    rows = [{"deals": 100, "mbb": 8.0, "error": 2.0}, {"deals": 300, "mbb": 4.0, "error": 1.0}]
    mean, half, hands = pooled(rows)
    assert (mean, hands) == (5.0, 800)
    assert half == pytest.approx(1.966 * (200**2 + 300**2) ** 0.5 / 400, rel=1e-3)
    assert pooled([{"deals": 4, "mbb": 1.0, "error": 1.0}]) is None
