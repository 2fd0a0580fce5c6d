"""Commands that print what one function says: equity, tables before the flop, blueprints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerzoo.envs.support.records import to_json
from pokerzoo.evaluation import equity
from pokerzoo.preflop import PreflopPolicy, PreflopSolver, PushFoldSolver, chart_moves, preflop_game, push_fold_table
from pokerzoo_testing.command_line import Printed


def test_equity(printed: Printed) -> None:
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


OPTIONS = (
    *("--stack", "6,9", "--open", "2x,a", "--three-bet", "a", "--param", "limps=all"),
    *("--iterations", "3", "--param", "ante=0.1", "--seed", "1"),
)


@pytest.mark.check
def test_tables_before_the_flop(printed: Printed, tmp_path: Path) -> None:
    picture, file = tmp_path / "charts.png", tmp_path / "policy.npz"
    result = printed.json("preflop", "2", *OPTIONS, "--picture", str(picture), "--out", str(file), "--at", "c")
    game = preflop_game(2, stack=(6, 9), raise_sizes="2x,a | a | 2.5x,a | a", limps="all", ante=0.1)
    solver = PreflopSolver(game, seed=1).run(3)
    expected, measured = solver.average_policy(), solver.measure()
    assert result["values"] == measured.values.tolist()
    assert result["gains"] == measured.gains.tolist()
    assert result["positions"] == ["SB", "BB"]
    first = result["decisions"][0]
    assert first["probabilities"] == expected.decision("").probabilities.tolist()
    assert PreflopPolicy.load(file).game == game
    assert picture.stat().st_size > 10_000
    text = printed("preflop", "2", *OPTIONS, "--seed", "2", "--at", "c")
    assert "Hands that the runs play differently" in text
    assert "BB after c: check" in text
    assert "XX" in text
    assert "no theorem" not in text


@pytest.mark.check
def test_charts_that_have_settled_end_a_run(printed: Printed) -> None:
    options = ("preflop", "2", "--stack", "6", "--open", "a", "--seed", "1", "--param", "deals=50", "--until", "50 points")
    result = printed.json(*options)
    start, end = result["moves_between"]
    assert (result["stopped_by"], result["iterations"], 2 * start <= end) == ("settled", end, True)
    game = preflop_game(2, stack=6, raise_sizes="a | 3x | 2.5x,a | a")
    before, now = (PreflopSolver(game, seed=1, deals=50).run(count).average_policy() for count in (start, end))
    assert result["moves_mean"] == chart_moves(before, now).mean > 0
    assert "frequencies of hands moved by" in printed(*options)


def test_push_fold(printed: Printed, tmp_path: Path) -> None:
    picture, file = tmp_path / "charts.png", tmp_path / "policy.npz"
    options = ("preflop", "2", "--push-fold", "--stack", "7,9", "--payouts", "7,3", "--param", "ante=0.1", "--iterations", "60")
    result = printed.json(*options, "--picture", str(picture), "--out", str(file))
    game = push_fold_table([7, 9], ante=0.1, payouts=(7, 3))
    solver = PushFoldSolver(game).run(60)
    measured, call = solver.measure(), solver.average_policy().decision("r6.9")
    assert (result["values"], result["gains"]) == (measured.values.tolist(), measured.gains.tolist())
    assert (result["value_widths"], result["seed"], result["deals"]) == ([], 0, 1_000_000)
    assert [one["line"] for one in result["decisions"]] == ["", "r6.9"]
    assert result["decisions"][1]["probabilities"] == call.probabilities.tolist()
    assert PreflopPolicy.load(file).game == game
    assert picture.stat().st_size > 10_000
    text = printed(*options, "--at", "r6.9")
    does = f"fold {call.frequencies[0]:.0%}, call {call.frequencies[1]:.0%}"
    assert f"BB after r6.9: {does}" in text
    assert "exact in the model of push/fold." in text.lower()
    assert text.count("AKs") == 1
    assert "CCCCC" in text


ROYAL = ("blueprint", "--param", "deck=royal", "--param", "stack=20")


def test_a_blueprint_is_trained_and_plays(printed: Printed, tmp_path: Path) -> None:
    file = str(tmp_path / "royal.npz")
    small = [word for option in ("flop=5", "turn=5", "river=5", "threads=1") for word in ("--option", option)]
    small += ["--iterations", "15", "--seed", "1"]
    result = printed.json(*ROYAL, *small, "--out", file)
    assert (result["iterations"], result["stopped_by"], result["file"]) == (15, "iterations", file)
    assert result["file_bytes"] == Path(file).stat().st_size
    apart = printed.json(*ROYAL, *small, "--option", "textures=true")
    assert result["hand_classes"] == [25, 5, 5, 5] and apart["hand_classes"] == [25, 6 * 5, 32 * 5, 30 * 5]
    match = printed.json("match", file, "tight", "--hands", "10", "--seed", "1")
    assert match["hands"] == 10
