"""The spread between the seeds of a training, look by look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pokerzoo.evaluation.measures.intervals import Interval, median_interval, t_interval

from .training import Training


@dataclass(frozen=True, slots=True)
class Spread:
    """What the runs of one training found after so many iterations, over their seeds; exploitability in chips a hand.

    Attributes:
        training: what was trained.
        iteration: iterations done.
        runs: how many runs.
        mean: mean of their exploitability.
        standard_deviation: between runs; 0.0 if there is but one.
        mean_interval: 95%, Student's t, of the mean of all seeds; None of one run. With few seeds it promises too much where
            some runs are far worse than the rest.
        median: middle run; half of the runs are better.
        median_interval: 95% of the median of all seeds, which assumes nothing; None of less than six runs.
        least: of the best run.
        most: of the worst run.
        nodes_touched: median of the histories that were visited; None where the trainer does not count them.
    """

    training: Training
    iteration: int
    runs: int
    mean: float
    standard_deviation: float
    mean_interval: Interval | None
    median: float
    median_interval: Interval | None
    least: float
    most: float
    nodes_touched: float | None

    def to_dict(self) -> dict[str, Any]:
        """All numbers as plain JSON values, with their units."""
        return {
            "iteration": self.iteration,
            "nodes_touched": self.nodes_touched,
            "runs": self.runs,
            "mean_chips": self.mean,
            "standard_deviation_chips": self.standard_deviation,
            "mean_interval_95_chips": None if self.mean_interval is None else list(self.mean_interval),
            "median_chips": self.median,
            "median_interval_95_chips": None if self.median_interval is None else list(self.median_interval),
            "least_chips": self.least,
            "most_chips": self.most,
        }


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
