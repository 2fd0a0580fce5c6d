"""Exact values and best responses over a compiled game whose sequences are rows: flat, or with hands side by side.

A policy here is a behavioural strategy: one float64 array over the entries of the game's ``InfosetTable``.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import kernel

from .arrays import AllRows, PlayerValues, Reach, Strategy, Utility
from .forms import TerminalEvaluation
from .rows_form import RowsForm
from .showdown_pass import with_own_scratch
from .simd import Lanes, block_dot, need_compiler, num_blocks, unpack_rows
from .terminal_evaluation import counterfactual_values
from .treeplex import Treeplex, best_values_up, reach_down, values_up


@kernel(nogil=True)
def evaluate_rows(
    lanes: Lanes,
    plexes: tuple[Treeplex, ...],
    terminals: TerminalEvaluation,
    strategies: AllRows,
    locked: AllRows,
    reaches: AllRows,
    scratch: AllRows,
    values: PlayerValues,
    best: PlayerValues,
) -> None:
    """Write each player's value of the strategies into ``values``, and of a best response to the others' into ``best``."""
    for player in range(len(plexes)):
        reach_down(lanes, plexes[player], 0, num_blocks(lanes), strategies[player], reaches[player])
    for player in range(len(plexes)):
        plex, strategy = plexes[player], strategies[player]
        utility = np.empty_like(scratch[player])
        counterfactual_values(lanes, terminals, player, reaches, utility)
        again = utility.copy()
        values[player] = 0.0
        best[player] = 0.0
        values_up(lanes, plex, 0, num_blocks(lanes), strategy, utility)
        best_values_up(lanes, plex, 0, num_blocks(lanes), strategy, locked[player], again, scratch[player])
        for block in range(num_blocks(lanes)):
            values[player] += block_dot(lanes, reaches[player], utility, 0, block)
            best[player] += block_dot(lanes, reaches[player], again, 0, block)


@kernel(nogil=True)
def best_utilities(
    lanes: Lanes,
    plex: Treeplex,
    terminals: TerminalEvaluation,
    player: int,
    reaches: AllRows,
    utility: Utility,
    choice: Strategy,
) -> None:
    """Write what each sequence of a player is worth if they play best afterwards, and that play into ``choice``."""
    counterfactual_values(lanes, terminals, player, reaches, utility)
    best_values_up(lanes, plex, 0, num_blocks(lanes), choice, choice[:0], utility, choice)


@kernel(nogil=True)
def own_utilities(
    lanes: Lanes,
    plex: Treeplex,
    terminals: TerminalEvaluation,
    player: int,
    strategy: Strategy,
    reaches: AllRows,
    utility: Utility,
) -> None:
    """Write what each sequence of a player is worth if they go on with their strategy."""
    counterfactual_values(lanes, terminals, player, reaches, utility)
    values_up(lanes, plex, 0, num_blocks(lanes), strategy, utility)


@kernel(nogil=True)
def reach_of(lanes: Lanes, plex: Treeplex, strategy: Strategy, reach: Reach) -> None:
    """Write a player's own reach of each sequence; row 0 is there."""
    reach_down(lanes, plex, 0, num_blocks(lanes), strategy, reach)


class Evaluator(PolicyEvaluator):
    """Values and best responses in one compiled game; keeps its buffers, so that repeated questions are cheap."""

    def __init__(self, form: RowsForm, locked: AllRows | None = None) -> None:
        need_compiler()
        self.game = form.game
        self.form = form
        self.terminals = with_own_scratch(form.terminals)
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
        form = self.form
        evaluate_rows(
            form.lanes, form.treeplexes, self.terminals, strategies, self.locked, self.reaches, self.responses,
            self.values, self.best,
        )  # fmt: skip
        return self.values.copy(), self.best.copy()

    def evaluate_cumulative(self, cumulative: AllRows) -> tuple[Floats, Floats]:
        """``evaluate`` for the strategies of which these cumulative numbers are multiples."""
        self.form.write_shares(cumulative, self.shares)
        return self.evaluate(self.shares)

    def evaluate_policy(self, probabilities: Floats) -> tuple[Floats, Floats]:
        """``evaluate`` for a behavioural strategy."""
        return self.evaluate(self.form.rows_from_policy(probabilities))

    def utilities(self, player: int, strategies: AllRows) -> Floats:
        """Value of each sequence to a player who goes on with the strategies of the last ``evaluate``."""
        form = self.form
        found = np.empty_like(strategies[player])
        own_utilities(form.lanes, form.treeplexes[player], self.terminals, player, strategies[player], self.reaches, found)
        return unpack_rows(form.lanes, found, form.num_lanes).astype(np.float64)

    def best_utilities(self) -> AllRows:
        """Value of each sequence to its player who plays best afterwards, as rows, after the last ``evaluate``."""
        form, utilities = self.form, self.form.new_rows()
        for player, (plex, utility) in enumerate(zip(form.treeplexes, utilities, strict=True)):
            best_utilities(form.lanes, plex, self.terminals, player, self.reaches, utility, np.zeros_like(utility))
        return utilities

    def hand_values(self, cumulative: AllRows) -> Floats:
        """Each hand's counterfactual value at the start, float64 [2, hands of the game]: see ``CFR.hand_values``."""
        form, strategies, reaches = self.form, self.form.shares(cumulative), self.form.new_reaches()
        for plex, strategy, reach in zip(form.treeplexes, strategies, reaches, strict=True):
            reach_of(form.lanes, plex, strategy, reach)
        found = np.zeros((2, form.num_lanes))
        for player, utility in enumerate(form.new_rows()):
            own_utilities(form.lanes, form.treeplexes[player], self.terminals, player, strategies[player], reaches, utility)
            found[player] = unpack_rows(form.lanes, utility, form.num_lanes)[0]
        return found

    def best_responses(self) -> Floats:
        """The best responses of the last ``evaluate``, all players', as one behavioural strategy."""
        return self.form.policy_from_rows(self.responses)
