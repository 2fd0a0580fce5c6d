"""Experiments: budgets, measurements, rows, folders that grow, learners from files, means over seeds."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from statistics import mean, stdev
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.stats import t

from pokerzoo.agents import CFR, MCCFR, baseline_policy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import Entrant, Experiment, bench, exploitability
from pokerzoo.evaluation.experiments.bench import SUITES, game_named, games_by_name, plan_runs
from pokerzoo.evaluation.experiments.experiment import spread_of
from pokerzoo.evaluation.experiments.learners import LEARNERS, check_learner
from pokerzoo.evaluation.experiments.work import Budget, ExperimentWork, RunPoint, run_learner
from pokerzoo.jobs.folder import Folder
from pokerzoo_testing.learner_files import BROKEN, UNIFORM
from pokerzoo_testing.made_work import make_shard_here

pytest.importorskip("joblib")
pytest.importorskip("pyarrow")
KUHN = make_game("kuhn")


class Counting:
    """A learner whose steps each take a second of a clock of its own."""

    def __init__(self, seconds: float = 1.0, decisions: int = 10) -> None:
        self.seconds, self.each, self.decisions, self.now = seconds, decisions, 0, 0.0
        self.stretches: list[int] = []

    def advance(self, steps: int) -> None:
        self.stretches.append(steps)
        self.now += self.seconds * steps
        self.decisions += self.each * steps

    def current_policy(self) -> Any:
        return baseline_policy(KUHN, "random")

    def average_policy(self) -> None:
        return None


def points_of(learner: Counting, budget: Budget) -> list[RunPoint]:
    points: list[RunPoint] = []
    run_learner(KUHN, learner, budget, points, lambda: learner.now)
    return points


def test_a_run_is_looked_at_on_a_geometric_grid_and_ends_with_its_budget() -> None:
    learner = Counting(0.001)
    points = points_of(learner, Budget(seconds=1.0))
    wanted = [10 ** (-k / 6) for k in range(18, -1, -1)]
    assert [point["seconds"] for point in points] == pytest.approx(wanted, abs=0.0011)
    assert sum(learner.stretches) == points[-1]["iterations"] == pytest.approx(1000, abs=1)
    assert points[-1]["decisions"] == 10 * points[-1]["iterations"]
    assert {point["exploitability_current"] for point in points} == {exploitability(KUHN, baseline_policy(KUHN, "random"))}
    assert points[0]["exploitability_average"] is None


def test_a_slow_step_is_looked_at_once() -> None:
    assert [point["seconds"] for point in points_of(Counting(4.0), Budget(seconds=10.0))] == [4.0, 8.0, 12.0]


def test_looks_that_take_long_come_less_often() -> None:
    class Slow(Counting):
        def current_policy(self) -> Any:
            self.now += 4.0
            return super().current_policy()

    points = points_of(Slow(0.1), Budget(seconds=10.0))
    assert [round(point["seconds"], 1) for point in points] == [0.1, 3.2, 10.1]


def test_decisions_end_a_run() -> None:
    points = points_of(Counting(0.001), Budget(decisions=100_000))
    assert [point["decisions"] for point in points][-1] == 100_000 and len(points) == 13
    both = points_of(Counting(0.001), Budget(seconds=1.0, decisions=50))
    assert [point["decisions"] for point in both][-1] == 50
    between_looks = points_of(Counting(0.001), Budget(seconds=1.0, decisions=4321))  # looks are at 3,160 and 4,640
    assert [point["decisions"] for point in between_looks][-1] == 4330


def test_a_learner_that_stands_still_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.evaluation.experiments.work.STALL_TIMEOUT", 0.001)
    with pytest.raises(RuntimeError, match=r"advance\(\) returns, but its seconds do not grow"):
        points_of(Counting(0.0), Budget(seconds=1.0))


def test_the_games_of_sets_are_there() -> None:
    assert all(game_named(name) for suite in SUITES.values() for name in suite)
    river = game_named("river-100")
    assert (len(river.infosets), river.num_histories) == (2 * 5 * 100, 242_939)  # five decisions a side
    assert game_named("push_fold").name == "push_fold"
    assert [*games_by_name(["small", "river", "kuhn"])] == ["kuhn", "leduc", "river"]


def test_learners_of_the_package_are_its_trainers() -> None:
    learner = LEARNERS["cfr+"](KUHN, None)
    learner.advance(7)
    alone = CFR(KUHN, "cfr+").run(7)
    np.testing.assert_array_equal(learner.average_policy().probabilities, alone.average_policy().probabilities)
    assert learner.decisions == 7 * KUHN.num_histories * 2  # type: ignore[operator]  # players take turns
    sampled = LEARNERS["mccfr_outcome"](KUHN, 3, epsilon=0.4)
    sampled.advance(50)
    trainer = MCCFR(KUHN, sampling="outcome", epsilon=0.4, seed=3).run(50)
    np.testing.assert_array_equal(sampled.current_policy().probabilities, trainer.current_policy().probabilities)
    assert sampled.decisions == trainer.nodes_touched


def test_a_run_of_iterations_is_what_its_trainer_is_alone() -> None:
    """Measured on a grid of iterations, and to the same strategy in whatever pieces it is run."""
    points: list[RunPoint] = []
    run_learner(KUHN, LEARNERS["mccfr_outcome"](KUHN, 5, variant="lcfr"), Budget(iterations=200), points)
    alone = MCCFR(KUHN, "lcfr", sampling="outcome", seed=5).run(200)
    assert [point["iterations"] for point in points] == [14, 20, 29, 43, 64, 93, 137, 200][1:] or points[-1][
        "iterations"
    ] == 200
    assert points[-1]["exploitability_average"] == pytest.approx(alone.exploitability, rel=1e-12)
    assert points[-1]["decisions"] == alone.nodes_touched


def test_the_bet_fold_game_has_a_learner_that_draws() -> None:
    game, points = make_game("bet_fold"), list[RunPoint]()
    run_learner(game, LEARNERS["regret_matching"](game, 1), Budget(iterations=20), points)
    assert points[-1]["exploitability_average"] > 0.0


def test_a_spread_is_that_of_its_values() -> None:
    values = [0.5, 0.1, 0.3, 0.2]
    result = spread_of(values)
    assert result is not None and (result.runs, result.least, result.most) == (4, 0.1, 0.5)
    half = t.ppf(0.975, 3) * stdev(values) / 2
    assert result.mean == pytest.approx(mean(values)) and result.interval == pytest.approx(
        (mean(values) - half, mean(values) + half)
    )
    single = spread_of([0.5])
    assert single is not None and (single.mean, single.interval) == (0.5, None)
    assert spread_of([]) is None and spread_of([0.5, None]) is None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two learners, one of them from a file, another that fails; one seed first, then both."""
    path = tmp_path_factory.mktemp("bench")
    (path / "uniform.py").write_text(UNIFORM)
    (path / "broken.py").write_text(BROKEN)
    learners: list[str | Entrant] = ["cfr+", Entrant(str(path / "uniform.py"), options={"hands": 100}), str(path / "broken.py")]
    out = path / "out"
    part = Folder.make(out, plan_runs(["kuhn"], learners, 1, Budget(decisions=20_000)))
    for shard in part.missing():
        make_shard_here(part, shard)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    whole = Folder.make(out, plan_runs(["kuhn"], learners, 2, Budget(decisions=20_000)))
    for shard in whole.missing():
        make_shard_here(whole, shard)
    told: list[tuple[int, int]] = []
    bench(["kuhn"], learners, out, 2, decisions=20_000, progress=lambda *now: told.append(now))  # nothing is left to do
    assert told == [(5, 5)] and {path: path.stat().st_mtime_ns for path in before} == before
    return out


