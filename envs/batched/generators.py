"""Random numbers of many hands: one generator a hand (splitmix64, whose state is a counter).

A hand's course depends on its own seed and actions alone, whatever the hands beside it do.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from pokerzoo.envs.support.arrays import Bools, Floats, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import SECOND, STEP, mix_bits, mixed

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
