"""Regret matching: shares of positive numbers, for a block of hands, for one decision of a sample, and for arrays.

Where the numbers add up to zero, shares are equal. So small a sum that its inverse is not finite counts as zero.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import kernel

from .simd import Lanes, fill_lanes, select_positive, zero_limit

Block: TypeAlias = Any
"""Numbers side by side, as ``simd.load_block`` gives them."""
SMALLEST = 2.0 * float(np.finfo(np.float64).tiny)
"""``simd.zero_limit`` of float64."""


@kernel
def positive_part(lanes: Lanes, value: Block) -> Block:
    """The numbers above zero, else zero."""
    return select_positive(value, value, fill_lanes(lanes, 0.0))


@kernel
def divisor_of(lanes: Lanes, total: Block) -> tuple[Block, Block]:
    """(above zero where there is something to share, ``total`` there, else 1)."""
    counted = total - fill_lanes(lanes, zero_limit(lanes))
    return counted, select_positive(counted, total, fill_lanes(lanes, 1.0))


@kernel
def inverse_total(lanes: Lanes, total: Block) -> tuple[Block, Block]:
    """(above zero where there is something to share, 1 / ``total`` there)."""
    counted, divisor = divisor_of(lanes, total)
    return counted, fill_lanes(lanes, 1.0) / divisor


@kernel(error_model="numpy", inline="always")
def match_regrets(regrets: Floats, row: int, count: int, strategy: Floats, start: int) -> None:
    """Write the shares of ``count`` regrets from ``row`` on into ``strategy`` from ``start`` on."""
    total = 0.0
    for k in range(count):
        regret = regrets[row + k]
        share = regret if regret > 0.0 else 0.0
        strategy[start + k] = share
        total += share
    if total > SMALLEST:
        inverse = 1.0 / total
        for k in range(count):
            strategy[start + k] *= inverse
    else:
        for k in range(count):
            strategy[start + k] = 1.0 / count


def shares_along(numbers: npt.NDArray[np.floating[Any]], axis: int) -> Floats:
    """float64 like ``numbers``: the shares of non-negative numbers along an axis."""
    total = numbers.sum(axis=axis, dtype=np.float64, keepdims=True)
    counted = total > SMALLEST
    return np.where(counted, numbers / np.where(counted, total, 1.0), 1.0 / numbers.shape[axis])