def test_rows_say_what_was_run_where_and_how_far_it_came(folder: Path) -> None:
    result = Experiment(folder)
    assert (len(result), result.games, result.learners) == (5, ["kuhn"], ["cfr+", "uniform", "broken"])
    assert [(row["name"], row["seed"]) for row in result.rows] == [
        ("cfr+", None), ("uniform", 0), ("broken", 0), ("uniform", 1), ("broken", 1),
    ]  # fmt: skip
    row = result.rows[1]
    assert (row["learner"], row["options"], row["error"]) == ("uniform.py", '{"hands": 100}', None)
    assert json.loads(row["versions"])["numpy"] == np.__version__ and row["cores"] >= 1 and row["processor"]
    assert row["decisions"] == row["points"][-1]["decisions"] == 20_000 and row["seconds"] > 0.0
    assert row["exploitability_current"] == exploitability(KUHN, baseline_policy(KUHN, "random"))
    assert row["exploitability_average"] is None


def test_a_learner_that_fails_keeps_the_points_before(folder: Path) -> None:
    result = Experiment(folder)
    (points,) = [row["points"] for row in result.rows if (row["name"], row["seed"]) == ("broken", 0)]
    assert points and points[-1]["decisions"] <= 2000
    results = {one.learner: one for one in Experiment(folder).results()}
    assert (results["broken"].runs, results["broken"].current) == (0, None)
    assert results["broken"].errors == [f"seed {seed}: OSError: no disk" for seed in (0, 1)]
    assert results["uniform"].current == spread_of([exploitability(KUHN, baseline_policy(KUHN, "random"))] * 2)
    assert results["uniform"].best_policy == "current"


