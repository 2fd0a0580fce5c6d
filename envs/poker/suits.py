"""Suit permutations: cards, hands and sets of cards that differ by suits alone.

A permutation has for each card the one that takes its place. As card = rank * 4 + suit, its first four entries say what it
does to suits. A group is some permutations, the identity first: all 24, or those that leave ranges and cards as they are.

A set of cards is one number: bit c is set for card c. Of the sets that permutations of a group turn into each other the
*canonical* one has the greatest number: written from the highest card down, with suits in the order s, h, d, c, it comes first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, permutations
from math import perm
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Int32s, Int64s

from .cards import COMBO_TABLE, COMBOS, NUM_CARDS, NUM_COMBOS, SUITS, read_only
from .ranges import Range

Permutation: TypeAlias = tuple[int, ...]
"""For each card of a deck the one that takes its place."""
PermutationGroup: TypeAlias = tuple[Permutation, ...]
"""A group of permutations, the identity first."""

CARD_PERMUTATIONS: PermutationGroup = tuple(
    tuple(card // 4 * 4 + suits[card % 4] for card in range(NUM_CARDS)) for suits in permutations(range(len(SUITS)))
)
"""The 24 suit permutations; cut to the number of its cards they are those of a deck of the upper ranks."""
COMBO_IMAGES: Int32s = read_only(COMBO_TABLE[tuple(np.moveaxis(np.array(CARD_PERMUTATIONS)[:, COMBOS], -1, 0))])
"""int32 [24, 1326], read-only: the combo that takes the place of each under each suit permutation."""
CHUNK = 1 << 17
"""Sets that are evaluated at once."""


class Orbits(NamedTuple):
    """Canonical sets of cards, the greatest first."""

    sets: Int64s  # int64 [orbits]: bit c is set for card c
    sizes: Int64s  # int64 [orbits]: sets in the orbit


class NextCard(NamedTuple):
    """A card that may come next, which represents its orbit under suit permutations."""

    card: int  # the highest of its orbit
    size: int  # cards in the orbit
    group: PermutationGroup  # the suit permutations that fix the card


def group_of(ranges: Sequence[Range]) -> PermutationGroup:
    """The suit permutations that leave every range unchanged.

    >>> from .ranges import parse_range
    >>> [len(group_of([parse_range(text)])) for text in ("QQ+,AKs", "QQ+,AsKs", "AsKs,AhKh", "AsKs,AhKh:0.5")]
    [24, 6, 4, 2]
    """
    weights = np.array([player_range.weights for player_range in ranges]).reshape(-1, NUM_COMBOS)
    return tuple(compress(CARD_PERMUTATIONS, keep_weights(COMBO_IMAGES, weights)))


def stabilizer(group: PermutationGroup, cards: Sequence[int]) -> PermutationGroup:
    """The permutations of a group that fix the set of these cards.

    >>> from .cards import parse_cards
    >>> len(stabilizer(CARD_PERMUTATIONS, parse_cards("AsKsQh")))
    2
    """
    kept = set(cards)
    return tuple(permutation for permutation in group if {permutation[card] for card in cards} == kept)


def images_of(group: npt.ArrayLike, cards: npt.NDArray[Any]) -> Int64s:
    """int64 [permutations, rows]: the row of ``cards`` [rows, cards] that takes the place of each, in any order; -1: none."""
    group = np.asarray(group)
    codes, moved = (card_codes(np.sort(cards_of), group.shape[1]) for cards_of in (cards, group[:, cards]))
    order = np.argsort(codes)
    result = order[np.searchsorted(codes[order], moved).clip(max=max(0, len(codes) - 1))]
    return np.asarray(np.where(codes[result] == moved, result, -1))


def keep_weights(images: npt.NDArray[Any], weights: npt.NDArray[Any]) -> list[bool]:
    """For each permutation whether it leaves weights [kinds, rows] as they are; what is no row has none."""
    padded = np.pad(weights, ((0, 0), (0, 1)))
    result: list[bool] = (padded[:, images] == weights[:, None]).all(axis=(0, 2)).tolist()
    return result


def card_codes(cards: npt.NDArray[Any], deck: int) -> Int64s:
    """int64 [...]: one number for cards [..., cards] in their order, which ascends as these do."""
    codes = np.zeros(cards.shape[:-1], dtype=np.int64)
    for place in range(cards.shape[-1]):
        codes = codes * deck + cards[..., place]
    return codes


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
    """The orbits of the sets of a number of the 52 cards; read-only; the last ones are kept."""
    return Orbits(*map(read_only, find_orbits(range(NUM_CARDS), num_cards, group)))


def find_orbits(cards: Sequence[int], num_cards: int, group: PermutationGroup) -> Orbits:
    """The orbits of the sets of a number of these cards, which ascend and which the group leaves as a set, by trying all."""
    everything = sets_of(cards, num_cards)
    sets, sizes = [], []
    for start in range(0, len(everything), CHUNK):
        chunk = everything[start : start + CHUNK]
        greatest, same = chunk.copy(), np.zeros(len(chunk), dtype=np.int64)
        for permutation in group:
            moved = moved_sets(chunk, permutation)
            same += moved == chunk
            np.maximum(greatest, moved, out=greatest)
        canonical = greatest == chunk
        sets.append(chunk[canonical])
        sizes.append(len(group) // same[canonical])
    order = np.argsort(-(joined := np.concatenate(sets)))
    return Orbits(joined[order], np.concatenate(sizes)[order])


def sets_of(cards: Sequence[int], num_cards: int) -> Int64s:
    """Every set of a number of these cards, which ascend."""
    result = np.zeros(1, dtype=np.int64)
    for _ in range(num_cards):  # from the highest card down: each is below the lowest so far
        lowest = np.where(result == 0, np.iinfo(np.int64).max, result & -result)
        result = np.concatenate([result[lowest > 1 << card] | 1 << card for card in cards] or [result[:0]])
    return result


def moved_sets(sets: Int64s, permutation: Permutation) -> Int64s:
    """The sets that take the places of these."""
    moved: dict[int, int] = defaultdict(int)  # for each distance the cards that go so far: of suits there are few
    for card, taken in enumerate(permutation):
        moved[taken - card] |= 1 << card
    result = np.zeros_like(sets)
    for distance, cards in moved.items():
        kept = sets & cards
        result |= kept << distance if distance > 0 else kept >> -distance
    return result


def set_of(cards: npt.NDArray[Any]) -> Int64s:
    """int64 [...]: the sets of cards [..., cards]."""
    return np.asarray((np.int64(1) << cards).sum(axis=-1))


def cards_in(sets: Int64s, num_cards: int) -> Int64s:
    """int64 [sets, num_cards]: the cards of each set, the highest first."""
    result = np.empty((len(sets), num_cards), dtype=np.int64)
    for place in range(num_cards - 1, -1, -1):
        lowest = sets & -sets
        result[:, place] = np.frexp(lowest)[1] - 1
        sets = sets ^ lowest
    return result
