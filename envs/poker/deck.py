"""The deck of a poker game: its cards, the hands that can be dealt from it, and how likely they are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, fsum, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from .cards import CARD_NAMES, COMBO_CLASSES, COMBO_TABLE, read_only, unblocked


class CardSets:
    """All sets of a number of a deck's cards, and the place of each in a list of them.

    Args:
        sets: the sets to look up.
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
    return tuple(sorted(cards_of_set[::-1] for cards_of_set in combinations(range(cards), size)))


KEPT_DEALS = 128
"""Number of chance distributions of hands and of cards that are kept: all in small games."""
KEPT_SETS = 4
"""The same of several cards at once, which are long lists."""

Outcomes = tuple[tuple[int, float], ...]
"""(hand or card, probability) pairs."""


@dataclass(frozen=True)
class Deck:
    """The cards of a game. They are numbers, in the order of ``names``; hands are numbers too: ``hands`` lists them.

    Attributes:
        names: name of each kind of card; a card is an index into this.
        copies: how many cards of each kind there are.
        hole_cards: private cards a player.
        board: public cards that are there from the start.
        combos: the private holdings that are dealt; None: all.
        symmetries: permutations of cards (for each card the one that takes its place) that leave every order of strength as it
            is, such as suit permutations. They make a group. Empty: none.

    >>> Deck(("J", "Q", "K")).hands
    ((0,), (1,), (2,))
    """

    names: tuple[str, ...]
    copies: int = 1
    hole_cards: int = 1
    board: tuple[int, ...] = ()
    combos: tuple[tuple[int, ...], ...] | None = None
    symmetries: tuple[tuple[int, ...], ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # and nothing that was computed from them

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """Every private holding, as cards, the highest first, in ascending order; a hand is an index into this.

        Of hold'em these are the ``COMBO_NAMES`` that can be held, in their order, in every game.
        """
        return self.combos or all_sets(len(self.names), self.hole_cards)

    @cached_property
    def hand_cards(self) -> npt.NDArray[np.int64]:
        """int64 [hands, cards]: ``hands`` as an array."""
        return np.array(self.hands, dtype=np.int64)

    @cached_property
    def lowest(self) -> int:
        """Number of the first card among the 52: a short deck is the highest of them."""
        return CARD_NAMES.index(self.names[0])

    @cached_property
    def hand_classes(self) -> npt.NDArray[np.int32]:
        """int32 [hands], read-only: index into ``CLASS_NAMES`` of each hand of two cards."""
        return read_only(COMBO_CLASSES[COMBO_TABLE[tuple(self.hand_cards.T + self.lowest)]])

    @cached_property
    def holders(self) -> npt.NDArray[np.bool_]:
        """Bool [deck, hands]: True where a hand has a card."""
        cards = np.arange(len(self.names))
        return np.asarray((self.hand_cards == cards[:, None, None]).any(axis=2))

    @property
    def has_pair_hands(self) -> bool:
        """True if a hand is two cards of a deck without copies: inclusion-exclusion over cards is then exact."""
        return self.hole_cards == 2 and self.copies == 1

    @cached_property
    def hand_names(self) -> tuple[str, ...]:
        """The name of each hand, higher card first."""
        names = self.names
        if self.hole_cards == 2:
            return tuple([names[low] + names[high] if low > high else names[high] + names[low] for low, high in self.hands])
        return tuple(["".join([names[card] for card in sorted(hand, reverse=True)]) for hand in self.hands])

    def ways(self, cards: tuple[int, ...], seen: tuple[int, ...]) -> int:
        """Number of ways to draw some cards, each once.

        Args:
            cards: the cards to draw, all different, as indices into ``deck``.
            seen: dead cards.
        """
        return prod(self.copies - seen.count(card) for card in cards)

    @cached_property
    def hand_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(cards seen) -> (hand, probability) of a random hand without these cards, weights left out."""
        return lru_cache(KEPT_DEALS)(self._shares_of_hands)

    def _shares_of_hands(self, seen: tuple[int, ...]) -> Outcomes:
        if self.copies == 1:
            return shares_of(unblocked(self.hand_cards, seen).tolist())
        return shares_of([self.ways(cards, seen) for cards in self.hands])

    @cached_property
    def card_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(cards seen) -> (card, probability) of the next public card without these cards."""
        return lru_cache(KEPT_DEALS)(lambda seen: shares_of([self.ways((c,), seen) for c in range(len(self.names))]))

    @cached_property
    def card_sets(self) -> Callable[[int], CardSets]:
        """(cards) -> all sets of that size of the deck's cards, each with its highest card first, in ascending order."""
        return lru_cache(None)(lambda cards: CardSets(all_sets(len(self.names), cards)))

    @cached_property
    def hands_left(self) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
        """(public cards) -> the hands that can still be dealt beside them."""
        return lru_cache(KEPT_DEALS)(lambda board: tuple(h for h, cards in enumerate(self.hands) if self.ways(cards, board)))

    @cached_property
    def set_probabilities(self) -> Callable[[int, frozenset[int]], Outcomes]:
        """(cards, cards seen) -> (set of cards, probability) of cards that are turned up at once."""
        return lru_cache(KEPT_SETS)(self._sets_left)

    def _sets_left(self, cards: int, seen: frozenset[int]) -> Outcomes:
        listed = np.array(self.card_sets(cards).sets)
        left = np.flatnonzero(unblocked(listed, list(seen))).tolist()
        return tuple((k, 1.0 / len(left)) for k in left)


def shares_of(ways: list[int] | list[float]) -> Outcomes:
    """(index, share of the sum) of each number above 0."""
    total = fsum(ways)  # exact until the end: sum() of floats differs between versions of Python
    return tuple((index, way / total) for index, way in enumerate(ways) if way)
