"""Weights of the hands, and of the pairs of hands, compatible with a hand: no two of them share a card."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats, Int64s

from .cards import are_apart, unblocked

Cards: TypeAlias = npt.NDArray[np.signedinteger[Any]]
"""[hands, cards of a hand]: the cards of each hand."""
LOST = 1e-9
"""Sums that are smaller than this share of all pairs are added up pair by pair: rounding would show in a difference."""
LITTLE = 1e-3
"""The same for hands; sums of whole numbers, and of fractions with few binary places, are exact either way."""


def weights_beside(cards: Cards, num_cards: int, weights: Floats) -> Floats:
    """For each hand the sum of the weights of the hands that share no card with it: float64 [hands].

    Args:
        cards: [hands, cards of a hand]: the cards of each hand, no two hands alike.
        num_cards: cards of the deck.
        weights: float64 [hands]: weight of each hand.
    """
    result, total = np.zeros(len(weights)), weights.sum()
    if cards.shape[1] == 2:  # the very same hand is taken out with both its cards
        by_card = np.bincount(cards.ravel(), np.repeat(weights, 2), num_cards)
        result = total - by_card[cards].sum(axis=1) + weights
    few = np.flatnonzero(~(result > LITTLE * total))
    if not few.size:
        return result
    held = np.flatnonzero(weights)
    first, second = np.nonzero(are_apart(cards[few], cards[held]))
    result[few] = np.bincount(first, weights[held[second]], len(few))  # in their order, on any machine
    return result


def pairs_beside(cards: Int64s, num_cards: int, left: Floats, right: Floats) -> Floats:
    """For each hand the sum over pairs of hands of the products of their weights: float64 [hands].

    Args:
        cards: int64 [hands, 2]: the cards of each hand, no two hands alike.
        num_cards: cards of the deck.
        left: float64 [hands]: weight of each hand in a pair's first place.
        right: the same of the second place.
    """
    # Of whole numbers the counts are exact.
    counts = differences(cards, num_cards, (left > 0).astype(np.float64), (right > 0).astype(np.float64))
    result = np.where(counts > 0, differences(cards, num_cards, left, right), 0.0)
    for hand in np.flatnonzero((counts > 0) & (result <= LOST * left.sum() * right.sum())).tolist():
        free = unblocked(cards, cards[hand])
        first, second = np.flatnonzero(free & (left > 0)), np.flatnonzero(free & (right > 0))
        result[hand] = (are_apart(cards[first], cards[second]) * np.multiply.outer(left[first], right[second])).sum()
    return np.asarray(result)


def differences(cards: Int64s, num_cards: int, first: Floats, second: Floats) -> Floats:
    """``pairs_beside`` by inclusion-exclusion over cards."""
    a, b = cards.T
    left = np.ones((len(cards), num_cards))  # by card, beside each hand, of the pairs that share it
    totals = []
    for weights in (first, second):
        by_card = np.bincount(cards.ravel(), np.repeat(weights, 2), num_cards)
        by_pair = np.zeros((num_cards, num_cards))
        by_pair[a, b] = by_pair[b, a] = weights
        left *= by_card - by_pair[a] - by_pair[b]
        totals.append(weights.sum() - by_card[a] - by_card[b] + weights)
    hands = np.arange(len(cards))
    left[hands, a] = left[hands, b] = 0.0
    both = first * second
    by_card = np.bincount(cards.ravel(), np.repeat(both, 2), num_cards)
    return np.asarray(totals[0] * totals[1] - left.sum(axis=1) + (both.sum() - by_card[a] - by_card[b] + both))
