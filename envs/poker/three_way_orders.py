"""Three hands all-in before the flop: how often each of the 13 orders of strength comes up in random deals.

Nine hands and a board are dealt at random, which is one sample for each of the 84 sets of three hands among them. Orders say
more than shares of one pot: with unequal stacks there are side pots, and prizes depend on who is left.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import comb
from typing import TypeVar

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .cards import CARD_WORDS, CLASS_NAMES, COMBO_CLASSES, COMBO_TABLE, read_only
from .hand_strength import strength_of

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
            one, two = deck[5 + 2 * h], deck[6 + 2 * h]
            word = board | CARD_WORDS[one] | CARD_WORDS[two]
            hand, strength = classes[one, two], strength_of(word, 7)
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
def compared(one: int, other: int) -> int:
    """2 if one strength is above another, 1 if they are equal, else 0."""
    return 1 + int(one > other) - int(one < other)


@lru_cache(2)
def order_chances(deals: int, seed: int) -> Floats:
    """float64 [818805, 13]: probability of each order; equal hands are alike in it. Without a sample no order is likelier."""
    counts = order_counts(deals, seed)
    samples = counts.sum(axis=1, dtype=np.int64)
    strict = np.zeros(len(ORDERS))
    strict[:6] = 1 / 6
    result = np.where(samples[:, None] > 0, counts / np.maximum(samples, 1)[:, None], strict)
    one = np.arange(HANDS)
    low, high = np.triu_indices(HANDS)
    for same, exchange in ((triple_number(low, low, high), (1, 0, 2)), (triple_number(low, high, high), (0, 2, 1))):
        result[same] = (result[same] + result[same][:, permuted_orders(exchange)]) / 2
    alike = triple_number(one, one, one)
    result[alike] = np.mean([result[alike][:, permuted_orders(places)] for places in permutations(range(3))], axis=0)
    return read_only(result)
