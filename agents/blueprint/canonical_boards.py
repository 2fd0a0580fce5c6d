"""Boards up to suits, found by number, and the hands beside them up to suits.

A board is dealt in *groups*: cards of a group come together, so that their order does not count. Its *key* has six bits a
card, group by group, the highest card of each group first. Of boards that suit permutations turn into each other the
canonical one has the greatest key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
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
"""Stands where a hand shares a card with the board."""


@dataclass(frozen=True)
class CanonicalBoards:
    """All boards that are dealt in some groups from the upper part of the deck, up to suits.

    Attributes:
        cards: cards of the deck, a multiple of four.
        groups: cards of each group.
        keys: int64 [boards]: ascending.
        sizes: int64 [boards]: real boards that each stands for.
    """

    cards: int
    groups: tuple[int, ...]
    keys: Int64s
    sizes: Int64s

    @property
    def ends(self) -> Int64s:
        """int64 [groups]: cards through the end of each group."""
        return np.array(list(accumulate(self.groups)), dtype=np.int64)

    @cached_property
    def hands(self) -> HandOrbits:
        """The hands beside each board, up to suits."""
        images = hand_images(self.cards)
        numbers = np.empty((len(self.keys), images.shape[1]), dtype=np.int32)
        sizes = np.empty(numbers.size, dtype=np.int64)
        total = number_hands(self.keys, self.ends, PERMUTATIONS, images, numbers, sizes)
        return HandOrbits(numbers, sizes[:total].copy())


@dataclass(frozen=True)
class HandOrbits:
    """Pairs of a canonical board and a hand, up to suits."""

    numbers: Int32s  # int32 [boards, hands]: the pair's number, ascending with the board; NO_HAND
    sizes: Int64s  # int64 [pairs]: real pairs that each stands for


@lru_cache(16)
def canonical_boards(cards: int, groups: tuple[int, ...]) -> CanonicalBoards:
    """All boards of some groups up to suits; the last ones are kept.

    >>> len(canonical_boards(52, (3,)).keys), len(canonical_boards(52, (4,)).keys)
    (1755, 16432)
    """
    keys, sizes = boards_after((), tuple(own[:cards] for own in CARD_PERMUTATIONS), groups)
    return CanonicalBoards(cards, groups, keys, sizes)


def boards_after(board: Sequence[int], group: PermutationGroup, groups: tuple[int, ...]) -> tuple[Int64s, Int64s]:
    """Keys of what may follow a board that these permutations fix, up to them, and real boards that each stands for."""
    left = [card for card in range(len(group[0])) if card not in board]
    sets, sizes = find_orbits(left, groups[0], group)
    shown = cards_in(sets, groups[0])[::-1]
    keys, sizes = card_codes(shown, 1 << CARD_BITS), sizes[::-1].copy()
    if len(groups) == 1:
        return keys, sizes
    later = [boards_after((*board, *cards), stabilizer(group, cards), groups[1:]) for cards in shown.tolist()]
    above = np.repeat(keys << CARD_BITS * sum(groups[1:]), [len(own) for own, _ in later])
    return above | np.concatenate([own for own, _ in later]), np.concatenate(
        [size * own for size, (_, own) in zip(sizes, later, strict=True)]
    )


def hand_pairs(cards: int) -> Int32s:
    """int32 [hands, 2]: the cards of each hand of a deck, the higher one first: the first of ``COMBOS``."""
    return COMBOS[: comb(cards, HOLE_CARDS)]


@lru_cache(8)
def hand_images(cards: int) -> Int32s:
    """int32 [24, hands]: the hand that takes the place of each under each suit permutation."""
    return COMBO_IMAGES[:, : comb(cards, HOLE_CARDS)].copy()


def cards_of_key(key: int, cards: int) -> tuple[int, ...]:
    """The cards of a key."""
    return tuple([key >> CARD_BITS * place & CARD_MASK for place in range(cards - 1, -1, -1)])


def key_of(groups: Sequence[Sequence[int]]) -> int:
    """The key of a board in groups."""
    key = 0
    for group in groups:
        for card in sorted(group, reverse=True):
            key = key << CARD_BITS | card
    return key


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
    """(the canonical key of a board, the first suit permutation that leads to it)."""
    best, found = np.int64(-1), 0
    for which in range(len(permutations)):
        key = board_key(cards, ends, permutations, which, room)
        if key > best:
            best, found = key, which
    return best, found


@kernel
def row_of_key(keys: Int64s, key: int | np.int64) -> int:
    """The place of a key among ascending ones, in which it is."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def unpack_key(key: int | np.int64, cards: Int64s) -> None:
    """Fill in the cards of a key."""
    for place in range(len(cards)):
        cards[place] = key >> CARD_BITS * (len(cards) - 1 - place) & CARD_MASK


@kernel(nogil=True)
def number_hands(keys: Int64s, ends: Int64s, permutations: Int64s, images: Int32s, numbers: Int32s, sizes: Int64s) -> int:
    """Fill in the numbers of pairs of a board and a hand, and what each stands for; how many there are."""
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
        boards = len(permutations) // count
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
                    sizes[total] = boards
                    total += 1
                else:
                    numbers[row, hand] = numbers[row, first]
                    sizes[numbers[row, first]] += boards
            low += 1
            if low == high:
                high, low = high + 1, 0
    return total
