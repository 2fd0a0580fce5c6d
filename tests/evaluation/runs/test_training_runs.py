"""Runs over seeds, games and trainers: each is what it is alone, and the folder grows by what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom, t

from pokerzoo.agents import CFR, MCCFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import Training, TrainingRuns, alt_text, runs_picture, training_runs
from pokerzoo.evaluation.jobs.folder import Folder
from pokerzoo.evaluation.measures.intervals import median_interval
from pokerzoo.evaluation.runs.runs_work import RunsWork
from pokerzoo.evaluation.runs.training import look_iterations
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo_testing.made_work import all_files, make_shard_here

pytest.importorskip("joblib")
pytest.importorskip("pyarrow")
ITERATIONS = 200
KUHN = make_game("kuhn")


def trainings() -> list[Training]:
    outcome = {"sampling": "outcome", "variant": "lcfr"}
    return [
        Training(KUHN),
        Training(KUHN, options=outcome),
        Training(KUHN, "CFR"),
        Training(make_game("bet_raise")),
    ]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> TrainingRuns:
    """Of one seed all runs but one, and then seven seeds."""
    out = tmp_path_factory.mktemp("runs") / "out"
    folder = Folder.make(out, RunsWork(trainings(), [0], look_iterations(ITERATIONS)))
    for shard in (0, 1, 3):
        make_shard_here(folder, shard)
    part = TrainingRuns(out)
    assert (len(part), part.missing, [one.runs for one in part.final_spreads()]) == (3, 1, [1, 1, 1])
    told: list[tuple[int, int]] = []
    runs = training_runs(trainings(), out, 7, iterations=ITERATIONS, processes=2, progress=lambda *done: told.append(done))
    assert [done for done, _ in told] == list(range(3, 23)) and {total for _, total in told} == {22}
    return runs


def test_a_run_is_what_it_is_alone(runs: TrainingRuns) -> None:
    rows = {(row["name"], row["game"], row["seed"]): row for row in runs.table().to_pylist()}
    assert len(rows) == runs.count == 3 * 7 + 1
    alone = MCCFR(KUHN, "lcfr", sampling="outcome", seed=5).run(ITERATIONS)
    row = rows["lcfr, outcome sampling", "kuhn", 5]
    assert row["exploitability_chips"] == row["points"][-1]["exploitability_chips"] == alone.exploitability
    assert (row["nodes_touched"], row["iterations"], row["error"]) == (alone.nodes_touched, ITERATIONS, None)
    assert [point["iteration"] for point in row["points"]] == look_iterations(ITERATIONS)
    assert row["gains_chips"] == alone.measure().gains.tolist()
    assert (row["trainer"], row["variant"], row["sampling"], row["chance"]) == ("MCCFR", "lcfr", "outcome", "sample")
    every_deal = rows["dcfr", "kuhn", None]  # draws nothing: one run
    assert every_deal["exploitability_chips"] == CFR(KUHN).run(ITERATIONS).exploitability
    assert every_deal["nodes_touched"] is None
    external = [rows["cfr, external sampling", "bet_raise", seed]["exploitability_chips"] for seed in range(7)]
    assert len(set(external)) == 7


def test_more_seeds_are_added_and_change_nothing(runs: TrainingRuns, tmp_path: Path) -> None:
    work = RunsWork(trainings(), list(range(7)), look_iterations(ITERATIONS))
    at_once = Folder.make(tmp_path / "at_once", work)
    for index in (21, 3, 2, 0):  # in another order, by another process
        at_once.write(index, work.rows(index, ""))
    made = all_files(runs.folder)
    assert all(made[name] == data for name, data in all_files(at_once.path).items())
    before = {path: path.stat().st_mtime_ns for path in runs.folder.rglob("*.parquet")}
    again = training_runs(trainings(), runs.folder, 3, iterations=ITERATIONS)  # fewer: there already
    assert again.seeds == list(range(7))
    assert {path: path.stat().st_mtime_ns for path in runs.folder.rglob("*.parquet")} == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"trainings": [Training(KUHN)]}, "runs of other trainings are there; name another folder"),
        ({"iterations": 300}, "runs of 200 iterations with 12 looks are there, and 300 iterations with 13 looks are asked for"),
        ({"every": 100}, "200 iterations with 12 looks are there, and 200 iterations with 2 looks are asked for"),
        ({"seeds": [0, 2]}, "runs of other seeds are there; more seeds are added after them"),
    ],
)
def test_other_runs_in_the_folder(runs: TrainingRuns, change: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"trainings": trainings(), "seeds": 7, "iterations": ITERATIONS} | change
    with pytest.raises(ValueError, match=message):
        training_runs(asked.pop("trainings"), runs.folder, asked.pop("seeds"), **asked)
    assert runs.seeds == list(range(7)) and runs.missing == 0


def test_another_work_in_the_folder(tmp_path: Path) -> None:
    Folder.make(
        tmp_path, SpotWork.from_config({"oop": "AA", "ip": "KK", "pot": 10, "stack": 10, "vary": {"boards": ["QsJh2h8d3c"]}})
    )
    with pytest.raises(ValueError, match="is a folder of kind 'sweep', not 'runs'"):
        training_runs(trainings(), tmp_path, 2, iterations=10)
    with pytest.raises(ValueError, match="is a folder of kind 'sweep', not 'runs'"):
        TrainingRuns(tmp_path)


def test_a_run_that_fails_leaves_the_others(tmp_path: Path) -> None:
    bad = Training(KUHN, options={"sampling": "outcome", "epsilon": 0.3}, name="bad")
    bad.options["epsilon"] = 7.0  # as if its file had been changed
    folder = Folder.make(tmp_path, RunsWork([Training(KUHN), bad], [8], look_iterations(20)))
    assert [make_shard_here(folder, shard) for shard in folder.missing()] == [0, 1]
    runs = TrainingRuns(tmp_path)
    (failure,) = runs.failures()
    assert str(failure).startswith("kuhn, bad, seed 8: epsilon=7.0") and runs.failed == 1
    assert [one.training.name for one in runs.spreads()] == ["cfr, external sampling"] * 4  # looks
    assert runs.table(columns=["name", "exploitability_chips"]).to_pylist()[1] == {"name": "bad", "exploitability_chips": None}


def test_the_spread_is_that_of_the_seeds(runs: TrainingRuns) -> None:
    (spread,) = [one for one in runs.final_spreads() if one.training.name == "lcfr, outcome sampling"]
    found = sorted(row["exploitability_chips"] for row in runs.table().to_pylist() if row["name"] == "lcfr, outcome sampling")
    assert (spread.runs, spread.least, spread.median, spread.most) == (7, found[0], median(found), found[-1])
    assert spread.mean == pytest.approx(mean(found)) and spread.standard_deviation == pytest.approx(stdev(found))
    half = t.ppf(0.975, 6) * stdev(found) / 7**0.5
    assert spread.mean_interval == pytest.approx((mean(found) - half, mean(found) + half))
    assert spread.median_interval == (found[0], found[-1])
    (single,) = [one for one in runs.final_spreads() if one.training.name == "dcfr"]
    assert (single.runs, single.standard_deviation, single.mean_interval, single.median_interval) == (1, 0.0, None, None)
    assert single.mean == single.median == single.least == single.most


@pytest.mark.parametrize(("count", "ends"), [(5, None), (6, (1, 6)), (9, (2, 8)), (10, (2, 9)), (20, (6, 15)), (100, (40, 61))])
def test_the_interval_of_a_median_is_the_textbooks(count: int, ends: tuple[int, int] | None) -> None:
    """Ends as in the tables of the sign test, and 95% by the binomial distribution, one step further in less."""
    values = np.random.default_rng(count).permutation(np.arange(1.0, count + 1.0))
    assert median_interval(values) == ends
    if ends is not None:
        assert 1 - 2 * binom.cdf(ends[0] - 1, count, 0.5) >= 0.95 > 1 - 2 * binom.cdf(ends[0], count, 0.5)


def test_the_picture_has_a_line_and_a_band_for_each(runs: TrainingRuns) -> None:
    figure = runs_picture(runs, unit="mbb")
    kuhn, bet_raise = figure.axes
    assert [len(axes.lines) for axes in figure.axes] == [3, 1]
    assert [len(axes.collections) for axes in figure.axes] == [3, 1]
    spreads = [one for one in runs.spreads() if one.training.name == "lcfr, outcome sampling"]
    np.testing.assert_allclose(kuhn.lines[1].get_ydata(), [1000 * one.median for one in spreads])
    band = kuhn.collections[1].get_paths()[0].vertices
    assert band[:, 1].min() == pytest.approx(1000 * min(one.least for one in spreads))
    assert band[:, 1].max() == pytest.approx(1000 * max(one.most for one in spreads))
    named = [text.get_text().replace("\n", " ") for text in kuhn.texts]
    assert sorted(named) == ["cfr, external sampling", "dcfr", "lcfr, outcome sampling"]
    assert kuhn.lines[0].get_color() == bet_raise.lines[0].get_color()
    told = alt_text(figure)
    assert "kuhn after 200: cfr, external sampling" in told and "(7 runs, " in told and "dcfr" in told and "(one run)" in told
    with pytest.raises(ValueError, match=r"by='nodes': CFR does not count them \(dcfr\)"):
        runs_picture(runs, by="nodes")


def test_questions_to_any_sweep_work_here(runs: TrainingRuns) -> None:
    answer = runs.query("SELECT count(*), count(exploitability_chips) FROM runs")
    assert answer.fetchall() == [(22, 22)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Training(KUHN, "MCCRF"), "trainer='MCCRF': no such trainer; allowed: .*MCCFR"),
        (
            lambda: Training(KUHN, options={"sampels": "outcome"}),
            "options: MCCFR has no 'sampels'; allowed: variant",
        ),
        (lambda: Training(KUHN, options={"seed": 3}), "options: MCCFR has no 'seed'"),
        (lambda: Training(KUHN, options={"variant": object()}), "must be plain JSON values"),
        (lambda: Training(KUHN, options={"variant": "pcfr+"}), "MCCFR cannot do this"),
        (lambda: training_runs([], "x", iterations=5), "trainings: must be at least one"),
        (
            lambda: training_runs([Training(KUHN), Training(KUHN)], "x", iterations=5),
            "two of kuhn.* are called 'cfr, ext",
        ),
        (lambda: training_runs([Training(KUHN)], "x", [1, 2, 1], iterations=5), "seeds: one comes twice"),
        (lambda: training_runs([Training(KUHN)], "x", [-1], iterations=5), "seeds=-1"),
        (lambda: training_runs([Training(KUHN)], "x", 0, iterations=5), "seeds=0"),
        (
            lambda: training_runs([Training(KUHN)], "x", iterations=10**9, every=1),
            "measurements of each run, more than 100,000",
        ),
    ],
)
def test_what_cannot_be(make: Callable[[], object], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        make()
    assert list(tmp_path.iterdir()) == []


def test_a_training_is_known_by_what_it_does() -> None:
    same = [
        Training(KUHN),
        Training(KUHN, options={"variant": "cfr", "sampling": "external", "epsilon": 0.6}),
    ]
    assert same[0].to_dict() == same[1].to_dict()
    bet_fold = make_game("bet_fold")
    assert Training(bet_fold, "SymmetricRegretMatching").name == "cfr"
    options = {"sampling": "outcome", "baseline": True, "epsilon": 0.25}
    training = Training(make_game("kuhn", num_cards=4), options=options)
    assert training.name == "cfr, outcome sampling, baseline, epsilon 0.25"
    assert Training.from_dict(training.to_dict()).to_dict() == training.to_dict()
