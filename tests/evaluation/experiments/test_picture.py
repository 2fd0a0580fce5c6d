"""The picture of an experiment."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.evaluation import Experiment
from pokerzoo.evaluation.pictures import alt_text, experiment_picture

pytestmark = pytest.mark.check


def row(name: str, seed: int | None, end: float, **more: Any) -> dict[str, Any]:
    """A run on Kuhn poker whose average falls to ``end``."""
    points = [
        {
            "decisions": 1000 * 10**k, "iterations": 10**k, "seconds": 0.1 * 10**k,
            "exploitability_current": 2 * end * 10 ** (2 - k), "exploitability_average": end * 10 ** (2 - k),
        }
        for k in range(3)
    ]  # fmt: skip
    return points[-1] | {
        "error": None, "game_name": "kuhn", "game": "kuhn", "parameters": "{}", "name": name,
        "learner": name, "options": "{}", "seed": seed, "budget_seconds": 10.0, "budget_decisions": None,
        "budget_iterations": None,
        "points": points,
        "versions": '{"pokerzoo": "0.2.0"}', "processor": "a chip", "cores": 4,
    } | more  # fmt: skip


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Any:
    def made(rows: list[dict[str, Any]]) -> Experiment:
        monkeypatch.setattr("pokerzoo.evaluation.experiments.experiment.read_rows", lambda path: rows)
        return Experiment("anywhere")

    return made


def test_the_picture_shows_each_game_twice(runs: Any) -> None:
    pytest.importorskip("matplotlib")
    result = runs([row(name, seed, end * (seed + 1)) for name, end in (("cfr", 0.01), ("rnad", 0.1)) for seed in (0, 1, 2)])
    figure: Any = experiment_picture(result, learners=["rnad", "cfr"])
    assert [axes.get_xlabel() for axes in figure.axes] == ["decisions", "processor seconds"]
    lines = figure.axes[1].get_lines()
    assert lines[0].get_ydata()[-1] == pytest.approx(0.02) and lines[0].get_xdata()[-1] == pytest.approx(10.0)
    assert "kuhn at the end: cfr 0.02; rnad 0.2." in alt_text(figure)
    assert "mean of 3 seeds" in figure.get_supxlabel()
    in_mbb: Any = experiment_picture(result, learners=["rnad", "cfr"], by=["iterations"], unit="mbb")
    (axes,) = in_mbb.axes
    assert axes.get_xlabel() == "iterations" and axes.get_lines()[0].get_ydata()[-1] == pytest.approx(20.0)
    interval = result.results()[0].average.interval
    assert axes.collections[0].get_paths()[0].vertices[:, 1].max() == pytest.approx(1e5 * interval.high)  # at the first point
    fewer = experiment_picture(runs([*result.rows, row("mmd", 0, 0.1), row("mmd", 1, 0.1), row("dcfr", None, 0.1)]))
    assert "mean of 2 to 3 seeds" in fewer.get_supxlabel()
    with pytest.raises(ValueError, match="nothing to draw"):
        experiment_picture(runs([row("cfr", 0, 0.1, error="none")]))
    with pytest.raises(ValueError, match="1 game with 9 learners are more than"):
        experiment_picture(runs([row(f"l{k}", 0, 0.1) for k in range(9)]))
