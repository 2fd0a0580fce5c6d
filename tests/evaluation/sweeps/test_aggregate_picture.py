"""Pictures of aggregates: what they show, in numbers and in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("duckdb")
pytest.importorskip("matplotlib")

from matplotlib.colors import to_rgba

from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.evaluation.pictures import alt_text, png_bytes
from pokerzoo.evaluation.sweeps.aggregate import MEASURES, Aggregate, GroupRow, Measure

pytestmark = pytest.mark.check

ACTIONS = ("check", "bet 50%", "bet all-in")


def made(groups: int, *, sampled: bool = False) -> Aggregate:
    generator = np.random.default_rng(groups)
    often = generator.dirichlet([2, 2, 1], groups)
    ev = generator.normal(0, 3, (groups, 1))
    mean = np.hstack([ev, -ev, often])
    weight = generator.integers(1, 25, groups).astype(float)
    total = (weight @ mean / weight.sum()).tolist()

    def row(group: list[Any], spots: int, weight: float, means: list[float | None]) -> GroupRow:
        return GroupRow(group, spots, weight, 0.5, means, [0.01] * len(means) if sampled else None, {})

    frequencies = [
        Measure(f"frequency OOP {name}", f"OOP {name}", "frequency", ".1%", "", asked=name, colour=colour)
        for name, colour in zip(ACTIONS, named_colours(ACTIONS), strict=True)
    ]
    ev_of = replace(MEASURES["ev"], asked="ev").of_player
    return Aggregate(
        by=["board"], line="", to_act="OOP", where="", measures=[ev_of(0), ev_of(1), *frequencies],
        overall=row([], 2 * groups, weight.sum(), total),
        groups=[row([f"board {k}"], 2, weight[k], mean[k].tolist()) for k in range(groups)],
        failed_spots=0, missing_spots=0, spots_without_the_line=0, sampled=sampled, by_reach=True,
    )  # fmt: skip


@pytest.mark.parametrize("groups", [3, 200])
def test_frequencies_are_stacked_bars(groups: int) -> None:
    answer = made(groups)
    figure: Any = answer.picture()
    axes = figure.axes[0]
    widths = np.array([bar.get_width() for bar in axes.patches]).reshape(3, groups + 1).T
    assert widths == pytest.approx(np.array([row.means[2:] for row in [*answer.groups, answer.overall]]))
    assert {bar.get_facecolor() for bar in axes.patches} == {to_rgba(name) for name in named_colours(ACTIONS)}
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert (names[0], names[-1]) == ("board 0", "all") and len(names) == min(groups + 1, 20)
    words = alt_text(figure)
    assert words.startswith(f"OOP's actions, {2 * groups} spots at the start: stacked bars. all: OOP check ")
    assert f"board 1: OOP check {answer['check'][1]:.1%}, OOP bet 50% {answer['bet 50%'][1]:.1%}" in words
    assert png_bytes(figure)[:4] == b"\x89PNG"


def test_other_measures_are_bars_with_values() -> None:
    answer = made(4, sampled=True)
    axes: Any = answer.picture("ev").axes[0]
    widths = np.array([bar.get_width() for bar in axes.patches]).reshape(2, 5).T
    assert widths[:4] == pytest.approx(np.array([row.means[:2] for row in answer.groups]))
    assert any(text.get_text() == f"{answer['ev'][2]:.3f} ±0.010" for text in axes.texts)
    assert len(made(4).picture("IP EV").axes[0].patches) == 5


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="shown='equity': no such measure; there are ev_chips OOP"):
        made(2).picture("equity")
    with pytest.raises(ValueError, match="by='board': 2,001 groups; at most 2,000 can be drawn"):
        made(2001).picture()
