"""Three hands all-in before the flop: the exact number of ways to deal them, by the order in which they end.

Hands are the 169 hand classes, as indices into ``CLASS_NAMES``. There are 818,805 sets of three of them, and
1,370,754 boards for each way to deal one. So orders are estimated from random deals (``three_way_orders``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel

from .cards import CLASS_NAMES, COMBO_CLASSES, COMBOS, RANKS, read_only
from .preflop_equities import class_weights
from .three_way_orders import HANDS, order_chances, permuted_orders, triple_number_kernel


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
    one, two = np.nonzero(disjoint)
    code = COMBO_CLASSES[one].astype(np.int64) * HANDS + COMBO_CLASSES[two]
    kinds = np.zeros((HANDS, HANDS, 4, 2), dtype=np.int64)
    for k, (i, j) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        same = COMBOS[one, i] % 4 == COMBOS[two, j] % 4
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
    """Ways to deal three hands times the probability of each order; ``places``: by where the own hand stands among them."""
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
