"""Short names for array types, by the kind of number; what an array holds and its shape stand where it is declared."""

from __future__ import annotations

from typing import TypeAlias

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
