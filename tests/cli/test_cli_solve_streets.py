"""``pokerzoo solve`` with cards to come: threads and the precision of the solver's sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.cli import main
from pokerzoo_testing.command_line import Printed

TURN = ("--board", "QsJh2h8d", "--oop", "22+", "--ip", "22+,AKs", "--bet", "a", "--raise", "a", "--iterations", "20")


def test_solver_precision_is_not_the_precision_of_the_file(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "turn.npz")
    results = [printed.json("solve", *TURN, "--solver-precision", asked, "--out", path) for asked in ("auto", "single", "half")]
    assert [result["solver_precision"] for result in results] == ["single", "single", "half"]
    assert len({result["file_bytes"] for result in results}) == 1
    exact, _, rough = (result["exploitability_chips"] for result in results)
    assert rough != exact and rough == pytest.approx(exact, rel=0.1)
    assert "half precision" in printed("solve", *TURN, "--solver-precision", "half")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", *TURN, "--threads", "0"), "--threads 0: must be an integer from 1 to 1024"),
        (
            ("solve", *TURN, "--solver-precision", "best"),
            "--solver-precision 'best': must be one of 'auto', 'double', 'single', 'half'",
        ),
        (
            ("solve", *TURN, "--solver-precision", "double"),
            "--solver-precision 'double': CFR cannot do this: this layout of holdem is in float32",
        ),
        (
            ("solve", *TURN, "--solver-precision", "half", "--variant", "pcfr+"),
            "--solver-precision 'half': CFR cannot do this: variant='pcfr+' predicts",
        ),
        (
            ("solve", "--solver-precision", "half"),
            "--solver-precision 'half': CFR cannot do this: only turns of more than 32 hands and flops have it",
        ),
        (("train", "kuhn", "--threads", "1025"), "--threads 1025: must be"),
        (("train", "kuhn", "--sampling", "external", "--threads", "2"), "--threads, --solver-precision: are for CFR"),
    ],
)
def test_errors_name_the_flag(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.startswith(f"pokerzoo: error: {message}"), error
