"""Iteration engine for ``CFR`` on games that are walked board by board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_threads import Threads, walk_parts
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import FREE, NOTHING, as_single, new_scratch, new_worth, root_rows, shares_on_boards
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.parameters import brief

from .engines import IterationEngine
from .locks import checked_shares, locked_infoset

Walk: TypeAlias = Callable[[WalkScratch, int, int, int], None]
"""Makes one part of a walk: scratch, part, first and last child of the root."""
NEXT_ITERATION = 0.8191725133961645
"""Step by which each iteration moves where numbers in 16 bits are rounded."""


def lock_rows(form: StreetTree, locks: Mapping[str, Mapping[str, float]]) -> npt.NDArray[np.float32]:
    """Locks as rows of a game that is walked board by board: the probability, or ``FREE``; empty if there are none."""
    if not locks:
        return NOTHING
    (rows,) = form.new_rows()
    rows[:] = FREE
    for key, row in locks.items():
        public, hand = locked_infoset(form.game, key)
        form.write(rows, public, hand, checked_shares(f"locks[{brief(key)}]", row, public.line.action_names))
    return rows


class BoardsEngine(IterationEngine):
    """Iterations over boards: but for variants that predict, and for locks, only the solver's regrets and averages are kept."""

    def __init__(self, form: StreetTree, locks: Floats32, predicts: bool, half: bool, threads: int | None) -> None:
        """Make what is needed beside the solver's regrets and averages."""
        self.form = form
        self.root = root_rows(form)
        self.locks = locks
        self.locked = (np.where(locks != FREE, np.float32(1.0), np.float32(0.0)),) if locks.size else None
        self.strategies = shares_on_boards(form, form.new_rows()[0], locks) if predicts else NOTHING
        scales = form.num_scales if half else 0
        self.scales = aligned_zeros(scales, np.float32), aligned_zeros(scales, np.float32)
        self.threads = Threads(form, threads)
        self.num_threads = self.threads.count
        self._scratch: tuple[WalkScratch, ...] = ()

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``IterationEngine``."""
        with whole_iterations(any_handler=True) as interrupted:
            for row in factors:
                for who in ((0, 1), (1, 2)) if alternating else ((0, 2),):
                    self._update(who, alternating, row, regrets, averages, value_sums, iteration)
                iteration[0] += 1
                if interrupted:
                    break

    def advance_turn(
        self, player: int, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``IterationEngine``."""
        with whole_iterations(any_handler=True):
            self._update((player, player + 1), True, factors[0], regrets, averages, value_sums, iteration)
            iteration[0] += player

    def _update(
        self, who: tuple[int, int], alternating: bool, row: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats,
        iteration: Any,
    ) -> None:  # fmt: skip
        """A walk in which the players from the first to before the second of ``who`` update."""
        from .street_kernels import BoardNumbers, walk_boards

        if not self._scratch:
            self._scratch = tuple(new_scratch(self.form.plan, 1, alternating) for _ in range(self.threads.count + 1))
            self._worth = new_worth(self.form.plan, 1)
        above, *own = self._scratch
        singles = (regrets[0], averages[0]) if self.strategies.size else (NOTHING, NOTHING)
        numbers = BoardNumbers(self.locks, self.strategies, regrets[0], self.scales[0], averages[0], self.scales[1], *singles)
        now = np.append(row, (float(iteration[0]) * NEXT_ITERATION) % 1.0)

        def walk(scratch: WalkScratch, part: int, start: int, end: int) -> None:
            walk_boards(
                self.form.plan, self.root, part, start, end, *who, now, numbers, above, scratch, self._worth, value_sums
            )  # fmt: skip

        self._walk_all(walk, above, own, who, row)

    def _walk_all(self, walk: Walk, above: WalkScratch, own: list[WalkScratch], who: tuple[int, int], row: Floats) -> None:
        """Make the parts of a walk in which the players ``who`` update by the factors ``row``."""
        walk_parts(self.threads, walk, above, own)

    @property
    def root_scratch(self) -> WalkScratch:
        """Scratch of the root's board, with the values of the last iteration."""
        return self._scratch[0]

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``IterationEngine``."""
        if self.strategies.size:
            return {"strategies": self.strategies}
        if self.scales[0].size:
            return {"regret scales": self.scales[0], "average scales": self.scales[1]}
        return {}

    def current(self, regrets: AllRows) -> AllRows:
        """See ``IterationEngine``."""
        if not self.strategies.size:
            return (shares_on_boards(self.form, regrets[0], self.locks),)
        return (np.where(self.locks != FREE, self.locks, self.strategies) if self.locks.size else self.strategies,)

    def average(self, averages: AllRows) -> AllRows:
        """See ``IterationEngine``. Locks hold, whatever rounding does."""
        return (shares_on_boards(self.form, averages[0], self.locks),) if self.locks.size else averages

    def cumulative(self, rows: AllRows, which: int) -> AllRows:
        """See ``IterationEngine``: in float32."""
        if not self.scales[0].size:
            return rows
        found = self.form.new_rows()
        plan = self.form.plan
        as_single(plan.stages, plan.points, rows[0], self.scales[which], found[0])
        return found

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``IterationEngine``."""
        return (self.locks,)
