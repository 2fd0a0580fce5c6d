"""Runs with ``until``: when exploitability is measured, where they end, and that they end there in whatever pieces."""

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

from pokerzoo.agents import CFR, MCCFR
from pokerzoo.agents.training import Trainer
from pokerzoo.agents.training.check_plan import AHEAD, CheckPlan
from pokerzoo.envs import make_game
from pokerzoo.envs.support.errors import StoreError

LEDUC = make_game("leduc", suit_isomorphism=True)
MADE: dict[str, tuple[Callable[[], Any], float]] = {
    "CFR": (lambda: CFR(LEDUC, "cfr+"), 0.01),
    "sampled": (lambda: MCCFR(LEDUC, seed=1), 0.2),
}


class Course(NamedTuple):
    """A trainer as far as a plan asks about it."""

    iteration: int = 0

    def _next_check(self, iteration: int) -> int:
        return iteration + max(20, iteration // 20)


def measured(curve: Callable[[int], float], target: float, most: int = 100_000) -> list[int]:
    """The iterations of all measurements of a run on a curve."""
    course = Course()
    plan = CheckPlan.begin(cast(Trainer, course), 0, target)
    looks = [plan.next]
    while not curve(plan.next) <= target and plan.next < most:
        plan = plan.after(curve(plan.next), course._next_check(plan.next))
        looks.append(plan.next)
    return looks


def test_a_curve_that_falls_at_once_is_overshot_by_half_at_most() -> None:
    assert measured(lambda t: 100.0 if t < 1000 else 0.5, 1.0)[-1] <= 1500


@pytest.mark.parametrize("power", [0.5, 1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("least", [25, 38, 67, 85, 209, 519, 988, 20_000])
def test_little_more_is_done_than_is_needed(power: float, least: int) -> None:
    looks = measured(lambda iteration: (least / iteration) ** power, 1.0)
    few = 5 if power > 1.0 else 19  # slower curves take more measurements to the target than a short run can spare
    share = 0.15 if power > 2.0 else 0.05  # curves are expected to fall by the square
    assert least <= looks[-1] <= least + max(few, share * least)


@pytest.mark.parametrize(
    "curve",
    [lambda t: 2.0, lambda t: 1.0 + 1e-9, lambda t: nan, lambda t: inf, lambda t: 1.5 + 0.4 * np.sin(t), lambda t: 1e300 * t],
)
def test_measurements_are_no_closer_on_average_than_they_are_worth(curve: Callable[[int], float]) -> None:
    looks = measured(curve, 1.0)
    assert looks[-1] >= 100_000 and np.diff(looks).min() > 0
    for count, now in enumerate(looks, start=1):
        assert count <= AHEAD + now / 20
    even = [20]
    while even[-1] < looks[-1]:
        even.append(Course()._next_check(even[-1]))
    assert len(looks) <= AHEAD + len(even)


@dataclass
class Noted:
    """A callback that is called at each measurement alone."""

    checked: Callable[[Any, float], Any]

    def __call__(self, solver: Any) -> None:
        return None


@pytest.mark.check
@pytest.mark.parametrize("name", MADE)
def test_runs_in_pieces_end_at_the_same_iteration(name: str, tmp_path: Path) -> None:
    make, target = MADE[name]
    looks: list[int] = []

    noted = Noted(lambda solver, exploitability: looks.append(solver.iteration))
    whole = make().run(until=target, callbacks=[noted])
    straight, end = list(looks), whole.iteration
    assert straight[-1] == end and len(straight) > 3
    looks.clear()
    cut = make()
    while cut.iteration < end:
        cut = pickle.loads(pickle.dumps(copy.deepcopy(cut.run(max(1, end // 40), until=target, callbacks=[noted]))))
    assert looks == straight
    looks.clear()
    for at in (1, straight[0], straight[1] - 1, straight[2], end - 1, end, end + 10):
        again = make().run(at, until=target, callbacks=[noted], checkpoint=tmp_path)
    assert again.iteration == end and set(looks) == set(straight)
    for key, array in whole.state().items():
        assert np.array_equal(again.state()[key], array) and np.array_equal(cut.state()[key], array)


def test_killed_while_it_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make, target = MADE["CFR"]
    whole, measure, done = make().run(until=target), CFR.measure, set()

    def interrupted(solver: CFR) -> Any:
        if solver.iteration not in done:
            done.add(solver.iteration)
            raise KeyboardInterrupt
        return measure(solver)

    monkeypatch.setattr(CFR, "measure", interrupted)
    for _ in range(100):
        try:
            again = make().run(until=target, checkpoint=tmp_path)
            break
        except KeyboardInterrupt:
            continue
    assert len(done) > 3 and again.iteration == whole.iteration == max(done)


def test_with_three_players_the_target_is_the_largest_gain() -> None:
    """It stops at the first measurement at which no player gains more; the mean gain was below the target before."""
    seen: list[tuple[float, list[float]]] = []
    noted = Noted(lambda solver, exploitability: seen.append((exploitability, solver.measure().gains.tolist())))
    solver = CFR(make_game("kuhn", num_players=3), "cfr+").run(until=1e-5, callbacks=[noted])
    means = [mean for mean, _ in seen]
    assert [sum(gains) / 3 for _, gains in seen] == pytest.approx(means)
    assert [max(gains) <= 1e-5 for _, gains in seen] == [False] * (len(seen) - 1) + [True]
    assert min(means[:-1]) <= 1e-5 and solver._check_plan is None


def test_another_target_makes_another_plan() -> None:
    solver: Any = CFR(LEDUC, "cfr+").run(100, until=1e-6)
    assert solver._check_plan is not None and solver._check_plan.target == 1e-6
    assert solver.run(until=0.01).exploitability <= 0.01 and solver._check_plan is None
    before = solver.iteration
    assert solver.run(until=0.01).iteration > before  # one that is there goes on


def test_checkpoints_with_a_bad_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def plan_on_disk(entry: Any) -> None:
        real = json.dumps

        def written(header: dict[str, Any], **options: Any) -> str:
            header = {key: value for key, value in header.items() if key != "check_plan"}
            return real(header | ({} if entry is ... else {"check_plan": entry}), **options)

        with monkeypatch.context() as patch:
            patch.setattr("pokerzoo.agents.training.checkpoint.json.dumps", written)
            CFR(LEDUC, "cfr+").run(50, until=1e-6, checkpoint=tmp_path)

    for bad in (..., "soon", [0.01, 1, 2], ["1", 1, 2, 3], [0.01, 70, 60, 3], [0.01, 1, 10**300, 3]):
        for old in tmp_path.glob("*.npz"):
            old.unlink()
        plan_on_disk(bad)
        with pytest.raises(StoreError, match="header entry 'check_plan'"):
            CFR(LEDUC, "cfr+").run(until=0.01, checkpoint=tmp_path)
