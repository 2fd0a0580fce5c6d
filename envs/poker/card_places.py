"""``CardPlaces``: where an observation has cards, as kernels take it."""

from __future__ import annotations

from typing import NamedTuple

from pokerzoo.envs.support.arrays import Floats32, Int64s


class CardPlaces(NamedTuple):
    """The places of cards in an observation: own cards are the first place, then the cards of each deal follow."""

    cards_through: Int64s  # [deals + 1]: public cards after each number of deals
    entries: Int64s  # [1 + deals]: where the entries of each place begin
    kinds: Int64s  # [deck, 2]: entries of a card's rank and suit beside these; [0, 2]: there are none
    shares: Floats32  # [1 + deals]: what a card adds to those
