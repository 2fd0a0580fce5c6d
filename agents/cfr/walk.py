"""A solver's regrets and averages, and the walks that update them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.envs.compiled.arrays import AllRows, Counter
from pokerzoo.envs.support.arrays import Floats


class Walk:
    """Cumulative regrets and strategies as rows of a form, and the strategies that follow from them.

    Attributes:
        regrets, averages: rows as they are kept.
        locked: rows above zero where the strategy is locked; None: nowhere.
        num_threads: over how many threads the work is split.
    """

    locked: AllRows | None = None
    num_threads = 1

    def __init__(self, regrets: AllRows, averages: AllRows) -> None:
        self.regrets, self.averages = regrets, averages

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays that change, live, by name."""
        state: dict[str, npt.NDArray[Any]] = {}
        for player, (regrets, averages) in enumerate(zip(self.regrets, self.averages, strict=True)):
            state |= {f"regrets {player}": regrets, f"averages {player}": averages}
        return state

    def current(self) -> AllRows:
        """Rows of which the next strategies are shares."""
        return tuple(np.maximum(regret, 0.0) for regret in self.regrets)

    def average(self) -> AllRows:
        """Rows of which the average strategies are shares."""
        return self.averages

    def regret_rows(self) -> AllRows:
        """The regrets in the floats of the form."""
        return self.regrets

    def lock_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """The locks as arrays, for a digest."""
        return ()


class FullWalk(Walk):
    """A walk over the whole game: an iteration of CFR.

    Attributes:
        alternating: whether players update in turn.
        iteration: int64 [1]: iterations done.
        value_sums: float64 [players]: the sum over iterations of what each player expected.
    """

    def __init__(
        self, regrets: AllRows, averages: AllRows, players: int, alternating: bool, iteration: Counter | None = None
    ) -> None:
        super().__init__(regrets, averages)
        self.alternating, self.value_sums = alternating, np.zeros(players)
        self.iteration = np.zeros(1, dtype=np.int64) if iteration is None else iteration

    def advance(self, factors: Floats) -> None:
        """Run as many iterations as ``factors`` (see ``Variant.factors``) has rows."""
        raise NotImplementedError

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Walk``."""
        return super().state() | {"value_sums": self.value_sums}


def iterate_turns(
    rows: Floats,
    alternating: bool,
    players: int,
    ask: Callable[[int], None],
    update: Callable[[int, Floats], None],
    iteration: Counter,
) -> None:
    """``kernels.iterate_rows`` in Python, for terminals that are not in kernels: an iteration for each row of factors.

    ``ask(player)`` computes the values of the player's terminals, and ``update(player, row)`` is the player's turn.
    """
    with whole_iterations(any_handler=True) as interrupted:
        for row in rows:
            for group in [[player] for player in range(players)] if alternating else [range(players)]:
                for player in group:
                    ask(player)
                for player in group:
                    update(player, row)
            iteration[0] += 1
            if interrupted:
                break
