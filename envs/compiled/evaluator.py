"""Exact values and best responses over a compiled game whose sequences are rows: flat, or with hands side by side.

A policy here is a behavioural strategy: one float64 array over the entries of the game's ``InfosetTable``.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import Game
from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.support.arrays import Floats

from .arrays import AllRows, Cumulative, PlayerValues, Strategy, Utility
from .forms import Form, RowsForm, TerminalEvaluation, fastest_form
from .showdown_pass import with_own_scratch
from .simd import (
    DTYPES,
    Lanes,
    OneLane,
    dot,
    fill,
    load,
    need_compiler,
    num_blocks,
    pack,
    select_positive,
    store,
    unpack,
    zero_rows,
)
from .street_evaluator import StreetEvaluator
from .street_tree import StreetTree
from .street_walk import shares_on_boards
from .terminal_evaluation import counterfactual_values
from .treeplex import Treeplex, best_values_up, num_sequences, reach_down, values_up

NO_ROWS: dict[type, npt.NDArray[Any]] = {
    kind: np.zeros(0 if kind is OneLane else (0, 0), dtype) for kind, dtype in DTYPES.items()
}
"""Rows that lock nothing, of each kind of lanes."""


def new_rows(form: Form) -> AllRows:
    """Make zeros for each player, one row a sequence, as kernels take them."""
    if isinstance(form, StreetTree):
        return (form.new_rows(),)
    return tuple(zero_rows(form.lanes, num_sequences(plex)) for plex in form.treeplexes)


def new_reaches(form: RowsForm) -> AllRows:
    """``new_rows`` with the form's root reach in the row of the empty sequence."""
    reaches = new_rows(form)
    for rows, root in zip(reaches, form.root_reach, strict=True):
        first = root if form.lanes.blocks == 1 else pack(form.lanes, root[None])
        rows[..., : first.shape[-1]] = first
    return reaches


def rows_from_policy(form: Form, probabilities: Floats) -> AllRows:
    """Turn a behavioural strategy into rows; zero where there is no such infoset."""
    if isinstance(form, StreetTree):
        return (form.rows_from_policy(probabilities),)
    padding = np.zeros(len(probabilities) + 1)  # entry -1 reads the last zero
    padding[:-1] = probabilities
    return tuple(pack(form.lanes, padding.take(entries)) for entries in form.entries)


def uniform_rows(form: RowsForm) -> AllRows:
    """The strategy that takes every action with equal probability, as rows; zero where there is no such infoset."""
    return tuple(pack(form.lanes, own) for own in form.uniform())


def policy_from_rows(form: Form, rows: AllRows) -> Floats:
    """Turn rows, already normalised, into the behavioural strategy that they hold."""
    if isinstance(form, StreetTree):
        return form.policy_from_rows(rows[0])
    probabilities = np.empty(form.infosets.size)
    for entries, row in zip(form.entries, rows, strict=True):
        real = entries >= 0
        probabilities[entries[real]] = unpack(form.lanes, row, form.num_lanes)[real]
    return probabilities


def shares_of(form: Form, cumulative: AllRows) -> AllRows:
    """Normalise non-negative cumulative numbers to strategies; equal shares where all are zero."""
    if isinstance(form, StreetTree):
        return (shares_on_boards(form, cumulative[0]),)
    rows = new_rows(form)
    write_shares(form, cumulative, rows)
    return rows


def write_shares(form: RowsForm, cumulative: AllRows, rows: AllRows) -> None:
    """``shares_of`` into rows that are there."""
    for plex, total, row in zip(form.treeplexes, cumulative, rows, strict=True):
        normalise(form.lanes, plex, total, row)


def policy_from_cumulative(form: Form, cumulative: AllRows) -> Floats:
    """Normalise cumulative numbers to a behavioural strategy, float64 [entries]."""
    return policy_from_rows(form, shares_of(form, cumulative))


def game_evaluator(game: Game) -> Evaluator | StreetEvaluator:
    """Values and best responses of a game in its fastest compiled form: most games' ``Game.evaluator``."""
    return evaluator_of(fastest_form(game))


def evaluator_of(form: Form, locked: AllRows | None = None) -> Evaluator | StreetEvaluator:
    """Values and best responses in a compiled game, which keep to the strategy where ``locked`` is above zero."""
    if isinstance(form, StreetTree):
        return StreetEvaluator(form, locked[0] if locked else None)
    return Evaluator(form, locked)


