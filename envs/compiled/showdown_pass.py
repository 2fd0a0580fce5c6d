"""Terminal evaluation of poker games with many hands: all showdowns of a board in one pass over its hands.

All showdowns of a board share one order of strength. The opponent's reach has the layout [hand, sequence], sixteen or 32
sequences side by side, and one pass over the hands, from weak to strong, serves all of them. A *group* is all hands of equal
strength. The pass keeps the reach so far of all hands and of the hands with each card. A hand looks it up before its own group
is added and after. From both follows what it beats less what beats it. Folds need the totals of these sums only, and ride in
the same lanes. All that the pass keeps fits into the first-level cache.

Rows of hands are turned into lanes and back in blocks of 16 x 16, in registers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s
from pokerzoo.envs.support.kernels import intrinsic, kernel

from .arrays import LANES, CardSums, Records, Rows, SideBySide, Vector
from .simd import (
    OneVector,
    SideLanes,
    TwoVectors,
    aligned_zeros,
    fill_f32x16,
    fill_side,
    load_side,
    vector_load,
    vector_store,
    width_of,
)
from .terminal_batches import COUNTS, SHOWS, Batch

HALF_LANES = LANES // 2
"""Floats in a vector of AVX2, which has registers for a block of this number of rows."""
BLOCK = LANES * LANES
"""Floats in a block of sixteen hands and sixteen sequences."""
WINS_AT, MASS_AT, ANSWERS_AT = 0, BLOCK, 2 * BLOCK
"""Places in ``PassScratch.block`` of sixteen hands' wins minus losses, the mass of compatible hands, and both by sequence."""
WIDEST = 32
"""Sequences side by side at most."""
NO_CARD = NUM_CARDS
"""The card of the hands that pad a row."""
CARD_SLOTS = NUM_CARDS + 2
"""Sums by card: one for each, one that stays zero for cards that there are not, and one into which those may be added."""
TOTAL = CARD_SLOTS
"""The slot of the sum of all."""


class HandsOnBoard(NamedTuple):
    """One player's hands on one board, as kernels need them at its terminals."""

    cards: Int32s  # [3, padded hands]: as in ``WalkPlan``
    order: Int16s  # [hands]: the hands that the board leaves, from weak to strong
    group_end: Int16s  # [groups]: where each group of equal strength ends in ``order``
    by_card: Int16s  # [2 * padded hands]: as in ``WalkPlan``
    card_end: Int16s  # [54]: as in ``WalkPlan``
    alive: Floats32  # [padded hands]: as in ``WalkPlan``
    num_hands: int
    blocks: int  # of sixteen hands
    rows_at: int  # where the rows that count here start: a player's utility, an opponent's reach
    pitch: int  # numbers from one block of them to the next


class PassScratch(NamedTuple):
    """The arrays that one pass writes."""

    reach: SideBySide  # [(padded hands + 1) * 32]: the opponent's reach, sequences side by side; behind all hands zeros
    held: CardSums  # [55 * 32]: the opponent's reach by card, and in all
    won: SideBySide  # [padded hands * 32]: what each hand beats; see ``showdown_pass``
    block: Floats32  # [4 * 16 * 16]: see ``ANSWERS_AT``


def new_pass_scratch(hands: int) -> PassScratch:
    """Make scratch for this number of padded hands."""
    sizes = (hands + 1) * WIDEST, (CARD_SLOTS + 1) * WIDEST, hands * WIDEST, 4 * BLOCK
    return PassScratch(*(aligned_zeros(size, np.float32) for size in sizes))


HALF = ir.VectorType(ir.FloatType(), HALF_LANES)
"""LLVM's type of half a vector."""


def _transpose_vectors(builder: Any, rows: list[Any]) -> list[Any]:
    """Eight vectors of eight, the rows of a matrix, as its columns: blocks swapped at widths 4, 2 and 1."""
    for half in (4, 2, 1):
        low = [j if not j & half else HALF_LANES + j - half for j in range(HALF_LANES)]
        high = [j + half if not j & half else HALF_LANES + j for j in range(HALF_LANES)]
        masks = [ir.Constant(ir.VectorType(ir.IntType(32), HALF_LANES), indices) for indices in (low, high)]
        for i in range(HALF_LANES):
            if not i & half:
                a, b = rows[i], rows[i + half]
                rows[i], rows[i + half] = (builder.shuffle_vector(a, b, mask) for mask in masks)
    return rows


def _half_pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), HALF.as_pointer())


def _int(value: int) -> Any:
    return ir.Constant(ir.IntType(64), value)


