"""Arrays that begin where vector instructions and other libraries like it: at a multiple of 64 bytes."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

ALIGNMENT = 64
"""Bytes. XLA (jax) takes arrays over without a copy from here on, torch's own memory has it, and a cache line is as long."""


def aligned_empty(shape: tuple[int, ...], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """``np.empty`` with aligned memory.

    >>> aligned_empty((3, 5), np.float32).ctypes.data % ALIGNMENT
    0
    """
    kind = np.dtype(kind)
    size = prod(shape) * kind.itemsize
    room = np.empty(size + ALIGNMENT, np.uint8)
    skip = -room.ctypes.data % ALIGNMENT
    return room[skip : skip + size].view(kind).reshape(shape)
