"""The pass over the terminals of a board on which matrices say what pairs of hands are worth (``street_pairs``)."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import CardSums, SideBySide
from .showdown_pass import BLOCK, LANES, hand_starts, row_starts, transpose_rows
from .simd import OneVector, fill_f32x16, vector_load, vector_store
from .street_arrays import COUNTS, SHOWS
from .street_packing import LaneRow, lane_of
from .street_plan import (
    ANSWERS_AT_COLUMN,
    ANSWERS_END_COLUMN,
    BATCH_ROWS,
    BATCHES_AT,
    BATCHES_END,
    BLOCKS,
    HANDS,
    LANE,
    LATER,
    MIRROR,
    RUN_OUTS_AT,
    SEQUENCE,
    SHOWS_COLUMN,
    WalkPlan,
)
from .street_tables import card_sums

WINS_AT, MASS_AT, ANSWERS_AT = 0, BLOCK, 2 * BLOCK
"""Places in scratch of sixteen hands' wins less losses, the mass that they meet, and both by sequence."""


@kernel
def settle_board(
    plan: WalkPlan,
    stage: int,
    lines: Int64s,
    theirs: Int64s,
    board: Int64s,
    player: int,
    alive: Floats32,
    own_hands: LaneRow,
    their_lanes: LaneRow,
    blocks: int,
    their_blocks: int,
    rows: Floats32,
    reach_at: int,
    reach_wide: int,
    out_at: int,
    out_wide: int,
    reach: SideBySide,
    held: CardSums,
    won: SideBySide,
    met: SideBySide,
    turned: Floats32,
) -> None:
    """Add to the rows of ``player`` what the terminals of one board make of the opponent's sequences."""
    other = 1 - player
    cards, firsts = plan.cards[player], plan.maps[max(board[MIRROR], 0), player]  # the first of the maps changes nothing
    # Where flops have weights there is a matrix before the flop, and matrices on it, too.
    half, total = plan.before.size // 2 if stage == 0 else 0, fill_f32x16(0.0)
    # Behind all lanes stand zeros.
    vector_store(reach, their_blocks * LANES * LANES, fill_f32x16(0.0))
    for batch in range(lines[BATCHES_AT], lines[BATCHES_END]):
        shows = plan.batches[batch, SHOWS_COLUMN]
        starts = row_starts(plan.batches[batch, BATCH_ROWS:])
        for block in range(their_blocks):
            transpose_rows(rows, starts, reach_at + block * reach_wide, reach, block * LANES * LANES, LANES)
        if half > 0:
            if shows & COUNTS:
                weigh_pairs(plan.before, 0, alive, firsts, theirs[BLOCKS], their_lanes, reach, met)
            if shows & SHOWS:
                weigh_pairs(plan.before, half, alive, firsts, theirs[BLOCKS], their_lanes, reach, won)
        else:
            by_card, ends = plan.by_card[other], plan.card_end[other]
            total = card_sums(OneVector(1), theirs[HANDS], by_card, ends, their_lanes, reach, held)
            if shows & SHOWS:
                weigh_pairs(plan.run_outs, board[RUN_OUTS_AT], alive, firsts, theirs[BLOCKS], their_lanes, reach, won)
        for block in range(blocks):
            for lane in range(block * LANES, (block + 1) * LANES):
                at, here, hand = lane % LANES * LANES, fill_f32x16(alive[lane]), lane_of(own_hands, lane)
                if shows & SHOWS:
                    vector_store(turned, WINS_AT + at, vector_load(won, lane * LANES) * here)
                if half > 0 and shows & COUNTS:
                    vector_store(turned, MASS_AT + at, vector_load(met, lane * LANES) * here)
                elif shows & COUNTS:
                    # The opponent cannot hold this very hand: it was taken out with both its cards.
                    shared = vector_load(held, cards[0, hand] * LANES) + vector_load(held, cards[1, hand] * LANES)
                    mass = total - shared + vector_load(reach, lane_of(their_lanes, cards[2, hand]) * LANES)
                    vector_store(turned, MASS_AT + at, mass * here)
            if shows & SHOWS:
                transpose_rows(turned, hand_starts(0, LANES), WINS_AT, turned, ANSWERS_AT, LANES)
            if shows & COUNTS:
                transpose_rows(turned, hand_starts(0, LANES), MASS_AT, turned, ANSWERS_AT + BLOCK, LANES)
            for k in range(plan.batches[batch, ANSWERS_AT_COLUMN], plan.batches[batch, ANSWERS_END_COLUMN]):
                worth = vector_load(turned, ANSWERS_AT + plan.answers[k, LANE] * LANES) * fill_f32x16(plan.chips[k])
                where = out_at + block * out_wide + plan.answers[k, SEQUENCE] * LANES
                if plan.answers[k, LATER]:
                    worth = vector_load(rows, where) + worth
                vector_store(rows, where, worth)


@kernel
def weigh_pairs(
    matrix: Int16s | Floats32,
    at: int,
    alive: Floats32,
    firsts: Int32s,
    blocks: int,
    their_lanes: LaneRow,
    reach: SideBySide,
    found: SideBySide,
) -> None:
    """Write for each hand that a board leaves the sum of the opponent's reach times the hand's row of a matrix."""
    pitch, hands = blocks * LANES, len(alive)
    hand = 0
    while hand < hands:
        # Two rows at a time: each load of the reach serves both.
        while hand < hands and (alive[hand] == 0.0 or firsts[hand] != hand):
            if alive[hand] == 0.0:
                vector_store(found, hand * LANES, fill_f32x16(0.0))
            hand += 1
        if hand == hands:
            break
        one, two = hand, hand + 1
        while two < hands and (alive[two] == 0.0 or firsts[two] != two):
            if alive[two] == 0.0:
                vector_store(found, two * LANES, fill_f32x16(0.0))
            two += 1
        below = at + pitch if two < hands else at
        total, other = fill_f32x16(0.0), fill_f32x16(0.0)
        for block in range(0, pitch, LANES):  # block by block, so that sums are rounded less
            part, rest = fill_f32x16(0.0), fill_f32x16(0.0)
            for k in range(block, block + LANES):
                value = vector_load(reach, lane_of(their_lanes, k) * LANES)
                part = part + value * fill_f32x16(np.float32(matrix[at + k]))
                rest = rest + value * fill_f32x16(np.float32(matrix[below + k]))
            total, other = total + part, other + rest
        vector_store(found, one * LANES, total)
        if two < hands:
            vector_store(found, two * LANES, other)
        at = below + pitch
        hand = two + 1
    for hand in range(hands):
        if firsts[hand] != hand and alive[hand] != 0.0:
            vector_store(found, hand * LANES, vector_load(found, firsts[hand] * LANES))
