"""``pokerzoo push-fold``: what it prints is what the function says, and its errors name what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.cli import main
from pokerzoo.push_fold import push_fold_table, solve_push_fold
from pokerzoo_testing.command_line import Printed


def test_json_and_tables(printed: Printed, tmp_path: Path) -> None:
    picture = tmp_path / "charts.png"
    options = ("push-fold", "7", "9", "--payouts", "7,3", "--ante", "0.1", "--iterations", "60", "--until", "0")
    result = printed.json(*options, "--picture", str(picture))
    expected = solve_push_fold(push_fold_table([7, 9], ante=0.1, payouts=(7, 3)), until=0, iterations=60)
    assert [seat["value"] for seat in result["players"]] == expected.values.tolist()
    assert result["decisions"][1]["hands"] == expected.decision("j").hands.tolist()
    assert result["largest_gain_share"] == expected.largest_gain_share and result["stacks"] == [7, 9]
    assert picture.stat().st_size > 10_000
    text = printed(*options, "--at", "j")
    rows = [line.split() for line in text.splitlines() if line]
    assert ["j", "BB", "call", f"{100 * expected.decision('j').frequency:.0f}%"] in rows
    assert f"BB after j: calls {100 * expected.decision('j').frequency:.0f}% of hands" in text
    assert text.count("AKs") == 1 and "CCCCC" in text


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("push-fold 10", "STACK"),
        ("push-fold 10 x", "STACK"),
        ("push-fold 10 0.5", "must be above 1, which the BB posts"),
        ("push-fold 10 10 --payouts 1,2", "--payouts"),
        ("push-fold 10 10 --payouts x", "--payouts 'x': must be numbers with commas between them"),
        ("push-fold 10 10 --others 5", "only with"),
        ("push-fold 10 10 --at f", "--at 'f': no player has a decision after these moves"),
        ("push-fold 10 10 --model x --payouts 1", "Invalid value for '--model': 'x'"),
        ("push-fold 10 10 --picture x.txt", "--picture x.txt: must end in one of"),
        ("push-fold 10 10 --ante -1", "--ante"),
    ],
)
def test_errors(command: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1 and "Traceback" not in err
