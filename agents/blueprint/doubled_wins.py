"""Twice the opponent's hands that each hand beats on a board, and once those that it ties with."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CARD_WORDS, HOLE_CARDS
from pokerzoo.envs.poker.hand_strength import short_deck_strength, strength_of
from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .canonical_boards import CARD_BITS, CARD_MASK, hand_pairs

Doubles = npt.NDArray[np.uint16]
"""uint16 [boards, hands]: twice the hands that a hand beats and once those that it ties with; BLOCKED."""
BLOCKED = 65535
"""Stands where a hand shares a card with the board."""
DIGIT, DIGITS = 10, 3
"""Strengths have 30 bits: hands are sorted by three digits of ten bits."""


def most_doubled(cards: int, board: int) -> int:
    """Twice the opponent's hands beside a hand and a board of some cards."""
    return 2 * comb(cards - board - HOLE_CARDS, HOLE_CARDS)


def doubled_wins(cards: int, short: bool, keys: Int64s, board: int) -> Doubles:
    """The doubled wins of all hands on boards of some cards, given by their keys."""
    pairs = hand_pairs(cards)
    found = np.empty((len(keys), len(pairs)), dtype=np.uint16)
    fill_doubled_wins(keys, board, CARD_WORDS[-cards:], pairs, short, found)
    return found


def doubled_wins_of_hand(cards: int, short: bool, keys: Int64s, board: int, hand: int) -> Doubles:
    """The doubled wins of one hand on boards of some cards, uint16 [boards, 1]: a tenth of the work for all hands."""
    found = np.empty((len(keys), 1), dtype=np.uint16)
    fill_doubled_wins_of_hand(keys, board, CARD_WORDS[-cards:], hand_pairs(cards), short, hand, found)
    return found


@kernel(nogil=True)
def fill_doubled_wins_of_hand(
    keys: Int64s, board: int, words: Int64s, pairs: Int32s, short: bool, hand: int, out: Doubles
) -> None:
    """Fill in a row for each board."""
    held = words[pairs[hand, 0]] | words[pairs[hand, 1]]
    for row in range(len(keys)):
        dealt = np.int64(0)
        for place in range(board):
            dealt |= words[keys[row] >> CARD_BITS * place & CARD_MASK]
        if held & dealt:
            out[row, 0] = BLOCKED
            continue
        word = held | dealt
        own = short_deck_strength(word, board + 2) if short else strength_of(word, board + 2)
        wins = 0
        for other in range(len(pairs)):
            against = words[pairs[other, 0]] | words[pairs[other, 1]]
            if not against & word:
                against |= dealt
                strength = short_deck_strength(against, board + 2) if short else strength_of(against, board + 2)
                wins += 2 * (strength < own) + (strength == own)
        out[row, 0] = wins


@kernel
def sort_by_strength(
    words: Int64s,
    pairs: Int32s,
    dealt: int | np.int64,
    board: int,
    short: bool,
    order: Int32s,
    other: Int32s,
    strengths: Int32s,
) -> int:
    """Fill ``order`` with the hands that a board leaves, the weakest first, and return their number."""
    hands = 0
    for hand in range(len(pairs)):
        word = words[pairs[hand, 0]] | words[pairs[hand, 1]]
        if not word & dealt:
            word |= dealt
            strengths[hand] = short_deck_strength(word, board + 2) if short else strength_of(word, board + 2)
            order[hands] = hand
            hands += 1
    counts = np.empty((1 << DIGIT) + 1, dtype=np.int32)
    for digit in range(DIGITS):
        shift = DIGIT * digit
        counts[:] = 0
        for i in range(hands):
            counts[(strengths[order[i]] >> shift & ((1 << DIGIT) - 1)) + 1] += 1
        for value in range(1 << DIGIT):
            counts[value + 1] += counts[value]
        for i in range(hands):
            value = strengths[order[i]] >> shift & ((1 << DIGIT) - 1)
            other[counts[value]] = order[i]
            counts[value] += 1
        for i in range(hands):
            order[i] = other[i]
    return hands


@kernel(nogil=True)
def fill_doubled_wins(keys: Int64s, board: int, words: Int64s, pairs: Int32s, short: bool, out: Doubles) -> None:
    """Fill in a row for each board."""
    size = len(pairs)
    order, other, strengths = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    by_card = np.empty(len(words), dtype=np.int64)
    for row in range(len(keys)):
        dealt = np.int64(0)
        for place in range(board):
            dealt |= words[keys[row] >> CARD_BITS * place & CARD_MASK]
        hands = sort_by_strength(words, pairs, dealt, board, short, order, other, strengths)
        out[row] = BLOCKED
        by_card[:] = 0
        start = 0
        while start < hands:
            end = start
            while end < hands and strengths[order[end]] == strengths[order[start]]:
                hand = order[end]
                out[row, hand] = start - by_card[pairs[hand, 0]] - by_card[pairs[hand, 1]]
                end += 1
            for i in range(start, end):
                by_card[pairs[order[i], 0]] += 1
                by_card[pairs[order[i], 1]] += 1
            for i in range(start, end):  # of hands up to this strength the hand itself is in all, and in both its cards
                hand = order[i]
                out[row, hand] += end - by_card[pairs[hand, 0]] - by_card[pairs[hand, 1]] + 1
            start = end
