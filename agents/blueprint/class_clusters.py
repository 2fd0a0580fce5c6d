"""Methods that put hands into classes, from how the share of hands beaten spreads over the run-outs.

HS is a hand's *strength* on a full board: the share of the opponent's hands that it beats, ties counted half. Each hand that
the opponent may hold counts the same. E[HS] is its mean over all run-outs.

- ``ehs``: percentiles of E[HS]. Each class has about as many hands as any other.
- ``emd``: k-means on the histogram of HS, by the earth mover's distance: the sum of absolute differences of cumulative
  histograms (Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in extensive-form games", AAMAS
  2013). Centres are means, as there.

A method makes a *rule* from hands on a sample of boards. The class of any hand on any board follows from the rule.

k-means is computed in whole numbers: the same bits on every machine, for any order of additions and any number of threads.
Libraries add floats in an order that depends on the processor and on threads, so their last bits differ. Here features and
centres are whole numbers, and all sums stay below 2**24: single precision holds them exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import STEP, mixed

from .class_features import BINS, BoardFeatures

EXACT = 2**24
"""Whole numbers up to here, and sums of them, are exact in single precision, in any order of addition."""
MOST_ROUNDS = 40
SEEDED_FROM = 1 << 15
"""Points among which first centres are drawn, at most."""


def greatest_feature(dimensions: int) -> int:
    """The greatest whole number of a feature with which all distances are exact."""
    return EXACT // dimensions


def cluster_centres(points: Floats32, clusters: int, seed: int) -> Floats32:
    """float32 [clusters, features]: centres by k-means, in ascending order of the sum of their features.

    Centres are means, rounded. First ones are drawn as in k-means++ (Arthur and Vassilvitskii 2007). Distances are sums of
    absolute differences.
    """
    points, weights = distinct_points(points, np.ones(len(points), dtype=np.int64))
    if len(points) <= clusters:
        return points
    step = -(-len(points) // SEEDED_FROM)
    centres = points[::step][first_centres(points[::step], weights[::step], clusters, np.uint64(seed))]
    near = np.full(len(points), -1, dtype=np.int32)
    for _ in range(MOST_ROUNDS):
        centres = in_order(centres)
        result = nearest(points, centres)
        if np.array_equal(result, near):
            break
        near = result
        centres = means(points, weights, near, centres)
    return in_order(centres)


def distinct_points(points: Floats32, weights: Int64s) -> tuple[Floats32, Int64s]:
    """Points that occur, each once, in order of the sum of their features; with the sums of their weights."""
    order = np.lexsort((*points.T[::-1], feature_sums(points)))
    points, weights = points[order], weights[order]
    new = np.ones(len(points), dtype=np.bool_)
    new[1:] = (points[1:] != points[:-1]).any(axis=1)
    return np.ascontiguousarray(points[new]), np.add.reduceat(weights, np.flatnonzero(new))


def in_order(centres: Floats32) -> Floats32:
    """Centres in ascending order of the sum of their features, each once."""
    return distinct_points(centres, np.ones(len(centres), dtype=np.int64))[0]


def feature_sums(points: Floats32) -> Int64s:
    """int64 [points]: the sum of each point's features."""
    return np.asarray(points.astype(np.int64).sum(axis=1))


def nearest(points: Floats32, centres: Floats32) -> Int32s:
    """int32 [points]: the nearest centre of each; centres are in order."""
    result = np.empty(len(points), dtype=np.int32)
    find_nearest(points, feature_sums(points), centres, feature_sums(centres), result)
    return result


def means(points: Floats32, weights: Int64s, near: Int32s, centres: Floats32) -> Floats32:
    """The weighted mean of each centre's points, rounded; a centre without points stays."""
    sums = np.zeros(centres.shape, dtype=np.int64)
    masses = np.zeros(len(centres), dtype=np.int64)
    add_points(points, weights, near, sums, masses)
    rounded = (2 * sums + masses[:, None]) // np.maximum(2 * masses, 1)[:, None]
    return np.where(masses[:, None] > 0, rounded, centres).astype(np.float32)


@kernel(fastmath={"reassoc"})
def distance(points: Floats32, i: int, centres: Floats32, k: int) -> np.float32:
    """The distance of a point from a centre; reordering is allowed, as it is exact."""
    result = np.float32(0)
    for j in range(points.shape[1]):
        result += abs(points[i, j] - centres[k, j])
    return result


@kernel(nogil=True)
def find_nearest(points: Floats32, sums: Int64s, centres: Floats32, centre_sums: Int64s, nearest: Int32s) -> None:
    """Fill in the nearest centre of each point, by looking up and down from the one with the nearest sum.

    Sums differ by no more than the sum of absolute differences does. So centres beyond that can be skipped.
    """
    centres_left = len(centres)
    for i in range(len(points)):
        low, high = 0, centres_left
        while low < high:
            middle = (low + high) >> 1
            if centre_sums[middle] < sums[i]:
                low = middle + 1
            else:
                high = middle
        below, above, best, near = low - 1, low, np.float32(np.inf), 0
        while below >= 0 or above < centres_left:
            up = below < 0 or (above < centres_left and centre_sums[above] - sums[i] <= sums[i] - centre_sums[below])
            k = above if up else below
            if np.float64(abs(centre_sums[k] - sums[i])) >= best:
                break
            far = distance(points, i, centres, k)
            if far < best:
                best, near = far, k
            if up:
                above += 1
            else:
                below -= 1
        nearest[i] = near


@kernel(nogil=True)
def add_points(points: Floats32, weights: Int64s, near: Int32s, sums: Int64s, masses: Int64s) -> None:
    """Add the points of each centre, with their weights."""
    for i in range(len(points)):
        masses[near[i]] += weights[i]
        for j in range(points.shape[1]):
            sums[near[i], j] += weights[i] * np.int64(points[i, j])


@kernel(nogil=True)
def first_centres(points: Floats32, weights: Int64s, clusters: int, seed: np.uint64) -> Int64s:
    """int64 [clusters]: points drawn as first centres, each in proportion to its weight and its distance from those before."""
    chosen = np.empty(clusters, dtype=np.int64)
    far = np.ones(len(points), dtype=np.float32)
    now = seed
    for k in range(clusters):
        total = np.int64(0)
        for i in range(len(points)):
            total += weights[i] * np.int64(far[i])
        if total == 0:
            return chosen[:k]
        now += STEP
        left = np.int64(mixed(now) % np.uint64(total))
        pick = 0
        for i in range(len(points)):
            left -= weights[i] * np.int64(far[i])
            if left < 0:
                pick = i
                break
        chosen[k] = pick
        for i in range(len(points)):
            apart = distance(points, i, points, pick)
            far[i] = apart if k == 0 else min(far[i], apart)
    return chosen


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
