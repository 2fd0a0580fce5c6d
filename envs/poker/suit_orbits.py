"""Sets of cards up to suit permutation: one of each orbit, and the number of real ones it stands for.

A set of cards is one number: bit c is set for card c (``cards``). Suit permutations turn several sets into each other. The
*canonical* set among these has the greatest number. Written from the highest card down, with suits in the order s, h, d, c,
it comes first. The permutations that count are a group: all 24, or those that leave ranges and cards as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import perm
from typing import NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.support.arrays import Int32s, Int64s

from .cards import COMBO_TABLE, COMBOS, NUM_CARDS
from .ranges import Range

SuitPermutation: TypeAlias = tuple[int, ...]
"""For each suit the one that takes its place."""
PermutationGroup: TypeAlias = tuple[SuitPermutation, ...]
"""A group of suit permutations, the identity first."""

ALL_SUIT_PERMUTATIONS: PermutationGroup = tuple(permutations(range(4)))
ONE_OF_EACH_RANK = sum(1 << 4 * rank for rank in range(13))
"""The set of all cards of suit 0; of suit s one has it shifted by s."""
CHUNK = 1 << 17
"""Sets that are evaluated at once."""


class Orbits(NamedTuple):
    """Canonical sets of cards, the greatest first."""

    sets: Int64s  # int64 [orbits]: bit c is set for card c
    sizes: Int64s  # int64 [orbits]: sets in the orbit


class NextCard(NamedTuple):
    """A card that may come next, which stands for its orbit under suit permutations."""

    card: int  # the highest of its orbit
    size: int  # cards in the orbit
    group: PermutationGroup  # the suit permutations that fix the card


def permuted_card(card: int, permutation: SuitPermutation) -> int:
    """The card that takes the place of a card."""
    return card & ~3 | permutation[card & 3]


def group_of(ranges: Sequence[Range]) -> PermutationGroup:
    """The suit permutations that leave every range unchanged.

    >>> from .ranges import parse_range
    >>> [len(group_of([parse_range(text)])) for text in ("QQ+,AKs", "QQ+,AsKs", "AsKs,AhKh", "AsKs,AhKh:0.5")]
    [24, 6, 4, 2]
    """
    return tuple(
        permutation
        for permutation in ALL_SUIT_PERMUTATIONS
        if all(np.array_equal(own.weights[_combo_images(permutation)], own.weights) for own in ranges)
    )


@lru_cache(len(ALL_SUIT_PERMUTATIONS))
def _combo_images(permutation: SuitPermutation) -> Int32s:
    """int32 [1326]: the combo that takes the place of each."""
    takes = np.array([permuted_card(card, permutation) for card in range(NUM_CARDS)])[COMBOS]
    return np.asarray(COMBO_TABLE[takes[:, 0], takes[:, 1]])


def stabilizer(group: PermutationGroup, cards: Sequence[int]) -> PermutationGroup:
    """The permutations of a group that fix the set of these cards.

    >>> from .cards import parse_cards
    >>> len(stabilizer(ALL_SUIT_PERMUTATIONS, parse_cards("AsKsQh")))
    2
    """
    if len(group) == 1:
        return group
    kept = set(cards)
    return tuple(permutation for permutation in group if {permuted_card(card, permutation) for card in cards} == kept)


def next_cards(cards: Sequence[int], group: PermutationGroup) -> list[NextCard]:
    """Next cards after these, up to the permutations of a group that fixes their set; the highest first."""
    gone = set(cards)
    orbits = {suit: {permutation[suit] for permutation in group} for suit in range(4)}
    highest = [suit for suit in (3, 2, 1, 0) if max(orbits[suit]) == suit]
    kept = {suit: tuple(permutation for permutation in group if permutation[suit] == suit) for suit in highest}
    return [
        NextCard(4 * rank + suit, len(orbits[suit]), kept[suit])
        for rank in range(12, -1, -1)
        for suit in highest
        if 4 * rank + suit not in gone
    ]


def count_run_outs(cards: Sequence[int], group: PermutationGroup, more: int) -> int:
    """Number of ways for ``more`` cards to follow in order, up to the permutations of a group that fixes ``cards``.

    By Burnside's lemma: the mean, over the group, of the ways that a permutation fixes.
    """
    left = [13 - sum(card & 3 == suit for card in cards) for suit in range(4)]
    fixed = (sum(left[suit] for suit in range(4) if permutation[suit] == suit) for permutation in group)
    return sum(perm(cards_left, more) for cards_left in fixed) // len(group)


@lru_cache(8)
def orbits_of(num_cards: int, group: PermutationGroup) -> Orbits:
    """The orbits of the sets of a number of cards, by trying every set; read-only; the last ones are kept."""
    sets, sizes = [], []
    for low in range(NUM_CARDS):
        own = _sets_above(num_cards - 1, low) | 1 << low
        for start in range(0, len(own), CHUNK):
            chunk = own[start : start + CHUNK]
            greatest, same = chunk.copy(), np.zeros(len(chunk), dtype=np.int64)
            for permutation in group:
                taken = _images(chunk, permutation)
                same += taken == chunk
                np.maximum(greatest, taken, out=greatest)
            canonical = greatest == chunk
            sets.append(chunk[canonical])
            sizes.append(len(group) // same[canonical])
    order = np.argsort(-(found := np.concatenate(sets)))
    made = Orbits(found[order], np.concatenate(sizes)[order])
    made.sets.flags.writeable = made.sizes.flags.writeable = False
    return made


def _sets_above(num_cards: int, low: int) -> Int64s:
    """Every set of a number of cards, all of them above ``low``."""
    found = np.zeros(1, dtype=np.int64)
    for _ in range(num_cards):  # from the highest card down: each is below the lowest so far
        lowest = np.where(found == 0, 1 << NUM_CARDS, found & -found)
        found = np.concatenate([found[lowest > 1 << card] | 1 << card for card in range(low + 1, NUM_CARDS)] or [found[:0]])
    return found


def _images(sets: Int64s, permutation: SuitPermutation) -> Int64s:
    """The sets that take the places of these."""
    found = np.zeros_like(sets)
    for suit, taken in enumerate(permutation):
        found |= (sets >> suit & ONE_OF_EACH_RANK) << taken
    return found
