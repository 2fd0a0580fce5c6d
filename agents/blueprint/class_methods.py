"""Methods that put hands with cards to come into classes, from how the share of hands beaten spreads over the run-outs.

HS is a hand's *strength* on a full board: the share of the opponent's hands that it beats, ties counted half. Each hand that
the opponent may hold counts the same. E[HS] is its mean over all run-outs.

- ``ehs``: percentiles of E[HS]. Each class has about as many hands as any other.
- ``emd``: k-means on the histogram of HS, by the earth mover's distance: the sum of absolute differences of cumulative
  histograms (Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in extensive-form games", AAMAS
  2013). Centres are means, as there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Bools, Floats32, Int32s, Int64s
from pokerzoo.envs.support.splitmix import mix_bits

from .class_clusters import cluster_centres, greatest_feature, nearest
from .class_features import BINS, Counts, StreetFeatures

CLUSTERED_FROM = 200_000
"""Pairs of a board and a hand whose features are clustered, about; all others then join the nearest centre."""


Rule: TypeAlias = npt.NDArray[Any]
"""int64 [classes - 1]: the least value of each class but the first; or float32 [classes, features]: the centres."""


class HandFeatures(Protocol):
    """Features of some pairs of a board and a hand, as ``StreetFeatures`` has them of all."""

    @property
    def run_outs(self) -> int:
        """Sets of cards to come beside a hand and a board."""

    @property
    def most(self) -> int:
        """Sum of doubled wins of a hand that wins always."""

    def totals(self) -> Iterator[Int64s]:
        """See ``StreetFeatures``."""

    def histograms(self) -> Iterator[Counts]:
        """See ``StreetFeatures``."""


class Made(NamedTuple):
    """Classes of the pairs of a board and a hand of a street."""

    number: int  # of classes
    of_pairs: Int32s  # int32 [pairs]
    rule: Rule  # by which the class of any hand is found


class ClassMethod(ABC):
    """A way to put hands with cards to come into classes."""

    @abstractmethod
    def classes(self, features: StreetFeatures, most: int, seed: int) -> Made:
        """Classes of a street's hands, at most as many as wanted."""

    @abstractmethod
    def classes_by(self, rule: Rule, features: HandFeatures) -> Int32s:
        """int32 [pairs]: the classes of some pairs of a board and a hand by a rule that was made."""


@dataclass(frozen=True)
class Percentiles(ClassMethod):
    """Classes by one number, each of about the same number of hands; nothing is drawn."""

    number: Callable[[HandFeatures], Int64s]

    def classes(self, features: StreetFeatures, most: int, seed: int) -> Made:
        values = self.number(features)
        starts = percentile_starts(values, features.boards.hands.sizes, most)
        return Made(len(starts) + 1, np.searchsorted(starts, values, side="right").astype(np.int32), starts)

    def classes_by(self, rule: Rule, features: HandFeatures) -> Int32s:
        return np.searchsorted(rule, self.number(features), side="right").astype(np.int32)


@dataclass(frozen=True)
class Clusters(ClassMethod):
    """Classes by k-means."""

    dimensions: int
    points: Callable[[HandFeatures, int], Iterator[Floats32]]  # of all pairs in order, in parts

    def classes(self, features: StreetFeatures, most: int, seed: int) -> Made:
        scale = greatest_feature(self.dimensions)
        sizes = features.boards.hands.sizes
        chosen = drawn_share(len(sizes), CLUSTERED_FROM, seed)
        kept, start = [], 0
        for part in self.points(features, scale):
            kept.append(part[chosen[start : start + len(part)]])
            start += len(part)
        centres = cluster_centres(np.concatenate(kept), sizes[chosen], most, seed)
        near = np.concatenate([nearest(part, centres) for part in self.points(features, scale)])
        used = np.bincount(near, minlength=len(centres)) > 0
        return Made(int(used.sum()), (np.cumsum(used, dtype=np.int32) - 1).astype(np.int32)[near], centres[used])

    def classes_by(self, rule: Rule, features: HandFeatures) -> Int32s:
        scale = greatest_feature(self.dimensions)
        return np.concatenate([nearest(part, rule) for part in self.points(features, scale)])


def drawn_share(length: int, wanted: int, seed: int) -> Bools:
    """Bool [length]: about as many places as wanted, drawn by the seed."""
    step = np.uint64(max(1, length // wanted))
    places = np.arange(length, dtype=np.uint64) | np.uint64(seed) << np.uint64(32)
    return np.asarray(mix_bits(places) % step == 0)


def percentile_starts(values: Int64s, weights: Int64s, most: int) -> Int64s:
    """The least value of each class but the first, where each class has about the same weight; equal values stay together."""
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order]
    new = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    each = np.add.reduceat(weights, new)
    through = np.cumsum(each)
    numbers = (2 * through - each) * most // (2 * through[-1])  # of the middle of what has this value
    return np.asarray(values[new][1:][numbers[1:] != numbers[:-1]])


def whole_share(part: Int64s, whole: int | Int64s, scale: int) -> Int64s:
    """A share as a whole number of ``scale``, rounded."""
    return np.asarray((2 * part * scale + whole) // (2 * whole))


def cumulative(features: HandFeatures, scale: int) -> Iterator[Floats32]:
    """float32 [pairs, BINS - 1]: the cumulative histogram of HS without its last bin, which has all."""
    for counts in features.histograms():
        yield cumulated(counts[:, : BINS - 1].astype(np.int64), features.run_outs, scale)


def cumulated(counts: Int64s, whole: int | Int64s, scale: int) -> Floats32:
    """Cumulative histograms as whole numbers of ``scale``."""
    return whole_share(np.cumsum(counts, axis=1), whole, scale).astype(np.float32)


METHODS: dict[str, ClassMethod] = {
    "ehs": Percentiles(lambda features: np.concatenate([*features.totals()])),
    "emd": Clusters(BINS - 1, cumulative),
}
"""By name; the module says what each is and where it is from."""
