"""``pokerzoo train`` on a hold'em spot in prize money: the log, many runs, the picture and the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerzoo.agents import CFR, MCCFR, TensorBoardLog, metrics
from pokerzoo.envs import make_game
from pokerzoo.evaluation import TrainingRuns, convergence_picture
from pokerzoo_testing.command_line import Printed

SPOT = {
    "board": "9s8h7d6c2c", "ranges": ["AA,KQs", "KK,QJs"], "pot": 40, "stack": [90, 60], "bet_sizes": "a", "raise_sizes": "a",
    "payouts": [50, 30, 20], "others": [100],
}  # fmt: skip
PARAMS = [word for name, value in SPOT.items() for word in ("--param", f"{name}={json.dumps(value)}")]


def test_a_log_and_what_reads_it(printed: Printed, tmp_path: Path) -> None:
    log, file, page = (str(tmp_path / name) for name in ("l.jsonl", "r.npz", "page.html"))
    told = printed("train", "holdem", *PARAMS, "--iterations", "4", "--every", "2", "--log", log, "--out", file)
    assert "prize money" in told and "chips" not in told and "for prizes CFR promises no convergence" in told
    object_of = printed.json("train", "holdem", *PARAMS, "--iterations", "4")
    assert len(object_of["gains_prize"]) == 2 and not [key for key in object_of if key.endswith("chips")]
    points: list[dict[str, object]] = []
    game = make_game("holdem", **SPOT)
    solver = CFR(game).run(4, every=2, callbacks=[lambda one: points.append(metrics(one)), TensorBoardLog(tmp_path / "board")])
    lines = [json.loads(line) for line in Path(log).read_text().splitlines()]
    assert [line | {"seconds": 0} for line in lines] == [point | {"seconds": 0} for point in points] and len(lines) == 2
    found = solver.measure()
    assert points[-1]["gains_chips"] == found.gains.tolist() and points[-1]["nash_conv_chips"] == found.nash_conv > 0
    assert points[-1]["exploitability_chips"] == found.exploitability and points[-1]["values_chips"] == found.values.tolist()
    label = convergence_picture({"log": log}, game=game).axes[0].get_ylabel()
    assert label == "exploitability, prize money a hand"
    printed("report", file, "--log", log, "--out", page)
    assert "exploitability, prize money a hand" in Path(page).read_text(encoding="utf-8")


def test_many_runs(printed: Printed, tmp_path: Path) -> None:
    pytest.importorskip("pebble")
    runs = ("--sampling", "external", "--iterations", "30", "--runs", "2", "--processes", "1", "--out", str(tmp_path / "runs"))
    assert "average strategy, prize money a hand" in printed("train", "holdem", *PARAMS, *runs)
    game = make_game("holdem", **SPOT)
    alone = [MCCFR(game, seed=seed).run(30).exploitability for seed in (0, 1)]
    (found,) = TrainingRuns(tmp_path / "runs").final_spreads()
    assert (found.least, found.most) == (min(alone), max(alone))
