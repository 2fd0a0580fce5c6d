"""Three hands all-in before the flop: the exact number of ways to deal them, by the order in which they end.

Hands are the 169 hand classes, as indices into ``CLASS_NAMES``. There are 818,805 sets of three of them, and
1,370,754 boards for each way to deal one. So it is estimated from random deals how often each of the 13 orders of strength
comes up: nine hands and a board are dealt, which is one sample for each of the 84 sets of three hands among them. Orders say
more than shares of one pot: with unequal stacks there are side pots, and prizes depend on who is left.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import comb
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .cards import CARD_WORDS, CLASS_NAMES, COMBO_CLASSES, COMBO_TABLE, COMBOS, RANKS, read_only
from .hand_strength import strength_of
from .preflop_equities import class_weights

HANDS = len(CLASS_NAMES)
TRIPLES = comb(HANDS + 2, 3)
"""Sets of three hands, the same kind up to three times."""
DEALT = 9
"""Hands a deal."""
ORDERS: Int64s = np.array([
    (0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0),
    (0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 0),
], dtype=np.int64)  # fmt: skip
"""int64 [13, 3]: the rank of each of three hands in each order, the best 0; equal ones tie."""


def order_number(ranks: tuple[int, ...]) -> int:
    """The number of an order."""
    return [tuple(row) for row in ORDERS.tolist()].index(ranks)


def permuted_orders(permutation: tuple[int, ...]) -> Int64s:
    """int64 [13]: each order's number once hand k is called what hand ``permutation[k]`` was.

    >>> int(permuted_orders((1, 0, 2))[0]) == order_number((1, 0, 2))
    True
    """
    return np.array([order_number(tuple(row)) for row in ORDERS[:, list(permutation)].tolist()])


def _codes() -> Int64s:
    """int64 [27]: the order by three comparisons, the first with the second, the first with the third, the second with it."""
    result = np.zeros(27, dtype=np.int64)
    for number, (a, b, c) in enumerate(ORDERS.tolist()):
        result[9 * (1 + np.sign(b - a)) + 3 * (1 + np.sign(c - a)) + 1 + np.sign(c - b)] = number
    return result


CODES = _codes()


Number = TypeVar("Number", int, Int64s)


def triple_number(a: Number, b: Number, c: Number) -> Number:
    """The number of a set of three hands a <= b <= c."""
    return c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a


triple_number_kernel = kernel(triple_number)
"""``triple_number`` for kernels."""


@lru_cache(4)
def order_counts(deals: int, seed: int) -> Int32s:
    """int32 [818805, 13]: samples of each set of three hands by order, in ``deals`` deals; kept, so that games share them."""
    counts = np.zeros((TRIPLES, len(ORDERS)), dtype=np.int32)
    classes = np.zeros((52, 52), dtype=np.int64)
    different = COMBO_TABLE >= 0
    classes[different] = COMBO_CLASSES[COMBO_TABLE[different]]
    count_orders(np.random.default_rng(seed), deals, classes, CODES, counts)
    return read_only(counts)


@kernel
def count_orders(rng: np.random.Generator, deals: int, classes: Int64s, codes: Int64s, counts: Int32s) -> None:
    """Deal, and count the order of each set of three hands."""
    deck = np.arange(52)
    hands, strengths = np.zeros(DEALT, np.int64), np.zeros(DEALT, np.int64)
    for _ in range(deals):
        for i in range(5 + 2 * DEALT):
            j = i + int(rng.random() * (52 - i))
            deck[i], deck[j] = deck[j], deck[i]
        board = np.int64(0)
        for i in range(5):
            board |= CARD_WORDS[deck[i]]
        for h in range(DEALT):
            low_card, high_card = deck[5 + 2 * h], deck[6 + 2 * h]
            word = board | CARD_WORDS[low_card] | CARD_WORDS[high_card]
            hand, strength = classes[low_card, high_card], strength_of(word, 7)
            at = h
            while at > 0 and hands[at - 1] > hand:
                hands[at], strengths[at] = hands[at - 1], strengths[at - 1]
                at -= 1
            hands[at], strengths[at] = hand, strength
        for a in range(DEALT):
            for b in range(a + 1, DEALT):
                one_two = 9 * compared(strengths[a], strengths[b])
                for c in range(b + 1, DEALT):
                    code = one_two + 3 * compared(strengths[a], strengths[c]) + compared(strengths[b], strengths[c])
                    counts[triple_number_kernel(hands[a], hands[b], hands[c]), codes[code]] += 1


@kernel(inline="always")
def compared(strength: int, other: int) -> int:
    """2 if one strength is above another, 1 if they are equal, else 0."""
    return 1 + int(strength > other) - int(strength < other)


@lru_cache(2)
def order_chances(deals: int, seed: int) -> Floats:
    """float64 [818805, 13]: probability of each order; equal hands are alike in it. Without a sample no order is likelier."""
    counts = order_counts(deals, seed)
    samples = counts.sum(axis=1, dtype=np.int64)
    strict = np.zeros(len(ORDERS))
    strict[:6] = 1 / 6
    result = np.where(samples[:, None] > 0, counts / np.maximum(samples, 1)[:, None], strict)
    classes = np.arange(HANDS)
    low, high = np.triu_indices(HANDS)
    for same, exchange in ((triple_number(low, low, high), (1, 0, 2)), (triple_number(low, high, high), (0, 2, 1))):
        result[same] = (result[same] + result[same][:, permuted_orders(exchange)]) / 2
    alike = triple_number(classes, classes, classes)
    result[alike] = np.mean([result[alike][:, permuted_orders(places)] for places in permutations(range(3))], axis=0)
    return read_only(result)


class CardRemoval(NamedTuple):
    """Tables for the weight of a third hand beside two others, by inclusion-exclusion over the blocked cards."""

    pairs: Floats  # float64 [169, 169]: ways to deal two hands together
    ranks: Int64s  # int64 [169, 2]: the ranks of each hand, the ace 0
    suited: Floats  # float64 [169, 169, 4]: ways in which a card of each have one suit: first-first, first-second, ...
    kinds: Int64s  # int64 [169, 169, 4, 2]: the hand that these two cards are if they have the same suit, and if not
    combos: Floats  # float64 [169, 14]: combos of each hand, then those with a given card of each rank


@lru_cache(1)
def card_removal() -> CardRemoval:
    """The numbers of ``CardRemoval``."""
    ranks = np.array([[12 - RANKS.index(rank) for rank in name[:2]] for name in CLASS_NAMES], dtype=np.int64)
    suited = np.zeros((HANDS, HANDS, 4))
    disjoint = (COMBOS[:, None, :, None] != COMBOS[None, :, None, :]).all(axis=(2, 3))
    first, second = np.nonzero(disjoint)
    code = COMBO_CLASSES[first].astype(np.int64) * HANDS + COMBO_CLASSES[second]
    kinds = np.zeros((HANDS, HANDS, 4, 2), dtype=np.int64)
    for k, (i, j) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        same = COMBOS[first, i] % 4 == COMBOS[second, j] % 4
        suited[:, :, k] = np.bincount(code, weights=same, minlength=HANDS**2).reshape(HANDS, HANDS)
        high = np.minimum(ranks[:, i][:, None], ranks[:, j])
        low = np.maximum(ranks[:, i][:, None], ranks[:, j])
        kinds[:, :, k, 0], kinds[:, :, k, 1] = 13 * high + low, 13 * low + high
    combos = np.zeros((HANDS, 14))
    combos[:, 0] = np.bincount(COMBO_CLASSES)
    for rank in range(13):
        holds = np.equal(COMBOS, 4 * (12 - rank)).any(axis=1)  # the card of this rank that is a club
        combos[:, 1 + rank] = np.bincount(COMBO_CLASSES[holds], minlength=HANDS)
    return CardRemoval(class_weights().astype(np.float64), ranks, suited, kinds, combos)


@kernel
def weight_beside(removal: CardRemoval, x: int, y: int, third: Floats, total: float, held: Floats) -> float:
    """The weight of the third player's combos beside two hands, summed over all ways to deal these two."""
    ranks = removal.ranks
    left = total - held[ranks[x, 0]] - held[ranks[x, 1]] - held[ranks[y, 0]] - held[ranks[y, 1]] + third[x] + third[y]
    pairs = removal.pairs[x, y]
    result: float = pairs * left
    for k in range(4):
        suited = removal.suited[x, y, k]
        result += suited * third[removal.kinds[x, y, k, 0]] + (pairs - suited) * third[removal.kinds[x, y, k, 1]]
    return result


