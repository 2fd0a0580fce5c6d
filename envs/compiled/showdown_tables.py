"""Tables of each full board for showdowns: the hands that it leaves, in order of strength.

Two players have hands of their own, each a list of combos of one or two cards. At a showdown all hands of both lie in one
order, group by group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.poker.rules import BoardsStrength, PokerRules
from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import LANES
from .showdown_pass import NO_CARD

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


class BoardTables(NamedTuple):
    """The order of all hands on each full board."""

    order: Int16s  # [2, boards, hands]: the hands that the board leaves, from weak to strong
    group_end: Int16s  # [2, boards, groups]: where each group ends in ``order``; beyond the last, all end there


def own_strengths(game: PokerGame, boards: list[tuple[int, ...]], held: tuple[Int64s, Int64s], alive: Floats32) -> Int32s:
    """int32 [2, boards, padded hands]: strengths of both players' hands on full boards, -1 where ``alive`` [the same] is 0."""
    strength: object = game.rules.strength
    if isinstance(strength, BoardsStrength):
        strengths = strength.of_boards(game.rules.deck.hand_cards, np.array(boards, dtype=np.int64))
    else:
        strengths = as_ranks(np.array([game.strengths(board) for board in boards]))
    result = np.full((2, len(boards), alive.shape[2]), -1, dtype=np.int32)
    for player, hands in enumerate(held):
        result[player, :, : len(hands)] = np.where(alive[player, :, : len(hands)] > 0, strengths[:, hands], -1)
    return result


def as_ranks(strengths: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Replace strengths by int32 numbers that compare alike."""
    if strengths.dtype == np.int32:
        return strengths
    ranks = np.unique(strengths, return_inverse=True)[1]
    return ranks.reshape(strengths.shape).astype(np.int32)


def board_tables(strengths: Int32s, kind: Int64s, firsts: Int32s) -> BoardTables:
    """Make the tables of these boards."""
    _, boards, hands = strengths.shape
    order = np.empty((2, boards, hands), dtype=np.int16)
    ranks = as_small_ranks(strengths)
    for k, first in enumerate(firsts):
        where = np.flatnonzero(kind == k)
        for player in range(2):
            by_first = np.argsort(first[player], kind="stable").astype(np.int16)
            rank = ranks[player, where][:, by_first]
            order[player, where] = by_first[np.argsort(rank, axis=1, kind="stable")]
    result = np.zeros((2, boards, hands), dtype=np.int16)
    group_end = np.zeros((2, boards, 2 * hands), dtype=np.int16)
    most = put_in_order(order, strengths, result, group_end)
    return BoardTables(result, group_end[:, :, :most].copy())


def no_tables(boards: int) -> BoardTables:
    """Tables without hands, for boards that have matrices."""
    nothing = np.zeros((2, boards, 0), dtype=np.int16)
    return BoardTables(nothing, nothing)


def hand_cards(rules: PokerRules, held: tuple[Int64s, Int64s], blocks: Int64s) -> Int32s:
    """``WalkPlan.cards``."""
    cards = np.full((2, 3, int(blocks.max()) * LANES), NO_CARD, dtype=np.int32)
    for player, hands in enumerate(held):
        cards[player, : rules.deck.hole_cards, : len(hands)] = rules.deck.hand_cards[hands].T
        # Sums by card count a pair's combo twice, and a single card once, which is right as it is: it has no twin.
        cards[player, 2] = nowhere = int(blocks[1 - player]) * LANES
        if rules.deck.hole_cards == 2:
            place = np.full(len(rules.deck.hands), nowhere)
            place[held[1 - player]] = np.arange(len(held[1 - player]))
            cards[player, 2, : len(hands)] = place[hands]
    return cards


def hands_by_card(cards: Int32s) -> tuple[Int16s, Int16s]:
    """(int16 [2, 2 * hands]: for each card in turn the hands that hold it; int16 [2, 54]: where each card's start, and end)."""
    by_hand = cards.swapaxes(1, 2).reshape(2, -1)
    by_card = (np.argsort(by_hand, axis=1, kind="stable") // 2).astype(np.int16)
    ends = np.zeros((2, NUM_CARDS + 2), dtype=np.int16)
    for player in range(2):
        ends[player, 1:] = np.cumsum(np.bincount(by_hand[player], minlength=NO_CARD + 1))
    ends[:, -1] = ends[:, -2]  # the card of padding
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
                sorted_hands = order[player, board]
                while place[player] < alive[player] and strengths[player, board, sorted_hands[place[player]]] == least:
                    place[player] += 1
                group_end[player, board, groups] = place[player]
            groups += 1
        for player in range(2):
            group_end[player, board, groups:] = alive[player]
        most = max(most, groups)
    return most
