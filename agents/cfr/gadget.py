"""The gadget of re-solving as a decision point: with each hand the opponent plays on, or takes the value that it had before.

It is the gadget of Burch, Johanson and Bowling, "Solving imperfect information games using decomposition" (2014): a point
before the opponent's others, in the form that CFR iterates on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.arrays import LANES, AllRows
from pokerzoo.envs.compiled.public_tree import with_value
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.showdown_rows import ShowdownPasses
from pokerzoo.envs.compiled.simd import pack_rows, row_width, unpack_rows
from pokerzoo.envs.compiled.street_plan import POINT
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.terminal_evaluation import LEAVE, ExitEvaluation, HandMatrices
from pokerzoo.envs.compiled.treeplex import Treeplex
from pokerzoo.envs.support.arrays import Floats

ENTER = LEAVE + 1
"""The gadget's other sequence in rows; those of the game follow, its empty sequence being ``ENTER``."""


def rows_with_exit(form: RowsForm, player: int, worth: Floats, weights: Floats) -> RowsForm:
    """The form in which a player first leaves or enters; ``worth`` and root ``weights`` are by hand."""
    plex = form.treeplexes[player]
    with_exit = Treeplex(
        np.append(np.int32(LEAVE), plex.first + np.int32(ENTER)),
        np.append(np.int32(2), plex.actions),
        np.append(np.int32(0), plex.parent + np.int32(ENTER)),
    )
    terminals = ExitEvaluation(moved(form.terminals, player, ENTER), player, pack_rows(form.lanes, worth[None]))
    return replace(
        form,
        treeplexes=with_value(form.treeplexes, player, with_exit),
        terminals=terminals,
        root_reach=with_value(form.root_reach, player, weights),
    )


def uniform_with_exit(form: RowsForm, player: int) -> AllRows:
    """The uniform strategy of ``rows_with_exit``, from the form without."""
    rows = list(form.uniform_rows())
    wide = unpack_rows(form.lanes, rows[player], form.num_lanes)
    choice = np.full((2, form.num_lanes), 0.5, dtype=wide.dtype)
    rows[player] = pack_rows(form.lanes, np.concatenate([wide[:1], choice, wide[1:]]))
    return tuple(rows)


def rows_without_exit(form: RowsForm, player: int, rows: AllRows) -> AllRows:
    """Rows of the form from those of ``rows_with_exit``."""
    start = ENTER * row_width(form.lanes) // form.lanes.blocks
    return with_value(rows, player, np.ascontiguousarray(rows[player][..., start:]))


def moved(terminals: Any, player: int, by: int) -> HandMatrices | ShowdownPasses:
    """Terminals of two players, below sequences whose rows have moved down."""
    if isinstance(terminals, HandMatrices):
        sequences = terminals.sequences.copy()
        sequences[player] += by
        return terminals._replace(sequences=sequences)
    assert isinstance(terminals, ShowdownPasses)
    answers, batches = terminals.answers[player].copy(), terminals.batches[1 - player].copy()
    answers["sequence"] += by
    batches["rows"] += by
    idle = np.concatenate([np.arange(by, dtype=np.int32), terminals.idle[player] + np.int32(by)])
    return terminals._replace(
        answers=with_value(terminals.answers, player, answers),
        batches=with_value(terminals.batches, 1 - player, batches),
        idle=with_value(terminals.idle, player, idle),
    )


def boards_with_exit(form: StreetTree, player: int, worth: Floats, weights: Floats) -> StreetTree:
    """``rows_with_exit`` on boards: ``ENTER`` takes the row of the entry, which moves down, and all lines keep theirs.

    The player's numbers of the first street move to the end of arrays, as these get longer.
    """
    plan, hands = form.plan, form.hands[player]
    stages, entry = plan.stages.copy(), int(plan.stages["sequences"][0, player])
    lines = stages[0, player]
    blocks = int(lines["blocks"])
    choice = np.array([(entry, 2, entry + 2)], dtype=POINT)
    points = np.concatenate([plan.points, choice, plan.points_of(0, player)])
    idle = np.concatenate([plan.idle, plan.idle[lines["idle_at"] : lines["idle_end"]], [np.int32(entry + 2)]], dtype=np.int32)
    lines["points_at"], lines["points_end"] = len(plan.points), len(points)
    lines["idle_at"], lines["idle_end"] = len(plan.idle), len(idle)
    lines["sequences"] += 2
    lines["rows_at"], lines["scales_at"] = form.num_floats, form.num_scales
    outside = np.zeros(blocks * LANES, dtype=np.float32)
    outside[: len(hands)] = worth[hands]
    return replace(
        form,
        plan=plan._replace(stages=stages, points=points, idle=idle, exit_of=player, exit_worth=outside),
        root_reach=(weights[hands], form.root_reach[1]) if player == 0 else (form.root_reach[0], weights[hands]),
        num_floats=form.num_floats + blocks * (entry + 2) * LANES,
        num_scales=form.num_scales + blocks * (len(points) - len(plan.points)),
    )


def boards_without_exit(form: StreetTree, player: int, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Numbers of the form from those of ``boards_with_exit``: those of its first street are copied to their place."""
    rows = form.board_rows(numbers, 0, player, 0)
    blocks, sequences, _ = rows.shape
    rows[:] = numbers[form.num_floats :].reshape(blocks, sequences + 2, LANES)[:, :sequences]
    return numbers[: form.num_floats]
