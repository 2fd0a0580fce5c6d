"""For each full board: which hands it leaves, and their order of strength.

Two players have hands of their own, each a list of combos of one or two cards. At a showdown all hands of both lie in one order
of strength; a *group* is all of equal strength. One pass over the groups, from weak to strong, keeps the reach so far of
all hands and of the hands with each card. A hand looks it up before its own group is added and after. From both follows
what it beats less what beats it, for sixteen or more of the opponent's sequences at once. All that the pass keeps fits into
the first-level cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import CardSums, SideBySide, Vector
from .showdown_pass import NO_CARD
from .simd import SideLanes, fill_side, load_side, vector_store, width_of

CARD_SLOTS = NUM_CARDS + 2
"""Sums by card: one for each, one that stays zero for cards that there are not, and one into which those may be added."""


class BoardTables(NamedTuple):
    """The order of all hands on each full board."""

    order: Int16s  # [2, boards, hands]: the hands that the board leaves, from weak to strong
    group_end: Int16s  # [2, boards, groups]: where each group ends in ``order``; beyond the last, all end there


class HandsOnBoard(NamedTuple):
    """One player's hands on one board, as kernels need them at its terminals."""

    cards: Int32s  # [3, padded hands]: as in ``WalkPlan``
    order: Int16s  # [hands]: as in ``BoardTables``
    group_end: Int16s  # [groups]: as in ``BoardTables``
    by_card: Int16s  # [2 * padded hands]: as in ``WalkPlan``
    card_end: Int16s  # [54]: as in ``WalkPlan``
    alive: Floats32  # [padded hands]: as in ``WalkPlan``
    num_hands: int
    blocks: int  # of sixteen hands
    rows_at: int  # where the rows that count here start in ``WalkScratch.rows``: a player's utility, an opponent's reach
    pitch: int  # numbers from one block of them to the next


def board_tables(strengths: Int32s, kind: Int64s, firsts: Int32s) -> BoardTables:
    """Make the tables of these boards."""
    _, boards, hands = strengths.shape
    order = np.empty((2, boards, hands), dtype=np.int16)
    ranks = as_small_ranks(strengths)
    for k, first in enumerate(firsts):
        where = np.flatnonzero(kind == k)
        for player in range(2):
            by_first = np.argsort(first[player], kind="stable").astype(np.int16)
            own = ranks[player, where][:, by_first]
            order[player, where] = by_first[np.argsort(own, axis=1, kind="stable")]
    found = np.zeros((2, boards, hands), dtype=np.int16)
    group_end = np.zeros((2, boards, 2 * hands), dtype=np.int16)
    most = put_in_order(order, strengths, found, group_end)
    return BoardTables(found, group_end[:, :, :most].copy())


def no_tables(boards: int) -> BoardTables:
    """Tables without hands, for boards that have matrices."""
    nothing = np.zeros((2, boards, 0), dtype=np.int16)
    return BoardTables(nothing, nothing)


def hands_by_card(cards: Int32s) -> tuple[Int16s, Int16s]:
    """(int16 [2, 2 * hands]: for each card in turn the hands that hold it; int16 [2, 54]: where each card's start, and end)."""
    by_card = np.zeros((2, 2 * cards.shape[2]), dtype=np.int16)
    ends = np.zeros((2, NUM_CARDS + 2), dtype=np.int16)
    for player in range(2):
        of_card = [np.flatnonzero((cards[player] == card).any(axis=0)) for card in range(NUM_CARDS)]
        listed = np.concatenate(of_card)
        by_card[player, : len(listed)] = listed
        ends[player, 1:] = np.cumsum([*map(len, of_card), 0])
    return by_card, ends


def as_small_ranks(strengths: Int32s) -> Int16s:
    """int16 numbers that compare alike on each board, where there are few enough; NumPy sorts those several times as fast."""
    values = np.unique(strengths)
    if len(values) > np.iinfo(np.int16).max:
        return strengths  # type: ignore[return-value]
    return np.searchsorted(values, strengths).astype(np.int16)


@kernel(nogil=True)
def put_in_order(ranked: Int16s, strengths: Int32s, order: Int16s, group_end: Int16s) -> int:
    """Fill ``BoardTables`` and return the most groups of any board; ``ranked`` are all hands from weak to strong."""
    alive, place, most = np.zeros(2, np.int64), np.zeros(2, np.int64), 0
    for board in range(strengths.shape[1]):
        for player in range(2):
            count = 0
            for k in range(ranked.shape[2]):
                hand = ranked[player, board, k]
                if strengths[player, board, hand] >= 0:
                    order[player, board, count] = hand
                    count += 1
            alive[player] = count
        place[:] = 0
        groups = 0
        while place[0] < alive[0] or place[1] < alive[1]:
            least = 1 << 62
            for player in range(2):
                if place[player] < alive[player]:
                    least = min(least, strengths[player, board, order[player, board, place[player]]])
            for player in range(2):
                own = order[player, board]
                while place[player] < alive[player] and strengths[player, board, own[place[player]]] == least:
                    place[player] += 1
                group_end[player, board, groups] = place[player]
            groups += 1
        for player in range(2):
            group_end[player, board, groups:] = alive[player]
        most = max(most, groups)
    return most


@kernel(counted=False)
def showdown_pass(
    side: SideLanes, mine: HandsOnBoard, theirs: HandsOnBoard, reach: SideBySide, held: CardSums, won: SideBySide
) -> Vector:
    """For each hand that a full board leaves twice the reach that it beats and once that with which it ties, into ``won``."""
    width, order, group_end, cards = width_of(side), mine.order, mine.group_end, mine.cards
    running = fill_side(side, 0.0)
    for card in range(CARD_SLOTS):
        vector_store(held, card * width, running)
    at, own = 0, 0
    for group in range(len(group_end)):
        for k in range(own, group_end[group]):
            hand = order[k]
            shared = load_side(side, held, cards[0, hand] * width) + load_side(side, held, cards[1, hand] * width)
            vector_store(won, hand * width, running - shared)
        for k in range(at, theirs.group_end[group]):
            hand = theirs.order[k]
            value = load_side(side, reach, hand * width)
            one, two = theirs.cards[0, hand] * width, theirs.cards[1, hand]
            two = (two + (two == NO_CARD)) * width  # what is added where there is no card is not read
            running = running + value
            vector_store(held, one, load_side(side, held, one) + value)
            vector_store(held, two, load_side(side, held, two) + value)
        for k in range(own, group_end[group]):
            hand = order[k]
            shared = load_side(side, held, cards[0, hand] * width) + load_side(side, held, cards[1, hand] * width)
            vector_store(won, hand * width, load_side(side, won, hand * width) + (running - shared))
        at, own = theirs.group_end[group], group_end[group]
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
