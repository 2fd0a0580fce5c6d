"""``pokerzoo preflop``: what it prints is what the solver says, and its errors name what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.preflop import PreflopPolicy, PreflopSolver, PushFoldSolver, preflop_game, push_fold_table
from pokerzoo_testing.command_line import Printed

OPTIONS = (
    *("--stack", "6,9", "--open", "2x,a", "--three-bet", "a", "--param", "limps=all"),
    *("--iterations", "3", "--param", "ante=0.1", "--seed", "1"),
)


@pytest.mark.check
def test_json_tables_and_files(printed: Printed, tmp_path: Path) -> None:
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
