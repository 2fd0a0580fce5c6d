"""Iterations on drawn boards: the tables of hand classes, and the walk over all parts of the lines."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate

import numpy as np

from pokerzoo.envs.compiled.arrays import LANES
from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.shared_parts import SharedParts, usable_processors
from pokerzoo.envs.compiled.showdown_pass import BLOCK
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_walk import BELOW, DOWN, UP, new_scratch
from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s

from .drawn_walk import ClassTables, WalkRoom, walk_drawn_board


class ClassWalk:
    """Iterations on drawn boards. The tables of the solver are given to it."""

    def __init__(self, tree: DrawnBoardTree, counts: tuple[int, ...], alternating: bool, threads: int | None) -> None:
        """Plan the tables and make scratch.

        Args:
            tree: the lines, with room for one board.
            counts: number of hand classes of each stage.
            alternating: whether players update in turn.
            threads: number of threads that the parts of the lines are split across; None: one for each processor.
        """
        self.tree, self.counts, self.alternating = tree, counts, alternating
        self.at, self.num_floats = table_places(tree, counts)
        self.classes = np.full((len(counts), tree.lanes), -1, dtype=np.int32)
        exits = len(tree.parts) - 1
        self.reaches: Floats32 = aligned_zeros((2, exits, tree.lanes), np.float32)
        self.worths: Floats32 = aligned_zeros((2, exits, tree.lanes), np.float32)
        self.root: Floats32 = aligned_zeros((2, tree.lanes), np.float32)
        by_work = sorted(range(exits), key=lambda part: -int(tree.parts[part + 1].sequences.sum()))
        count = max(1, min(usable_processors() if threads is None else threads, exits))
        self._shared = SharedParts(count, [(part, part + 1) for part in by_work])

    @property
    def threads(self) -> int:
        """Number of threads that the parts of the lines are split across."""
        return self._shared.count

    @cached_property
    def _rooms(self) -> tuple[tuple[WalkScratch, WalkRoom], ...]:
        rooms = []
        for part in self.tree.parts:
            most = int(part.sequences.max()) * LANES
            room = WalkRoom(
                cumulative=aligned_zeros(most * self.tree.lanes // LANES + BLOCK, np.float32),
                gains=aligned_zeros(most, np.float32),
                turned=aligned_zeros(BLOCK, np.float32),
            )
            rooms.append((new_scratch(part.plan, 1, self.alternating), room))
        return tuple(rooms)

    def set_board(self, board: tuple[int, ...], classes: tuple[Int32s, ...]) -> None:
        """Set the board, with the classes of all hands by stage."""
        hands = self.tree.set_board(board)
        for row, of_hands in zip(self.classes, classes, strict=True):
            row[: len(hands)] = of_hands[hands]
            row[len(hands) :] = -1
        self.root[:, : len(hands)] = self.tree.weights[:, hands]
        self.root[:, len(hands) :] = 0.0

    def iterate(self, regrets: Floats32, gains: Floats32, averages: Floats32, weight: float) -> None:
        """One iteration on the current board: regrets are added to ``gains``."""
        for who in ((0, 1), (1, 2)) if self.alternating else ((0, 2),):
            self.walk_part(0, DOWN, regrets, gains, averages, who, weight)
            self.walk_later_parts(regrets, gains, averages, who, weight)
            self.walk_part(0, UP, regrets, gains, averages, who, weight)

    def walk_later_parts(
        self, regrets: Floats32, gains: Floats32, averages: Floats32, who: tuple[int, int], weight: float
    ) -> None:
        """The parts after the first, split across threads."""
        # No two parts write to the same place, so that any number of threads gives the same bits.
        self._shared.run(lambda worker, start, end: self.walk_part(start + 1, BELOW, regrets, gains, averages, who, weight))

    def walk_part(
        self,
        number: int,
        kind: int,
        regrets: Floats32,
        gains: Floats32,
        averages: Floats32,
        who: tuple[int, int],
        weight: float,
    ) -> None:
        part = self.tree.parts[number]
        scratch, room = self._rooms[number]
        if number:
            root, worths = self.reaches[:, number - 1], self.worths[:, number - 1 : number]
            classes = self.classes[1:]
        else:
            root, worths, classes = self.root, self.worths, self.classes[:1]
        walk_drawn_board(
            part.plan, kind, classes, ClassTables(regrets, gains, averages, self.at[number]), who[0], who[1], weight, root,
            self.reaches, worths, scratch, room,
        )  # fmt: skip


def table_places(tree: DrawnBoardTree, counts: tuple[int, ...]) -> tuple[tuple[Int64s, ...], int]:
    """(for each part int64 [stages, 2]: where its rows of each stage and player start, numbers in all)."""
    sizes = [
        part.sequences * np.array(counts[part.first : part.first + len(part.sequences)], dtype=np.int64)[:, None]
        for part in tree.parts
    ]
    ends = [0, *accumulate(int(size.sum()) for size in sizes)]
    places = [
        start + (np.cumsum(size.ravel()) - size.ravel()).reshape(size.shape) for start, size in zip(ends, sizes, strict=False)
    ]
    return tuple(places), ends[-1]
