"""One run of a learner: it learns until a budget is spent, and is measured on a geometric grid of seconds or of decisions."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from pokerzoo.agents import Playable
from pokerzoo.envs import Game
from pokerzoo.envs.support.parameters import check_number
from pokerzoo.evaluation.measures.exact import exploitability

from .learners import Learner

RunPoint: TypeAlias = dict[str, Any]
"""``decisions``, ``iterations``, ``seconds``, and in chips a hand ``exploitability_current`` and ``exploitability_average``."""

LOOKS_A_DECADE = 6
"""Measurements of a run between a tenth of a time and that time."""
FIRST_SECONDS, FIRST_DECISIONS = 0.001, 1000.0
"""No measurement before."""
MOST_GROWTH = 4
"""A stretch between two readings of the clock has at most this many times the steps of the one before."""
MOST_STEPS = 10**9
FREE = 1.0
"""Seconds that measuring may take longer than learning; measurements that would come then are left out, but for the last."""
COSTLY, SPARING = 5.0, 0.25
"""Seconds from which on a measurement is costly; then measuring may take no more than this share of learning."""
PATIENCE = 30.0
"""Wall-clock seconds for each second of budget, and once more, after which a learner that spends none is given up."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run; it ends with the step in which one of them is reached."""

    seconds: float | None = None  # processor seconds without measuring; None: no limit
    decisions: int | None = None  # None: no limit

    def __post_init__(self) -> None:
        if self.seconds is None and self.decisions is None:
            raise ValueError("seconds: a run needs a budget, of seconds or of decisions")
        for name, value in (("seconds", self.seconds), ("decisions", self.decisions)):
            if value is not None:
                check_number(name, value, 0.0, 1e15, above=True)

    def looks(self) -> tuple[str, list[float]]:
        """The unit of the budget (seconds if they are limited), and the counts at which a run is measured, the end last.

        >>> Budget(seconds=0.1).looks()[1][-7:]
        [0.01, 0.014678, 0.0215443, 0.0316228, 0.0464159, 0.0681292, 0.1]
        """
        if self.seconds is not None:
            return "seconds", geometric_grid(self.seconds, FIRST_SECONDS)
        return "decisions", geometric_grid(float(self.decisions or 0), FIRST_DECISIONS)


def geometric_grid(end: float, first: float) -> list[float]:
    """Numbers up to ``end``, ``LOOKS_A_DECADE`` for each power of ten, from ``first`` on."""
    ratio = 10.0 ** (1.0 / LOOKS_A_DECADE)
    found, number = [float(end)], 1
    while end / ratio**number >= first * (1.0 - 1e-9):
        found.append(float(f"{end / ratio**number:.6g}"))
        number += 1
    return found[::-1]


def run_learner(
    game: Game,
    learner: Learner,
    budget: Budget,
    points: list[RunPoint],
    clock: Callable[[], float] = time.process_time,
) -> None:
    """Train a learner until its budget is spent."""
    counted, looks = budget.looks()
    spent, looked, costly, iterations, steps, begin = 0.0, 0.0, False, 0, 1, time.monotonic()
    at = 0
    while at < len(looks):
        before, decisions_before = clock(), int(learner.decisions)
        learner.advance(steps)
        took = clock() - before
        spent += took
        iterations += steps
        decisions = int(learner.decisions)
        done = spent if counted == "seconds" else float(decisions)
        gone = took if counted == "seconds" else float(decisions - decisions_before)
        if gone <= 0.0 and time.monotonic() - begin > PATIENCE * (1.0 + (budget.seconds or 0.0)):
            raise RuntimeError(f"advance() goes on, and its {counted} do not grow")
        over = budget.decisions is not None and decisions >= budget.decisions
        if done >= looks[at] or over:
            ended = over or done >= looks[-1]
            if ended or looked <= (SPARING * spent if costly else spent + FREE):
                before = clock()
                points.append(measure_point(game, learner, decisions, iterations, spent))
                costly = clock() - before > COSTLY
                looked += clock() - before
            if ended:
                return
            while looks[at] <= done:
                at += 1
        fitting = (looks[at] - done) * steps / gone if gone > 0.0 else float(MOST_GROWTH * steps)
        if budget.decisions is not None and decisions > decisions_before:  # where both are limited, looks are on seconds
            fitting = min(fitting, (budget.decisions - decisions) * steps / (decisions - decisions_before))
        steps = max(1, min(MOST_GROWTH * steps, MOST_STEPS, int(fitting)))


def measure_point(game: Game, learner: Learner, decisions: int, iterations: int, seconds: float) -> RunPoint:
    """A measurement of a learner's present policies."""
    return {
        "decisions": decisions,
        "iterations": iterations,
        "seconds": seconds,
        "exploitability_current": policy_exploitability(game, learner.current()),
        "exploitability_average": policy_exploitability(game, learner.average()),
    }


def policy_exploitability(game: Game, policy: Playable | None) -> float | None:
    """Exploitability in chips a hand; None of no policy."""
    return None if policy is None else float(exploitability(game, policy))
