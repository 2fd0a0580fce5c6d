"""Terminal evaluation of poker games for three players with two cards a hand: showdowns of three, exact in all card removal.

What a hand wins is a sum over pairs of hands of the two others (``sums``), restricted to those that it beats. A walk
over the hands in order of strength keeps its terms. Sixteen questions are the lanes of a vector and share the walk.

Ties: let S be the weaker hands and half of the equal ones, E the equal ones. The share of a pot of three, 1, 1/2 or 1/3 by the
number of equal hands, is the mass of (S, S) and a twelfth of that of (E, E). Of a pot against one player it is the mass of (S,
all).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.compiled.arrays import LANES, Rows, Utility
from pokerzoo.envs.compiled.showdown_pass import BLOCK, hand_starts, row_starts, transpose_rows
from pokerzoo.envs.compiled.simd import (
    DTYPES,
    WIDTHS,
    HandLanes,
    Lanes,
    ManyHandLanes,
    fill_lanes,
    kind_of,
    load_block,
    num_blocks,
    pack_rows,
    row_width,
    store_block,
    unpack_rows,
    vector_load,
    vector_store,
    vector_width,
    zero_rows,
)
from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.support.arrays import Bools, Floats, Int64s
from pokerzoo.envs.support.kernels import kernel, typed_overload

from .sums import (
    EQUAL,
    FIRST,
    FIRST_ALL,
    MET,
    MET_ALL,
    PRODUCTS,
    SECOND,
    add_hand,
    add_to,
    cross,
    cross_both,
    first_share,
    mass_beside,
    met_by,
    met_by_own,
    met_by_second,
    sum_group,
)
from .tables import (
    ALL_PAIRS,
    BOTH_BEATEN,
    SUM_ROWS,
    Answer,
    BoardWalk,
    ThreeWayPasses,
    ThreeWayQuestions,
    ThreeWayScratch,
    collect_questions,
    neighbors_of,
    stack_neighbors,
)

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


def make_three_way_passes(
    game: PokerGame,
    boards: Sequence[tuple[int, ...]],
    answers: Sequence[Sequence[Answer]],
    held: Bools,
    reached: Bools,
    lanes: HandLanes | ManyHandLanes,
) -> ThreeWayPasses:
    """Make the evaluation of the three players' answers on these boards.

    ``held`` and ``reached``, [3, hands]: hands that may have value for a player, and that may have reach.
    """
    cards = game.rules.deck.hand_cards
    order, groups, board_groups = [], [], []
    rank = np.full((len(boards), len(cards)), -1, dtype=np.int32)
    placed = grouped = 0
    for b, board in enumerate(boards):
        strengths = np.array(game.strengths(board))
        possible = np.flatnonzero(unblocked(cards, board))
        ranked = possible[np.argsort(strengths[possible], kind="stable")]
        first = np.diff(strengths[ranked], prepend=-1) != 0
        starts = np.flatnonzero(first)
        rank[b, ranked] = np.cumsum(first) - 1
        board_groups.append((grouped, grouped + len(starts)))
        groups.append(placed + np.append(starts, len(ranked)))
        order.append(ranked)
        placed, grouped = placed + len(ranked), grouped + len(starts) + 1
    index = {board: b for b, board in enumerate(boards)}
    one, two, three = (collect_questions(player_answers, index, lanes) for player_answers in answers)
    near = [neighbors_of(cards, rank, order, reached[np.arange(3) != player].any(axis=0)) for player in range(3)]
    return ThreeWayPasses(
        order=np.concatenate(order, dtype=np.int32),
        groups=np.concatenate(groups, dtype=np.int32),
        board_groups=np.array(board_groups, dtype=np.int32),
        rank=rank,
        cards=np.ascontiguousarray(cards.T, dtype=np.int32),
        held=held,
        near=stack_neighbors(near),
        questions=(one, two, three),
        lanes=lanes,
    )


def new_scratch(terminals: ThreeWayPasses) -> ThreeWayScratch:
    """Make scratch for one evaluation."""
    lanes, batches = terminals.lanes, max(len(questions.board) for questions in terminals.questions)
    width, floats = WIDTHS[type(lanes)], DTYPES[type(lanes)]
    return ThreeWayScratch(
        reach=np.zeros(2 * row_width(lanes) * width, dtype=floats),
        value=np.zeros(row_width(lanes) * width, dtype=floats),
        card_sum=np.zeros(2 * SUM_ROWS * width, dtype=floats),
        results=zero_rows(lanes, batches * width),
    )


def read_lanes(lanes: Lanes, rows: Rows, sequences: Int64s, block: int, target: Rows, at: int) -> None:
    """Interleave sequences of a block of hands, from ``target[at]`` on; each hand has room for two players'."""


