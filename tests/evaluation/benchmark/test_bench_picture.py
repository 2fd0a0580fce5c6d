"""The picture of the benchmark."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.evaluation import RLBenchmark, alt_text, benchmark_picture


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
        "error": None, "benchmark_game": "kuhn", "game": "kuhn", "parameters": "{}", "name": name,
        "learner": name, "options": "{}", "seed": seed, "budget_seconds": 10.0, "budget_decisions": None, "points": points,
        "versions": '{"pokerzoo": "0.2.0"}', "processor": "a chip", "cores": 4,
    } | more  # fmt: skip


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Any:
    def made(rows: list[dict[str, Any]]) -> RLBenchmark:
        monkeypatch.setattr("pokerzoo.evaluation.benchmark.results.read_rows", lambda path: rows)
        return RLBenchmark("anywhere")

    return made


def test_the_picture_shows_each_game_twice(runs: Any) -> None:
    pytest.importorskip("matplotlib")
    found = runs([row(name, seed, end * (seed + 1)) for name, end in (("cfr", 0.01), ("rnad", 0.1)) for seed in (0, 1, 2)])
    figure = benchmark_picture(found, learners=["rnad", "cfr"])
    assert [axes.get_xlabel() for axes in figure.axes] == ["decisions", "processor seconds"]
    lines = figure.axes[1].get_lines()
    assert lines[0].get_ydata()[-1] == pytest.approx(0.02) and lines[0].get_xdata()[-1] == pytest.approx(10.0)
    assert "kuhn at the end: cfr 0.02; rnad 0.2." in alt_text(figure)
    assert "mean of 3 seeds" in figure.get_supxlabel()
    fewer = benchmark_picture(runs([*found.rows, row("mmd", 0, 0.1), row("mmd", 1, 0.1), row("dcfr", None, 0.1)]))
    assert "mean of 2 to 3 seeds" in fewer.get_supxlabel()
    with pytest.raises(ValueError, match="nothing to draw"):
        benchmark_picture(runs([row("cfr", 0, 0.1, error="none")]))
    with pytest.raises(ValueError, match="1 game with 9 learners are more than"):
        benchmark_picture(runs([row(f"l{k}", 0, 0.1) for k in range(9)]))
