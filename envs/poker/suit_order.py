"""Cards with the order of suits taken out: hands and boards that differ by suits alone are shown alike.

The suit with the greatest public cards is shown as the first of the deck, and so on: what counts is the first public deal,
then the next, and the own cards last. Suits that tie in all of these have cards of the same ranks, so their order makes no
difference. It needs a deck in which all suits have the same ranks, sorted by rank: card = rank * suits + suit.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats32, Int64s
from pokerzoo.envs.support.kernels import kernel

Cards: TypeAlias = npt.NDArray[np.int32]
"""int32 [cards]: cards as indices into the deck."""
MOST_RANKS = 13
"""Ranks of a suit: the bits of one place of cards in a key."""


class CardPlaces(NamedTuple):
    """The places of cards in an observation: own cards are the first place, then the cards of each deal follow."""

    cards_through: Int64s  # [deals + 1]: public cards after each number of deals
    entries: Int64s  # [1 + deals]: where the entries of each place begin
    kinds: Int64s  # [deck, 2]: entries of a card's rank and suit beside these; [0, 2]: there are none
    shares: Floats32  # [1 + deals]: what a card adds to those


@kernel(inline="always")
def suit_places(
    suits: int,
    card: int | np.int64,
    second: int | np.int64,
    public: Cards,
    cards_through: Int64s,
    deals: int,
    keys: Int64s,
) -> int:
    """The place of each suit among the canonical ones, four bits a suit; ``second`` is -1 for hands of one card.

    ``keys``, int64 [suits], is scratch.
    """
    for suit in range(suits):  # keys order suits as the ranks of their cards do, place by place
        keys[suit] = 0
    keys[card % suits] |= np.int64(1) << np.int64(card // suits)
    if second >= 0:
        keys[second % suits] |= np.int64(1) << np.int64(second // suits)
    for deal in range(deals):
        for k in range(cards_through[deal], cards_through[deal + 1]):
            keys[public[k] % suits] |= np.int64(1) << np.int64(MOST_RANKS * (deals - deal) + public[k] // suits)
    result = 0
    for suit in range(suits):
        place = 0
        for other in range(suits):
            if keys[other] > keys[suit] or (keys[other] == keys[suit] and other < suit):
                place += 1
        result |= place << 4 * suit
    return result


@kernel(inline="always")
def card_in_places(suits: int, places: int, card: int | np.int64 | np.int32) -> Any:
    """A card with its suit's place for its suit."""
    return card - card % suits + (places >> 4 * (card % suits) & 15)


@kernel(inline="always")
def mark_entries(rows: Floats32, i: int, first: int, card: int | np.int64, kinds: Int64s, share: float) -> None:
    """Put a card into a row, with its rank and its suit where these are observed; entries count from ``first``."""
    rows[i, first + card] = 1.0
    for k in range(2 if len(kinds) else 0):
        rows[i, first + kinds[card, k]] += np.float32(share)


@kernel(inline="always")
def write_cards(
    suits: int,
    card: int | np.int64,
    second: int | np.int64,
    public: Cards,
    deals: int,
    at: CardPlaces,
    rows: Floats32,
    i: int,
    keys: Int64s,
) -> None:
    """Write a hand and the cards of the first public deals into a row, in canonical suits unless ``suits`` is 0.

    ``keys``, int64 [suits], is scratch.
    """
    base, places = 1, 0
    if suits:
        base, places = suits, suit_places(suits, card, second, public, at.cards_through, deals, keys)
    mark_entries(rows, i, at.entries[0], card_in_places(base, places, card), at.kinds, at.shares[0])
    if second >= 0:
        mark_entries(rows, i, at.entries[0], card_in_places(base, places, second), at.kinds, at.shares[0])
    for deal in range(deals):
        for k in range(at.cards_through[deal], at.cards_through[deal + 1]):
            mark_entries(rows, i, at.entries[1 + deal], card_in_places(base, places, public[k]), at.kinds, at.shares[1 + deal])


@kernel(nogil=True, counted=False)
def write_canonical_cards(
    suits: int, hands: Int64s, public: Cards, deals: int, at: CardPlaces, rows: Floats32, keys: Int64s
) -> None:
    """Write hands, int64 [hands, 1 or 2], with the cards of one board into a row each; ``keys``, int64 [suits], is scratch."""
    for i in range(len(hands)):
        second = hands[i, 1] if hands.shape[1] > 1 else np.int64(-1)
        write_cards(suits, hands[i, 0], second, public, deals, at, rows, i, keys)
