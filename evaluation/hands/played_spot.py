"""Spots of hands that were played: from the start of a street on, with just the bets that were made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pokerzoo.envs.games.hand_spot import spot_params
from pokerzoo.envs.support.errors import InputError, ParameterError

from .phh import fields_of, read_fields
from .phh_fields import PhhError
from .site_hands import SITES, read_site_hand, site_of, with_names


def spot_of_file(path: str | Path, street: str) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """``spot_of_text`` of a file in UTF-8, with or without a byte order mark."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PhhError(f"is no text in UTF-8: {error.reason} at byte {error.start + 1}; save it as UTF-8") from None
    return spot_of_text(text, street)


def spot_of_text(text: str, street: str) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """The spot of a hand history, in PHH or as a site writes it, and the players' names, out of position first.

    Cards need not be known: a spot has its bets and its board. Sums of a site's hand are compared with those of its text.

    Args:
        text: one no-limit hold'em hand with up to ten players.
        street: where the spot begins; two players must be in, or three on a turn or river.

    Raises:
        ImportError: a site's hand without pokerkit.
        PhhError: no such hand.
        ValueError: nothing to decide on that street, or more players.
    """
    text = text.lstrip("\ufeff")
    if site_of(text) is not None:
        hand = read_site_hand(text)
    else:
        try:
            fields = fields_of(text)
        except PhhError as error:
            raise PhhError(f"written by no site that is known ({', '.join(SITES)}), and no PHH: {error}") from None
        hand = read_fields(fields, shown=False)
    names = hand.names
    try:
        params, seats = spot_params(hand.state, street)
    except ParameterError as error:
        raise ParameterError(error.parameter, error.value, with_names(error.problem, names or ())) from None
    except InputError as error:
        raise InputError(with_names(str(error), names or ())) from None
    return params, None if names is None else tuple(names[seat] for seat in seats)
