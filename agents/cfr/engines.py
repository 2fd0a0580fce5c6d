"""Iteration engines for ``CFR``: on rows of a flat or public tree, on boards, or with sampled chance."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.showdown_pass import with_own_scratch
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.compiled.street_threads import Threads, walk_parts
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import (
    FREE,
    NOTHING,
    WalkScratch,
    as_single,
    boards_by_street,
    new_scratch,
    new_worth,
    root_rows,
    shares_on_boards,
)
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.support.arrays import Floats, Floats32

NEXT_ITERATION = 0.8191725133961645
"""Step by which each iteration moves where numbers in 16 bits are rounded."""


class IterationEngine(Protocol):
    """One way to iterate. The solver's cumulative numbers are given to it; what else it needs is its own."""

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """Do as many iterations as ``factors`` has rows."""
        ...

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """The engine's own state, live, by name."""
        ...

    def current(self, regrets: AllRows) -> AllRows:
        """Rows of which the next strategies are shares."""
        ...

    @property
    def locked(self) -> AllRows | None:
        """Rows above zero where the strategy is locked; None: nowhere."""
        ...

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """The locks as arrays, for a digest."""
        ...


class RowsEngine:
    """Iterations on a flat or a public tree: the present strategies and reaches are kept."""

    def __init__(self, form: Any, start: AllRows, locked: AllRows | None) -> None:
        """Start at the strategy ``start``, which stays where ``locked`` is above zero (None: nowhere), both rows."""
        self.form = form
        self.strategies = start
        self.locked = locked
        rows = locked or tuple(np.zeros(0) for _ in start)
        self.lock_at = tuple(np.flatnonzero(row) for row in rows)
        self.lock_to = tuple(own.ravel()[at] for own, at in zip(self.strategies, self.lock_at, strict=True))
        self.reaches = form.new_reaches()
        self.utilities = form.new_rows()
        self.terminals = with_own_scratch(form.terminals)
        self.choices = form.no_rows()
        for plex, strategy, reach in zip(form.treeplexes, self.strategies, self.reaches, strict=True):
            reach_down(form.lanes, plex, 0, form.lanes.blocks, strategy, reach)

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``IterationEngine``."""
        from .kernels import iterate_rows

        iterate_rows(
            self.form.lanes, self.form.treeplexes, self.terminals, alternating, factors, self.lock_at, self.lock_to,
            self.choices, self.strategies, self.reaches, self.utilities, regrets, averages, value_sums, iteration,
        )  # fmt: skip

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``IterationEngine``."""
        state = {f"strategies {player}": row for player, row in enumerate(self.strategies)}
        return state | {f"reaches {player}": row for player, row in enumerate(self.reaches)}

    def current(self, regrets: AllRows) -> AllRows:
        """See ``IterationEngine``."""
        return self.strategies

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``IterationEngine``."""
        return (*self.lock_at, *self.lock_to)


class SampledDealsEngine:
    """Iterations with one deal each, on the nodes of a flat tree."""

    def __init__(self, form: Any, start: Floats, rng: np.random.Generator) -> None:
        self.rng = rng
        self.strategies = form.rows_from_policy(start)
        self.table = form.node_table
        self.locked: AllRows | None = None

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``IterationEngine``."""
        from .sampled_deal_kernels import iterate_deals

        iterate_deals(
            self.table, alternating, factors, self.strategies, regrets, averages, value_sums, iteration, self.rng
        )  # fmt: skip

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``IterationEngine``."""
        return {f"strategies {player}": row for player, row in enumerate(self.strategies)}

    def current(self, regrets: AllRows) -> AllRows:
        """See ``IterationEngine``: strategies are made when they are met, of regrets."""
        return tuple(np.maximum(regret, 0.0) for regret in regrets)

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``IterationEngine``."""
        return ()


class BoardsEngine:
    """Iterations over boards: but for variants that predict, and for locks, only the solver's regrets and averages are kept."""

    def __init__(self, form: StreetTree, locks: Floats32, predicts: bool, half: bool, threads: int | None) -> None:
        """Make what is needed beside the solver's regrets and averages."""
        self.form = form
        self.root = root_rows(form)
        self.locks = locks
        self.locked: AllRows | None = (np.where(locks != FREE, np.float32(1.0), np.float32(0.0)),) if locks.size else None
        self.strategies = shares_on_boards(form, form.new_rows()[0], locks) if predicts else NOTHING
        scales = form.num_scales if half else 0
        self.scales = aligned_zeros(scales, np.float32), aligned_zeros(scales, np.float32)
        self.threads = Threads(form, threads)
        self._scratch: tuple[WalkScratch, ...] = ()

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``IterationEngine``."""
        from .street_kernels import walk_boards

        if not self._scratch:
            self._scratch = tuple(new_scratch(self.form, 3, alternating) for _ in range(self.threads.count + 1))
            self._worth = new_worth(self.form, 1)
        above, *own = self._scratch
        regret_scales, average_scales = self.scales
        single_regrets, single_averages = (regrets[0], averages[0]) if self.strategies.size else (NOTHING, NOTHING)
        with whole_iterations(any_handler=True) as interrupted:
            for row in factors:
                now = np.append(row, (float(iteration[0]) * NEXT_ITERATION) % 1.0)
                for who in ((0, 1), (1, 2)) if alternating else ((0, 2),):

                    def walk(
                        scratch: WalkScratch, part: int, start: int, end: int, who: tuple[int, int] = who, now: Floats = now
                    ) -> None:
                        walk_boards(
                            self.form.plan, self.root, part, start, end, who[0], who[1], now, self.locks, self.strategies,
                            regrets[0], regret_scales, averages[0], average_scales, single_regrets, single_averages, above,
                            scratch, self._worth, value_sums,
                        )  # fmt: skip

                    walk_parts(self.threads, walk, above, own)
                iteration[0] += 1
                if interrupted:
                    break

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
        """Rows of which the average strategies are shares. Locks hold, whatever rounding does."""
        return (shares_on_boards(self.form, averages[0], self.locks),) if self.locks.size else averages

    def cumulative(self, rows: AllRows, which: int) -> AllRows:
        """Regrets (0) or averages (1) in float32."""
        if not self.scales[0].size:
            return rows
        found = self.form.new_rows()
        plan = self.form.plan
        as_single(plan.stages, plan.points, boards_by_street(self.form), rows[0], self.scales[which], found[0])
        return found

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``IterationEngine``."""
        return (self.locks,)
