"""Iteration engines for ``CFR``: what all have, and the one on rows of a flat or public tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.support.arrays import Floats


class IterationEngine(ABC):
    """One way to iterate. The solver's cumulative numbers are given to it; what else it needs is its own."""

    locked: AllRows | None = None  # rows above zero where the strategy is locked; None: nowhere
    num_threads = 1

    @abstractmethod
    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """Do as many iterations as ``factors`` has rows."""

    def advance_turn(
        self, player: int, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """A player's turn of one iteration in which players update in turn; the last player's ends it."""
        raise NotImplementedError

    @abstractmethod
    def state(self) -> dict[str, npt.NDArray[Any]]:
        """The engine's own state, live, by name."""

    @abstractmethod
    def current(self, regrets: AllRows) -> AllRows:
        """Rows of which the next strategies are shares."""

    def average(self, averages: AllRows) -> AllRows:
        """Rows of which the average strategies are shares."""
        return averages

    def cumulative(self, rows: AllRows, which: int) -> AllRows:
        """Regrets (0) or averages (1), in the type that the form has."""
        return rows

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """The locks as arrays, for a digest."""
        return ()


class RowsEngine(IterationEngine):
    """Iterations on a flat or a public tree: the present strategies and reaches are kept."""

    def __init__(self, form: Any, start: AllRows, locked: AllRows | None, threads: int | None = None) -> None:
        """Start at the strategy ``start``, which stays where ``locked`` is above zero (None: nowhere), both rows.

        ``threads`` None takes all processors, where the form's terminals are shared out.
        """
        self.form = form
        self.strategies = start
        self.locked = locked
        rows = locked or tuple(np.zeros(0) for _ in start)
        self.lock_at = tuple(np.flatnonzero(row) for row in rows)
        self.lock_to = tuple(own.ravel()[at] for own, at in zip(self.strategies, self.lock_at, strict=True))
        self.reaches = form.new_reaches()
        self.utilities = form.new_rows()
        self.terminals = form.terminal_values(threads=threads)
        self.num_threads = self.terminals.count
        self.choices = form.no_rows()
        for plex, strategy, reach in zip(form.treeplexes, self.strategies, self.reaches, strict=True):
            reach_down(form.lanes, plex, 0, form.lanes.blocks, strategy, reach)

    def advance(
        self, alternating: bool, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``IterationEngine``."""
        self._iterate(alternating, (0, len(self.strategies)), factors, regrets, averages, value_sums, iteration)

    def _iterate(
        self, alternating: bool, turns: tuple[int, int], factors: Floats, regrets: AllRows, averages: AllRows,
        value_sums: Floats, iteration: Any,
    ) -> None:  # fmt: skip
        """Iterations, or some players' turns of one."""
        if not self.terminals.in_kernels:
            update = partial(self._update, regrets, averages, value_sums)
            players = len(self.strategies)
            iterate_turns(factors, alternating, turns, players, self._ask, update, iteration)
            return
        from .kernels import iterate_rows

        iterate_rows(
            self.form.lanes, self.form.treeplexes, self.terminals.evaluation, alternating, turns, factors, self.lock_at,
            self.lock_to, self.choices, self.strategies, self.reaches, self.utilities, regrets, averages, value_sums, iteration,
        )  # fmt: skip

    def _ask(self, player: int) -> None:
        """What a player's terminals are worth now."""
        self.terminals.counterfactual_values(player, self.reaches, self.utilities[player])

    def _update(self, regrets: AllRows, averages: AllRows, value_sums: Floats, player: int, factors: Floats) -> None:
        """A player's turn."""
        from .kernels import update_player

        value = np.empty(self.form.lanes.blocks)
        self.terminals.over_blocks(
            partial(
                update_player, self.form.lanes, self.form.treeplexes[player], factors, self.lock_at[player],
                self.lock_to[player], self.choices[player], self.strategies[player], self.reaches[player],
                self.utilities[player], regrets[player], averages[player], value,
            )
        )  # fmt: skip
        value_sums[player] += sum(value.tolist())

    def advance_turn(
        self, player: int, factors: Floats, regrets: AllRows, averages: AllRows, value_sums: Floats, iteration: Any
    ) -> None:
        """See ``IterationEngine``."""
        self._iterate(True, (player, player + 1), factors, regrets, averages, value_sums, iteration)

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


def iterate_turns(
    rows: Floats, alternating: bool, turns: tuple[int, int], players: int, ask: Callable[[int], None],
    update: Callable[[int, Floats], None], iteration: Any,
) -> None:  # fmt: skip
    """``kernels.iterate_rows`` in Python, for terminals that are not in kernels: an iteration a row, or some turns of one.

    ``ask(player)`` finds what the player's terminals are worth, and ``update(player, row)`` is the player's turn.
    """
    with whole_iterations(any_handler=True) as interrupted:
        for row in rows:
            for group in [[player] for player in range(*turns)] if alternating else [range(players)]:
                for player in group:
                    ask(player)
                for player in group:
                    update(player, row)
            if not alternating or turns[1] == players:
                iteration[0] += 1
            if interrupted:
                break
