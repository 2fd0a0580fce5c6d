"""Spots of hand histories, in PHH or as sites write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .phh import fields_of, read_fields
from .phh_fields import PhhError
from .site_hands import SITES, read_site_hand, site_of, with_names
from .street_spots import spot_params

MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""Beginnings of files in other encodings, and their names."""


def spot_of_file(path: str | Path, street: str) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """``spot_of_text`` of a file in UTF-8, with or without a byte order mark."""
    raw = Path(path).read_bytes()
    encoding = MARKS.get(raw[:2]) or ("UTF-16" if raw[:200].count(0) > 20 else None)
    if encoding is not None:
        raise PhhError(f"is a text in {encoding}: must be in UTF-8; save it so, in an editor as 'UTF-8'")
    try:
        return spot_of_text(raw.decode("utf-8-sig"), street)
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1} is {raw[error.start]:#04x}"
        raise PhhError(f"is no text in UTF-8 ({where}), perhaps in Windows-1252: save it as UTF-8") from None


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
        try:
            hand = read_fields(fields, shown=False)
        except PhhError as error:
            given = fields.get("players")
            told = given if isinstance(given, list) and all(isinstance(one, str) for one in given) else ()
            raise PhhError(with_names(str(error), told, quoted=False)) from None
    names = hand.names
    try:
        params, seats = spot_params(hand.state, street)
    except ValueError as error:
        raise ValueError(with_names(str(error), names or ())) from None
    return params, None if names is None else tuple(names[seat] for seat in seats)
