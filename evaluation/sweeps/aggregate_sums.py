"""Sums over the spots of groups, and the means, errors and spreads that follow from them.

For a random sample of boards the standard error is that of a quotient of sums over boards, all rows of a board together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .aggregate import GroupMeans

Floats: TypeAlias = npt.NDArray[np.float64]
Key: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class GroupSums:
    """Sums over the spots of groups, all arrays [groups, measures]."""

    upper: Floats
    lower: Floats
    least: Floats
    most: Floats
    squares: Floats
    boards: Floats
    products: tuple[Floats, Floats, Floats]

    @classmethod
    def stacked(cls, columns: Sequence[Floats]) -> GroupSums:
        """Take the arrays in the order of the attributes."""
        upper, lower, least, most, squares, boards, *products = columns
        return cls(upper, lower, least, most, squares, boards, (products[0], products[1], products[2]))

    def columns(self) -> list[Floats]:
        """All arrays."""
        return [self.upper, self.lower, self.least, self.most, self.squares, self.boards, *self.products]

    def total(self) -> GroupSums:
        """All groups as one; of samples only where no board is in two of them."""
        ends = {2: np.fmin.reduce, 3: np.fmax.reduce}
        return GroupSums.stacked([ends.get(k, np.add.reduce)(c, axis=0, keepdims=True) for k, c in enumerate(self.columns())])

    def means(self, spots: npt.NDArray[np.int64], weight: Floats, spread: bool, sampled: bool) -> GroupMeans:
        """Means, errors and spreads."""
        lower = np.where(self.lower > 0, self.lower, np.nan)
        mean = self.upper / lower
        error = None
        if sampled:
            uu, ul, ll = self.products
            scatter = np.maximum(uu - 2 * mean * ul + mean * mean * ll, 0.0)
            several = np.where(self.boards > 1, self.boards, np.nan)
            error = read_only(np.sqrt(several / (several - 1) * scatter) / lower)
        if not spread:
            return GroupMeans(spots, weight, read_only(mean), error, None, None, None)
        deviation = np.sqrt(np.maximum(self.squares / lower - mean * mean, 0.0))
        return GroupMeans(
            spots, weight, read_only(mean), error, read_only(self.least), read_only(self.most), read_only(deviation)
        )


def read_only(values: Floats) -> Floats:
    """Make an array read-only."""
    values.flags.writeable = False
    return values


@dataclass(frozen=True)
class GroupCounts:
    """The groups that there are."""

    keys: list[Key]
    seen: npt.NDArray[np.int64]
    spots: npt.NDArray[np.int64]
    failed: int
    weight: Floats


def one_group(groups: GroupCounts) -> GroupCounts:
    """All of them as one."""
    seen, spots = (part.sum(keepdims=True) for part in (groups.seen, groups.spots))
    return GroupCounts([()], seen, spots, groups.failed, groups.weight.sum(keepdims=True))


def as_floats(rows: list[tuple[Any, ...]], width: int) -> Floats:
    """[rows, width] numbers; NaN for None."""
    return np.array(rows, dtype=np.float64).reshape(len(rows), width)
