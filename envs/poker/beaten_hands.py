"""Weights of the hands that a hand beats, ties with or can face on a board: no two of them share a card."""

from __future__ import annotations

from pokerzoo.envs.support.arrays import Floats, Int16s, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel


@kernel(counted=False)
def sum_weights(cards: Int32s, weights: Floats, by_card: Floats) -> float:
    """Write the sums of weights over the hands that hold each card, and return the sum of all; ``cards`` is [2, hands]."""
    by_card[:] = 0.0
    total = 0.0
    for hand in range(len(weights)):
        total += weights[hand]
        by_card[cards[0, hand]] += weights[hand]
        by_card[cards[1, hand]] += weights[hand]
    return total


@kernel(counted=False)
def weight_beside(total: float, cards: Int32s, weights: Floats, by_card: Floats, hand: int) -> float:
    """The weight of the hands that share no card with a hand, from ``sum_weights`` of all that count."""
    # The very same hand was taken out with both its cards.
    beside: float = total - by_card[cards[0, hand]] - by_card[cards[1, hand]] + weights[hand]
    return beside


@kernel(counted=False)
def sum_beaten(
    order: Int16s | Int64s,
    level: Int16s | Int32s,
    cards: Int32s,
    weights: Floats,
    by_card: Floats,
    weaker: Floats,
    not_stronger: Floats,
) -> float:
    """Write for each hand the weight of the weaker hands, and of all that are not stronger; return the weight of all.

    Args:
        order: [hands that the board leaves]: from weak to strong.
        level: [the same]: their strength, or a number of their group of equal strength.
        cards: [2, hands]: the cards of each hand.
        weights: [hands].
        by_card: [cards]: afterwards the sums of weights over the hands that hold each card.
        weaker: [hands]: written for the hands in ``order``.
        not_stronger: [hands]: the same.
    """
    by_card[:] = 0.0
    total, start = 0.0, 0
    while start < len(order):
        end = start
        while end < len(order) and level[end] == level[start]:
            hand = order[end]
            weaker[hand] = total - by_card[cards[0, hand]] - by_card[cards[1, hand]]
            end += 1
        for place in range(start, end):
            hand = order[place]
            total += weights[hand]
            by_card[cards[0, hand]] += weights[hand]
            by_card[cards[1, hand]] += weights[hand]
        for place in range(start, end):
            hand = order[place]
            not_stronger[hand] = weight_beside(total, cards, weights, by_card, hand)
        start = end
    return total
