"""Made hands and draws: the names by which players sort hands.

A player's own cards count: on QQ7 a hand of A K is ace high, not a pair of queens, which all players have.
A hand whose best five are a straight or better is what these are, also where the board has them alone.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .hand_strength import CATEGORY_SHIFT, STRAIGHT, Cards, board_strength

Ints: TypeAlias = npt.NDArray[np.int64]

MADE_HANDS = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "pocket pair below the top card",
    "second pair",
    "low pair",
    "ace high",
    "king high",
    "queen high or less",
)
"""Names of made hands, the best first: ``made_hands`` has indices into this.

- set: a pair in the hand and a third card on the board; trips: a card in the hand and a pair on the board;
- two pair: each card of the hand pairs one of the board; a pair of the board's does not count;
- overpair: a pair in the hand, higher than all of the board;
- top, second, low pair: a card of the hand with the highest, the second, another rank of the board;
- ace high ... by the higher card of the hand.
"""

FLUSH_DRAW, OPEN_ENDED, GUTSHOT, BACKDOOR_FLUSH, BACKDOOR_STRAIGHT, TWO_OVERCARDS, ONE_OVERCARD = (1 << k for k in range(7))
DRAWS = (
    "flush draw",
    "open-ended straight draw",
    "gutshot",
    "backdoor flush draw",
    "backdoor straight draw",
    "two overcards",
    "one overcard",
)
"""Names of draws: bit k of ``draws_of_hands`` is entry k.

- flush draw: four cards of a suit, one or both in the hand; backdoor: three of them, on a flop;
- open-ended: cards of two ranks or more make a straight (a double gutshot, too) that the board with such a card has not;
  gutshot: cards of one rank do;
- backdoor straight draw: neither of them, but both cards of the hand and one of a flop are of three ranks in a row of five;
- overcards: cards of a hand without a pair that are higher than all of the board.

