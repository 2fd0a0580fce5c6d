"""For each full board: which hands it leaves, and their order of strength.

Two players have hands of their own, each a list of combos of one or two cards. At a showdown on one board all hands of both
lie in one order of strength; a *group* is all of equal strength. One pass over the groups, from weak to strong, gives each hand
what it beats less what beats it, for sixteen of the opponent's sequences at once. The same card by card takes out the hands
that share a card.
"""

from __future__ import annotations

from typing import NamedTuple

import numba as nb
import numpy as np

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Int16s, Int32s, Int64s

from .arrays import CardSums, SideBySide, Vector
from .board_sweep import LANES
from .simd import fill_f32x16, vector_load, vector_store


class BoardTables(NamedTuple):
    """The order of all hands on each full board.

    The first index of most is the player; hands are numbers in the player's own list.

    Attributes:
        order: int16 [2, boards, hands]: the hands that the board leaves, from weak to strong.
        group_end: int16 [2, boards, groups]: where each group ends in ``order``.
        num_groups: int16 [boards].
        by_card: int16 [2, boards, 2 * hands]: for each card in turn the hands that hold it, from weak to strong.
        run_end: int16 [2, boards, runs]: where each run (a card's hands of one group) ends in ``by_card``.
        first_run: int16 [boards, 53]: the first run of each card, and the end of the last.
    """

    order: Int16s
    group_end: Int16s
    num_groups: Int16s
    by_card: Int16s
    run_end: Int16s
    first_run: Int16s


def board_tables(strengths: Int32s, cards: Int32s) -> BoardTables:
    """Make the tables of these boards.

    Args:
        strengths: int32 [2, boards, hands]: the greater the better, -1 for a hand that the board rules out.
        cards: int32 [2, 2, hands]: each player's hands' cards, 52 for a second that there is not.
    """
    _, boards, hands = strengths.shape

    def zeros(width: int) -> Int16s:
        return np.zeros((2, boards, width), dtype=np.int16)

    first_run = np.zeros((boards, NUM_CARDS + 1), dtype=np.int16)
    tables = BoardTables(
        zeros(hands), zeros(2 * hands), np.zeros(boards, dtype=np.int16), zeros(2 * hands), zeros(4 * hands), first_run
    )
    ranked = np.argsort(strengths, axis=2, kind="stable").astype(np.int16)
    put_in_order(ranked, strengths, cards, *tables)
    groups, runs = int(tables.num_groups.max(initial=0)), int(first_run[:, -1].max(initial=0))
    return tables._replace(group_end=tables.group_end[:, :, :groups].copy(), run_end=tables.run_end[:, :, :runs].copy())


@nb.njit(cache=True, nogil=True)
def put_in_order(
    ranked: Int16s,
    strengths: Int32s,
    cards: Int32s,
    order: Int16s,
    group_end: Int16s,
    num_groups: Int16s,
    by_card: Int16s,
    run_end: Int16s,
    first_run: Int16s,
) -> None:
    """Fill ``BoardTables``; ``ranked`` are all hands from weak to strong. See ``board_tables``."""
    alive, place, end = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    start, put = np.zeros((2, NUM_CARDS + 2), np.int64), np.zeros(NUM_CARDS + 1, np.int64)
    for board in range(num_groups.shape[0]):
        for player in range(2):
            count = 0
            for k in range(ranked.shape[2]):
                if strengths[player, board, ranked[player, board, k]] >= 0:
                    order[player, board, count] = ranked[player, board, k]
                    count += 1
            alive[player] = count
        place[:] = 0
        num_groups[board] = mark_ends(strengths, order, board, place, alive, group_end, 0)
        start[:] = 0
        for player in range(2):
            for k in range(alive[player]):
                for side in range(2):
                    start[player, cards[player, side, order[player, board, k]] + 1] += 1
            for card in range(NUM_CARDS):
                start[player, card + 1] += start[player, card]
            put[:] = start[player, : NUM_CARDS + 1]
            for k in range(alive[player]):
                for side in range(2):
                    card = cards[player, side, order[player, board, k]]
                    by_card[player, board, put[card]] = order[player, board, k]
                    put[card] += 1
        runs = 0
        for card in range(NUM_CARDS):
            first_run[board, card] = runs
            place[:] = start[:, card]
            end[:] = start[:, card + 1]
            runs = mark_ends(strengths, by_card, board, place, end, run_end, runs)
        first_run[board, NUM_CARDS] = runs


