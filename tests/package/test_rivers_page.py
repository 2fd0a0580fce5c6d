"""The table of rivers solved anew in docs/postflop.md is what the program beside it kept, and each bound in it holds."""

from __future__ import annotations

import json

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program


def test_the_table_is_what_was_kept() -> None:
    made = load_program(ROOT / "docs" / "make_rivers.py")
    kept = json.loads(made.KEPT.read_text(encoding="utf-8"))
    assert list(kept) == list(made.SPOTS) and len(kept) == 12
    for name, (until, params) in made.SPOTS.items():
        assert kept[name]["until"] == until
        assert kept[name]["params"] == json.loads(json.dumps(params))
    assert made.page_text() == made.PAGE.read_text(encoding="utf-8")
    assert made.table_text(kept).splitlines()[2].startswith("| Jh7c2d4s | 153, 117 | no |")


def test_each_whole_is_within_its_bound() -> None:
    kept = json.loads((ROOT / "docs" / "rivers.json").read_text(encoding="utf-8"))
    for name, row in kept.items():
        assert row["held"] <= row["at_most"] < row["solution"] + 0.03, name
    assert kept["8d8h3c8c raked"]["for_ranges"] > 1 > 0.2 > kept["Jh7c2d4s"]["for_ranges"] > 0.1
