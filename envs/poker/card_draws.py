"""Sets of several cards that are all equally likely, drawn by one number: neither a list nor a walk over it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import combinations
from math import comb


class CardSets:
    """All sets of a number of a deck's cards, and where each stands in a list of them.

    Args:
        sets: the sets, whose places are asked for.
    """

    def __init__(self, sets: Sequence[tuple[int, ...]]) -> None:
        self.sets = sets
        self.size = len(sets[0])
        self.number = {frozenset(cards): k for k, cards in enumerate(sets)}

    def draw(self, unseen: Sequence[int], uniform: float) -> int:
        """The place of a set of ``unseen`` cards, all of which are equally likely.

        Args:
            unseen: different cards.
            uniform: a random number in [0, 1).
        """
        places = nth_set(int(uniform * comb(len(unseen), self.size)), len(unseen), self.size)
        return self.number[frozenset([unseen[place] for place in places])]

    def is_left(self, outcome: int, seen: Collection[int]) -> bool:
        """True if ``outcome`` is the place of a set without ``seen`` cards."""
        return 0 <= outcome < len(self.sets) and not any(card in seen for card in self.sets[outcome])


def nth_set(number: int, cards: int, size: int) -> tuple[int, ...]:
    """The ``number``-th set of ``size`` of the cards below ``cards``, in the order of ``all_sets``."""
    result = []
    for place in range(size, 0, -1):
        cards = bisect_right(range(cards), number, key=lambda card, place=place: comb(card, place)) - 1  # type: ignore[misc]
        number -= comb(cards, place)
        result.append(cards)
    return tuple(result)


def all_sets(cards: int, size: int) -> tuple[tuple[int, ...], ...]:
    """All sets of ``size`` of the cards below ``cards``, each with its highest card first, in ascending order."""
    return tuple(sorted(own[::-1] for own in combinations(range(cards), size)))
