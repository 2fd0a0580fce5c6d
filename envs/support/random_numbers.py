"""Random numbers: splitmix64 for many hands at once, and draws from lists with weights.

splitmix64 makes random bits from a counter (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
Each hand has a generator of its own: its course depends on its seed and actions alone, and on no other hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Bools, Floats, Uint64s
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


Generators: TypeAlias = Uint64s
"""uint64 [hands]: the state of each hand's generator."""

BITS_11 = np.uint64(11)
UNIT = 2.0**-53


@kernel(cached=False)
def unit_float(x: np.uint64) -> float:
    """From a generator's state, a uint64, to a number from 0 to 1 (less than 1), in steps of 2**-53."""
    return np.float64(np.int64(mixed(x) >> BITS_11)) * UNIT


@kernel
def draw_uniform(rng: Generators, i: int) -> float:
    """The next number of generator ``i``."""
    rng[i] += STEP
    return unit_float(rng[i])


@kernel(nogil=True, counted=False)
def draw_numbers(rng: Generators, which: Bools, out: Floats) -> None:
    """Write the next number of the marked generators; the others stay as they are."""
    for i in range(len(rng)):
        if which[i]:
            rng[i] += STEP
            out[i] = unit_float(rng[i])


def generator_states(seeds: Uint64s, use: int) -> Generators:
    """One generator for each seed: uint64 [seeds]. Different ``use`` gives different ones."""
    with np.errstate(over="ignore"):
        start = seeds * SECOND + np.uint64(use + 1) * STEP
        for _ in range(2):
            start = mix_bits(start) + STEP
    return start


def alias_table(weights: Sequence[float] | npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Walker's alias method (in Vose's form): thresholds float64 [n] and aliases int64 [n] for weights that are not all zero.

    Take a cell at random, and a number from 0 to 1: below the threshold the cell itself is drawn, else its alias.
    """
    values = np.asarray(weights, dtype=np.float64)
    size = len(values)
    share = values * (size / values.sum())
    threshold, alias = np.ones(size), np.arange(size)
    small = [k for k in range(size) if share[k] < 1.0]
    large = [k for k in range(size) if share[k] >= 1.0]
    while small and large:
        low, high = small.pop(), large.pop()
        threshold[low], alias[low] = share[low], high
        share[high] -= 1.0 - share[low]
        (small if share[high] < 1.0 else large).append(high)
    # What is left is 1 but for rounding. What cannot happen must not be drawn for all that.
    likeliest = int(np.argmax(values))
    for k in small + large:
        if values[k] == 0.0:
            threshold[k], alias[k] = 0.0, likeliest
    return threshold, alias
