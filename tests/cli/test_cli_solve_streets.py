"""``pokerzoo solve`` with cards to come: threads and the precision of the solver's sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.cli import main
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", *TURN, "--option", "threads=0"), "--option threads=0: must be an integer from 1 to 1024"),
        (
            ("solve", *TURN, "--option", "precision=best"),
            "--option precision='best': must be one of 'auto', 'double', 'single', 'half'",
        ),
        (
            ("solve", *TURN, "--option", "precision=double"),
            "--option precision='double': CFR cannot do this: this layout of holdem is in float32",
        ),
        (
            ("solve", *TURN, "--option", "precision=half", "--option", "variant=pcfr+"),
            "--option precision='half': CFR cannot do this: variant='pcfr+' predicts",
        ),
        (
            ("solve", "--preset", "seed", "--option", "precision=half"),
            "--option precision='half': CFR cannot do this: only turns of more than 32 hands and flops have it",
        ),
        (("train", "kuhn", "--option", "threads=1025"), "--option threads=1025: must be"),
    ],
)
def test_errors_name_the_flag(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.startswith(f"pokerzoo: error: {message}"), error
