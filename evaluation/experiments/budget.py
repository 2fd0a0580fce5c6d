"""One run of a learner: it learns until a budget is spent, and is measured on a geometric grid."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from pokerzoo.agents import Playable
from pokerzoo.envs import Game
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_number
from pokerzoo.evaluation.measures.exact import exploitability

from .learners import Learner

RunPoint: TypeAlias = dict[str, Any]
"""``decisions``, ``iterations``, ``seconds``, and in chips a hand ``exploitability_current`` and ``exploitability_average``."""

POINTS_A_DECADE = 6
"""Measurements of a run between a tenth of a time and that time."""
FIRST = {"seconds": 0.001, "decisions": 1000.0, "iterations": 10.0}
"""No measurement before, by the unit of the grid."""
MAX_GROWTH = 4
"""A stretch between two readings of the clock has at most this many times the steps of the one before."""
MAX_STEPS = 10**9
FREE_MEASURING = 1.0
"""Seconds that measuring may take longer than learning; measurements that would come then are left out, but for the last."""
SLOW_MEASUREMENT, MAX_MEASURING_SHARE = 5.0, 0.25
"""Seconds from which on a measurement is slow; then measuring may take no more than this share of learning."""
STALL_TIMEOUT = 30.0
"""Wall-clock seconds for each second of budget, and once more, after which a learner that spends none is given up."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run; it ends with the step in which one of them is reached."""

    seconds: float | None = None  # processor seconds without measuring; None: no limit
    decisions: int | None = None  # None: no limit
    iterations: int | None = None  # None: no limit

    def __post_init__(self) -> None:
        if not self.limits:
            raise ParameterError("seconds", problem="a run needs a budget, of seconds, decisions or iterations")
        for name, value in self.limits.items():
            check_number(name, value, 0.0, 1e15, above=True)

    @property
    def limits(self) -> dict[str, float]:
        """The limits that there are, by their unit. The first is the unit of the grid."""
        return {name: float(value) for name, value in asdict(self).items() if value is not None}

    def grid(self) -> tuple[str, list[float]]:
        """The unit of the grid, and the counts at which a run is measured, the end last.

        >>> Budget(seconds=0.1).grid()[1][-4:], Budget(iterations=50).grid()
        ([0.0316228, 0.0464159, 0.0681292, 0.1], ('iterations', [10.7722, 15.8114, 23.2079, 34.0646, 50.0]))
        """
        unit, end = next(iter(self.limits.items()))
        ratio, grid = 10.0 ** (1.0 / POINTS_A_DECADE), [end]
        while end / ratio ** len(grid) >= FIRST[unit] * (1.0 - 1e-9):
            grid.append(float(f"{end / ratio ** len(grid):.6g}"))
        return unit, grid[::-1]


def run_learner(
    game: Game,
    learner: Learner,
    budget: Budget,
    points: list[RunPoint],
    clock: Callable[[], float] = time.process_time,
) -> None:
    """Train a learner until its budget is spent, and add what is measured to ``points``."""
    unit, grid = budget.grid()
    counts = {"seconds": 0.0, "decisions": 0, "iterations": 0}
    measuring, slow, steps, at, begin = 0.0, False, 1, 0, time.monotonic()
    while at < len(grid):
        before, decisions = clock(), int(learner.decisions)
        learner.advance(steps)
        more = {"seconds": clock() - before, "decisions": int(learner.decisions) - decisions, "iterations": steps}
        counts = {
            "seconds": counts["seconds"] + more["seconds"],
            "decisions": int(learner.decisions),
            "iterations": counts["iterations"] + steps,
        }
        if more[unit] <= 0 and time.monotonic() - begin > STALL_TIMEOUT * (1.0 + (budget.seconds or 0.0)):
            raise RuntimeError(f"advance() goes on, and its {unit} do not grow")
        over = any(counts[name] >= limit for name, limit in budget.limits.items())
        if over or counts[unit] >= grid[at]:
            learning = counts["seconds"]
            allowed = MAX_MEASURING_SHARE * learning if slow else learning + FREE_MEASURING
            if over or unit == "iterations" or measuring <= allowed:  # points of iterations are the same on any machine
                before = clock()
                points.append(counts | measured(game, learner))
                slow = clock() - before > SLOW_MEASUREMENT
                measuring += clock() - before
            if over:
                return
            while grid[at] <= counts[unit]:
                at += 1
        targets = budget.limits | {unit: grid[at]}
        fitting = [(target - counts[name]) * steps / more[name] for name, target in targets.items() if more[name] > 0]
        steps = max(1, int(min(MAX_GROWTH * steps, MAX_STEPS, *fitting)))


def measured(game: Game, learner: Learner) -> RunPoint:
    """Exploitability of a learner's present policies in chips a hand; None of one that it does not have."""

    def of(policy: Playable | None) -> float | None:
        return None if policy is None else float(exploitability(game, policy))

    return {"exploitability_current": of(learner.current()), "exploitability_average": of(learner.average())}
