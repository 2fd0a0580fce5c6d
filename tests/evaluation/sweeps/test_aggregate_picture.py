"""Pictures of aggregates: what they show, in numbers and in words."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from matplotlib.patches import Rectangle

from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.evaluation import alt_text, png_bytes
from pokerzoo.evaluation.sweeps.aggregate import Aggregate, GroupMeans

ACTIONS = ("check", "bet 50%", "bet all-in")


def made(groups: int, *, sampled: bool = False, sort: str | None = None) -> Aggregate:
    generator = np.random.default_rng(groups)
    often = generator.dirichlet([2, 2, 1], groups)
    ev = generator.normal(0, 3, (groups, 1))
    mean = np.hstack([ev, -ev, often])
    spots, weight = np.full(groups, 2), generator.integers(1, 25, groups).astype(float)
    error = np.full(mean.shape, 0.01) if sampled else None
    total = (weight @ mean / weight.sum())[None]
    total_error = None if error is None else error[:1]
    return Aggregate(
        by=("board",), groups=tuple((f"board {k}",) for k in range(groups)), line="", player=0, where="",
        measures=("ev_chips OOP", "ev_chips IP", *(f"frequency OOP {name}" for name in ACTIONS)),
        means=GroupMeans(spots, weight, mean, error, None, None, None),
        overall=GroupMeans(spots.sum(keepdims=True), weight.sum(keepdims=True), total, total_error, None, None, None),
        failed=0, missing=0, without=0, sampled=sampled, by_reach=True, sort=sort,
    )  # fmt: skip


def test_few_groups_are_stacked_bars() -> None:
    found = made(3)
    figure = found.picture()
    axes = figure.axes[0]
    bars = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    widths = np.array([bar.get_width() for bar in bars]).reshape(3, 4).T
    assert widths == pytest.approx(np.vstack([found.frequencies, found.overall.mean[:, 2:]]))
    assert {bar.get_facecolor() for bar in bars} == {axes_colour(name) for name in named_colours(ACTIONS)}
    assert [label.get_text() for label in axes.get_yticklabels()] == ["board 0", "board 1", "board 2", "all"]
    words = alt_text(figure)
    assert words.startswith("OOP's actions, 6 spots at the start: stacked bars. all: check ")
    assert f"board 1: check {found.frequencies[1, 0]:.1%}, bet 50% {found.frequencies[1, 1]:.1%}" in words
    assert png_bytes(figure)[:4] == b"\x89PNG"


def axes_colour(name: str) -> tuple[float, ...]:
    from matplotlib.colors import to_rgba

    return to_rgba(name)


def test_many_groups_are_areas_as_wide_as_their_weight() -> None:
    found = made(200)
    figure = found.picture()
    areas = figure.axes[0].collections
    assert len(areas) == 3
    for action, area in enumerate(areas):
        x, y = area.get_paths()[0].vertices.T
        size = 0.5 * abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))
        assert size == pytest.approx(found.overall.mean[0, 2 + action])  # the area is what all groups do together
    assert "a stacked bar for each of 200 groups" in alt_text(figure)
    assert "200 groups by board, sorted by OOP check" in figure.axes[0].get_xlabel()
    turned = made(200, sort="bet all-in").picture()
    first = turned.axes[0].collections[0]
    assert tuple(first.get_facecolor()[0]) == axes_colour(
        named_colours(ACTIONS)[2]
    )  # what they are sorted by stands on the ground


def test_other_measures_are_bars_with_values_or_lines() -> None:
    found = made(4, sampled=True)
    axes = found.picture("ev").axes[0]
    widths = np.array([bar.get_width() for bar in axes.patches]).reshape(2, 5).T
    assert widths[:4] == pytest.approx(found.means.mean[:, :2])
    assert any(text.get_text() == f"{found['ev'][2]:+.3f} ±0.010" for text in axes.texts)
    assert len(made(4).picture("IP EV").axes[0].patches) == 5
    many = made(100).picture("ev")
    steps = many.axes[0].lines[0].get_ydata()
    assert np.all(np.diff(np.asarray(steps, dtype=float)) >= 0)
    assert "a step for each of 100 groups" in alt_text(many)


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="shown='equity': no such measure; there are ev_chips OOP"):
        made(2).picture("equity")