def test_curves_are_means_between_looks(folder: Path) -> None:
    curves = {one.name: one for one in Experiment(folder).curves("kuhn", by="decisions")}
    assert set(curves) == {"cfr+", "uniform"} and curves["cfr+"].low is None
    uniform = curves["uniform"]
    assert uniform.low is not None and uniform.x[-1] == pytest.approx(20_000)
    np.testing.assert_allclose(uniform.y, exploitability(KUHN, baseline_policy(KUHN, "random")))


def test_kept_runs_read_like_the_folder(folder: Path, tmp_path: Path) -> None:
    Experiment(folder).keep(tmp_path / "kept.parquet")
    assert Experiment(tmp_path / "kept.parquet").rows == Experiment(folder).rows
    with pytest.raises(FileNotFoundError, match="holds no experiment"):
        Experiment(tmp_path / "nothing")


def test_a_folder_grows_and_refuses_what_does_not_go_together(folder: Path) -> None:
    file = folder.parent / "uniform.py"
    more = Folder.make(folder, plan_runs(["bet_raise"], ["cfr+"], 1, Budget(decisions=20_000)))
    assert more.missing() == [5] and more.work.count == 6
    again = Folder.make(folder, plan_runs(["kuhn"], ["cfr+"], 1, Budget(decisions=20_000)))  # fewer: all there
    assert again.work.count == 6
    wrong: list[tuple[Any, list[str], int, str]] = [
        ("kuhn", ["cfr+"], 30_000, "holds another experiment .budget.decisions: 20000 there, 30000 here.; name another folder"),
        ("kuhn", [str(file)], 20_000, "learners.uniform.options.hands: 100 there, nothing here.; name another folder"),
    ]
    for game, learners, decisions, message in wrong:
        with pytest.raises(ValueError, match=message):
            Folder.make(folder, plan_runs([game], learners, 1, Budget(decisions=decisions)))


def test_a_changed_file_is_another_learner(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(UNIFORM)
    folder = Folder.make(tmp_path / "out", plan_runs(["kuhn"], [str(file)], 2, Budget(decisions=2000)))
    file.write_text(UNIFORM + "\n# better\n")
    make_shard_here(folder, 0)
    assert "mine.py has changed since these runs were begun" in Experiment(tmp_path / "out").results()[0].errors[0]
    with pytest.raises(ValueError, match=r"learners.mine.digest: '\w+' there, '\w+' here.; name another folder"):
        Folder.make(tmp_path / "out", plan_runs(["kuhn"], [str(file)], 2, Budget(decisions=2000)))


def test_records_come_back() -> None:
    work = plan_runs(
        ["kuhn", "river"], ["cfr", Entrant("mccfr_outcome", options={"epsilon": 0.4}, name="far")], [3, 4], Budget(2.0)
    )
    again = ExperimentWork.from_record(work.record())
    assert again.record() == work.record() and [again.key(k) for k in range(6)] == [work.key(k) for k in range(6)]
    assert len({work.key(k) for k in range(work.count)}) == work.count == 6
    with pytest.raises(ValueError, match="not a record of an experiment: "):
        ExperimentWork.from_record({"games": []})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: game_named("leduk"), "games: no game 'leduk'; allowed: .*did you mean 'leduc'"),
        (lambda: Entrant("cfrr"), "learners: no learner 'cfrr'; allowed: .*did you mean 'cfr'"),
        (lambda: Entrant("none.py"), "no such file: none.py"),
        (lambda: Entrant("cfr", options={"epsilon": 0.5}), "options: cfr has no 'epsilon'; allowed: variant"),
        (lambda: Entrant("cfr", options={"variant": {1}}), "must be plain JSON values"),
        (lambda: plan_runs([], ["cfr"], 1, Budget(1.0)), "games: must be at least one"),
        (lambda: plan_runs(["kuhn"], [], 1, Budget(1.0)), "learners: must be at least one"),
        (lambda: plan_runs(["kuhn"], ["cfr", "cfr"], 1, Budget(1.0)), "learners: two have the same name"),
        (lambda: plan_runs(["kuhn"], ["cfr"], 1, Budget(seconds=0.0)), "seconds=0.0: must be"),
        (lambda: Budget(), "seconds: a run needs a budget"),
        (lambda: plan_runs(["kuhn"], ["cfr"], [1, 2, 1], Budget(1.0)), "seeds: one comes twice"),
        (lambda: plan_runs(["kuhn"], ["cfr"], [-1], Budget(1.0)), "seeds=-1"),
        (lambda: plan_runs(["kuhn"], ["cfr"], 0, Budget(1.0)), "seeds=0"),
        (lambda: plan_runs(["kuhn"], ["cfr"], [], Budget(1.0)), "seeds: must be 1 to 100,000 of them"),
    ],
)
def test_what_is_wrong_is_told(call: Any, message: str) -> None:
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        call()


