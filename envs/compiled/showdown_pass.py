"""Terminal evaluation of poker games with many hands: all showdowns of a board in one pass over its hands.

All showdowns of a board share one order of strength. The opponent's reach is laid out as [hand, sequence], sixteen sequences
to a vector, and one pass over the hands serves all of them. What a hand is worth is what it beats minus what beats it: the
running sum of reach before and after each group of equal strength. Hands that share a card with it are taken out by the
same sums over the hands that hold that card, card by card, so that the running sum stays in a register. Folds need the totals
of these sums only, and ride in the same lanes.

Rows of hands are turned into lanes and back in blocks of 16 x 16, in registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Bools, Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import intrinsic, kernel, typed_overload

from .arrays import CardSums, SideBySide
from .simd import (
    fill_f32x16,
    fill_lanes,
    load_block,
    num_blocks,
    store_block,
    vector_load,
    vector_store,
)

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

LANES = 16
"""Sequences to a vector, and hands to a block."""
HALF_LANES = LANES // 2
"""Floats in a vector of AVX2, which has registers for a block of this number of rows."""
BLOCK = LANES * LANES
"""Floats in a block of sixteen hands and sixteen sequences."""
BLOCK_ROWS = tuple(range(0, BLOCK, LANES))
"""Starts of the rows of a block."""
WINS_BY_HAND, MASS_BY_HAND, WINS_BY_SEQUENCE, MASS_BY_SEQUENCE = range(0, 4 * BLOCK, BLOCK)
"""Starts of the four blocks of scratch: the reach that hands beat less what beats them, and the mass that they meet, both first
[hand, sequence] and then turned, [sequence, hand]. ``MASS_BY_SEQUENCE`` is row 16 of ``WINS_BY_SEQUENCE``."""
NO_CARD = NUM_CARDS
"""The card of the hands that pad a row."""


class Batches(NamedTuple):
    """One player's questions: up to sixteen sequences of the opponent at a time, and where the answers go."""

    board: Int32s  # [batches]: index of the board
    shows: Int32s  # [batches]: 1 if any sequence of the batch goes to a showdown
    rows: Int64s  # [batches, 16]: the opponent's sequences (0 where there are fewer)
    first: Int32s  # [batches + 1]: where the answers of each batch start
    # [answers]: which of the sixteen; 16 + lane for the mass that hands meet, else what they beat less what beats them
    lane: Int32s
    sequence: Int32s  # [answers]: the sequence of the player that it belongs to
    chips: Floats32  # [answers]: what it is multiplied by, chance's reach included


class ShowdownPasses(NamedTuple):
    """All public terminals of a two-player poker game with two cards a hand."""

    order: Int32s  # for each board its possible hands from weak to strong, one board after the other
    groups: Int32s  # where each group of equal strength starts in ``order``, and the end of the last
    board_groups: Int32s  # [boards, 2]: first group of each board, and the last one's end
    card_hands: Int32s  # for each board and card the hands that hold it, from weak to strong
    card_run: Int32s  # the end of the run of equal strength that each of these is in
    card_first: Int32s  # [boards, 53]: where the hands of each card start
    alive: Floats32  # [boards, padded hands]: 1 for hands that the board leaves
    cards: Int32s  # [2, padded hands]: the two cards of each hand, ``NO_CARD`` beyond the last
    batches: tuple[Batches, Batches]  # each player's questions


class PassScratch(NamedTuple):
    """The arrays that one evaluation of ``ShowdownPasses`` writes."""

    reach: SideBySide  # [padded hands * 16]: [hand, lane]
    value: SideBySide
    card_sum: CardSums  # [53 * 16]
    # [4 * 16 * 16]: four blocks, from ``WINS_BY_HAND``, ``MASS_BY_HAND``, ``WINS_BY_SEQUENCE`` and ``MASS_BY_SEQUENCE`` on
    block: Floats32


def new_pass_scratch(passes: ShowdownPasses) -> PassScratch:
    """Make scratch for one evaluation."""
    hands = passes.cards.shape[1]
    sizes = hands * LANES, hands * LANES, (NO_CARD + 1) * LANES, 4 * BLOCK
    return PassScratch(*(np.zeros(size, dtype=np.float32) for size in sizes))


Terminal = tuple[tuple[int, ...], bool, int, int, float, float]
"""(board, whether the stronger hand wins, the players' sequences, the players' chips times chance's reach)"""


def make_showdown_passes(
    game: PokerGame, boards: list[tuple[int, ...]], batches: tuple[Batches, Batches], padded: int
) -> ShowdownPasses:
    """Make the evaluation of both players' batches on these boards; rows have ``padded`` floats."""
    strengths = [np.array(game.strengths(board)) for board in boards]
    return showdown_passes(game.rules.deck.hand_cards, boards, strengths, batches, padded)


