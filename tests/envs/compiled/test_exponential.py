"""The exponential function in lanes: close to NumPy's, and never zero."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
import pytest

from pokerzoo.agents.mirror_descent.mmd_kernels import LEAST, LEAST_32, exponential
from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes, OneLane, load_block, store_block


@nb.njit
def write(lanes: Any, numbers: Any, out: Any) -> None:
    store_block(lanes, out, 0, 0, exponential(lanes, load_block(lanes, numbers, 0, 0)))


@pytest.mark.parametrize(
    ("lanes", "width", "kind", "least"),
    [(OneLane(), 1, np.float64, LEAST), (HandLanes(1), 8, np.float64, LEAST), (ManyHandLanes(1), 16, np.float32, LEAST_32)],
)
def test_it_is_numpys_up_to_rounding(lanes: Any, width: int, kind: Any, least: float) -> None:
    numbers = np.concatenate([np.linspace(least, 0.0, 240), np.geomspace(least, -1e-9, 239), [0.0]]).astype(kind)
    result = np.zeros((1, width), dtype=kind)
    for block in numbers.reshape(-1, 1, width):
        write(lanes, block[0] if width == 1 else block, result[0] if width == 1 else result)
        assert np.allclose(result, np.exp(block.astype(np.float64)), rtol=4 * np.finfo(kind).eps, atol=0.0)
    below = np.full((1, width), -np.inf, dtype=kind)
    write(lanes, below[0] if width == 1 else below, result[0] if width == 1 else result)
    assert np.allclose(result, np.exp(least), rtol=1e-5, atol=0.0)


def test_without_a_compiler_it_has_the_same_bits() -> None:
    result = np.zeros(1)
    for number in np.linspace(-40.0, 0.0, 101):
        write(OneLane(), np.array([number]), result)
        assert exponential(OneLane(), number) == result[0]