@intrinsic
def transpose_rows(typingctx: Any, source: Any, starts: Any, column: Any, target: Any, at: Any, pitch: Any) -> Any:
    """The 16 x 16 block of ``source[starts[i] + column + j]`` turned and written to ``target[at + j * pitch + i]``."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        for i0 in (0, HALF_LANES):
            for j0 in (0, HALF_LANES):
                rows = []
                for i in range(i0, i0 + HALF_LANES):
                    index = builder.add(builder.extract_value(args[1], i), builder.add(args[2], _int(j0)))
                    row = builder.load(_half_pointer(context, builder, sig.args[0], args[0], index))
                    row.align = 4
                    rows.append(row)
                for j, value in enumerate(_transpose_vectors(builder, rows)):
                    index = builder.add(builder.add(args[4], _int(i0)), builder.mul(args[5], _int(j0 + j)))
                    builder.store(value, _half_pointer(context, builder, sig.args[3], args[3], index)).align = 4
        return context.get_dummy_value()

    return types.void(source, starts, types.intp, target, types.intp, types.intp), gen


@kernel(counted=False)
def hand_starts(first: int, pitch: int) -> tuple[int, ...]:
    """Starts of the numbers of sixteen hands, as ``transpose_rows`` takes them."""
    return (
        first, first + pitch, first + 2 * pitch, first + 3 * pitch, first + 4 * pitch, first + 5 * pitch, first + 6 * pitch,
        first + 7 * pitch, first + 8 * pitch, first + 9 * pitch, first + 10 * pitch, first + 11 * pitch, first + 12 * pitch,
        first + 13 * pitch, first + 14 * pitch, first + 15 * pitch,
    )  # fmt: skip


@kernel(counted=False)
def row_starts(rows: Int64s) -> tuple[int, ...]:
    """Starts of the sixteen rows of a batch within a block of hands, as ``transpose_rows`` takes them."""
    return (
        rows[0] * LANES, rows[1] * LANES, rows[2] * LANES, rows[3] * LANES, rows[4] * LANES, rows[5] * LANES,
        rows[6] * LANES, rows[7] * LANES, rows[8] * LANES, rows[9] * LANES, rows[10] * LANES, rows[11] * LANES,
        rows[12] * LANES, rows[13] * LANES, rows[14] * LANES, rows[15] * LANES,
    )  # fmt: skip


@kernel(counted=False)
def showdown_pass(
    side: SideLanes, mine: HandsOnBoard, theirs: HandsOnBoard, reach: SideBySide, held: CardSums, won: SideBySide
) -> Vector:
    """For each hand that a full board leaves twice the reach that it beats and once that with which it ties, into ``won``."""
    width, order, group_end, cards = width_of(side), mine.order, mine.group_end, mine.cards
    running = fill_side(side, 0.0)
    for card in range(CARD_SLOTS):
        vector_store(held, card * width, running)
    at, behind = 0, 0
    for group in range(len(group_end)):
        for k in range(behind, group_end[group]):
            hand = order[k]
            shared = load_side(side, held, cards[0, hand] * width) + load_side(side, held, cards[1, hand] * width)
            vector_store(won, hand * width, running - shared)
        for k in range(at, theirs.group_end[group]):
            hand = theirs.order[k]
            value = load_side(side, reach, hand * width)
            low_card, high_card = theirs.cards[0, hand] * width, theirs.cards[1, hand]
            high_card = (high_card + (high_card == NO_CARD)) * width  # what is added where there is no card is not read
            running = running + value
            vector_store(held, low_card, load_side(side, held, low_card) + value)
            vector_store(held, high_card, load_side(side, held, high_card) + value)
        for k in range(behind, group_end[group]):
            hand = order[k]
            shared = load_side(side, held, cards[0, hand] * width) + load_side(side, held, cards[1, hand] * width)
            vector_store(won, hand * width, load_side(side, won, hand * width) + (running - shared))
        at, behind = theirs.group_end[group], group_end[group]
    return running


@kernel(counted=False)
def card_sums(side: SideLanes, theirs: HandsOnBoard, reach: SideBySide, held: CardSums) -> Vector:
    """Write reach by card into ``held``, for batches in which nothing goes to a showdown."""
    width = width_of(side)
    total = fill_side(side, 0.0)
    for hand in range(theirs.num_hands):
        total = total + load_side(side, reach, hand * width)
    for card in range(NUM_CARDS):
        running = fill_side(side, 0.0)
        for k in range(theirs.card_end[card], theirs.card_end[card + 1]):
            running = running + load_side(side, reach, theirs.by_card[k] * width)
        vector_store(held, card * width, running)
    vector_store(held, NO_CARD * width, fill_side(side, 0.0))
    return total


@kernel(counted=False)
def add_batches(
    batches: Records, answers: Records, mine: HandsOnBoard, theirs: HandsOnBoard, source: Rows, target: Rows, scratch: Any
) -> None:
    """Add to a player's rows what batches of the opponent's sequences make of them on one board.

    Args:
        batches: [batches] of ``BATCH``.
        answers: [answers] of ``ANSWER``. The first for a sequence is written, what comes later is added.
        mine: the player's hands; their utility is in ``target``.
        theirs: the opponent's hands; their reach is in ``source``.
        source: the opponent's rows.
        target: the player's rows.
        scratch: a ``PassScratch``, or a ``WalkScratch``.
    """
    reach, held, turned, first = scratch.reach, scratch.held, scratch.block, 0
    while first < len(batches):
        shows, pairs = batches[first].shows, 1
        if first + 1 < len(batches) and shows & SHOWS == batches[first + 1].shows & SHOWS:
            pairs = 2
        width = pairs * LANES
        for b in range(pairs):
            starts = row_starts(batches[first + b].rows)
            for block in range(theirs.blocks):
                at = theirs.rows_at + block * theirs.pitch
                transpose_rows(source, starts, at, reach, block * LANES * width + b * LANES, width)
        for k in range(0, width, LANES):  # zeros follow all hands
            vector_store(reach, theirs.blocks * LANES * width + k, fill_f32x16(0.0))
        if pairs == 2:
            sum_reach(TwoVectors(2), shows, mine, theirs, scratch)
        else:
            sum_reach(OneVector(1), shows, mine, theirs, scratch)
        for b in range(pairs):
            batch, lane = batches[first + b], b * LANES
            counts = batch.shows & COUNTS
            total = vector_load(held, TOTAL * width + lane)
            for block in range(mine.blocks):
                for i in range(LANES):
                    hand = block * LANES + i
                    low_card, high_card, same = mine.cards[0, hand], mine.cards[1, hand], mine.cards[2, hand]
                    mass = total - (vector_load(held, low_card * width + lane) + vector_load(held, high_card * width + lane))
                    here = fill_f32x16(mine.alive[hand])
                    if shows & SHOWS:
                        won = vector_load(scratch.won, hand * width + lane)
                        vector_store(turned, WINS_AT + i * LANES, (won - mass) * here)
                    if counts:
                        # The opponent cannot hold this very hand: it was taken out with both its cards.
                        met = mass + vector_load(reach, same * width + lane)
                        vector_store(turned, MASS_AT + i * LANES, met * here)
                give_answers(batch, answers, mine.rows_at + block * mine.pitch, target, turned)
        first += pairs


@kernel(inline="always")
def sum_reach(side: SideLanes, shows: int, mine: HandsOnBoard, theirs: HandsOnBoard, scratch: Any) -> None:
    """Write reach by card and in all, and what hands beat if any sequence goes to a showdown."""
    if shows & SHOWS:
        total = showdown_pass(side, mine, theirs, scratch.reach, scratch.held, scratch.won)
    else:
        total = card_sums(side, theirs, scratch.reach, scratch.held)
    vector_store(scratch.held, TOTAL * width_of(side), total)


@kernel(counted=False)
def give_answers(batch: Batch, answers: Records, at: int, target: Rows, turned: Floats32) -> None:
    """Add a batch's answers to the rows of a block of hands, which start at ``at``, from what ``turned`` has by hand."""
    if batch.shows & SHOWS:
        transpose_rows(turned, hand_starts(0, LANES), WINS_AT, turned, ANSWERS_AT, LANES)
    if batch.shows & COUNTS:
        transpose_rows(turned, hand_starts(0, LANES), MASS_AT, turned, ANSWERS_AT + BLOCK, LANES)
    for k in range(batch.answers_at, batch.answers_end):
        worth = vector_load(turned, ANSWERS_AT + answers[k].lane * LANES) * fill_f32x16(answers[k].chips)
        where = at + answers[k].sequence * LANES
        if answers[k].later:
            worth = vector_load(target, where) + worth
        vector_store(target, where, worth)


def from_passes(lanes, terminals, player, reaches, out):  # type: ignore[no-untyped-def]
    """``terminal_evaluation.counterfactual_values`` of ``showdown_rows.ShowdownPasses``, compiled into kernels that call it."""
    passes, theirs = terminals.tables, reaches[1 - player]
    blocks, pitch, first = out.shape[0], out.shape[1], 0
    for block in range(blocks):
        for row in passes.idle[player]:
            vector_store(out, block * pitch + row * LANES, fill_f32x16(0.0))
    for board in range(passes.alive.shape[0]):
        end = passes.batches_end[player][board]
        batches = passes.batches[player][first:end]
        order, group_end, alive = passes.order[board], passes.group_end[board], passes.alive[board]
        mine = HandsOnBoard(
            passes.cards, order, group_end, passes.by_card, passes.card_end, alive, passes.hands, blocks, 0, pitch
        )
        other = HandsOnBoard(
            passes.cards, order, group_end, passes.by_card, passes.card_end, alive, passes.hands, blocks, 0, theirs.shape[1]
        )
        add_batches(batches, passes.answers[player], mine, other, theirs, out, terminals.scratch)
        first = end