@typed_overload(read_lanes)
def _read_lanes(lanes: Any, rows: Any, sequences: Any, block: Any, target: Any, at: Any) -> Any:
    if kind_of(lanes) is HandLanes:

        def few(lanes, rows, sequences, block, target, at):  # type: ignore[no-untyped-def]
            for hand in range(8):
                for lane in range(8):
                    target[at + hand * 16 + lane] = rows[block, sequences[lane] * 8 + hand]

        return few
    return lambda lanes, rows, sequences, block, target, at: transpose_rows(
        rows, row_starts(sequences), block * rows.shape[1], target, at, 2 * LANES
    )


def write_lanes(lanes: Lanes, value: Rows, block: int, target: Rows, row: int) -> None:
    """Write interleaved sequences of a block of hands as rows, from row ``row`` on."""


@typed_overload(write_lanes)
def _write_lanes(lanes: Any, value: Any, block: Any, target: Any, row: Any) -> Any:
    if kind_of(lanes) is HandLanes:

        def few(lanes, value, block, target, row):  # type: ignore[no-untyped-def]
            for lane in range(8):
                for hand in range(8):
                    target[block, (row + lane) * 8 + hand] = value[(block * 8 + hand) * 8 + lane]

        return few
    return lambda lanes, value, block, target, row: transpose_rows(
        value, hand_starts(block * BLOCK, LANES), 0, target, block * target.shape[1] + row * LANES, LANES
    )


@kernel
def answer_all_pairs(lanes: Lanes, walk: BoardWalk) -> None:
    """Write the mass of all pairs beside each hand of a player."""
    width, near, held = vector_width(lanes), walk.near, walk.held
    order, reach, sums, cards = walk.order, walk.reach, walk.card_sum, walk.cards
    start, end = walk.groups[0], walk.groups[walk.groups.shape[0] - 1]
    for k in range(start, end):
        hand = order[k]
        p, q = vector_load(reach, hand * 2 * width), vector_load(reach, hand * 2 * width + width)
        add_hand(lanes, sums, 0, cards[0, hand], cards[1, hand], p, q, p * q)
    for k in range(start, end):
        hand = order[k]
        a, b = cards[0, hand], cards[1, hand]
        p, q = vector_load(reach, hand * 2 * width), vector_load(reach, hand * 2 * width + width)
        add_to(sums, MET + a, width, p * vector_load(sums, (SECOND + b) * width) + q * vector_load(sums, (FIRST + b) * width))
        add_to(sums, MET + b, width, p * vector_load(sums, (SECOND + a) * width) + q * vector_load(sums, (FIRST + a) * width))
    for k in range(start, end):
        hand = order[k]
        if not held[hand]:
            continue
        a, b = cards[0, hand], cards[1, hand]
        p, q = vector_load(reach, hand * 2 * width), vector_load(reach, hand * 2 * width + width)
        met_by_hand = met_by_own(lanes, sums, 0, a, b, p, q)
        met = vector_load(sums, (MET + a) * width) + vector_load(sums, (MET + b) * width) - met_by_hand
        for m in range(walk.cross_first[hand], walk.cross_first[hand + 1]):
            first, second = near.cross[m, 0], near.cross[m, 1]
            met = met - cross_both(lanes, reach, first, second)
        vector_store(walk.value, hand * width, mass_beside(lanes, sums, 0, a, b, p, q, p * q, met))