def showdown_passes(
    hand_cards: npt.NDArray[np.integer[Any]],
    boards: list[tuple[int, ...]],
    strengths: Sequence[npt.NDArray[Any]],
    batches: tuple[Batches, Batches],
    padded: int,
) -> ShowdownPasses:
    """``make_showdown_passes`` without a game: from the hands [hands, 2] and each board's strength of each hand."""
    hands = hand_cards.astype(np.int32, order="C")
    order, groups, board_groups = [], [], []
    by_card: tuple[list[Int32s], list[Int32s], list[Int32s]] = ([], [], [])  # card_hands, card_run, card_first
    placed = grouped = held_before = 0  # hands, groups and (card, hand) pairs of the boards before
    alive = np.zeros((len(boards), padded), dtype=np.float32)
    for b, (board, strength) in enumerate(zip(boards, strengths, strict=True)):
        gone = np.zeros(NUM_CARDS, dtype=np.bool_)
        gone[list(board)] = True
        possible = np.flatnonzero(~gone[hands].any(axis=1))
        alive[b, possible] = 1.0
        ranked = possible[np.argsort(strength[possible], kind="stable")]
        first = np.ones(len(ranked), dtype=np.bool_)  # of its group
        np.not_equal(strength[ranked[1:]], strength[ranked[:-1]], out=first[1:])
        starts = np.flatnonzero(first)
        board_groups.append((grouped, grouped + len(starts)))
        groups.append(placed + np.append(starts, len(ranked)))
        order.append(ranked)
        held = 2 * len(ranked)
        of_cards = np.empty(held, dtype=np.int32), np.empty(held, dtype=np.int32), np.empty(NUM_CARDS + 1, dtype=np.int32)
        group_by_card(ranked, first, hands, held_before, *of_cards)
        for own, found in zip(by_card, of_cards, strict=True):
            own.append(found)
        placed, grouped, held_before = placed + len(ranked), grouped + len(starts) + 1, held_before + held
    cards = np.full((2, padded), NO_CARD, dtype=np.int32)
    cards[:, : len(hands)] = hands.T
    return ShowdownPasses(
        order=np.concatenate(order, dtype=np.int32),
        groups=np.concatenate(groups, dtype=np.int32),
        board_groups=np.array(board_groups, dtype=np.int32),
        card_hands=np.concatenate(by_card[0]),
        card_run=np.concatenate(by_card[1]),
        card_first=np.array(by_card[2]),
        alive=alive.ravel(),
        cards=cards,
        batches=batches,
    )


@kernel
def group_by_card(
    ranked: Int64s, first: Bools, hands: Int32s, start: int, card_hands: Int32s, card_run: Int32s, card_first: Int32s
) -> None:
    """Fill in ``card_hands``, ``card_run`` and ``card_first`` of a board, whose pairs (card, hand) begin at ``start``.

    ``ranked`` has its hands from weak to strong, ``first`` says which are the first of their group.
    """
    count = np.zeros(NUM_CARDS + 1, dtype=np.int32)
    for hand in ranked:
        count[hands[hand, 0] + 1] += 1
        count[hands[hand, 1] + 1] += 1
    total = 0
    for card in range(NUM_CARDS + 1):
        total += count[card]
        card_first[card] = start + total
        count[card] = total  # from here on where the next hand of the card goes
    group, groups = -1, np.empty(2 * len(ranked), dtype=np.int32)
    for place in range(len(ranked)):
        hand = ranked[place]
        group += first[place]
        for k in range(2):
            card = hands[hand, k]
            card_hands[count[card]] = hand
            groups[count[card]] = group
            count[card] += 1
    for card in range(NUM_CARDS):
        end = card_first[card + 1] - start
        for k in range(end - 1, card_first[card] - start - 1, -1):
            if k < end - 1 and groups[k] != groups[k + 1]:
                end = k + 1
            card_run[k] = start + end


def make_batches(
    terminals: list[Terminal],
    index: dict[tuple[int, ...], int],
    player: int,
    counts_apart: bool = False,
    chips_as: type[np.floating[Any]] = np.float32,
) -> Batches:
    """Collect one player's questions, showdowns first, so that few batches need the whole pass."""
    asked: dict[int, dict[int, list[tuple[bool, int, float]]]] = {}
    for board, shows, *sequences_and_chips in terminals:
        own, other = sequences_and_chips[player], sequences_and_chips[1 - player]
        entry = (shows, int(own), float(sequences_and_chips[2 + player]))
        asked.setdefault(index[board], {}).setdefault(int(other), []).append(entry)
    of_board, shows_, rows, first, lanes, sequences, chips = [], [], [], [0], [], [], []
    for b, by_row in asked.items():
        wanted = sorted(by_row, key=lambda row: (order_of(by_row[row], counts_apart), row))
        for start in range(0, len(wanted), LANES):
            batch = wanted[start : start + LANES]
            of_board.append(b)
            shows_.append(int(any(entry[0] for row in batch for entry in by_row[row])))
            rows.append(batch + [0] * (LANES - len(batch)))
            for lane, row in enumerate(batch):
                for shows, own, amount in by_row[row]:
                    lanes.append(lane if shows else LANES + lane)
                    sequences.append(own)
                    chips.append(amount)
            first.append(len(lanes))
    return Batches(
        np.array(of_board, dtype=np.int32),
        np.array(shows_, dtype=np.int32),
        np.array(rows, dtype=np.int64),
        np.array(first, dtype=np.int32),
        np.array(lanes, dtype=np.int32),
        np.array(sequences, dtype=np.int32),
        np.array(chips, dtype=chips_as),
    )


