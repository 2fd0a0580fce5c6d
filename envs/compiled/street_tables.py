"""For each full board: which hands it leaves, their order of strength, and where each hand stands in the opponent's order.

Two players have hands of their own, each a list of combos of one or two cards. What a hand beats less what beats it comes from
running sums over the opponent's hands from weak to strong: the sum below the hand and the sum up to all that tie with it. The
same sums over the hands that hold one card take out the hands that share a card. So a showdown is one pass over the opponent's
hands, and six look-ups for each own hand, for sixteen or more of the opponent's sequences at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numba as nb
import numpy as np

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Int16s, Int32s, Int64s

from .arrays import RunningSums, SideBySide, Vector
from .board_sweep import NO_CARD
from .simd import SideLanes, fill_side, load_side, vector_store, width_of

PLACES = 6
"""Look-ups for each hand: below it and up to its ties, among all hands and among those with its one and its other card."""


class BoardTables(NamedTuple):
    """The order of all hands on each full board.

    The first index is the player; hands are numbers in the player's own list. *Running sums* of a player's n hands on a board
    are numbered: 0 is zero, k the sum of the k weakest; from n + 1 on follow those over the hands of each card, in the order
    of ``by_card``.

    Attributes:
        order: int16 [2, boards, hands]: the hands that the board leaves, from weak to strong.
        by_card: int16 [2, boards + 1, 2 * hands]: for each card in turn the hands that hold it, from weak to strong. The last
            is of no board, and has all hands.
        ends: int16 [2, boards + 1, 108]: from 0 on where each card's hands start in ``by_card``, and end (a card more than
            there are has none); from ``CARD_TOTAL`` on the running sum over all hands with each card; at ``HELD`` how many
            hands the board leaves.
        places: int16 [2, boards, hands, 6]: for each hand the opponent's running sums: of all that are weaker, of all that are
            weaker or equal; the same among those with its first card; with its second card.
    """

    order: Int16s
    by_card: Int16s
    ends: Int16s
    places: Int16s


CARD_TOTAL = NUM_CARDS + 2
HELD = CARD_TOTAL + NUM_CARDS + 1
"""Where in ``BoardTables.ends`` its parts start, behind the first."""


def board_tables(strengths: Int32s, cards: Int32s, kind: Int64s, firsts: Int32s) -> BoardTables:
    """Make the tables of these boards.

    Args:
        strengths: int32 [2, boards, hands]: the greater the better, -1 for a hand that the board rules out.
        cards: int32 [2, 2, hands]: each player's hands' cards, 52 for a second that there is not.
        kind: int64 [boards]: of which kind each board is.
        firsts: int32 [kinds, 2, hands]: the first of the hands that are alike on boards of a kind. Of hands of equal strength
            they lie together, so that sums over hands which suits alone tell apart have the same bits.
    """
    _, boards, hands = strengths.shape
    order = np.empty((2, boards, hands), dtype=np.int16)
    ranks = as_small_ranks(strengths)
    for k, first in enumerate(firsts):
        where = np.flatnonzero(kind == k)
        for player in range(2):
            by_first = np.argsort(first[player], kind="stable").astype(np.int16)
            own = ranks[player, where][:, by_first]
            order[player, where] = by_first[np.argsort(own, axis=1, kind="stable")]
    tables = BoardTables(
        order=np.zeros((2, boards, hands), dtype=np.int16),
        by_card=np.zeros((2, boards + 1, 2 * hands), dtype=np.int16),
        ends=np.zeros((2, boards + 1, HELD + 1), dtype=np.int16),
        places=np.zeros((2, boards, hands, PLACES), dtype=np.int16),
    )
    put_in_order(order, strengths, cards, *tables)
    for player in range(2):
        of_card = [np.flatnonzero((cards[player] == card).any(axis=0)) for card in range(NUM_CARDS)]
        listed = np.concatenate(of_card)
        tables.by_card[player, boards, : len(listed)] = listed
        tables.ends[player, boards, 1:CARD_TOTAL] = np.cumsum([*map(len, of_card), 0])
    return tables


def as_small_ranks(strengths: Int32s) -> Int16s:
    """int16 numbers that compare alike on each board, where there are few enough; NumPy sorts those several times as fast."""
    values = np.unique(strengths)
    if len(values) > np.iinfo(np.int16).max:
        return strengths  # type: ignore[return-value]
    return np.searchsorted(values, strengths).astype(np.int16)


@nb.njit(cache=True, nogil=True)
def put_in_order(
    ranked: Int16s,
    strengths: Int32s,
    cards: Int32s,
    order: Int16s,
    by_card: Int16s,
    ends: Int16s,
    places: Int16s,
) -> None:
    """Fill ``BoardTables``; ``ranked`` are all hands from weak to strong. See ``board_tables``."""
    put = np.zeros(NUM_CARDS + 1, np.int64)
    for board in range(strengths.shape[1]):
        for player in range(2):
            alive = 0
            own = ends[player, board]
            for k in range(ranked.shape[2]):
                hand = ranked[player, board, k]
                if strengths[player, board, hand] >= 0:
                    order[player, board, alive] = hand
                    alive += 1
                    for side in range(2):
                        if cards[player, side, hand] < NUM_CARDS:
                            own[cards[player, side, hand] + 1] += 1
            own[HELD] = alive
            for card in range(NUM_CARDS):
                put[card] = own[card]
                own[CARD_TOTAL + card] = alive + own[card] + own[card + 1] if own[card + 1] > 0 else 0
                own[card + 1] += own[card]
            own[NUM_CARDS + 1] = own[NUM_CARDS]
            for k in range(alive):
                hand = order[player, board, k]
                for side in range(2):
                    card = cards[player, side, hand]
                    if card < NUM_CARDS:
                        by_card[player, board, put[card]] = hand
                        put[card] += 1
        for player in range(2):
            find_places(player, board, strengths, cards, order, by_card, ends, places, put)


@nb.njit(cache=True)
def find_places(
    player: int,
    board: int,
    strengths: Int32s,
    cards: Int32s,
    order: Int16s,
    by_card: Int16s,
    ends: Int16s,
    places: Int16s,
    below: Int64s,
) -> None:
    """Write ``BoardTables.places`` of one player and board: one pass over both players' hands, from weak to strong.

    Args:
        player: whose.
        board: the board.
        strengths: as in ``board_tables``.
        cards: likewise.
        order: as in ``BoardTables``.
        by_card: likewise.
        ends: likewise.
        places: likewise, written.
        below: int64 [53], overwritten: how many of a card's hands are weaker, so far.
    """
    other = 1 - player
    mine, theirs, of_card = order[player, board], order[other, board], ends[other, board]
    end, count, start, weaker = of_card[HELD], ends[player, board, HELD], 0, 0
    for card in range(NUM_CARDS + 1):
        below[card] = 0
    while start < count:
        strength = strengths[player, board, mine[start]]
        while weaker < end and strengths[other, board, theirs[weaker]] < strength:
            for side in range(2):
                below[cards[other, side, theirs[weaker]]] += 1
            weaker += 1
        ties = weaker
        while ties < end and strengths[other, board, theirs[ties]] == strength:
            ties += 1
        while start < count and strengths[player, board, mine[start]] == strength:
            place = places[player, board, mine[start]]
            place[0], place[1] = weaker, ties
            for side in range(2):
                card = cards[player, side, mine[start]]
                if card == NO_CARD:
                    continue
                equal = below[card]
                first, last = of_card[card], of_card[card + 1]
                while first + equal < last and strengths[other, board, by_card[other, board, first + equal]] == strength:
                    equal += 1
                place[2 + 2 * side] = end + first + below[card] if below[card] > 0 else 0
                place[3 + 2 * side] = end + first + equal if equal > 0 else 0
            start += 1


@nb.njit(cache=True)
def running_sums(side: SideLanes, order: Int16s, by_card: Int16s, ends: Int16s, reach: SideBySide, sums: RunningSums) -> Vector:
    """Write the running sums over a player's hands on a full board.

    Args:
        side: how many sequences lie side by side.
        order: int16 [hands]: the hands, from weak to strong.
        by_card: int16 [2 * hands]: the hands of each card, from weak to strong.
        ends: int16 [108]: see ``BoardTables``.
        reach: float32 [hands * width]: the player's reach.
        sums: float32 [(3 * hands + 1) * width], written; see ``BoardTables``.

    Returns:
        The sum of all reach.
    """
    count, width = ends[HELD], width_of(side)
    running = fill_side(side, 0.0)
    vector_store(sums, 0, running)
    for k in range(count):
        running = running + load_side(side, reach, order[k] * width)
        vector_store(sums, (k + 1) * width, running)
    total = running
    for card in range(NUM_CARDS):
        running = fill_side(side, 0.0)
        for k in range(ends[card], ends[card + 1]):
            running = running + load_side(side, reach, by_card[k] * width)
            vector_store(sums, (count + 1 + k) * width, running)
    return total


@nb.njit(cache=True)
def card_sums(side: SideLanes, hands: int, by_card: Int16s, ends: Int16s, reach: SideBySide, sums: RunningSums) -> Vector:
    """Write reach by card to the first 53 places of ``sums``, for batches in which nothing goes to a showdown.

    Args:
        side: how many sequences lie side by side.
        hands: how many hands the player has.
        by_card: int16 [2 * hands]: for each card in turn the hands that hold it.
        ends: int16 [108]: where each card's start, and end.
        reach: as in ``running_sums``.
        sums: likewise, written: reach by card; the last is zero.

    Returns:
        The sum of all reach.
    """
    width = width_of(side)
    total = fill_side(side, 0.0)
    for hand in range(hands):
        total = total + load_side(side, reach, hand * width)
    for card in range(NUM_CARDS):
        running = fill_side(side, 0.0)
        for k in range(ends[card], ends[card + 1]):
            running = running + load_side(side, reach, by_card[k] * width)
        vector_store(sums, card * width, running)
    vector_store(sums, NO_CARD * width, fill_side(side, 0.0))
    return total
