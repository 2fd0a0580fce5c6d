"""Views of the rows of one stage and player by hand, whatever lanes its boards have."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Int16s, Int64s

from .showdown_pass import LANES


class RowSource(Protocol):
    """An array of rows, or what gives parts of one: those that lie in a file, say."""

    def __getitem__(self, where: slice, /) -> npt.NDArray[Any]: ...


class HandsView(Protocol):
    """Numbers of one stage and player by hand: one sequence, or decision point, is read and written as [boards, hands]."""

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]: ...

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None: ...


class WholeView:
    """``HandsView`` of rows [boards, blocks, sequences, 16] with a lane for each hand."""

    def __init__(self, rows: npt.NDArray[Any], hands: int) -> None:
        self.rows, self.hands = rows, hands

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]:
        part = self.rows[:, :, sequence]
        return np.asarray(part.reshape(len(part), -1)[:, : self.hands])

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None:
        part = self.rows[:, :, sequence]
        wide = np.zeros((len(part), part.shape[1] * LANES), dtype=np.float32)
        wide[:, : self.hands] = values
        self.rows[:, :, sequence] = wide.reshape(part.shape)


class PackedView:
    """``HandsView`` of boards with lanes of their own: 0 for hands that a board rules out."""

    def __init__(self, values: npt.NDArray[Any], first: Int64s, lanes: Int64s, wide: int, lane: Int16s) -> None:
        """Take the numbers, where each board's start, its lanes, sequences, and the lane of each hand [boards, hands]."""
        self.values, self.wide, self.lane, self.held = values, wide, lane.astype(np.int64), lane < lanes[:, None]
        self.first = first[:, None] + self.lane // LANES * wide * LANES + self.lane % LANES

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]:
        found = np.zeros(self.lane.shape, dtype=self.values.dtype)
        found[self.held] = self.values[self.first[self.held] + sequence * LANES]
        return found

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None:
        # Of hands that are alike the first counts: it is written last.
        self.values[self.first[self.held][::-1] + sequence * LANES] = np.asarray(values)[self.held][::-1]