def order_of(entries: list[tuple[bool, int, float]], counts_apart: bool) -> int:
    """Sorting key of a sequence with these (showdown, own sequence, chips): see ``make_batches``."""
    if not any(shows for shows, _, _ in entries):
        return 2
    return int(counts_apart and all(shows for shows, _, _ in entries))


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


def sum_by_card(terminals: Any, board: int) -> Any:
    """Write reach by card into ``card_sum`` and return the sum of all reach, where nothing goes to a showdown."""


def _sum_by_card(terminals, board):  # type: ignore[no-untyped-def]
    reach, sums = terminals.scratch.reach, terminals.scratch.card_sum
    hands, first = terminals.tables.card_hands, terminals.tables.card_first
    total = fill_f32x16(0.0)
    for card in range(NUM_CARDS):
        held = fill_f32x16(0.0)
        for k in range(first[board, card], first[board, card + 1]):
            held = held + vector_load(reach, hands[k] * LANES)
        vector_store(sums, card * LANES, held)
        total = total + held
    return total * fill_f32x16(0.5)  # every hand was counted with both its cards


@typed_overload(sum_by_card)
def _sum_by_card_overload(terminals: Any, board: Any) -> Any:
    return _sum_by_card


def pass_over_hands(terminals: Any, board: int) -> Any:
    """Write what each hand beats less what beats it (blockers still in) and reach by card; return the sum of all reach."""


def _pass(terminals, board):  # type: ignore[no-untyped-def]
    passes, scratch = terminals.tables, terminals.scratch
    reach, value, sums = scratch.reach, scratch.value, scratch.card_sum
    order, groups = passes.order, passes.groups
    hands, run, first = passes.card_hands, passes.card_run, passes.card_first
    running = fill_f32x16(0.0)
    for g in range(passes.board_groups[board, 0], passes.board_groups[board, 1]):
        both = running
        for k in range(groups[g], groups[g + 1]):
            running = running + vector_load(reach, order[k] * LANES)
        both = both + running
        for k in range(groups[g], groups[g + 1]):
            vector_store(value, order[k] * LANES, both)
    total = running
    for card in range(NUM_CARDS):
        running = fill_f32x16(0.0)
        k = first[board, card]
        while k < first[board, card + 1]:
            both = running
            for m in range(k, run[k]):
                running = running + vector_load(reach, hands[m] * LANES)
            both = both + running
            for m in range(k, run[k]):
                vector_store(value, hands[m] * LANES, vector_load(value, hands[m] * LANES) - both)
            k = run[k]
        vector_store(sums, card * LANES, running)
    return total


@typed_overload(pass_over_hands)
def _pass_overload(terminals: Any, board: Any) -> Any:
    return _pass


def from_passes(lanes, terminals, player, reaches, out):  # type: ignore[no-untyped-def]
    """``terminal_evaluation.counterfactual_values`` of ``ShowdownPasses``."""
    passes, theirs = terminals.tables, reaches[1 - player]
    reach, value, sums, scratch = terminals.scratch
    batches, cards, alive = passes.batches[player], passes.cards, passes.alive
    blocks = num_blocks(lanes)
    width = blocks * LANES
    boards = passes.board_groups.shape[0]
    out[:] = 0.0
    for batch in range(batches.board.shape[0]):
        board, starts = batches.board[batch], row_starts(batches.rows[batch])
        for block in range(blocks):
            transpose_rows(theirs, starts, block * theirs.shape[1], reach, block * BLOCK, LANES)
        shows = batches.shows[batch] != 0
        total = pass_over_hands(terminals, board) if shows else sum_by_card(terminals, board)
        for block in range(blocks):
            for i in range(LANES):
                hand = block * LANES + i
                mass = total - vector_load(sums, cards[0, hand] * LANES) - vector_load(sums, cards[1, hand] * LANES)
                # The opponent cannot hold this very hand: it was taken out with both its cards.
                vector_store(scratch, MASS_BY_HAND + i * LANES, mass + vector_load(reach, hand * LANES))
                if shows:
                    vector_store(scratch, WINS_BY_HAND + i * LANES, vector_load(value, hand * LANES) - mass)
            if shows:
                transpose_rows(scratch, BLOCK_ROWS, WINS_BY_HAND, scratch, WINS_BY_SEQUENCE, LANES)
            transpose_rows(scratch, BLOCK_ROWS, MASS_BY_HAND, scratch, MASS_BY_SEQUENCE, LANES)
            for k in range(batches.first[batch], batches.first[batch + 1]):
                worth = vector_load(scratch, WINS_BY_SEQUENCE + batches.lane[k] * LANES) * fill_lanes(lanes, batches.chips[k])
                if boards > 1:  # on the only board, hands that it rules out are not in the ranges
                    worth = worth * vector_load(alive, board * width + block * LANES)
                row = batches.sequence[k]
                store_block(lanes, out, row, block, load_block(lanes, out, row, block) + worth)
