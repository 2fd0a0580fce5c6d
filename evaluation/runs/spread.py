"""The spread between the seeds of a training, look by look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pokerzoo.envs.support.records import Chips, Record
from pokerzoo.evaluation.measures.intervals import Interval, median_interval, t_interval

from .training import Training


@dataclass(frozen=True, slots=True)
class Spread(Record):
    """Exploitability of the runs of one training after some iterations, and how far their seeds differ.

    Exploitability is in chips a hand.

    Attributes:
        training: what was trained.
        iteration: iterations done.
        runs: how many runs.
        mean: of their exploitability.
        standard_deviation: between runs; 0.0 if there is only one.
        mean_interval: the 95% interval (Student's t) of the mean of all seeds; None if there is only one run. With few seeds it
            is too narrow if some runs are far worse than the rest.
        median: half of the runs are better.
        median_interval: the 95% interval of the median of all seeds, which assumes nothing about their distribution; None if
            there are fewer than six runs.
        least: exploitability of the best run.
        most: exploitability of the worst run.
        nodes_touched: median of the histories that were visited; None where the trainer does not count them.

    Example:
        See ``training_runs``.
    """

    told = (
        "iteration", "nodes_touched", "runs", "mean_chips=mean", "standard_deviation_chips=standard_deviation",
        "mean_interval_95_chips=mean_interval", "median_chips=median", "median_interval_95_chips=median_interval",
        "least_chips=least", "most_chips=most",
    )  # fmt: skip

    training: Training
    iteration: int
    runs: int
    mean: Chips
    standard_deviation: Chips
    mean_interval: Interval | None
    median: Chips
    median_interval: Interval | None
    least: Chips
    most: Chips
    nodes_touched: float | None


def spread_of(training: Training, points: Sequence[Mapping[str, Any]]) -> Spread:
    """The spread of the points of several runs after the same iterations, at least one."""
    found = np.array([point["exploitability_chips"] for point in points])
    nodes = [point["nodes_touched"] for point in points]
    count, mean = len(found), float(found.mean())
    deviation = float(found.std(ddof=1)) if count > 1 else 0.0
    return Spread(
        training=training,
        iteration=int(points[0]["iteration"]),
        runs=count,
        mean=mean,
        standard_deviation=deviation,
        mean_interval=t_interval(mean, deviation / count**0.5, count) if count > 1 else None,
        median=float(np.median(found)),
        median_interval=median_interval(found),
        least=float(found.min()),
        most=float(found.max()),
        nodes_touched=None if None in nodes else float(np.median(nodes)),
    )
