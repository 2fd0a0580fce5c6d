"""The pass over the terminals of a board whose pairs of hands have values in matrices (``street_pairs``)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s
from pokerzoo.envs.support.kernels import kernel, typed_overload

from .arrays import LANES, SideBySide
from .showdown_pass import MASS_AT, WINS_AT, HandsOnBoard, card_sums, give_answers, row_starts, transpose_rows
from .simd import OneVector, fill_f32x16, vector_load, vector_store
from .street_plan import Board, WalkPlan, WalkScratch
from .terminal_batches import COUNTS, SHOWS


@kernel(counted=False)
def settle_board(
    plan: WalkPlan, stage: int, player: int, board: Board, mine: HandsOnBoard, theirs: HandsOnBoard, scratch: WalkScratch
) -> None:
    """Add to the rows of ``player`` what the terminals of one board make of the opponent's sequences."""
    lines, firsts = plan.stages[stage, player], plan.maps[max(board.mirror, 0), player]  # the first of the maps changes nothing
    rows, reach, held, won, turned = scratch.rows, scratch.reach, scratch.held, scratch.won, scratch.block
    columns = theirs.blocks * LANES
    # Where flops have weights there is a matrix before the flop, and matrices on it, too.
    half, total = plan.before.size // 2 if stage == 0 else 0, fill_f32x16(0.0)
    # Zeros follow all hands.
    vector_store(reach, theirs.blocks * LANES * LANES, fill_f32x16(0.0))
    for batch in range(lines.batches_at, lines.batches_end):
        shows = plan.batches[batch].shows
        starts = row_starts(plan.batches[batch].rows)
        for block in range(theirs.blocks):
            transpose_rows(rows, starts, theirs.rows_at + block * theirs.pitch, reach, block * LANES * LANES, LANES)
        if half > 0:
            if shows & COUNTS:
                weigh_pairs(plan.before, 0, mine.alive, firsts, columns, reach, scratch.met)
            if shows & SHOWS:
                weigh_pairs(plan.before, half, mine.alive, firsts, columns, reach, won)
        else:
            total = card_sums(OneVector(1), theirs, reach, held)
            if shows & SHOWS:
                weigh_pairs(plan.run_outs, board.run_outs_at, mine.alive, firsts, columns, reach, won)
        for block in range(mine.blocks):
            for hand in range(block * LANES, (block + 1) * LANES):
                at, here = hand % LANES * LANES, fill_f32x16(mine.alive[hand])
                if shows & SHOWS:
                    vector_store(turned, WINS_AT + at, vector_load(won, hand * LANES) * here)
                if half > 0 and shows & COUNTS:
                    vector_store(turned, MASS_AT + at, vector_load(scratch.met, hand * LANES) * here)
                elif shows & COUNTS:
                    # The opponent cannot hold this very hand: it was taken out with both its cards.
                    low_card, high_card = mine.cards[0, hand] * LANES, mine.cards[1, hand] * LANES
                    mass = total - (vector_load(held, low_card) + vector_load(held, high_card))
                    mass = mass + vector_load(reach, mine.cards[2, hand] * LANES)
                    vector_store(turned, MASS_AT + at, mass * here)
            give_answers(plan.batches[batch], plan.answers, mine.rows_at + block * mine.pitch, rows, turned)


def settle(
    plan: WalkPlan, stage: int, player: int, board: Board, mine: HandsOnBoard, theirs: HandsOnBoard, scratch: WalkScratch
) -> bool:
    """Settle a board where matrices do so; False if none do."""
    raise NotImplementedError


def settle_where_due(
    plan: WalkPlan, stage: int, player: int, board: Board, mine: HandsOnBoard, theirs: HandsOnBoard, scratch: WalkScratch
) -> bool:
    """``settle`` of a plan with matrices."""
    if (stage + 1 < plan.stages.shape[0] or plan.run_outs.size == 0) and (stage > 0 or plan.before.size == 0):
        return False
    settle_board(plan, stage, player, board, mine, theirs, scratch)
    return True


def settle_nothing(
    plan: WalkPlan, stage: int, player: int, board: Board, mine: HandsOnBoard, theirs: HandsOnBoard, scratch: WalkScratch
) -> bool:
    """``settle`` of a plan with ``NO_MATRICES``: kernels for it are compiled without a pass that takes a sixth of the time."""
    return False


@typed_overload(settle, counted=False)
def _settle(plan: Any, stage: Any, player: Any, board: Any, mine: Any, theirs: Any, scratch: Any) -> Any:
    return settle_nothing if plan.types[plan.fields.index("run_outs")].dtype == types.int8 else settle_where_due


@kernel(counted=False)
def weigh_pairs(
    matrix: Int16s | Floats32,
    at: int,
    alive: Floats32,
    firsts: Int32s,
    pitch: int,
    reach: SideBySide,
    out: SideBySide,
) -> None:
    """Write for each hand that a board leaves the sum of the opponent's reach times the hand's row of a matrix."""
    hand, hands = 0, len(alive)
    while hand < hands:
        # Two rows at a time: each load of the reach serves both.
        while hand < hands and (alive[hand] == 0.0 or firsts[hand] != hand):
            if alive[hand] == 0.0:
                vector_store(out, hand * LANES, fill_f32x16(0.0))
            hand += 1
        if hand == hands:
            break
        first, second = hand, hand + 1
        while second < hands and (alive[second] == 0.0 or firsts[second] != second):
            if alive[second] == 0.0:
                vector_store(out, second * LANES, fill_f32x16(0.0))
            second += 1
        below = at + pitch if second < hands else at
        total, other = fill_f32x16(0.0), fill_f32x16(0.0)
        for block in range(0, pitch, LANES):  # block by block, so that sums are rounded less
            part, rest = fill_f32x16(0.0), fill_f32x16(0.0)
            for k in range(block, block + LANES):
                value = vector_load(reach, k * LANES)
                part = part + value * fill_f32x16(np.float32(matrix[at + k]))
                rest = rest + value * fill_f32x16(np.float32(matrix[below + k]))
            total, other = total + part, other + rest
        vector_store(out, first * LANES, total)
        if second < hands:
            vector_store(out, second * LANES, other)
        at = below + pitch
        hand = second + 1
    for hand in range(hands):
        if firsts[hand] != hand and alive[hand] != 0.0:
            vector_store(out, hand * LANES, vector_load(out, firsts[hand] * LANES))
