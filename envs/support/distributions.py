"""The one check of probabilities: is an infoset's strategy a distribution over its legal actions?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any

import numpy as np

from pokerzoo.envs.support.errors import InputError

from .arrays import Floats, Int64s
from .errors import brief

SUM_OFF = 1e-6
"""By how much an infoset's probabilities may miss 1."""
SINGLE_OFF = 1e-4
"""The same for what a network computes in single precision, which is scaled to 1 after the check."""
MOST_SHOWN = 20
"""Probabilities that an error lists."""
RULE = "probabilities must not be negative and must sum to 1"


def is_distribution(shares: Sequence[float]) -> bool:
    """True if numbers are not negative and sum to 1."""
    return min(shares) >= 0.0 and abs(fsum(shares) - 1.0) <= SUM_OFF  # false for NaN


def check_sums(
    sums: Floats, least: Floats, infoset: Callable[[int], tuple[str, Floats]], who: str, off: float | Floats = SUM_OFF
) -> None:
    """ValueError, naming the infoset and the player, unless each infoset's probabilities are a distribution.

    Args:
        sums: float64 [infosets]: the sum of each one's probabilities.
        least: float64 [infosets]: no more than the least of each one's probabilities.
        infoset: from an infoset's place in these to (key, probabilities).
        who: the player, in the error.
        off: by how much a sum may miss 1.
    """
    with np.errstate(invalid="ignore"):
        right = (np.abs(sums - 1.0) <= off) & (least >= 0.0)  # false for NaN and infinite numbers
    if not right.all():
        key, values = infoset(int(np.argmin(right)))
        shown = ", ".join([f"{value:.9g}" for value in values.tolist()])
        if len(values) > MOST_SHOWN:
            shown = f"{len(values):,} probabilities, the least {values.min():.9g},"
        raise InputError(f"infoset {brief(key)}: {who} plays {shown}, which sum to {values.sum():.9g}: {RULE}")


def check_columns(shares: Any, hands: Sequence[int] | Int64s, key: Callable[[int], str], who: str) -> None:
    """``check_sums`` of some columns of a strategy [legal actions, hands], an array or a sparse one of SciPy.

    Args:
        shares: the strategy. It may be hundreds of megabytes, and is checked where it is.
        hands: the columns to check.
        key: from a column's number to the infoset's key.
        who: the player, in the error.
    """
    columns = np.asarray(hands, dtype=np.int64)
    with np.errstate(invalid="ignore"):
        sums, least = sums_and_least(shares, columns)
    check_sums(sums, least, lambda k: (key(int(columns[k])), column_of(shares, int(columns[k]))), who)


def sums_and_least(shares: Any, columns: Int64s) -> tuple[Floats, Floats]:
    """Sum and least entry, or 0, of each of some columns of an array or a sparse one."""
    if is_sparse(shares):
        entries = shares.tocoo()
        sums, least = np.zeros((2, shares.shape[1]))
        np.add.at(sums, entries.col, entries.data)
        np.minimum.at(least, entries.col, entries.data)
        return sums[columns], least[columns]
    if 4 * len(columns) < shares.shape[1]:
        shares, columns = shares[:, columns], np.arange(len(columns))
    return shares.sum(axis=0)[columns], shares.min(axis=0, initial=0.0)[columns]


def is_sparse(shares: object) -> bool:
    """True for a sparse array or matrix of SciPy."""
    return hasattr(shares, "tocoo")


def column_of(shares: Any, k: int) -> Floats:
    """float64 [rows]: a column of an array or a sparse one."""
    column = shares.tocsc()[:, [k]].toarray()[:, 0] if is_sparse(shares) else shares[:, k]
    return np.asarray(column, dtype=np.float64)
