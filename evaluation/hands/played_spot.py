"""Spots of hand histories, in PHH or as sites write them."""

from __future__ import annotations

from typing import Any

from .phh_reader import read_hand
from .site_hands import site_of, site_to_phh
from .street_spots import params_from


def spot_of_text(text: str, street: str) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """The spot of a hand history, in PHH or as a site writes it, and the players' names, out of position first.

    Args:
        text: one no-limit hold'em hand with up to ten players.
        street: where the spot begins; two players must be in, or three on a turn or river.

    Raises:
        ImportError: a site's hand without pokerkit.
        PhhError: no such hand.
        ValueError: nothing to decide on that street, or more players.
    """
    phh = text if site_of(text) is None else site_to_phh(text)
    hand = read_hand(phh, shown=False)
    params, seats = params_from(hand.starts.get(street), hand.state, street)
    return params, None if hand.names is None else tuple(hand.names[seat] for seat in seats)
