"""Iteration engine for ``CFR`` on turns for three players, on several threads."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.three_way.threads import ThreeWayThreads
from pokerzoo.envs.support.arrays import Floats

from .engines import RowsEngine


class ThreeWayEngine(RowsEngine):
    """The iterations of ``RowsEngine``, with questions and blocks of hands shared out over threads."""

    def __init__(self, form: Any, start: AllRows, locked: AllRows | None, threads: int | None) -> None:
        """See ``RowsEngine``; ``threads`` None takes all processors."""
        super().__init__(form, start, locked)
        self.threads = ThreeWayThreads(form.lanes, self.terminals, threads)
        self.num_threads = self.threads.count

    def _iterate(
        self, alternating: bool, turns: tuple[int, int], factors: Floats, regrets: AllRows, averages: AllRows,
        value_sums: Floats, iteration: Any,
    ) -> None:  # fmt: skip
        players = range(len(self.strategies))
        with whole_iterations(any_handler=True) as interrupted:
            for row in factors:
                for group in [[player] for player in range(*turns)] if alternating else [players]:
                    for player in group:
                        self.threads.counterfactual_values(player, self.reaches, self.utilities[player])
                    for player in group:
                        self._update(player, row, regrets[player], averages[player], value_sums)
                if not alternating or turns[1] == len(players):
                    iteration[0] += 1
                if interrupted:
                    break

    def _update(self, player: int, factors: Floats, regret: Any, average: Any, value_sums: Floats) -> None:
        """A player's turn."""
        from .kernels import update_player

        value = np.empty(self.form.lanes.blocks)
        self.threads.over_blocks(
            partial(
                update_player, self.form.lanes, self.form.treeplexes[player], factors, self.lock_at[player],
                self.lock_to[player], self.choices[player], self.strategies[player], self.reaches[player],
                self.utilities[player], regret, average, value,
            )
        )  # fmt: skip
        value_sums[player] += sum(value.tolist())