def own_reach(form: Form, probabilities: Floats) -> Floats:
    """float64 [entries]: how likely the player's own actions lead to the infoset of each entry under this strategy."""
    if isinstance(form, StreetTree):
        return form.own_reach(probabilities)
    padding = np.append(probabilities, 0.0)
    reach = np.empty(form.infosets.size)
    for plex, entries in zip(form.treeplexes, form.entries, strict=True):
        here, done = np.ones(entries.shape), np.ones(entries.shape)  # before and after the action of each sequence
        for first, count, parent in zip(plex.first.tolist(), plex.actions.tolist(), plex.parent.tolist(), strict=True):
            here[first : first + count] = done[parent]
            done[first : first + count] = done[parent] * padding[entries[first : first + count]]
        reach[entries[entries >= 0]] = here[entries >= 0]
    return reach


@nb.njit(cache=True)
def normalise(lanes: Lanes, plex: Treeplex, cumulative: Cumulative, strategy: Strategy) -> None:
    """Write at each decision point the shares of non-negative cumulative numbers; equal shares where all are zero."""
    for point in range(plex.first.shape[0]):
        first, last = plex.first[point], plex.first[point] + plex.actions[point]
        equal = 1.0 / plex.actions[point]
        for block in range(num_blocks(lanes)):
            total = fill(lanes, 0.0)
            for row in range(first, last):
                total = total + load(lanes, cumulative, row, block)
            divisor = select_positive(total, total, fill(lanes, 1.0))
            for row in range(first, last):
                share = load(lanes, cumulative, row, block) / divisor
                store(lanes, strategy, row, block, select_positive(total, share, fill(lanes, equal)))


@nb.njit(cache=True, nogil=True)
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
            values[player] += dot(lanes, reaches[player], utility, 0, block)
            best[player] += dot(lanes, reaches[player], again, 0, block)


@nb.njit(cache=True, nogil=True)
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


@nb.njit(cache=True, nogil=True)
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


class Evaluator(PolicyEvaluator):
    """Values and best responses in one compiled game; keeps its buffers, so that repeated questions are cheap."""

    def __init__(self, form: RowsForm, locked: AllRows | None = None) -> None:
        need_compiler()
        self.game = form.game
        self.form = form
        self.terminals = with_own_scratch(form.terminals)
        self.locked = locked or (NO_ROWS[type(form.lanes)],) * len(form.treeplexes)
        self.values = np.zeros(len(form.treeplexes))
        self.best = np.zeros(len(form.treeplexes))

    @cached_property
    def reaches(self) -> AllRows:
        """Own reach of each sequence in the last ``evaluate``."""
        return new_reaches(self.form)

    @cached_property
    def responses(self) -> AllRows:
        """The best responses of the last ``evaluate``, as rows."""
        return new_rows(self.form)

    @cached_property
    def shares(self) -> AllRows:
        """The strategies of the last ``evaluate_cumulative``, as rows."""
        return new_rows(self.form)

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
        write_shares(self.form, cumulative, self.shares)
        return self.evaluate(self.shares)

    def evaluate_policy(self, probabilities: Floats) -> tuple[Floats, Floats]:
        """``evaluate`` for a behavioural strategy."""
        return self.evaluate(rows_from_policy(self.form, probabilities))

    def utilities(self, player: int, strategies: AllRows) -> Floats:
        """Value of each sequence to a player who goes on with the strategies of the last ``evaluate``."""
        form = self.form
        found = np.empty_like(strategies[player])
        own_utilities(form.lanes, form.treeplexes[player], self.terminals, player, strategies[player], self.reaches, found)
        return unpack(form.lanes, found, form.num_lanes).astype(np.float64)

    def best_utilities(self) -> AllRows:
        """Value of each sequence to its player who plays best afterwards, as rows, after the last ``evaluate``."""
        form, utilities = self.form, new_rows(self.form)
        for player, (plex, utility) in enumerate(zip(form.treeplexes, utilities, strict=True)):
            best_utilities(form.lanes, plex, self.terminals, player, self.reaches, utility, np.zeros_like(utility))
        return utilities

    def best_responses(self) -> Floats:
        """The best responses of the last ``evaluate``, all players', as one behavioural strategy."""
        return policy_from_rows(self.form, self.responses)