@kernel
def held_weights(removal: CardRemoval, third: Floats, held: Floats) -> float:
    """Total of the third player's weights for ``weight_beside``; fills in ``held``."""
    held[:] = 0.0
    total = 0.0
    for z in range(third.shape[0]):
        if third[z] != 0.0:
            total += removal.combos[z, 0] * third[z]
            for rank in range(13):
                held[rank] += removal.combos[z, 1 + rank] * third[z]
    return total


@kernel
def triple_ways(removal: CardRemoval, x: int, y: int) -> Floats:
    """float64 [169]: ways to deal two hands and each third; whole numbers."""
    out = np.empty(removal.pairs.shape[0])
    third, held = np.zeros(out.shape[0]), np.zeros(13)
    for z in range(out.shape[0]):
        third[z] = 1.0
        total = held_weights(removal, third, held)
        out[z] = weight_beside(removal, x, y, third, total, held)
        third[z] = 0.0
    return out


@kernel(inline="always")
def place_beside(x: int, y: int, z: int) -> tuple[int, int]:
    """(number of the set of a hand and two others y <= z, the hand's place in it)."""
    a, b, c = min(x, y), max(min(x, z), y), max(x, z)
    return triple_number_kernel(a, b, c), 0 if x <= y else 1 if x <= z else 2


class OrderWeights(NamedTuple):
    """Ways to deal three hands by the order in which they end, for sums over two hands beside each own one."""

    ways: npt.NDArray[np.float32]  # [14365, 13, 169]: of the two others (y <= z), by order of own, y and z, for each own hand
    exchanged: Int64s  # int64 [13]: the number of each order once y and z are exchanged


@lru_cache(1)
def order_weights(deals: int, seed: int) -> OrderWeights:
    """The numbers of ``OrderWeights``, from ``deals`` deals: 126 MB."""
    places = np.stack([permuted_orders((0, 1, 2)), permuted_orders((1, 0, 2)), permuted_orders((2, 0, 1))])
    ways = weighted_orders(card_removal(), order_chances(deals, seed), places)
    return OrderWeights(read_only(ways), permuted_orders((0, 2, 1)))


@kernel
def weighted_orders(removal: CardRemoval, chances: Floats, places: Int64s) -> npt.NDArray[np.float32]:
    """Ways to deal three hands times the probability of each order; ``places``: by the place of the own hand among them."""
    hands, orders = removal.pairs.shape[0], chances.shape[1]
    out = np.empty((hands * (hands + 1) // 2, orders, hands), dtype=np.float32)
    for z in range(hands):
        for y in range(z + 1):
            row = z * (z + 1) // 2 + y
            ways = triple_ways(removal, y, z)
            for x in range(hands):
                number, place = place_beside(x, y, z)
                for order in range(orders):
                    out[row, places[place, order], x] = ways[x] * chances[number, order]
    return out
