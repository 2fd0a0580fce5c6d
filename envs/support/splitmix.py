"""splitmix64: random bits from a counter (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014)."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.envs.support.kernels import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
"""Increment of a generator's counter."""
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
"""The factors of ``mixed``."""
BITS_27, BITS_30, BITS_31 = np.uint64(27), np.uint64(30), np.uint64(31)


def mix_bits(x: Any) -> Any:
    """64 random bits of a counter; of an array, of each."""
    x = (x ^ (x >> BITS_30)) * FIRST
    x = (x ^ (x >> BITS_27)) * SECOND
    return x ^ (x >> BITS_31)


mixed = kernel(mix_bits, cached=False)
"""``mix_bits`` for compiled code."""
