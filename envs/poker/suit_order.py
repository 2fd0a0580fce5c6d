"""Cards with the order of suits taken out: hands and boards that differ by suits alone are shown alike.

The suit with the greatest public cards is shown as the first of the deck, and so on: what counts is the first public deal,
then the next, and the own cards last. Suits that tie in all of these have cards of the same ranks, so their order makes no
difference. It needs a deck in which all suits have the same ranks, sorted by rank: card = rank * suits + suit.
"""

from __future__ import annotations

from collections.abc import Sequence


def in_canonical_suits(suits: int, own: Sequence[int], deals: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The own cards, then each public deal's, in canonical suits.

    >>> in_canonical_suits(4, (51, 47), [(50, 3, 2)])  # As Ks on Ah 2s 2h
    [(49, 45), (48, 1, 0)]
    """
    places = [*deals, own]
    keys = [[sum(1 << card // suits for card in place if card % suits == suit) for place in places] for suit in range(suits)]
    order = sorted(range(suits), key=keys.__getitem__, reverse=True)
    return [tuple(card - card % suits + order.index(card % suits) for card in place) for place in (own, *deals)]