@nb.njit(cache=True)
def mark_ends(strengths: Int32s, hands: Int16s, board: int, place: Int64s, end: Int64s, ends: Int16s, count: int) -> int:
    """Write where each stretch of equal strength of both players' ``hands`` ends, from ``count`` on; the next number."""
    while place[0] < end[0] or place[1] < end[1]:
        least = 1 << 62
        for player in range(2):
            if place[player] < end[player]:
                least = min(least, strengths[player, board, hands[player, board, place[player]]])
        for player in range(2):
            while place[player] < end[player] and strengths[player, board, hands[player, board, place[player]]] == least:
                place[player] += 1
            ends[player, board, count] = place[player]
        count += 1
    return count


@nb.njit(cache=True)
def sweep(tables: BoardTables, player: int, board: int, reach: SideBySide, value: SideBySide, sums: CardSums) -> Vector:
    """Write into ``value`` what each of ``player``'s hands beats less what beats it, blockers still in.

    Args:
        tables: the boards.
        player: whose hands are asked about.
        board: which board.
        reach: float32 [opponent's hands * 16]: sixteen of the opponent's sequences side by side; 0 for hands that the board
            rules out.
        value: float32 [own hands * 16], written.
        sums: float32 [53 * 16]: reach by card, written.

    Returns:
        The sum of all reach, sixteen lanes.
    """
    theirs, mine = tables.order[1 - player, board], tables.order[player, board]
    their_end, my_end = tables.group_end[1 - player, board], tables.group_end[player, board]
    running = fill_f32x16(0.0)
    at, own = 0, 0
    for group in range(tables.num_groups[board]):
        both = running
        for k in range(at, their_end[group]):
            running = running + vector_load(reach, theirs[k] * LANES)
        at = their_end[group]
        both = both + running
        for k in range(own, my_end[group]):
            vector_store(value, mine[k] * LANES, both)
        own = my_end[group]
    total = running
    theirs, mine = tables.by_card[1 - player, board], tables.by_card[player, board]
    their_end, my_end = tables.run_end[1 - player, board], tables.run_end[player, board]
    first_run = tables.first_run[board]
    at, own = 0, 0
    for card in range(NUM_CARDS):
        running = fill_f32x16(0.0)
        for run in range(first_run[card], first_run[card + 1]):
            both = running
            for k in range(at, their_end[run]):
                running = running + vector_load(reach, theirs[k] * LANES)
            at = their_end[run]
            both = both + running
            for k in range(own, my_end[run]):
                vector_store(value, mine[k] * LANES, vector_load(value, mine[k] * LANES) - both)
            own = my_end[run]
        vector_store(sums, card * LANES, running)
    return total


@nb.njit(cache=True)
def sum_by_card(cards: Int32s, hands: int, reach: SideBySide, sums: CardSums) -> Vector:
    """Write the opponent's reach by card into ``sums``, for batches in which nothing goes to a showdown; return the sum of all.

    Args:
        cards: int32 [2, hands]: the cards of the opponent's hands.
        hands: how many these are.
        reach: as in ``sweep``.
        sums: likewise.
    """
    for card in range(NUM_CARDS):
        vector_store(sums, card * LANES, fill_f32x16(0.0))
    total = fill_f32x16(0.0)
    for hand in range(hands):
        own = vector_load(reach, hand * LANES)
        total = total + own
        one, two = cards[0, hand] * LANES, cards[1, hand] * LANES
        vector_store(sums, one, vector_load(sums, one) + own)
        vector_store(sums, two, vector_load(sums, two) + own)
    vector_store(sums, NUM_CARDS * LANES, fill_f32x16(0.0))  # where the second of one card went: it blocks nothing
    return total
