"""Made hand and draws of one hand, and of many, compiled; names as in ``draws``."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

from .cards import CARD_WORDS
from .draws import (
    BACKDOOR_FLUSH,
    BACKDOOR_STRAIGHT,
    FLUSH_DRAW,
    GUTSHOT,
    MADE_HANDS,
    ONE_OVERCARD,
    OPEN_ENDED,
    TWO_OVERCARDS,
)
from .hand_strength import CATEGORY_SHIFT, RANK_MASK, STRAIGHT, Cards, board_strength, highest_rank, straight_tops

SET, TRIPS, TWO_PAIR, OVERPAIR, TOP_PAIR, POCKET_BELOW, SECOND_PAIR, LOW_PAIR, ACE_HIGH, KING_HIGH, QUEEN_HIGH = range(
    MADE_HANDS.index("set"), len(MADE_HANDS)
)
ACE, KING = 12, 11


@kernel
def made_hand(first: int, second: int, board: int, kind: int) -> int:
    """The index into ``draws.MADE_HANDS`` of two cards."""
    if kind >= STRAIGHT:
        return 8 - kind
    high, low = max(first, second) >> 2, min(first, second) >> 2
    ranks, seen, twice = 0, 0, 0
    for suit in range(4):
        ranks = board >> 16 * suit & RANK_MASK
        twice |= seen & ranks
        seen |= ranks
    on_high, on_low = seen >> high & 1, seen >> low & 1
    if high == low:
        if on_high:
            return SET
        return OVERPAIR if seen >> high == 0 else POCKET_BELOW
    if twice >> high & 1 or twice >> low & 1:
        return TRIPS
    if on_high and on_low:
        return TWO_PAIR
    if on_high or on_low:
        above = seen >> (high if on_high else low) + 1
        if above == 0:
            return TOP_PAIR
        return SECOND_PAIR if above & (above - 1) == 0 else LOW_PAIR
    return ACE_HIGH if high == ACE else KING_HIGH if high == KING else QUEEN_HIGH


@kernel
def strong_draws(first: int, second: int, board: int, num_board: int, kind: int) -> int:
    """The bits ``FLUSH_DRAW``, ``OPEN_ENDED`` and ``GUTSHOT`` of ``draws.draws_of_hands``; arguments as above."""
    if num_board == 5 or kind > STRAIGHT:
        return 0
    result, seen, completing = 0, 0, 0
    for suit in range(4):
        ranks = board >> 16 * suit & RANK_MASK
        seen |= ranks
        in_hand = (first & 3 == suit) + (second & 3 == suit)
        together = in_hand
        while ranks:
            ranks &= ranks - 1
            together += 1
        if in_hand > 0 and together == 4:
            result |= FLUSH_DRAW
    if kind < STRAIGHT:
        both = seen | 1 << (first >> 2) | 1 << (second >> 2)
        for rank in range(13):
            if highest_rank(straight_tops(both | 1 << rank)) > highest_rank(straight_tops(seen | 1 << rank)):
                completing += 1
        result |= OPEN_ENDED if completing > 1 else GUTSHOT if completing == 1 else 0
    return result


@kernel
def weak_draws(first: int, second: int, board: int, num_board: int, kind: int, strong: int) -> int:
    """The other bits of ``draws.draws_of_hands``, given those of ``strong_draws``."""
    if num_board == 5 or kind > STRAIGHT:
        return 0
    result, seen = 0, 0
    for suit in range(4):
        ranks = board >> 16 * suit & RANK_MASK
        seen |= ranks
        in_hand = (first & 3 == suit) + (second & 3 == suit)
        together = in_hand
        while ranks:
            ranks &= ranks - 1
            together += 1
        if num_board == 3 and in_hand > 0 and together == 3:
            result |= BACKDOOR_FLUSH
    high, low = max(first, second) >> 2, min(first, second) >> 2
    held = 1 << high | 1 << low
    if kind == STRAIGHT or high == low:
        return result
    if seen & held == 0 and seen >> high == 0:
        result |= TWO_OVERCARDS if seen >> low == 0 else ONE_OVERCARD
    if num_board == 3 and strong & (OPEN_ENDED | GUTSHOT) == 0:
        for bottom in range(-1, 9):  # -1: the ace below the deuce
            window = 31 << bottom if bottom >= 0 else 15 | 1 << ACE
            if window & held == held and window & seen & ~held:
                result |= BACKDOOR_STRAIGHT
    return result


@kernel
def write_made_hands(hands: Int64s, board: int, num_board: int, strengths: Int64s, out: Int64s) -> None:
    """Write the made hand of each hand; -1 for one that the board rules out."""
    for k in range(len(hands)):
        kind = strengths[k] >> CATEGORY_SHIFT
        out[k] = -1 if strengths[k] < 0 else made_hand(hands[k, 0], hands[k, 1], board, kind)


@kernel
def write_draws(hands: Int64s, board: int, num_board: int, strengths: Int64s, out: Int64s) -> None:
    """Write the draws of each hand; 0 for one that the board rules out."""
    for k in range(len(hands)):
        first, second, kind = hands[k, 0], hands[k, 1], strengths[k] >> CATEGORY_SHIFT
        strong = strong_draws(first, second, board, num_board, kind)
        all_draws = strong | weak_draws(first, second, board, num_board, kind, strong)
        out[k] = 0 if strengths[k] < 0 else all_draws


def made_hands(board: tuple[int, ...], hands: Cards) -> Int64s:
    """The made hand of each hand with a board.

    Args:
        board: three to five different cards, from 0 to 51.
        hands: integers [n, 2], two different cards a row.

    Returns:
        int64 [n]: indices into ``MADE_HANDS``; -1 for a hand that shares a card with the board.

    Raises:
        ValueError: a board of the wrong length, a card twice, or a number that is no card.

    >>> from pokerzoo.envs.poker.cards import parse_cards
    >>> hands = np.array([parse_cards(hand) for hand in ("QdQc", "QdJc", "AdKc", "9d9c", "Kh4h")])
    >>> [MADE_HANDS[number] for number in made_hands(parse_cards("QsJh2h"), hands)]
    ['set', 'two pair', 'ace high', 'pocket pair below the top card', 'king high']
    """
    return _by_kernel(write_made_hands, board, hands)


def draws_of_hands(board: tuple[int, ...], hands: Cards) -> Int64s:
    """The draws of each hand; none on a full board.

    Args:
        board: as for ``made_hands``.
        hands: integers [n, 2], the cards of each hand.

    Returns:
        int64 [n]: bits, see ``DRAWS``; 0 for a hand that shares a card with the board.

    Raises:
        ValueError: as ``made_hands``.

    >>> from pokerzoo.envs.poker.cards import parse_cards
    >>> from pokerzoo.envs.poker.draws import draw_names
    >>> hands = np.array([parse_cards(hand) for hand in ("AhKh", "Td9d", "2c2d")])
    >>> [draw_names(bits) for bits in draws_of_hands(parse_cards("QsJh2h"), hands)]
    [('flush draw', 'gutshot', 'two overcards'), ('open-ended straight draw',), ()]
    """
    return _by_kernel(write_draws, board, hands)


def _by_kernel(kernel: Callable[..., None], board: tuple[int, ...], hands: Cards) -> Int64s:
    """int64 [n]: what a kernel writes for each hand, of its cards and its strength."""
    strength = np.asarray(board_strength(board, np.asarray(hands)), dtype=np.int64)  # refuses what are no hands
    cards = np.ascontiguousarray(hands, dtype=np.int64)
    word = int(CARD_WORDS[list(board)].sum())
    out = np.empty(len(cards), dtype=np.int64)
    kernel(cards, word, len(board), strength, out)
    return out
