"""Boards up to suits, numbered, and the hands on them up to suits.

A board is dealt in *groups*: cards of a group come together, so that their order does not count. Its *key* has six bits a
card, group by group, the highest card of each group first. Of boards that suit permutations turn into each other the
canonical one has the greatest key.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np

from pokerzoo.envs.poker.cards import COMBOS, HOLE_CARDS
from pokerzoo.envs.poker.suits import (
    CARD_PERMUTATIONS,
    COMBO_IMAGES,
    PermutationGroup,
    card_codes,
    cards_in,
    find_orbits,
    stabilizer,
)
from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

PERMUTATIONS: Int64s = np.array(CARD_PERMUTATIONS, dtype=np.int64)
"""int64 [24, 52]: ``CARD_PERMUTATIONS`` as kernels take them."""
CARD_BITS, CARD_MASK = 6, 63
NO_HAND = -1
"""Marks a hand that shares a card with the board."""


@lru_cache(16)
def canonical_boards(cards: int, groups: tuple[int, ...]) -> Int64s:
    """int64 [boards], ascending: keys of all boards of some groups from the upper part of the deck, up to suits.

    >>> len(canonical_boards(52, (3,))), len(canonical_boards(52, (4,)))
    (1755, 16432)
    """
    return boards_after((), tuple(permutation[:cards] for permutation in CARD_PERMUTATIONS), groups)


def boards_after(board: Sequence[int], group: PermutationGroup, groups: tuple[int, ...]) -> Int64s:
    """Keys of what may follow a board that these permutations fix, up to them."""
    left = [card for card in range(len(group[0])) if card not in board]
    shown = cards_in(find_orbits(left, groups[0], group).sets, groups[0])[::-1]
    keys: Int64s = card_codes(shown, 1 << CARD_BITS)
    if len(groups) == 1:
        return keys
    later = [boards_after((*board, *cards), stabilizer(group, cards), groups[1:]) for cards in shown.tolist()]
    return np.asarray(np.repeat(keys << CARD_BITS * sum(groups[1:]), [*map(len, later)]) | np.concatenate(later))


def numbered_hands(cards: int, groups: tuple[int, ...]) -> Int32s:
    """int32 [boards, hands]: numbers of all pairs of a canonical board and a hand up to suits, ascending with the board.

    NO_HAND where the hand shares a card with the board.
    """
    keys, images = canonical_boards(cards, groups), hand_images(cards)
    numbers = np.empty((len(keys), images.shape[1]), dtype=np.int32)
    number_hands(keys, np.cumsum(groups), PERMUTATIONS, images, numbers)
    return numbers


def hand_pairs(cards: int) -> Int32s:
    """int32 [hands, 2]: the cards of each hand of a deck, the higher one first: the first of ``COMBOS``."""
    return COMBOS[: comb(cards, HOLE_CARDS)]


@lru_cache(8)
def hand_images(cards: int) -> Int32s:
    """int32 [24, hands]: the hand that takes the place of each under each suit permutation."""
    return COMBO_IMAGES[:, : comb(cards, HOLE_CARDS)].copy()


def cards_of_key(key: int | np.int64, cards: int) -> Int64s:
    """int64 [cards]: the cards of a key."""
    result = np.empty(cards, dtype=np.int64)
    unpack_key(key, result)
    return result


@kernel
def board_key(cards: Int64s, ends: Int64s, permutations: Int64s, which: int, room: Int64s) -> np.int64:
    """The key of a board under a suit permutation; ``room`` has space for its cards."""
    key, start = np.int64(0), 0
    for group in range(len(ends)):
        end = ends[group]
        for i in range(start, end):
            card = permutations[which, cards[i]]
            place = i
            while place > start and room[place - 1] < card:
                room[place] = room[place - 1]
                place -= 1
            room[place] = card
        for i in range(start, end):
            key = key << CARD_BITS | room[i]
        start = end
    return key


@kernel
def canonical_key(cards: Int64s, ends: Int64s, permutations: Int64s, room: Int64s) -> tuple[np.int64, int]:
    """(the canonical key of a board, the first suit permutation that maps the board to it)."""
    best, result = np.int64(-1), 0
    for which in range(len(permutations)):
        key = board_key(cards, ends, permutations, which, room)
        if key > best:
            best, result = key, which
    return best, result


@kernel
def unpack_key(key: int | np.int64, cards: Int64s) -> None:
    """Fill in the cards of a key."""
    for place in range(len(cards)):
        cards[place] = key >> CARD_BITS * (len(cards) - 1 - place) & CARD_MASK


@kernel(nogil=True)
def number_hands(keys: Int64s, ends: Int64s, permutations: Int64s, images: Int32s, numbers: Int32s) -> None:
    """Fill in the numbers of pairs of a board and a hand."""
    size = ends[-1]
    cards, room = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    fixing = np.empty(len(permutations), dtype=np.int64)
    total = 0
    for row in range(len(keys)):
        unpack_key(keys[row], cards)
        count = 0
        for which in range(len(permutations)):
            if board_key(cards, ends, permutations, which, room) == keys[row]:
                fixing[count] = which
                count += 1
        high, low = 1, 0
        for hand in range(numbers.shape[1]):
            blocked = False
            for place in range(size):
                blocked = blocked or cards[place] == high or cards[place] == low
            if blocked:
                numbers[row, hand] = NO_HAND
            else:
                first = hand
                for k in range(count):
                    first = min(first, images[fixing[k], hand])
                if first == hand:
                    numbers[row, hand] = total
                    total += 1
                else:
                    numbers[row, hand] = numbers[row, first]
            low += 1
            if low == high:
                high, low = high + 1, 0