def test_another_work_in_the_folder(tmp_path: Path) -> None:
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    Folder.make(
        tmp_path, SpotWork.from_config({"ranges": ["AA", "KK"], "pot": 10, "stack": 10, "vary": {"boards": ["QsJh2h8d3c"]}})
    )
    with pytest.raises(ValueError, match="is a folder of kind 'sweep', not 'experiment'"):
        Folder.make(tmp_path, plan_runs(["kuhn"], ["cfr"], 1, Budget(1.0)))
    with pytest.raises(ValueError, match="is a folder of kind 'sweep', not 'experiment'"):
        Experiment(tmp_path)


def test_a_file_without_a_maker(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(ValueError, match=r"empty.py has no function make\(game, seed"):
        Entrant(os.path.relpath(tmp_path / "empty.py"))


class Half:
    """A learner that lacks a half."""

    decisions = 0

    def advance(self, iterations: int) -> None:
        """Learn nothing."""


@pytest.mark.parametrize(
    ("learner", "what"),
    [
        (
            None,
            r"make\(\) returns None without decisions, advance\(\), current_policy\(\), average_policy\(\); a learner has d",
        ),
        (
            Half(),
            r"make\(\) returns a Half without current_policy\(\), average_policy\(\); .* docs/howto/compare_learners.md$",
        ),
        (
            SimpleNamespace(decisions=lambda: 0, advance=abs, current_policy=abs, average_policy=abs),
            "decisions is <function .*>, must be a number",
        ),
        (
            SimpleNamespace(decisions="many", advance=abs, current_policy=abs, average_policy=abs),
            "decisions is 'many', must be a number",
        ),
        (
            SimpleNamespace(decisions=0, advance=abs, current_policy=1, average_policy=abs),
            r"make\(\) returns a SimpleNamespace without current_policy\(\);",
        ),
    ],
)
def test_what_a_learner_lacks_is_told(learner: object, what: str) -> None:
    with pytest.raises(ValueError, match=rf"^learners: mine: {what}"):
        check_learner(learner, "mine")


def test_own_learners_are_checked_before_anything_is_run(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text("class Half:\n    decisions = 0\ndef make(game, seed): return Half()\n")
    (tmp_path / "raises.py").write_text("def make(game, seed): raise OSError('not for this game')\n")
    names = [str(tmp_path / "raises.py"), "cfr", str(tmp_path / "half.py")]
    with pytest.raises(ValueError, match=r"half: make\(\) returns a Half without advance\(\), current_policy\(\), average_po"):
        bench(["kuhn"], names, tmp_path / "runs", 1, decisions=100)
    assert not (tmp_path / "runs").exists()
    there = Folder.make(
        tmp_path / "runs", plan_runs(["kuhn"], names[:2], 1, Budget(decisions=100))
    )  # what raises is told by its run
    with pytest.raises(ValueError, match=r"half: make\(\) returns a Half without"):
        Folder.make(there.path, plan_runs(["kuhn"], names, 1, Budget(decisions=100)))
    assert Folder.make(there.path, plan_runs(["kuhn"], names[1:2], 1, Budget(decisions=100))).work.count == 2


@pytest.mark.parametrize(
    ("ray", "told"),
    [
        (False, f'bench needs joblib and pyarrow: {sys.executable} -m pip install ".[sweeps]"'),
        (True, f'bench on a cluster needs joblib and pyarrow and ray: {sys.executable} -m pip install ".[cluster]"'),
    ],
)
def test_all_that_is_missing_is_told_at_once(ray: bool, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.envs.support.extras.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=re.escape(told)):
        bench(["kuhn"], ["cfr"], tmp_path / "runs", ray=ray)
    assert not list(tmp_path.iterdir())