A hand that has a straight or better has no straight draw, one that has a flush or better no draw at all.
"""


def made_hands(board: tuple[int, ...], hands: Cards) -> Ints:
    """The made hand of each hand with a board.

    Args:
        board: three to five different cards, from 0 to 51.
        hands: integers [n, 2], two different cards a row.

    Returns:
        int64 [n]: indices into ``MADE_HANDS``; -1 for a hand that shares a card with the board.

    Raises:
        ValueError: a board of the wrong length, a card twice, or a number that is no card.

    >>> from .cards import parse_cards
    >>> hands = np.array([parse_cards(hand) for hand in ("QdQc", "QdJc", "AdKc", "9d9c", "Kh4h")])
    >>> [MADE_HANDS[number] for number in made_hands(parse_cards("QsJh2h"), hands)]
    ['set', 'two pair', 'ace high', 'pocket pair below the top card', 'king high']
    """
    hands = np.asarray(hands)
    strength = board_strength(board, hands)
    kind = np.asarray(strength >> CATEGORY_SHIFT, dtype=np.int64)
    counts = np.bincount(np.array(board) >> 2, minlength=13)
    ranks = np.flatnonzero(counts)[::-1]  # of the board, the highest first
    own = np.sort(hands >> 2, axis=1)
    low, high = own.T
    pocket, on_low, on_high = low == high, counts[low], counts[high]
    paired = np.where(on_high > 0, high, low)  # the rank of the better pair that a card of the hand makes
    one_pair = (on_high > 0) | (on_low > 0)
    second = ranks[1] if len(ranks) > 1 else -1
    conditions: list[tuple[npt.NDArray[np.bool_], int | Ints]] = [
        (kind >= STRAIGHT, 8 - kind),
        (pocket & (on_high > 0), _draw_names("set")),
        (~pocket & ((on_high > 1) | (on_low > 1)), _draw_names("trips")),
        (~pocket & (on_high > 0) & (on_low > 0), _draw_names("two pair")),
        (pocket & (high > ranks[0]), _draw_names("overpair")),
        (pocket, _draw_names("pocket pair below the top card")),
        (one_pair & (paired == ranks[0]), _draw_names("top pair")),
        (one_pair & (paired == second), _draw_names("second pair")),
        (one_pair, _draw_names("low pair")),
        (high == 12, _draw_names("ace high")),
        (high == 11, _draw_names("king high")),
    ]
    wheres, values = [where for where, _ in conditions], [np.asarray(value) for _, value in conditions]
    found = np.select(wheres, values, _draw_names("queen high or less"))
    return np.asarray(np.where(strength < 0, -1, found), dtype=np.int64)


def draws_of_hands(board: tuple[int, ...], hands: Cards) -> Ints:
    """The draws of each hand; none on a full board.

    Args:
        board: as for ``made_hands``.
        hands: integers [n, 2], the cards of each hand.

    Returns:
        int64 [n]: bits, see ``DRAWS``; 0 for a hand that shares a card with the board.

    Raises:
        ValueError: as ``made_hands``.

    >>> from .cards import parse_cards
    >>> hands = np.array([parse_cards(hand) for hand in ("AhKh", "Td9d", "2c2d")])
    >>> [draw_names(bits) for bits in draws_of_hands(parse_cards("QsJh2h"), hands)]
    [('flush draw', 'gutshot', 'two overcards'), ('open-ended straight draw',), ()]
    """
    hands = np.asarray(hands)
    strength = board_strength(board, hands)
    found = np.zeros(len(hands), dtype=np.int64)
    if len(board) == 5:
        return found
    kind = strength >> CATEGORY_SHIFT
    cards = np.array(board)
    flop = len(board) == 3
    for suit in range(4):
        own = (hands & 3 == suit).sum(axis=1)
        together = own + int((cards & 3 == suit).sum())
        found |= np.where((own > 0) & (together == 4), FLUSH_DRAW, 0)
        found |= np.where((own > 0) & (together == 3) & flop, BACKDOOR_FLUSH, 0)
    found |= _straight_draws(cards, hands)
    top = int(cards.max()) >> 2
    over = ((hands >> 2) > top).sum(axis=1)
    over[hands[:, 0] >> 2 == hands[:, 1] >> 2] = 0
    over[np.isin(hands >> 2, cards >> 2).any(axis=1)] = 0
    found |= np.where(over == 2, TWO_OVERCARDS, np.where(over == 1, ONE_OVERCARD, 0))
    straights = OPEN_ENDED | GUTSHOT | BACKDOOR_STRAIGHT
    found = np.where(kind == STRAIGHT, found & ~(straights | TWO_OVERCARDS | ONE_OVERCARD), found)
    return np.asarray(np.where((kind > STRAIGHT) | (strength < 0), 0, found), dtype=np.int64)


def draw_names(bits: int) -> tuple[str, ...]:
    """The names of what ``draws_of_hands`` found."""
    return tuple(name for k, name in enumerate(DRAWS) if int(bits) >> k & 1)


def _straight_draws(cards: Ints, hands: Cards) -> Ints:
    board = _rank_set(cards[None, :])
    both = board | _rank_set(hands)
    completing = np.zeros(len(hands), dtype=np.int64)
    for rank in range(13):
        completing += _straight_top(both | 1 << rank) > _straight_top(board | 1 << rank)
    found = np.where(completing > 1, OPEN_ENDED, np.where(completing == 1, GUTSHOT, 0))
    if len(cards) == 3:
        low = np.sort(hands >> 2, axis=1)
        near = np.zeros(len(hands), dtype=bool)
        for bottom in range(-1, 9):  # -1: the ace below the deuce
            window = [12 if rank < 0 else rank for rank in range(bottom, bottom + 5)]
            inside = np.isin(low, window).all(axis=1) & (low[:, 0] != low[:, 1])
            with_board = np.zeros(len(hands), dtype=bool)
            for rank in set((cards >> 2).tolist()) & set(window):
                with_board |= (low != rank).all(axis=1)
            near |= inside & with_board
        found |= np.where(near & (completing == 0), BACKDOOR_STRAIGHT, 0)
    return np.asarray(found, dtype=np.int64)


def _rank_set(cards: Cards) -> Ints:
    """int64 [n]: the ranks of each row of cards as bits."""
    return np.asarray(np.bitwise_or.reduce(np.int64(1) << (np.asarray(cards, dtype=np.int64) >> 2), axis=1))


def _straight_top(ranks: Ints) -> Ints:
    """int64 [n]: one more than the rank at which the highest straight in each set ends; 0 without one."""
    low = ranks << 1 | ranks >> 12 & 1
    run = low & low >> 1 & low >> 2 & low >> 3 & low >> 4  # bit k: a straight from rank k - 1 to rank k + 3
    top = np.zeros(len(ranks), dtype=np.int64)
    for k in range(10):
        top = np.where(run >> k & 1, k + 4, top)
    return top


def _draw_names(name: str) -> int:
    return MADE_HANDS.index(name)
