"""Methods that put hands with cards to come into classes, each from the spread of doubled wins over the run-outs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s
from pokerzoo.envs.support.splitmix import mix_bits

from .class_clusters import cluster_centres, greatest_feature, nearest
from .class_features import BINS, Spreads, StreetFeatures

CLUSTERED_FROM = 300_000
"""Pairs of a board and a hand whose features are clustered, about; all others then join the nearest centre."""


class Made(NamedTuple):
    """Number of classes, and classes of a street's pairs of a board and a hand."""

    number: int
    of_pairs: npt.NDArray[np.signedinteger]  # int16 or int32 [pairs]


@dataclass(frozen=True)
class Percentiles:
    """Classes by one number, each for about as many hands as any other."""

    number: Callable[[Spreads], Int64s]

    def classes(self, features: StreetFeatures, most: int, seed: int) -> Made:
        """At most so many classes; there is nothing to draw with the ``seed``."""
        values = np.concatenate([self.number(found) for found in features.spreads()])
        starts = percentile_starts(values, features.boards.hands.sizes, most)
        return Made(len(starts) + 1, np.searchsorted(starts, values, side="right").astype(class_type(len(starts) + 1)))


@dataclass(frozen=True)
class Clusters:
    """Classes by k-means."""

    dimensions: int
    squared: bool  # distances: squared Euclidean ones, or sums of absolute differences
    points: Callable[[Spreads, StreetFeatures, int], Floats32]

    def classes(self, features: StreetFeatures, most: int, seed: int) -> Made:
        """At most so many classes."""
        scale = greatest_feature(self.dimensions, self.squared)
        sizes = features.boards.hands.sizes
        step = np.uint64(max(1, len(sizes) // CLUSTERED_FROM))
        chosen = mix_bits(np.arange(len(sizes), dtype=np.uint64) ^ np.uint64(seed) << np.uint64(32)) % step == 0
        kept = []
        for found in features.spreads():
            own = chosen[found.first : found.first + len(found.totals)]
            kept.append(self.points(found, features, scale)[own])
        centres = cluster_centres(np.concatenate(kept), sizes[chosen], most, self.squared, seed)
        of_pairs = [nearest(self.points(found, features, scale), centres, self.squared) for found in features.spreads()]
        used, numbers = np.unique(np.concatenate(of_pairs), return_inverse=True)
        return Made(len(used), numbers.astype(class_type(len(used))))


def class_type(classes: int) -> type[np.int16] | type[np.int32]:
    """The smaller integers that number so many classes."""
    return np.int16 if classes <= np.iinfo(np.int16).max else np.int32


def percentile_starts(values: Int64s, weights: Int64s, most: int) -> Int64s:
    """The least value of each class but the first, where each class has about the same weight; equal values stay together."""
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order]
    new = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    each, through = np.add.reduceat(weights, new), np.cumsum(np.add.reduceat(weights, new))
    numbers = (2 * through - each) * most // (2 * through[-1])
    return np.asarray(values[new][1:][numbers[1:] != numbers[:-1]])


def whole_share(part: Int64s, whole: int, scale: int) -> Int64s:
    """A share as a whole number of ``scale``, rounded."""
    return np.asarray((2 * part * scale + whole) // (2 * whole))


def totals(found: Spreads) -> Int64s:
    """E[HS]."""
    return found.totals


def squares(found: Spreads) -> Int64s:
    """E[HS squared]."""
    return found.squares


def mean_and_spread(found: Spreads, features: StreetFeatures, scale: int) -> Floats32:
    """E[HS] and its standard deviation over the run-outs."""
    variance = features.run_outs * found.squares - found.totals**2
    deviation = np.floor(np.sqrt(variance.astype(np.float64))).astype(np.int64)  # IEEE: the same everywhere
    shares = [whole_share(part, features.most, scale) for part in (found.totals, deviation)]
    return np.stack(shares, axis=1).astype(np.float32)


def cumulative(found: Spreads, features: StreetFeatures, scale: int) -> Floats32:
    """The cumulative histogram of HS; the last bin, which has all, is left out."""
    through: Int32s = np.cumsum(found.counts[:, :-1], axis=1)
    return whole_share(through.astype(np.int64), features.run_outs, scale).astype(np.float32)


METHODS: dict[str, Percentiles | Clusters] = {
    "ehs": Percentiles(totals),
    "ehs2": Percentiles(squares),
    "spread": Clusters(2, True, mean_and_spread),
    "emd": Clusters(BINS - 1, False, cumulative),
    "cumulative": Clusters(BINS - 1, True, cumulative),
}
"""How hands with cards to come are put into classes, by name."""
