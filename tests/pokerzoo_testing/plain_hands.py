"""Strength of a hand by the rule book, without a table or an array."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any


def strength_of_five(cards: tuple[int, ...]) -> tuple[Any, ...]:
    """Five cards by the rule book: category, then ranks by how often they are there and how high they are."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    shape = sorted(counts.values(), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = len(counts) == 5 and (ranks[0] - ranks[4] == 4 or wheel)
    if straight:
        return (8 if flush else 4, 3 if wheel else ranks[0])
    if flush:
        return (5, *order)
    return ({(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), *order)


def plain_strength(cards: tuple[int, ...]) -> tuple[Any, ...]:
    """The best of all choices of five."""
    return max(strength_of_five(five) for five in combinations(cards, 5))
