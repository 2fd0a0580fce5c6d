"""``pokerzoo icm``: what it prints is what the function says, and its errors name what was typed."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.cli import main
from pokerzoo.evaluation import icm
from pokerzoo_testing.command_line import Printed


def test_json_and_tables(printed: Printed) -> None:
    options = ("icm", "5000", "3000", "2000", "--payouts", "50, 30,20")
    found, expected = printed.json(*options), icm((5000, 3000, 2000), (50, 30, 20))
    assert [player["prize"] for player in found["players"]] == expected.prizes.tolist()
    assert found["bubble_factors"][0] == [None, *expected.bubble_factors[0, 1:].tolist()]
    text = printed(*options)
    rows = [line.split() for line in text.splitlines() if line]
    assert ["1", "5,000", "50.00%", "38.3929", "38.39%"] in rows
    factors, premiums = expected.bubble_factors, expected.risk_premiums
    assert ["2", f"{factors[1, 0]:.2f}", "-", f"{factors[1, 2]:.2f}"] in rows
    assert ["2", f"{100 * premiums[1, 0]:+.2f}%", "-", f"{100 * premiums[1, 2]:+.2f}%"] in rows


def test_many_players(printed: Printed) -> None:
    told = printed("icm", *["100"] * 11, "--payouts", "5,3,2")
    assert "Bubble factors and risk premiums are not shown: more than 10 players; --json has them" in told
    assert np.array(printed.json("icm", *["100"] * 11, "--payouts", "5,3,2")["risk_premiums"]).shape == (11, 11)
    told = printed("icm", *["100"] * 21, "--payouts", "5,3,2")
    assert "they are worked out for 20 players at most" in told


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("icm 5 3", "--payouts"),
        ("icm 5 3 --payouts 2;1", "--payouts '2;1': must be numbers with commas between them, such as 50,30,20"),
        ("icm 5 3 --payouts 1,2", "--payouts"),
        ("icm 5 3 --payouts nan", "--payouts"),
        ("icm 5 --payouts 1", "STACK"),
        ("icm 5 x --payouts 1", "STACK"),
        ("icm 5 3 --payouts 3,2,1", "3 prizes for 2 players"),
        ("icm 5 3 --payouts 1 --model chips", "--model 'chips': must be one of 'icm', 'proportional', 'winner_takes_all'"),
    ],
)
def test_errors(command: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1 and "Traceback" not in err
