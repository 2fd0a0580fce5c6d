"""``pokerzoo bench``: the object, the folder, the options of learners, and what is wrong with what was typed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pokerzoo.cli import main
from pokerzoo.cli.bench import parse_options, parse_seeds, plan_of, say_time
from pokerzoo.evaluation import Experiment
from pokerzoo.evaluation.experiments.bench import plan_runs
from pokerzoo.evaluation.experiments.work import Budget
from pokerzoo.jobs.folder import Folder
from pokerzoo_testing import ROOT
from pokerzoo_testing.command_line import but_for_the_notice, json_manual, keys_of
from pokerzoo_testing.learner_files import BROKEN

pytest.importorskip("joblib")
pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")


def test_runs_are_kept_told_drawn_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.py").write_text(BROKEN)
    command = ["bench", "--games", "kuhn", "--learners", "cfr+,far=mccfr_outcome,broken.py", "--seeds", "3-4"]
    command += ["--options", "far.epsilon=0.5", "--decisions", "5000", "--processes", "1", "--out", "runs"]
    assert main([*command, "--json"]) == 2  # one learner fails
    printed = capsys.readouterr()
    result = json.loads(printed.out)
    assert (result["runs"], result["failed"]) == (5, 2)
    assert printed.err.count("failed: kuhn, broken, seed") == 2 and "OSError: no disk" in printed.err
    results = {one["learner"]: one for one in result["results"]}
    assert (results["cfr+"]["runs"], results["far"]["runs"], results["far"]["options"]) == (1, 2, {"epsilon": 0.5})
    assert results["far"]["average"]["interval"][0] < results["far"]["average"]["mean"] < 0.4
    section = json_manual().partition("## bench\n")[2].partition("\n## ")[0]
    documented = set()
    for cell in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE):
        first, *others = re.findall(r"`([^`]+)`", cell)
        documented |= {first, *(first.rpartition(".")[0] + name if name.startswith(".") else name for name in others)}
    keys = keys_of(result, {"results[].options"})
    assert keys == documented

    assert main(["bench", "--out", "runs", "--picture", "all.svg"]) == 2
    text = capsys.readouterr().out
    assert "exploitability in chips a hand" in text and "2 failed" in text
    assert Path("all.svg").read_text(encoding="utf-8").count("<svg") == 1


def test_a_number_of_seeds_means_what_it_means_in_python() -> None:
    for count in (1, 3, 10):
        asked = plan_of("kuhn", (), "mccfr_outcome", (), str(count), {"decisions": 1000}, None)
        given = plan_runs(["kuhn"], ["mccfr_outcome"], count, Budget(decisions=1000))
        assert asked is not None and asked.record() == given.record()
    assert [parse_seeds(text) for text in ("3-3", "3,1", "2-4")] == [[3], [3, 1], [2, 3, 4]]


def test_options_of_learners() -> None:
    result = parse_options(["a.x=1", "a.y=[2, 3]", "my.own.z=text"], ["a", "my.own"])
    assert result == {"a": {"x": 1, "y": (2, 3)}, "my.own": {"z": "text"}}


KUHN = ["--games", "kuhn", "--learners", "cfr"]
NINE = ",".join(f"{number}=cfr" for number in range(9))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["--learners", "cfr"], "--games: which?"),
        (["--games", "khun", "--learners", "cfr"], "--games: no game 'khun'; allowed: "),
        (["--games", "kuhn", "--learners", "cfrr"], "--learners: no learner 'cfrr'; allowed: "),
        (["--games", "kuhn", "--learners", "none.py"], "--learners: no such file: none.py"),
        (["--games", "kuhn", "--learners", "cfr,cfr"], "--learners: two have the same name"),
        (["--games", ",", "--learners", "cfr"], "--games: no game ''; allowed: "),
        (["--games", "kuhn", "--learners", "syntax.py"], "--learners: syntax.py fails: SyntaxError: "),
        (["--games", "kuhn", "--learners", "needs.py"], "--learners: needs.py fails: ModuleNotFoundError: No module named"),
        (
            ["--games", "kuhn", "--learners", "cfr,half.py"],
            "--learners: half: make() returns a Half without current_policy(), average_policy(); ",
        ),
        (["--games", "kuhn", "--learners", "short.py"], "short: cannot be made as make(game, seed, **options): too many"),
        (["--games", "kuhn", "--learners", "rate.py"], "rate: cannot be made as make(game, seed, **options): missing a requi"),
        ([*KUHN, "--options", "cfr.x"], "--options 'cfr.x': must be NAME=VALUE"),
        (
            [*KUHN, "--options", "rnad.eta=1"],
            "--options 'rnad.eta': must be LEARNER.NAME=VALUE, as rnad.eta=0.2, of a learner here: cfr",
        ),
        ([*KUHN, "--options", "cfr.x=1"], "--options: cfr has no 'x'; allowed: variant"),
        ([*KUHN, "--seconds", "0"], "--seconds 0.0: must be"),
        ([*KUHN, "--seeds", "4-2"], "--seeds '4-2': must be whole numbers"),
        ([*KUHN, "--seeds", "0-999999999"], "--seeds '0-999999999': more than 100,000"),
        (["--games", "kuhn,leduc", "--learners", "cfr", "--param", "num_cards=4"], "--param: is for one game"),
        ([*KUHN, "--param", "num_cards=1"], "--param num_cards=1"),
        ([*KUHN, "--picture", "runs.gif"], "--picture runs.gif: must end in one of"),
        (
            ["--games", "kuhn", "--learners", NINE, "--seconds", "9999", "--picture", "a.png"],
            "--learners: 1 game with 9 learners are more than the",
        ),
        ([*KUHN, "--ray", "node1:6379"], "--ray: needs --out DIR"),
        (["--out", "nowhere"], "holds no experiment"),
    ],
)
def test_what_is_wrong_is_told(
    typed: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("syntax.py").write_text("def make(:\n")
    Path("needs.py").write_text("import none_of_that_name\n")
    Path("half.py").write_text("class Half:\n decisions = advance = abs\ndef make(game, seed): return Half()\n")
    Path("short.py").write_text("def make(game): ...\n")
    Path("rate.py").write_text("def make(game, seed, rate): ...\n")
    assert main(["bench", *typed]) == 2
    printed = capsys.readouterr()
    assert message in printed.err and printed.err.count("\n") == 1 and printed.out == ""


def test_what_it_will_take_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Folder.make(tmp_path / "runs", plan_runs(["kuhn", "leduc"], ["cfr", "rnad"], 5, Budget(seconds=300)))
    say_time(folder, 5)
    message = "12 runs of 5 min each, 5 at a time: at least 15 min; making learners and measuring them come on top"
    assert capsys.readouterr().err == f"pokerzoo: {message}\n"
    one = Folder.make(tmp_path / "one", plan_runs(["kuhn"], ["cfr"], 5, Budget(seconds=60)))
    say_time(one, 5)
    assert capsys.readouterr().err.startswith("pokerzoo: 1 run of 60 s each, 1 at a time: at least 60 s; ")


def test_without_torch_nothing_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each run would fail, and its row would be kept when torch is there."""
    monkeypatch.setattr("pokerzoo.evaluation.experiments.bench.find_spec", lambda name: None)
    out = tmp_path / "runs"
    typed = ["bench", "--games", "kuhn", "--learners", "cfr,rnad", "--decisions", "1000", "--out", str(out)]
    assert main(typed) == 2
    message = f'learners with networks need torch (rnad): {sys.executable} -m pip install ".[rl]" in pokerzoo\'s folder'
    assert capsys.readouterr().err == f"pokerzoo: error: {message}\n"
    assert len(Experiment(out)) == 0


