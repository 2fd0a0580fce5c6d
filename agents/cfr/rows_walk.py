"""Iterations of ``CFR`` on rows."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.arrays import AllRows, Counter
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.support.arrays import Floats

from .walk import FullWalk, iterate_turns


class RowsWalk(FullWalk):
    """Iterations on rows: the present strategies and reaches are kept."""

    def __init__(
        self,
        form: RowsForm,
        start: AllRows,
        alternating: bool,
        *,
        locked: AllRows | None = None,
        threads: int | None = None,
        iteration: Counter | None = None,
    ) -> None:
        """Start at the strategy ``start``, which stays where ``locked`` is above zero (None: nowhere), both rows.

        ``threads`` None takes all processors, where the form's terminals are split across threads.
        """
        super().__init__(form.new_rows(), form.new_rows(), len(start), alternating, iteration)
        self.form, self.strategies, self.locked = form, start, locked
        rows = locked or tuple(np.zeros(0) for _ in start)
        self.lock_at = tuple(np.flatnonzero(row) for row in rows)
        self.lock_to = tuple(strategy.ravel()[at] for strategy, at in zip(self.strategies, self.lock_at, strict=True))
        self.reaches = form.new_reaches()
        self.utilities = form.new_rows()
        self.terminals = form.terminal_values(threads=threads)
        self.num_threads = self.terminals.count
        for plex, strategy, reach in zip(form.treeplexes, self.strategies, self.reaches, strict=True):
            reach_down(form.lanes, plex, 0, form.lanes.blocks, strategy, reach)

    def advance(self, factors: Floats) -> None:
        """See ``FullWalk``."""
        if not self.terminals.in_kernels:
            iterate_turns(factors, self.alternating, len(self.strategies), self._ask, self._update, self.iteration)
            return
        from .kernels import iterate_rows

        iterate_rows(
            self.form.lanes, self.form.treeplexes, self.terminals.evaluation, self.alternating, factors, self.lock_at,
            self.lock_to, self.strategies, self.reaches, self.utilities, self.regrets, self.averages, self.value_sums,
            self.iteration,
        )  # fmt: skip

    def _ask(self, player: int) -> None:
        """Value a player's terminals for the present reaches."""
        self.terminals.counterfactual_values(player, self.reaches, self.utilities[player])

    def _update(self, player: int, factors: Floats) -> None:
        """A player's turn."""
        from .kernels import update_player

        value = np.empty(self.form.lanes.blocks)
        self.terminals.over_blocks(
            partial(
                update_player, self.form.lanes, self.form.treeplexes[player], factors, self.lock_at[player],
                self.lock_to[player], self.strategies[player], self.reaches[player], self.utilities[player],
                self.regrets[player], self.averages[player], value,
            )
        )  # fmt: skip
        self.value_sums[player] += sum(value.tolist())

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Walk``."""
        state = {f"strategies {player}": row for player, row in enumerate(self.strategies)}
        return super().state() | state | {f"reaches {player}": row for player, row in enumerate(self.reaches)}

    def current(self) -> AllRows:
        """See ``Walk``."""
        return self.strategies

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """See ``Walk``."""
        return (*self.lock_at, *self.lock_to)
