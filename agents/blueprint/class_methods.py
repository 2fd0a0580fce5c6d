"""Methods that put hands into classes, from how the share of hands beaten spreads over the run-outs.

HS is a hand's *strength* on a full board: the share of the opponent's hands that it beats, ties counted half. Each hand that
the opponent may hold counts the same. E[HS] is its mean over all run-outs.

- ``ehs``: percentiles of E[HS]. Each class has about as many hands as any other.
- ``emd``: k-means on the histogram of HS, by the earth mover's distance: the sum of absolute differences of cumulative
  histograms (Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in extensive-form games", AAMAS
  2013). Centres are means, as there.

A method makes a *rule* from hands on a sample of boards. The class of any hand on any board follows from the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats32, Int64s

from .class_clusters import cluster_centres, greatest_feature, nearest
from .class_features import BINS, BoardFeatures

Points: TypeAlias = npt.NDArray[Any]
"""int64 [hands], or float32 [hands, features]: what the classes of hands depend on."""
Rule: TypeAlias = npt.NDArray[Any]
"""int64 [classes]: the least value of each class; or float32 [classes, features]: its centre."""


@dataclass(frozen=True)
class ClassMethod:
    """A way to put hands into classes."""

    points: Callable[[BoardFeatures], Points]
    rule: Callable[[Points, int, int], Rule]  # from points, the most classes, and a seed
    classes: Callable[[Points, Rule], npt.NDArray[np.signedinteger[Any]]]  # [hands]
    features: int | None  # numbers of a point; None: a point is one number


def percentile_starts(values: Int64s, most: int, _seed: int = 0) -> Int64s:
    """The least value of each class, where each class has about as many values; equal ones stay together."""
    result, counts = np.unique(values, return_counts=True)
    through = np.cumsum(counts)
    numbers = (2 * through - counts) * most // (2 * through[-1])  # of the middle of the values that are equal
    starts = np.asarray(result[np.flatnonzero(np.diff(numbers, prepend=-1))])
    starts[0] = 0
    return starts


def classes_from(values: Int64s, starts: Int64s) -> Int64s:
    """int64 [values]: the class that each value is in."""
    return np.asarray(np.searchsorted(starts, values, side="right") - 1)


def cumulative_histograms(features: BoardFeatures) -> Floats32:
    """float32 [hands, BINS - 1]: cumulative histograms of HS without the last bin, as whole numbers of the same scale."""
    parts = np.cumsum(features.histograms[:, :-1], axis=1, dtype=np.int64)
    scale = greatest_feature(BINS - 1)
    return ((2 * parts * scale + features.run_outs) // (2 * features.run_outs)).astype(np.float32)


METHODS = {
    "ehs": ClassMethod(lambda features: features.sums, percentile_starts, classes_from, None),
    "emd": ClassMethod(cumulative_histograms, cluster_centres, nearest, BINS - 1),
}
"""By name; the module says what each is and where it is from."""
