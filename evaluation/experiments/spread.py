"""Means and intervals over seeds, at the end of runs and along an axis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Chips, Record
from pokerzoo.evaluation.measures.intervals import Interval, t_interval

GRID = 60
"""Places at which curves of several seeds are averaged."""


@dataclass(frozen=True, slots=True)
class Spread(Record):
    """Exploitability of runs that differ in their seeds, in chips a hand.

    Attributes:
        runs: how many.
        mean: of their exploitability.
        interval: the 95% interval (Student's t) of the mean of all seeds; None if there is only one run. With few seeds it is
            too narrow if some runs are far worse than the rest.
        least: exploitability of the best run.
        most: exploitability of the worst run.

    Example:
        See ``bench``.
    """

    runs: int
    mean: Chips
    interval: Interval | None
    least: Chips
    most: Chips


def spread_of(values: Iterable[float | None]) -> Spread | None:
    """The spread of runs; None where there is no value, or where one is missing."""
    listed = list(values)
    if not listed or None in listed:
        return None
    numbers = np.array(listed, dtype=np.float64)
    count, mean = len(numbers), float(numbers.mean())
    interval = t_interval(mean, float(numbers.std(ddof=1)) / count**0.5, count) if count > 1 else None
    return Spread(count, mean, interval, float(numbers.min()), float(numbers.max()))


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """Mean exploitability over seeds along an axis, with 95% intervals of the mean; arrays of one length."""

    learner: str
    x: Floats  # iterations, decisions or seconds
    mean: Floats  # chips a hand
    low: Floats  # NaN of one run
    high: Floats
    runs: int


def curve_of(learner: str, runs: Sequence[Sequence[Mapping[str, Any]]], by: str, policy: str) -> LearningCurve | None:
    """The mean of the points of runs, between two a straight line over the axis' logarithm; None if the policy is missing."""
    name = f"exploitability_{policy}"
    if any(point[name] is None for points in runs for point in points):
        return None
    axes = [np.log([max(float(point[by]), 1e-9) for point in points]) for points in runs]
    first, last = max(axis[0] for axis in axes), min(axis[-1] for axis in axes)
    if last < first:
        return None
    x = np.linspace(first, last, GRID) if last > first else np.array([first])
    values = np.array([
        np.interp(x, axis, [point[name] for point in points]) for axis, points in zip(axes, runs, strict=True)
    ])  # fmt: skip
    spreads = [spread_of(column) for column in values.T]
    intervals = [None if spread is None else spread.interval for spread in spreads]
    ends = np.array([interval or (np.nan, np.nan) for interval in intervals])
    return LearningCurve(learner, np.exp(x), values.mean(axis=0), ends[:, 0], ends[:, 1], len(runs))
