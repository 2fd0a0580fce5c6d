"""Terminal evaluation: the counterfactual value of each sequence, given the others' strategies.

It is the *counterfactual value* of each sequence's own terminals, weighted by the reach of chance and of all other
players; the walk up the treeplex (``treeplex.values_up``) adds what is below. Here are a list of terminals for any game with
any number of players, matrices over pairs of hands for two players, and an exit before another evaluation. ``showdown_rows``
has one for two players with many hands. A ``StreetTree`` has none: ``street_walk`` values its terminals board by board.

Kernels call ``counterfactual_values``, whose function for each type of terminals is compiled into them. Python has a
``TerminalValues``, by which an evaluation may also be Python, or a kernel that is compiled but once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.measurement import WHOLE_TREE
from pokerzoo.envs.support.kernels import kernel, typed_overload

from .arrays import AllRows, Rows, Utility
from .showdown_pass import from_passes
from .showdown_rows import ShowdownPasses, scratch_of
from .simd import (
    Lanes,
    fill_lanes,
    load_block,
    need_compiler,
    num_blocks,
    store_block,
    vector_load,
    vector_width,
)

LEAVE = 1
"""The sequence of an ``ExitEvaluation`` with which its player leaves."""


class TerminalList(NamedTuple):
    """Every terminal history of a game."""

    sequences: npt.NDArray[np.int32]  # [players, terminals]: the last sequence of each player on the way there
    payoffs: npt.NDArray[np.float64]  # [players, terminals]: chance's reach times the net chips


class HandMatrices(NamedTuple):
    """Public terminals of a two-player game with private hands; those with the same matrix over pairs of hands are grouped."""

    # float64 or float32 [2, groups * hands * padded]: for each player, chance's reach of the pair (where the stronger hand
    # wins, times +1, 0 or -1), as [group, opponent's hand, own hand]
    matrices: npt.NDArray[Any]
    first: npt.NDArray[np.int32]  # [groups + 1]: where the terminals of each group start
    sequences: npt.NDArray[np.int32]  # [2, terminals]: the last sequence of each player on the way there
    chips: npt.NDArray[np.float64]  # [2, terminals]: what each player plays for
    num_hands: int  # hands of each player


class Evaluation(NamedTuple):
    """A terminal evaluation as the kernels of one solver take it: the form's tables, and scratch that nobody else writes."""

    tables: Any
    scratch: Any


class ExitEvaluation(NamedTuple):
    """The terminals of a game, and one player's value of leaving it."""

    inner: Any  # the game's evaluation
    player: int
    worth: Rows  # one row


def counterfactual_values(lanes: Lanes, terminals: Evaluation, player: int, reaches: AllRows, out: Utility) -> None:
    """Write into ``out`` the value of each sequence of ``player`` by its own terminals, given the others' reaches."""
    need_compiler()
    raise NotImplementedError("counterfactual_values is called from numba functions")


def _from_terminals(lanes, terminals, player, reaches, out):  # type: ignore[no-untyped-def]
    sequences, payoffs = terminals.tables.sequences, terminals.tables.payoffs
    out[:] = 0.0
    for terminal in range(sequences.shape[1]):
        weighted = payoffs[player, terminal]
        for other in range(sequences.shape[0]):
            if other != player:
                weighted *= reaches[other][sequences[other, terminal]]
        out[sequences[player, terminal]] += weighted


def _from_matrices(lanes, terminals, player, reaches, out):  # type: ignore[no-untyped-def]
    tables, theirs = terminals.tables, reaches[1 - player]
    sequences, hands, matrix = tables.sequences, tables.num_hands, tables.matrices[player]
    width = vector_width(lanes)
    stride = num_blocks(lanes) * width
    out[:] = 0.0
    for group in range(tables.first.shape[0] - 1):
        for terminal in range(tables.first[group], tables.first[group + 1]):
            mine, other = sequences[player, terminal], sequences[1 - player, terminal] * width
            for block in range(num_blocks(lanes)):
                value = fill_lanes(lanes, 0.0)
                entry = group * hands * stride + block * width
                for theirs_block in range(num_blocks(lanes)):
                    for i in range(min(width, hands - theirs_block * width)):
                        value = value + vector_load(matrix, entry) * fill_lanes(lanes, theirs[theirs_block, other + i])
                        entry += stride
                value = value * fill_lanes(lanes, tables.chips[player, terminal])
                store_block(lanes, out, mine, block, load_block(lanes, out, mine, block) + value)


def _with_exit(lanes, terminals, player, reaches, out):  # type: ignore[no-untyped-def]
    counterfactual_values(lanes, terminals.scratch, player, reaches, out)
    if player == terminals.tables.player:
        for block in range(num_blocks(lanes)):
            store_block(lanes, out, LEAVE, block, load_block(lanes, terminals.tables.worth, 0, block))


def evaluation_of(tables: Any) -> Evaluation:
    """Make a terminal evaluation with scratch of its own: forms are shared by threads."""
    return Evaluation(tables, KINDS[type(tables)][1](tables))


def no_scratch(tables: Any) -> tuple[()]:
    """The scratch of an evaluation that needs none."""
    return ()


KINDS: dict[type, tuple[Any, Callable[[Any], Any]]] = {
    TerminalList: (_from_terminals, no_scratch),
    HandMatrices: (_from_matrices, no_scratch),
    ShowdownPasses: (from_passes, scratch_of),
    ExitEvaluation: (_with_exit, lambda tables: evaluation_of(tables.inner)),
}
"""For each type of tables ``counterfactual_values`` as numba compiles it, and the maker of its scratch. All are imported here,
from modules with kernels, so that the cache of a kernel that calls it notices edits to any, and to what they call."""


@typed_overload(counterfactual_values, counted=False)
def _counterfactual_values(lanes: Any, terminals: Any, player: Any, reaches: Any, out: Any) -> Any:
    return KINDS[terminals.types[0].instance_class][0]


@kernel(nogil=True)
def write_counterfactual_values(lanes: Lanes, terminals: Evaluation, player: int, reaches: AllRows, out: Utility) -> None:
    """``counterfactual_values``, for Python to call."""
    counterfactual_values(lanes, terminals, player, reaches, out)


class TerminalValues:
    """The terminal evaluation of one solver or measure, as Python calls it, with the threads that share its work."""

    method = WHOLE_TREE  # how best responses to these values are made
    in_kernels = True  # the kernels of whole iterations take ``evaluation``; else they are Python, and call this
    count = 1  # threads

    def __init__(self, lanes: Lanes, evaluation: Evaluation) -> None:
        self.lanes, self.evaluation = lanes, evaluation

    def counterfactual_values(self, player: int, reaches: AllRows, out: Utility) -> None:
        """Write into ``out`` the value of each sequence of ``player`` by its own terminals, given the others' reaches."""
        write_counterfactual_values(self.lanes, self.evaluation, player, reaches, out)

    def over_blocks(self, work: Callable[[int, int], Any]) -> None:
        """Call ``work(start, end)`` for all blocks of hands."""
        work(0, self.lanes.blocks)


@singledispatch
def values_of_terminals(tables: Any, lanes: Lanes, threads: int | None = None) -> TerminalValues:
    """Make the ``TerminalValues`` of tables; types of tables whose evaluation is Python's register theirs."""
    return TerminalValues(lanes, evaluation_of(tables))
