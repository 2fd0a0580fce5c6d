"""``pokerzoo train --runs``: the object, the folder, the picture, and which options go together."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pokerzoo.agents import MCCFR
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.evaluation import TrainingRuns
from pokerzoo_testing import ROOT
from pokerzoo_testing.command_line import but_for_the_notice

pytest.importorskip("joblib")
pytest.importorskip("pyarrow")
RUNS = ["--sampling", "external", "--iterations", "30"]


def test_runs_are_kept_told_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [
        "train",
        "kuhn",
        "bet_raise",
        "--sampling",
        "external,outcome",
        "--iterations",
        "30",
        "--seed",
        "4",
        "--runs",
        "2",
    ]
    command += ["--every", "10", "--processes", "1", "--out", "runs", "--picture", "runs.svg", "--by", "nodes"]
    assert main([*command, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    found = json.loads(printed.out)
    assert (found["iterations"], found["seeds"], found["runs"], found["failed"]) == (30, [4, 5], 8, [])
    assert [(one["game"], one["name"]) for one in found["trainings"]] == [
        (game, f"cfr, {sampling} sampling") for game in ("kuhn", "bet_raise") for sampling in ("external", "outcome")
    ]
    look = found["trainings"][1]["looks"][-1]
    alone = [MCCFR(make_game("kuhn"), sampling="outcome", seed=seed).run(30).exploitability for seed in (4, 5)]
    assert (look["iteration"], look["runs"]) == (30, 2)
    assert (look["least_chips"], look["most_chips"]) == (min(alone), max(alone)) and look["median_interval_95_chips"] is None
    assert len(TrainingRuns("runs")) == 8
    assert (tmp_path / "runs.svg").read_text(encoding="utf-8").count("<svg") == 1
    assert main(command) == 0  # nothing is left to do
    text = capsys.readouterr().out
    assert "8, 30 iterations each" in text and "6 runs needed" in text and text.count("cfr, outcome sampling") == 2


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    """It is known to the processes, too, by the module of ``--import``."""
    page = (ROOT / "docs/howto/add_a_game.md").read_text(encoding="utf-8")
    (tmp_path / "my_games.py").write_text(page.partition("```python\n")[2].partition("print(")[0], encoding="utf-8")
    command = [sys.executable, "-m", "pokerzoo.cli", "train", "two_streets", "--import", "my_games", "--seeds", "3"]
    done = subprocess.run([*command, *RUNS, "--json"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, but_for_the_notice(done.stderr)) == (0, "")
    assert json.loads(done.stdout)["failed"] == []


def test_a_run_that_failed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pokerzoo.evaluation import Training
    from pokerzoo.evaluation.jobs.folder import Folder
    from pokerzoo.evaluation.runs.runs_work import RunsWork
    from pokerzoo.evaluation.runs.training import look_iterations

    folder = Folder.make(tmp_path, RunsWork([Training(make_game("kuhn"))], [0, 1], look_iterations(30)))
    folder.write(0, folder.work.rows(0, ""))
    folder.write(1, {"runs": [folder.work.failed(1, "its process died: signal 9")]})
    assert main(["train", "kuhn", *RUNS, "--runs", "2", "--out", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.err == "pokerzoo: failed: kuhn, cfr, external sampling, seed 1: its process died: signal 9\n"
    assert "2, 30 iterations each, 1 of them failed" in printed.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kuhn", "--runs", "3", "--sampling", "external"], "--runs: needs --iterations"),
        (["kuhn", *RUNS, "--picture", "x.png"], "--picture: is for many runs: give --runs N"),
        (["kuhn", *RUNS, "--ray"], "--ray: is for many runs: give --runs N"),
        (["kuhn", *RUNS, "--ray", "auto", "--runs", "2"], "--ray: needs --out DIR"),
        (["kuhn", *RUNS, "--runs", "2", "--until", "0.1"], "--until: is for one run: with --runs each goes to --iterations"),
        (["kuhn", *RUNS, "--runs", "2", "--checkpoint", "x"], "--checkpoint: is for one run"),
        (["kuhn", *RUNS, "--runs", "2", "--by", "nodes"], "--by: is of the picture: give --picture FILE"),
        (["kuhn", *RUNS, "--runs", "2", "--picture", "x.txt"], "--picture x.txt: must end in one of .png, .svg, .pdf"),
        (["kuhn", *RUNS, "--runs", "2", "--seeds", "1-3"], "--runs 2: --seeds 1-3 are 3; give one of the two"),
        (["kuhn", *RUNS, "--seed", "2", "--seeds", "1-3"], "--seed: goes with --runs"),
        (["kuhn", *RUNS, "--seeds", "3-1"], "--seeds '3-1': must be whole numbers, as 0-9"),
        (["kuhn", *RUNS, "--seeds", "1,0-2"], "--seeds '1,0-2': a seed comes twice"),
        (["kuhn", *RUNS, "--seeds", "0-999999999"], "--seeds '0-999999999': more than 100,000"),
        (["kuhn", "--iterations", "30", "--runs", "2"], "--runs: kuhn, dcfr draws nothing, so that all seeds are one run"),
        (["kuhn", "leduc", *RUNS], "kuhn leduc: several games are for many runs: give --runs N"),
        (["kuhn", "kuhn", *RUNS, "--runs", "2"], "kuhn kuhn: the same game twice"),
        (["kuhn", "leduc", *RUNS, "--runs", "2", "--param", "num_cards=4"], "--param: is for one game"),
        (["kuhn", *RUNS, "--runs", "2", "--variant", "cfr,cfr"], "--variant 'cfr,cfr': one comes twice"),
        (["kuhn", *RUNS, "--runs", "2", "--variant", "cfr,pcfr+"], "--variant 'pcfr+': MCCFR cannot do this"),
    ],
)
def test_options_that_do_not_go_together(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.startswith(f"pokerzoo: error: {message}") and printed.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