@kernel
def answer_one_beaten(lanes: Lanes, walk: BoardWalk) -> None:
    """Write the mass of pairs beside each hand of a player of which the first hand is beaten, half of equal ones."""
    width, near, held = vector_width(lanes), walk.near, walk.held
    order, reach, sums, cards = walk.order, walk.reach, walk.card_sum, walk.cards
    groups, rank, card_first = walk.groups, walk.rank, walk.card_first
    last_group = groups.shape[0] - 1
    nothing, half = fill_lanes(lanes, 0.0), fill_lanes(lanes, 0.5)
    for k in range(groups[0], groups[last_group]):
        hand = order[k]
        add_hand(lanes, sums, 0, cards[0, hand], cards[1, hand], nothing, vector_load(reach, hand * 2 * width + width), nothing)
    for group in range(last_group):
        start, end = groups[group], groups[group + 1]
        for turn in range(2):  # half of the equal ones before, half after
            for k in range(start, end):
                hand = order[k]
                a, b = cards[0, hand], cards[1, hand]
                p, q = vector_load(reach, hand * 2 * width) * half, vector_load(reach, hand * 2 * width + width)
                second_a, second_b = vector_load(sums, (SECOND + a) * width), vector_load(sums, (SECOND + b) * width)
                add_to(sums, FIRST + a, width, p)
                add_to(sums, FIRST + b, width, p)
                add_to(sums, PRODUCTS + a, width, p * q)
                add_to(sums, PRODUCTS + b, width, p * q)
                add_to(sums, FIRST_ALL, width, p)
                add_to(sums, MET_ALL, width, p * (second_a + second_b - q))
                add_to(sums, MET + a, width, p * second_b)
                add_to(sums, MET + b, width, p * second_a)
            if turn == 1:
                break
            for k in range(start, end):
                hand = order[k]
                if not held[hand]:
                    continue
                a, b = cards[0, hand], cards[1, hand]
                p, q = vector_load(reach, hand * 2 * width) * half, vector_load(reach, hand * 2 * width + width)
                met_by_hand = met_by_own(lanes, sums, 0, a, b, p, q)
                met = vector_load(sums, (MET + a) * width) + vector_load(sums, (MET + b) * width) - met_by_hand
                first_a, last_a = card_first[a], card_first[a + 1]
                first_b, last_b = card_first[b], card_first[b + 1]
                met = met + met_by_second(lanes, reach, sums, near, first_a, last_a)
                met = met + met_by_second(lanes, reach, sums, near, first_b, last_b)
                for m in range(walk.cross_first[hand], walk.cross_first[hand + 1]):
                    first, second = near.cross[m, 0], near.cross[m, 1]
                    share = first_share(rank[first], rank[hand])
                    if share > 0.0:
                        met = met - cross(lanes, reach, first, second) * fill_lanes(lanes, share)
                    share = first_share(rank[second], rank[hand])
                    if share > 0.0:
                        met = met - cross(lanes, reach, second, first) * fill_lanes(lanes, share)
                vector_store(walk.value, hand * width, mass_beside(lanes, sums, 0, a, b, p, q, p * q, met))


@kernel
def answer_both_beaten(lanes: Lanes, walk: BoardWalk) -> None:
    """Write the share of a pot of three that each hand of a player wins, times the mass of pairs."""
    width, near, held = vector_width(lanes), walk.near, walk.held
    order, reach, sums, cards = walk.order, walk.reach, walk.card_sum, walk.cards
    groups, rank, card_first = walk.groups, walk.rank, walk.card_first
    half, twelfth = fill_lanes(lanes, 0.5), fill_lanes(lanes, 1.0 / 12.0)
    for group in range(groups.shape[0] - 1):
        start, end = groups[group], groups[group + 1]
        tied = end - start > 2
        if tied:
            sum_group(lanes, order, cards, reach, sums, start, end)
        for turn in range(2):  # half of the equal ones before, half after
            share = fill_lanes(lanes, 0.25 if turn == 0 else 0.75)
            for k in range(start, end):
                hand = order[k]
                p, q = vector_load(reach, hand * 2 * width) * half, vector_load(reach, hand * 2 * width + width) * half
                product = vector_load(reach, hand * 2 * width) * vector_load(reach, hand * 2 * width + width) * share
                add_hand(lanes, sums, 0, cards[0, hand], cards[1, hand], p, q, product)
            if turn == 1:
                break
            for k in range(start, end):
                hand = order[k]
                if not held[hand]:
                    continue
                a, b = cards[0, hand], cards[1, hand]
                p, q = vector_load(reach, hand * 2 * width), vector_load(reach, hand * 2 * width + width)
                start_a, end_a, start_b, end_b = walk.runs[k, 0], walk.runs[k, 1], walk.runs[k, 2], walk.runs[k, 3]
                met = met_by(lanes, reach, sums, 0, near, card_first[a], start_a)
                met = met + met_by(lanes, reach, sums, 0, near, card_first[b], start_b)
                equal = met_by(lanes, reach, sums, 0, near, start_a, end_a) + met_by(
                    lanes, reach, sums, 0, near, start_b, end_b
                )
                met_by_hand = met_by_own(lanes, sums, 0, a, b, p, q)
                met = met + (equal - met_by_hand) * half
                for m in range(walk.cross_first[hand], walk.cross_first[hand + 1]):
                    first, second = near.cross[m, 0], near.cross[m, 1]
                    both = first_share(rank[first], rank[hand]) * first_share(rank[second], rank[hand])
                    if both > 0.0:
                        crossed = cross_both(lanes, reach, first, second)
                        met = met - crossed * fill_lanes(lanes, both)
                product = p * q
                result = mass_beside(lanes, sums, 0, a, b, p * half, q * half, product * half * half, met)
                if tied:
                    met_by_hand = met_by_own(lanes, sums, EQUAL, a, b, p, q)
                    met = met_by(lanes, reach, sums, EQUAL, near, start_a, end_a)
                    met = met + met_by(lanes, reach, sums, EQUAL, near, start_b, end_b) - met_by_hand
                    for m in range(walk.cross_first[hand], walk.cross_first[hand + 1]):
                        first, second = near.cross[m, 0], near.cross[m, 1]
                        if rank[first] == rank[hand] and rank[second] == rank[hand]:
                            met = met - cross_both(lanes, reach, first, second)
                    result = result + mass_beside(lanes, sums, EQUAL, a, b, p, q, product, met) * twelfth
                vector_store(walk.value, hand * width, result)


