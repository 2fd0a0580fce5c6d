"""Shared by reading and writing PHH: chips as decimals, values as TOML.

PHH is the format that pokerkit reads and writes (Kim: Recording and Describing Poker Hands, arXiv:2312.11753). In its
heads-up hands ``blinds_or_straddles = [1, 2]`` means that ``p2`` has the button and the small blind; ``p1`` acts first after
the flop, so that ``p1`` is player 0 (OOP) and ``p2`` player 1 (IP).
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

GAME_FIELD = "_pokerzoo_game"
CLOSE = Decimal("1e-9")
"""Amounts this close, relative to the chips on the table, are equal."""


class PhhError(ValueError):
    """A string is not PHH, or its hand does not fit the game."""


def exact(amount: float) -> Decimal:
    """Decimal of a float as it is written."""
    return Decimal(repr(float(amount)))


def plain(amount: Decimal) -> str:
    """Format without exponent or needless zeros: ``25``, ``2.5``."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def toml(value: Any) -> str:
    """Format a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value) and sum(map(len, value)) > 80:
            return "[\n" + "".join(f"    {toml(item)},\n" for item in value) + "]"
        return "[" + ", ".join(map(toml, value)) + "]"
    return plain(value) if isinstance(value, Decimal) else str(value)
