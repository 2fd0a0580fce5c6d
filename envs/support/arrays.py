"""Short names for array types by the kind of number, and arrays that begin at a multiple of 64 bytes.

What an array holds and its shape are where it is declared.
"""

from __future__ import annotations

from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Floats32: TypeAlias = npt.NDArray[np.float32]
Int64s: TypeAlias = npt.NDArray[np.int64]
Int32s: TypeAlias = npt.NDArray[np.int32]
Int16s: TypeAlias = npt.NDArray[np.int16]
Int8s: TypeAlias = npt.NDArray[np.int8]
Uint64s: TypeAlias = npt.NDArray[np.uint64]
Uint8s: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]


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