def test_missing_packages_are_told_together_before_anything_else(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerzoo.envs.support.extras.find_spec", lambda name: None)
    assert main(["bench", "--games", "none", "--learners", "nobody"]) == 2
    message = f'bench needs joblib and pyarrow: {sys.executable} -m pip install ".[sweeps]" in pokerzoo\'s folder'
    assert capsys.readouterr().err == f"pokerzoo: error: {message}\n"


def test_another_budget_in_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Folder.make(tmp_path / "runs", plan_runs(["kuhn"], ["cfr"], 1, Budget(seconds=5.0)))
    assert main(["bench", *KUHN, "--seconds", "6", "--out", str(tmp_path / "runs")]) == 2
    assert "budget.seconds: 5.0 there, 6.0 here); name another folder" in capsys.readouterr().err
    for folder, seconds in (("runs", 5.0), ("new", 60.0)):
        work = plan_of("leduc", (), "cfr", (), None, {}, str(tmp_path / folder))
        assert work is not None and work.budget == Budget(seconds=seconds)


@pytest.mark.check
def test_a_game_of_ones_own(tmp_path: Path) -> None:
    """It is known to the processes, too, by the module of ``--import``."""
    page = (ROOT / "docs/howto/add_a_game.md").read_text(encoding="utf-8")
    (tmp_path / "my_games.py").write_text(page.partition("```python\n")[2].partition("print(")[0], encoding="utf-8")
    command = [sys.executable, "-m", "pokerzoo.cli", "bench", "--import", "my_games", "--games", "two_streets"]
    command += ["--learners", "mccfr_external", "--seeds", "3", "--iterations", "30", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, but_for_the_notice(done.stderr)) == (0, "")
    assert json.loads(done.stdout)["failed"] == 0
