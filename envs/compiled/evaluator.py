"""Exact values and best responses over a compiled game whose sequences are rows: flat, or with hands side by side.

A policy here is a behavioural strategy: one float64 array over the entries of the game's ``InfosetTable``.
"""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np

from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import kernel

from .arrays import AllRows, LockMask, PlayerValues, Reach, Strategy, Utility
from .rows_form import RowsForm
from .simd import Lanes, block_dot, need_compiler, num_blocks, unpack_rows
from .terminal_evaluation import Evaluation, counterfactual_values
from .treeplex import Treeplex, best_values_up, reach_down, values_up


@kernel(nogil=True, counted=False)
def evaluate_player(
    lanes: Lanes,
    plex: Treeplex,
    strategy: Strategy,
    locked: LockMask,
    reach: Reach,
    utility: Utility,
    again: Utility,
    response: Strategy,
    value: Floats,
    best: Floats,
    start: int,
    end: int,
) -> None:
    """Write a player's value, and that of a best response, of the blocks of hands from ``start`` to ``end``.

    ``utility`` and ``again`` both have the value of each sequence by its own terminals.
    """
    values_up(lanes, plex, start, end, strategy, utility)
    best_values_up(lanes, plex, start, end, strategy, locked, again, response)
    for block in range(start, end):
        value[block] = block_dot(lanes, reach, utility, 0, block)
        best[block] = block_dot(lanes, reach, again, 0, block)


@kernel(nogil=True)
def evaluate_rows(
    lanes: Lanes,
    plexes: tuple[Treeplex, ...],
    terminals: Evaluation,
    strategies: AllRows,
    locked: AllRows,
    reaches: AllRows,
    responses: AllRows,
    values: PlayerValues,
    best: PlayerValues,
) -> None:
    """Write each player's value of the strategies into ``values``, and of a best response to the others' into ``best``."""
    blocks = num_blocks(lanes)
    for player in range(len(plexes)):
        reach_down(lanes, plexes[player], 0, blocks, strategies[player], reaches[player])
    value, best_value = np.empty(blocks), np.empty(blocks)
    for player in range(len(plexes)):
        utility = np.empty_like(responses[player])
        counterfactual_values(lanes, terminals, player, reaches, utility)
        evaluate_player(
            lanes, plexes[player], strategies[player], locked[player], reaches[player], utility, utility.copy(),
            responses[player], value, best_value, 0, blocks,
        )  # fmt: skip
        values[player], best[player] = 0.0, 0.0
        for block in range(blocks):
            values[player] += value[block]
            best[player] += best_value[block]


class Evaluator(PolicyEvaluator):
    """Values and best responses in one compiled game; keeps its buffers, so that repeated questions are cheap."""

    def __init__(self, form: RowsForm, locked: AllRows | None = None, threads: int | None = None) -> None:
        need_compiler()
        self.game = form.game
        self.form = form
        self.terminals = form.terminal_values(threads=threads)
        self.method = self.terminals.method
        self.locked = locked or form.no_rows()
        self.values = np.zeros(len(form.treeplexes))
        self.best = np.zeros(len(form.treeplexes))

    @cached_property
    def reaches(self) -> AllRows:
        """Own reach of each sequence in the last ``evaluate``."""
        return self.form.new_reaches()

    @cached_property
    def responses(self) -> AllRows:
        """The best responses of the last ``evaluate``, as rows."""
        return self.form.new_rows()

    @cached_property
    def shares(self) -> AllRows:
        """The strategies of the last ``evaluate_cumulative``, as rows."""
        return self.form.new_rows()

    def evaluate(self, strategies: AllRows) -> tuple[Floats, Floats]:
        """(each player's value, each player's best-response value) in net chips, for strategies as rows."""
        lanes, reaches, responses, locked = self.form.lanes, self.reaches, self.responses, self.locked
        if self.terminals.in_kernels:
            evaluation = self.terminals.evaluation
            evaluate_rows(
                lanes, self.form.treeplexes, evaluation, strategies, locked, reaches, responses, self.values, self.best
            )
            return self.values.copy(), self.best.copy()
        for player in range(len(strategies)):
            self._walk_down(player, strategies[player], reaches[player])
        for player, plex in enumerate(self.form.treeplexes):
            utility = np.empty_like(reaches[player])
            self.terminals.counterfactual_values(player, reaches, utility)
            value, best = np.empty((2, lanes.blocks))
            rows = strategies[player], locked[player], reaches[player], utility, utility.copy(), responses[player]
            self.terminals.over_blocks(partial(evaluate_player, lanes, plex, *rows, value, best))
            self.values[player], self.best[player] = sum(value.tolist()), sum(best.tolist())
        return self.values.copy(), self.best.copy()

    def _walk_down(self, player: int, strategy: Strategy, reach: Reach) -> None:
        """Write a player's own reach of each sequence; row 0 is there."""
        lanes, plex = self.form.lanes, self.form.treeplexes[player]
        self.terminals.over_blocks(lambda start, end: reach_down(lanes, plex, start, end, strategy, reach))

    def _own_utilities(self, player: int, strategy: Strategy, reaches: AllRows, utility: Utility) -> None:
        """Write the value of each sequence of a player who continues with their strategy."""
        self.terminals.counterfactual_values(player, reaches, utility)
        values_up(self.form.lanes, self.form.treeplexes[player], 0, self.form.lanes.blocks, strategy, utility)

    def evaluate_cumulative(self, cumulative: AllRows) -> tuple[Floats, Floats]:
        """``evaluate`` for the strategies of which these cumulative numbers are multiples."""
        self.form.write_shares(cumulative, self.shares)
        return self.evaluate(self.shares)

    def evaluate_policy(self, probabilities: Floats) -> tuple[Floats, Floats]:
        """``evaluate`` for a behavioural strategy."""
        return self.evaluate(self.form.rows_from_policy(probabilities))

    def utilities(self, player: int, strategies: AllRows) -> Floats:
        """Value of each sequence to a player who continues with the strategies of the last ``evaluate``."""
        form, result = self.form, np.empty_like(strategies[player])
        self._own_utilities(player, strategies[player], self.reaches, result)
        return unpack_rows(form.lanes, result, form.num_lanes).astype(np.float64)

    def best_utilities(self, strategies: AllRows) -> AllRows:
        """Value of each sequence to its player who plays best afterwards, as rows, after ``evaluate(strategies)``."""
        form, utilities = self.form, self.form.new_rows()
        for player, (plex, utility) in enumerate(zip(form.treeplexes, utilities, strict=True)):
            mine = strategies[player], self.locked[player]
            self.terminals.counterfactual_values(player, self.reaches, utility)
            best_values_up(form.lanes, plex, 0, form.lanes.blocks, *mine, utility, np.zeros_like(utility))
        return utilities

    def hand_values(self, cumulative: AllRows) -> Floats:
        """Each hand's counterfactual value at the start, float64 [2, hands of the game]: see ``CFR.hand_values``."""
        form, strategies, reaches = self.form, self.form.shares(cumulative), self.form.new_reaches()
        for player in range(len(strategies)):
            self._walk_down(player, strategies[player], reaches[player])
        result = np.zeros((2, form.num_lanes))
        for player, utility in enumerate(form.new_rows()):
            self._own_utilities(player, strategies[player], reaches, utility)
            result[player] = unpack_rows(form.lanes, utility, form.num_lanes)[0]
        return result

    def best_responses(self) -> Floats:
        """The best responses of the last ``evaluate``, all players', as one behavioural strategy."""
        return self.form.policy_from_rows(self.responses)
