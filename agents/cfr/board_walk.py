"""Iterations of ``CFR`` on games that are walked board by board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.envs.compiled.arrays import AllRows, Counter
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_threads import Threads, walk_parts
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import (
    DOWN,
    FREE,
    NOTHING,
    as_single,
    new_scratch,
    new_worth,
    root_rows,
    shares_on_boards,
)
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.kernels import compiled_for

from .locks import checked_shares, locked_infoset
from .walk import FullWalk

if TYPE_CHECKING:
    from .street_kernels import Iteration, PredictingIteration

WalkPart: TypeAlias = Callable[[WalkScratch, int, int, int], None]
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


class BoardWalk(FullWalk):
    """Iterations over boards; only predictive variants and locks store more than regrets and averages."""

    def __init__(
        self,
        form: StreetTree,
        alternating: bool,
        *,
        locks: Floats32 = NOTHING,
        predicts: bool = False,
        half: bool = False,
        threads: int | None = None,
        iteration: Counter | None = None,
    ) -> None:
        """Start at the uniform strategy."""
        regrets, averages = (aligned_zeros(self.num_floats(form), np.int16 if half else np.float32) for _ in range(2))
        super().__init__((regrets,), (averages,), 2, alternating, iteration)
        self.form = form
        self.turns = ((0, 1), (1, 2)) if alternating else ((0, 2),)
        self.root = root_rows(form)
        self.locks = locks
        self.locked = (np.where(locks != FREE, np.float32(1.0), np.float32(0.0)),) if locks.size else None
        self.strategies = shares_on_boards(form, form.new_rows()[0], locks) if predicts else NOTHING
        scales = form.num_scales if half else 0
        self.scales = aligned_zeros(scales, np.float32), aligned_zeros(scales, np.float32)
        self.threads = Threads(form, threads)
        self.num_threads = self.threads.count

    def num_floats(self, form: StreetTree) -> int:
        """Length of the arrays of regrets and of averages."""
        return form.num_floats

    @cached_property
    def _above(self) -> WalkScratch:
        """Scratch of the root's board."""
        return new_scratch(self.form.plan, 1, self.alternating)

    @cached_property
    def _scratch(self) -> list[WalkScratch]:
        """Scratch of each thread."""
        return [new_scratch(self.form.plan, 1, self.alternating) for _ in range(self.threads.count)]

    @cached_property
    def _worth(self) -> Floats32:
        return new_worth(self.form.plan, 1)

    def advance(self, factors: Floats) -> None:
        """See ``FullWalk``."""
        with whole_iterations(any_handler=True) as interrupted:
            for row in factors:
                for who in self.turns:
                    self.update(who, row)
                self.iteration[0] += 1
                if interrupted:
                    break

    def _task(self, factors: Floats) -> Iteration | PredictingIteration:
        """An iteration by these factors."""
        from .street_kernels import Iteration, PredictingIteration

        (regrets,), (averages,) = self.regrets, self.averages
        if self.strategies.size:
            return PredictingIteration(factors, self.locks, self.strategies, regrets, averages)
        return Iteration(factors, self.locks, regrets, self.scales[0], averages, self.scales[1])

    @cached_property
    def _walk_boards(self) -> Callable[..., None]:
        """The kernel for these arrays: eight short calls an iteration."""
        from .street_kernels import walk_boards

        return compiled_for(
            walk_boards, self._task(np.zeros(5)), self.form.plan, self.root, DOWN, 0, 1, 0, 1, self._above, self._above,
            self._worth, self.value_sums,
        )  # fmt: skip

    def update(self, who: tuple[int, int], row: Floats) -> None:
        """A walk in which the players from the first to before the second of ``who`` update."""
        walk_boards, above = self._walk_boards, self._above
        task = self._task(np.append(row, (float(self.iteration[0]) * NEXT_ITERATION) % 1.0))

        def walk(scratch: WalkScratch, part: int, start: int, end: int) -> None:
            walk_boards(task, self.form.plan, self.root, part, start, end, *who, above, scratch, self._worth, self.value_sums)

        self._walk_all(walk, who, row)

    def _walk_all(self, walk: WalkPart, who: tuple[int, int], row: Floats) -> None:
        """Make the parts of a walk in which the players ``who`` update by the factors ``row``."""
        walk_parts(self.threads, walk, self._above, self._scratch)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Walk``."""
        state = super().state()
        if self.strategies.size:
            return state | {"strategies": self.strategies}
        if self.scales[0].size:
            return state | {"regret scales": self.scales[0], "average scales": self.scales[1]}
        return state

    def current(self) -> AllRows:
        """See ``Walk``."""
        if not self.strategies.size:
            return (shares_on_boards(self.form, self.regrets[0], self.locks),)
        return (np.where(self.locks != FREE, self.locks, self.strategies) if self.locks.size else self.strategies,)

    def average(self) -> AllRows:
        """See ``Walk``. Locks hold in spite of rounding."""
        return (shares_on_boards(self.form, self.averages[0], self.locks),) if self.locks.size else self.averages

    def regret_rows(self) -> AllRows:
        """See ``Walk``: in float32."""
        if not self.scales[0].size:
            return self.regrets
        result, plan = self.form.new_rows(), self.form.plan
        as_single(plan.stages, plan.points, self.regrets[0], self.scales[0], result[0])
        return result

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``Walk``."""
        return (self.locks,)
