"""Sums over pairs of hands beside a third, where no two of the three share a card.

For a hand h = (a, b) and two other players' reach p and q, pairs of hands that share no card with h or with each other weigh

    P Q - sum over cards c of P(c) Q(c) + sum over hands k of p(k) q(k),

where all sums leave out the hands with h's cards. P(c) is the reach of hands that hold c. The last term puts back what the
second took away twice. Restricted to weaker hands it is the pairs that h beats, which a walk in order of strength keeps.

Leaving out h's cards in each of the 52 products would cost 52 operations a hand. With sums over all hands, h's own too, it is

    P' Q' - sum over c of P(c) Q(c) + P(a) Q(a) + P(b) Q(b) + D - 2 D(a) - 2 D(b) + 3 p(h) q(h) + N - X,

where P' = P - P(a) - P(b) + p(h). D sums p q over hands, D(a) over those with card a. N sums p(k) Q(c) + q(k) P(c) over the
hands k that share one card with h, where c is the other card. X sums p(k) q(m) + p(m) q(k) over hands k = (a, c), m = (b, c).
So a hand costs an operation for each hand that the others may hold with one of its two cards. Sixteen questions lie side by
side in a vector, and all sums by card stay in the first-level cache.
"""

from __future__ import annotations

from pokerzoo.envs.compiled.arrays import Rows, Vector
from pokerzoo.envs.compiled.simd import Lanes, fill_lanes, select_positive, vector_load, vector_store, vector_width
from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Int32s
from pokerzoo.envs.support.kernels import kernel

from .tables import SUM_ROWS, Neighbors

FIRST, SECOND, PRODUCTS, MET = range(0, 4 * NUM_CARDS, NUM_CARDS)
"""Rows of ``card_sum``: by card, reach of the first and the second of the others, its products, compatible reach by hand."""
FIRST_ALL, SECOND_ALL, PRODUCTS_ALL, MET_ALL = range(4 * NUM_CARDS, SUM_ROWS)
"""The same in total; the last is the sum over cards of the products of ``FIRST`` and ``SECOND``, less all ``PRODUCTS``."""
EQUAL = SUM_ROWS
"""First row of a group of equal strength, behind all rows of the sums over hands."""
FLOATS32 = 16
"""Width of vectors of float32."""


@kernel
def add_to(sums: Rows, row: int, width: int, value: Vector) -> None:
    """Add to a row of sums."""
    vector_store(sums, row * width, vector_load(sums, row * width) + value)


@kernel
def add_hand(lanes: Lanes, sums: Rows, base: int, a: int, b: int, p: Vector, q: Vector, product: Vector) -> None:
    """Add the two others' reach of a hand to the sums from row ``base`` on, and ``product`` to its products."""
    width = vector_width(lanes)
    met = vector_load(sums, (base + FIRST + a) * width) + vector_load(sums, (base + FIRST + b) * width) + p
    new = met * q + (vector_load(sums, (base + SECOND + a) * width) + vector_load(sums, (base + SECOND + b) * width) + q) * p
    add_to(sums, base + FIRST + a, width, p)
    add_to(sums, base + FIRST + b, width, p)
    add_to(sums, base + SECOND + a, width, q)
    add_to(sums, base + SECOND + b, width, q)
    add_to(sums, base + PRODUCTS + a, width, product)
    add_to(sums, base + PRODUCTS + b, width, product)
    add_to(sums, base + FIRST_ALL, width, p)
    add_to(sums, base + SECOND_ALL, width, q)
    add_to(sums, base + PRODUCTS_ALL, width, product)
    add_to(sums, base + MET_ALL, width, new - product)


@kernel
def least_share(lanes: Lanes) -> float:
    """The share of all pairs below which a mass is nothing but rounding: eight times the floats' epsilon."""
    return 1e-6 if vector_width(lanes) == FLOATS32 else 2e-15


