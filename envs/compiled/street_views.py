"""Views of the rows of one stage and player by hand."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from .arrays import LANES


class RowSource(Protocol):
    """An array of rows, or what gives parts of one, as from a file."""

    def __getitem__(self, where: slice, /) -> npt.NDArray[Any]: ...


class HandsView:
    """Numbers of one stage and player by hand: one sequence, or decision point, is read and written as [boards, hands]."""

    def __init__(self, rows: npt.NDArray[Any], hands: int) -> None:
        """Take rows [boards, blocks, sequences, 16], and how many hands the player has."""
        self.rows, self.hands = rows, hands

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]:
        part = self.rows[:, :, sequence]
        return np.asarray(part.reshape(len(part), -1)[:, : self.hands])

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None:
        part = self.rows[:, :, sequence]
        wide = np.zeros((len(part), part.shape[1] * LANES), dtype=np.float32)
        wide[:, : self.hands] = values
        self.rows[:, :, sequence] = wide.reshape(part.shape)
