"""``pokerzoo equity``: what it prints is what the function says, and its errors name what was typed."""

from __future__ import annotations

import json

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
