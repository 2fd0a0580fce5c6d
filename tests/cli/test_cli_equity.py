"""``pokerzoo equity``: what it prints is what the function says, and its errors name what was typed."""

from __future__ import annotations

import json

import pytest

from pokerzoo.cli import main
from pokerzoo.envs.support.records import to_json
from pokerzoo.evaluation import equity
from pokerzoo_testing.command_line import Printed


def test_exact(printed: Printed) -> None:
    result = printed.json("equity", "AsKs", "QQ+", "--board", "Qs7s2d", "--dead", "2c")
    expected = equity(["AsKs", "QQ+"], "Qs7s2d", "2c")
    assert result == json.loads(to_json(expected))
    drawn = ("22+", "AT+", "random", "--samples", "1000", "--seed", "3")
    assert printed.json("equity", *drawn) == json.loads(to_json(equity(drawn[:3], samples=1000, seed=3)))
    assert "1,000 random deals, seed 3" in printed("equity", *drawn)
    text = printed("equity", "AA", "KK")
    head, _, *rows, how = [line for line in text.splitlines() if line]
    assert head.split() == ["hand", "equity", "wins", "ties"] and how == "exact, 61,642,944 deals"
    assert [row.split() for row in rows] == [["AA", "81.95%", "81.71%", "0.46%"], ["KK", "18.05%", "17.82%", "0.46%"]]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("equity AA", "HAND: 1 of them: must be a list of 2 to 10 hands or ranges"),
        ("equity AA KX", "HAND 2 'KX': at character 1, 'KX': must be a hand"),
        ("equity AsKs QQ --board As2c3c", "HAND 1 'AsKs': has no combo without the cards As2c3c of board and dead"),
        ("equity AA KK --board 2c3c", "--board '2c3c': has 2 cards, must have 0 or 3 or 4 or 5"),
        ("equity AA KK --board 2c3c4c --dead 4c", "board and dead='2c3c4c4c': has 4c twice"),
        ("equity AA KK --dead 4x", "--dead '4x': at character 1"),
        ("equity AsKs AsQs", "HAND: two of the players share a card in every deal"),
        ("equity AA KK --method fast", "'fast' is not one of 'auto', 'exact', 'sample'"),
        ("equity AA KK --samples 1", "--samples"),
        (
            "equity random random random --method exact",
            "--method 'exact': there are too many deals to count; 'sample' draws some",
        ),
    ],
)
def test_errors(command: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1 and "Traceback" not in err
