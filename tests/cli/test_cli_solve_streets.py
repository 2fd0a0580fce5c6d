"""``pokerzoo solve`` with cards to come: threads and the precision of the solver's sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo_testing.command_line import Printed

TURN = ("--board", "QsJh2h8d", "--oop", "22+", "--ip", "22+,AKs", "--bet", "a", "--raise", "a",
        "--pot", "50", "--stack", "100", "--iterations", "20")  # fmt: skip


def test_solver_precision_is_not_the_precision_of_the_file(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "turn.npz")
    results = [
        printed.json("solve", *TURN, "--option", f"precision={asked}", "--out", path) for asked in ("auto", "single", "half")
    ]
    assert [result["solver_precision"] for result in results] == ["single", "single", "half"]
    assert len({result["file_bytes"] for result in results}) == 1
    exact, _, rough = (result["exploitability_chips"] for result in results)
    assert rough != exact and rough == pytest.approx(exact, rel=0.1)
    assert "half precision" in printed("solve", *TURN, "--option", "precision=half")