@kernel
def mass_beside(
    lanes: Lanes, sums: Rows, base: int, a: int, b: int, p: Vector, q: Vector, product: Vector, near: Vector
) -> Vector:
    """The mass of pairs beside a hand (a, b) with the sums from row ``base`` on, which have p, q and ``product`` of this hand.

    ``near`` is N - X of the module's formula.
    """
    width = vector_width(lanes)
    first_a, first_b = vector_load(sums, (base + FIRST + a) * width), vector_load(sums, (base + FIRST + b) * width)
    second_a, second_b = vector_load(sums, (base + SECOND + a) * width), vector_load(sums, (base + SECOND + b) * width)
    first_all, second_all = vector_load(sums, (base + FIRST_ALL) * width), vector_load(sums, (base + SECOND_ALL) * width)
    pairs = (first_all - first_a - first_b + p) * (second_all - second_a - second_b + q)
    met = vector_load(sums, (base + MET_ALL) * width) - first_a * second_a - first_b * second_b
    products = vector_load(sums, (base + PRODUCTS + a) * width) + vector_load(sums, (base + PRODUCTS + b) * width)
    result = (pairs - met) + (near - (products + products)) + product * fill_lanes(lanes, 3.0)
    # Where no pair is left, what is left of rounding would choose the strategy.
    rounding = first_all * second_all * fill_lanes(lanes, least_share(lanes))
    return select_positive(result - rounding, result, fill_lanes(lanes, 0.0))


@kernel
def met_by(lanes: Lanes, reach: Rows, sums: Rows, base: int, near: Neighbors, start: int, end: int) -> Vector:
    """Sum of p(k) Q(c) + q(k) P(c) over some hands of a list."""
    width = vector_width(lanes)
    first, second = fill_lanes(lanes, 0.0), fill_lanes(lanes, 0.0)
    for k in range(start, end):
        hand, card = near.hand[k] * 2 * width, near.other[k]
        first = first + vector_load(reach, hand) * vector_load(sums, (base + SECOND + card) * width)
        second = second + vector_load(reach, hand + width) * vector_load(sums, (base + FIRST + card) * width)
    return first + second


@kernel
def met_by_second(lanes: Lanes, reach: Rows, sums: Rows, near: Neighbors, start: int, end: int) -> Vector:
    """Sum of q(k) P(c) over some hands of a list."""
    width = vector_width(lanes)
    even, odd = fill_lanes(lanes, 0.0), fill_lanes(lanes, 0.0)
    for k in range(start, end - 1, 2):
        even = even + vector_load(reach, near.hand[k] * 2 * width + width) * vector_load(sums, (FIRST + near.other[k]) * width)
        k += 1
        odd = odd + vector_load(reach, near.hand[k] * 2 * width + width) * vector_load(sums, (FIRST + near.other[k]) * width)
    if (end - start) % 2:
        k = end - 1
        even = even + vector_load(reach, near.hand[k] * 2 * width + width) * vector_load(sums, (FIRST + near.other[k]) * width)
    return even + odd


@kernel
def met_by_own(lanes: Lanes, sums: Rows, base: int, a: int, b: int, p: Vector, q: Vector) -> Vector:
    """The part of N of a hand itself, p (Q(a) + Q(b)) + q (P(a) + P(b)), which is not in the lists of its neighbors."""
    width = vector_width(lanes)
    second_part = p * (vector_load(sums, (base + SECOND + a) * width) + vector_load(sums, (base + SECOND + b) * width))
    return second_part + q * (vector_load(sums, (base + FIRST + a) * width) + vector_load(sums, (base + FIRST + b) * width))


@kernel
def first_share(rank: int, other: int) -> float:
    """Share of a hand that is weaker than another: 1, or 1/2 if they are equal."""
    return 1.0 if rank < other else 0.5 if rank == other else 0.0


@kernel
def cross(lanes: Lanes, reach: Rows, first: int, second: int) -> Vector:
    """Reach of the first of the others with one hand times that of the second with another."""
    width = vector_width(lanes)
    return vector_load(reach, first * 2 * width) * vector_load(reach, second * 2 * width + width)


@kernel
def cross_both(lanes: Lanes, reach: Rows, hand: int, other: int) -> Vector:
    """``cross`` of two hands, whichever of the others has which."""
    return cross(lanes, reach, hand, other) + cross(lanes, reach, other, hand)


@kernel
def sum_group(lanes: Lanes, order: Int32s, cards: Int32s, reach: Rows, sums: Rows, start: int, end: int) -> None:
    """Write the sums over a group of hands of equal strength."""
    width, nothing = vector_width(lanes), fill_lanes(lanes, 0.0)
    for row in range(FIRST_ALL, MET_ALL + 1):
        vector_store(sums, (EQUAL + row) * width, nothing)
    for k in range(start, end):
        for i in range(2):
            card = cards[i, order[k]]
            for row in range(FIRST, MET, NUM_CARDS):
                vector_store(sums, (EQUAL + row + card) * width, nothing)
    for k in range(start, end):
        hand = order[k]
        p, q = vector_load(reach, hand * 2 * width), vector_load(reach, hand * 2 * width + width)
        add_hand(lanes, sums, EQUAL, cards[0, hand], cards[1, hand], p, q, p * q)
