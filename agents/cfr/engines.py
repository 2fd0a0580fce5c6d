"""What does the iterations of ``CFR``: on rows of a flat or public tree, on boards, or with sampled chance."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.board_sweep import with_own_scratch
from pokerzoo.envs.compiled.evaluator import new_reaches, new_rows, rows_from_policy
from pokerzoo.envs.compiled.forms import Form
from pokerzoo.envs.compiled.simd import DTYPES
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import NOTHING, Scratch, new_scratch, root_rows
from pokerzoo.envs.compiled.treeplex import reach_down

Floats = npt.NDArray[np.float64]


class Engine(Protocol):
    """One way to iterate. The solver's sums are given to it; what else it needs is its own."""

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """Do as many iterations as ``factors`` has rows."""
        ...

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """What changes of its own, live, by name."""
        ...

    def current(self, regrets: AllRows) -> AllRows:
        """What the strategies that come next are shares of."""
        ...

    @property
    def locked(self) -> AllRows | None:
        """Rows above zero where the strategy is locked; None: nowhere."""
        ...

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """What tells these locks from others, for a digest."""
        ...


class RowsEngine:
    """Iterations on a flat or a public tree: the present strategies and reaches are kept."""

    def __init__(self, form: Any, start: Floats, locked: Floats) -> None:
        """Start at the strategy ``start``, which stays where ``locked`` is above zero (both float64 [entries])."""
        self.form = form
        self.strategies = rows_from_policy(form, start)
        self.locked = rows_from_policy(form, locked) if locked.any() else None
        rows = self.locked or tuple(np.zeros(0) for _ in self.strategies)
        self.lock_at = tuple(np.flatnonzero(row) for row in rows)
        self.lock_to = tuple(own.ravel()[at] for own, at in zip(self.strategies, self.lock_at, strict=True))
        self.reaches = new_reaches(form)
        self.utilities = new_rows(form)
        self.oracle = with_own_scratch(form.oracle)
        for plex, strategy, reach in zip(form.treeplexes, self.strategies, self.reaches, strict=True):
            reach_down(form.lanes, plex, 0, form.lanes.blocks, strategy, reach)

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``Engine``."""
        from .kernels import iterate

        iterate(
            self.form.lanes, self.form.treeplexes, self.oracle, alternating, factors, self.lock_at, self.lock_to,
            self.strategies, self.reaches, self.utilities, regrets, averages, value_sums, iteration,
        )  # fmt: skip

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Engine``."""
        state = {f"strategies {player}": row for player, row in enumerate(self.strategies)}
        return state | {f"reaches {player}": row for player, row in enumerate(self.reaches)}

    def current(self, regrets: AllRows) -> AllRows:
        """See ``Engine``."""
        return self.strategies

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``Engine``."""
        return (*self.lock_at, *self.lock_to)


class SampledDealsEngine:
    """Iterations with one deal each, on the nodes of a flat tree."""

    def __init__(self, form: Any, start: Floats, rng: np.random.Generator) -> None:
        self.rng = rng
        self.strategies = rows_from_policy(form, start)
        self.table = form.node_table
        self.locked: AllRows | None = None

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``Engine``."""
        from .sampled_deal_kernels import iterate_deals

        iterate_deals(
            self.table, alternating, factors, self.strategies, regrets, averages, value_sums, iteration, self.rng
        )  # fmt: skip

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Engine``."""
        return {f"strategies {player}": row for player, row in enumerate(self.strategies)}

    def current(self, regrets: AllRows) -> AllRows:
        """See ``Engine``: strategies are made when they are met, of regrets."""
        return tuple(np.maximum(regret, 0.0) for regret in regrets)

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``Engine``."""
        return ()


class BoardsEngine:
    """Iterations over boards: but for variants that predict, and for locks, nothing is kept beside the solver's sums."""

    def __init__(self, form: StreetTree, start: Floats, locked: Floats, predicts: bool) -> None:
        """See ``RowsEngine``; ``predicts`` says whether the variant's strategies are more than shares of its regrets."""
        self.form = form
        self.root = root_rows(form)
        self.scratch: Scratch | None = None
        self.locked: AllRows | None = None
        self.lock_at = self.fixed = self.strategies = NOTHING
        if locked.any():
            self.lock_at, self.fixed = form.rows_from_policy(locked), form.rows_from_policy(np.where(locked > 0, start, 0.0))
            self.locked = (self.lock_at,)
        if predicts:
            self.strategies = form.rows_from_policy(start)

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``Engine``."""
        from .street_kernels import iterate_boards

        if self.scratch is None:
            self.scratch = new_scratch(self.form, 3)
        iterate_boards(
            self.form.streets, self.root, alternating, factors, self.lock_at, self.fixed, self.strategies, regrets[0],
            averages[0], self.scratch, value_sums, iteration,
        )  # fmt: skip

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Engine``."""
        return {"strategies": self.strategies} if self.strategies.size else {}

    def current(self, regrets: AllRows) -> AllRows:
        """See ``Engine``."""
        from .street_kernels import lock_shares

        if self.strategies.size:
            return (self.strategies,)
        return (lock_shares(self.form, regrets[0], self.lock_at, self.fixed),)

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``Engine``."""
        return (self.lock_at, self.fixed)


def floats_of(form: Form) -> str:
    """The type of a form's numbers: ``float64`` or ``float32``."""
    return "float32" if isinstance(form, StreetTree) else np.dtype(DTYPES[type(form.lanes)]).name