@kernel(nogil=True)
def answer_questions(
    lanes: Lanes, terminals: ThreeWayPasses, scratch: ThreeWayScratch, player: int, first: int, last: int, p: Rows, q: Rows
) -> None:
    """Write a player's batches from ``first`` to ``last`` into ``results``; ``p`` and ``q`` are the others' reaches."""
    questions, width = terminals.questions[player], vector_width(lanes)
    near, held = terminals.near, terminals.held[player]
    runs, cross_first = near.runs[player], near.cross_first[player]
    hands, nothing = terminals.cards.shape[1], fill_lanes(lanes, 0.0)
    for batch in range(first, last):
        board, kind = questions.board[batch], questions.kind[batch]
        for block in range(num_blocks(lanes)):
            for k in range(2):
                rows = p if k == questions.swapped[batch] else q
                read_lanes(lanes, rows, questions.rows[batch, k], block, scratch.reach, (2 * block * width + k) * width)
        for hand in range(hands):
            if terminals.rank[board, hand] < 0:
                vector_store(scratch.reach, hand * 2 * width, nothing)
                vector_store(scratch.reach, hand * 2 * width + width, nothing)
        scratch.card_sum[:] = 0.0
        scratch.value[:] = 0.0
        walk = BoardWalk(
            terminals.order,
            terminals.groups[terminals.board_groups[board, 0] : terminals.board_groups[board, 1] + 1],
            terminals.rank[board],
            terminals.cards,
            held,
            near,
            near.card_first[player, board],
            runs,
            cross_first,
            scratch.reach,
            scratch.value,
            scratch.card_sum,
        )
        if kind == ALL_PAIRS:
            answer_all_pairs(lanes, walk)
        elif kind == BOTH_BEATEN:
            answer_both_beaten(lanes, walk)
        else:
            answer_one_beaten(lanes, walk)
        for block in range(num_blocks(lanes)):
            write_lanes(lanes, scratch.value, block, scratch.results, batch * width)


@kernel(nogil=True)
def pay_answers(lanes: Lanes, questions: ThreeWayQuestions, results: Rows, start: int, end: int, out: Utility) -> None:
    """Write into ``out`` the values of the answers, for the blocks of hands from ``start`` to ``end``."""
    for block in range(start, end):
        out[block] = 0.0
        for k in range(questions.sequence.shape[0]):
            worth = fill_lanes(lanes, 0.0)
            for m in range(questions.first[k], questions.first[k + 1]):
                worth = worth + load_block(lanes, results, questions.question[m], block) * fill_lanes(lanes, questions.chips[m])
            store_block(lanes, out, questions.sequence[k], block, worth)


CARDS_OF_BOARD = 5
ONLY_MASS = (1.0, 0.0, 0.0, 0.0)
"""Chips that ask for nothing but the weight of the pairs of hands: the reach of the two others."""


def answered(game: PokerGame, lanes: HandLanes | ManyHandLanes, reach: Floats, answers: tuple[list[Answer], ...]) -> Floats:
    """float64 [3, rows, hands]: the answers to each player's questions, where ``reach`` is float64 [3, rows, hands]."""
    boards = sorted({board for player_answers in answers for board, *_ in player_answers})
    result = np.zeros(reach.shape)
    if not boards:
        return result
    dealable = game.rules.ranges.dealable_rows
    terminals = make_three_way_passes(game, boards, answers, dealable, dealable, lanes)
    scratch = new_scratch(terminals)
    packed = [pack_rows(lanes, player_answers) for player_answers in reach]
    for player, player_answers in enumerate(answers):
        if player_answers:
            first, second = (other for other in range(3) if other != player)
            out, last = zero_rows(lanes, reach.shape[1]), len(terminals.questions[player].board)
            answer_questions(lanes, terminals, scratch, player, 0, last, packed[first], packed[second])
            pay_answers(lanes, terminals.questions[player], scratch.results, 0, lanes.blocks, out)
            result[player] = unpack_rows(lanes, out, reach.shape[-1])
    return result


def full_boards(game: PokerGame, board: tuple[int, ...]) -> tuple[list[tuple[int, ...]], float]:
    """(all boards of five cards that may come of a board, the probability of each beside three hands)."""
    to_come = CARDS_OF_BOARD - len(board)
    left = [card for card in range(len(game.rules.deck.names)) if card not in board]
    chance = factorial(to_come) / prod(game.rules.num_unseen(len(board) + k) for k in range(to_come))
    return [board + cards for cards in combinations(left, to_come)], chance
