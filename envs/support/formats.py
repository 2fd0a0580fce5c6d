"""Numbers and texts as people are shown them, in tables and in sentences."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

NOTHING = 1e-12
"""The least number that is no zero which rounding left."""


def number_text(value: Any, form: str = "") -> str:
    """Format a value for people: ``-`` for None and NaN, no minus before a zero.

    Args:
        value: a number; without a form anything.
        form: as of ``format``: ``".3f"``, ``"+.4f"``, ``".1%"``. With ``~`` in front, two digits where all of these decimals
            would be zero, and a zero has no sign. Empty: whole numbers in groups of three, six digits of other numbers, text
            as it is.

    >>> number_text(0.51234, ".1%"), number_text(-1e-9, "+.3f"), number_text(float("nan"), ".3f"), number_text(None)
    ('51.2%', '+0.000', '-', '-')
    >>> [number_text(mean, "~+.3f") for mean in (-0.25, -0.000077, -1e-17)], number_text(0.0000123, "~.2%")
    (['-0.250', '-7.7e-05', '0.000'], '0.0012%')
    >>> number_text(1 / 3), number_text(1755), number_text(True), number_text("AsKsQh")
    ('0.333333', '1,755', 'True', 'AsKsQh')
    """
    if value is None or value != value:
        return "-"
    if isinstance(value, str):
        return value
    if not form:
        if isinstance(value, bool) or not isinstance(value, Real):
            return str(value)
        return f"{value:,}" if isinstance(value, Integral) else f"{value:.6g}"
    plain = form.removeprefix("~")
    text = format(value, plain)
    if any(digit in "123456789" for digit in text):
        return text
    if plain == form or abs(value) < NOTHING:
        return format(type(value)(), plain if plain == form else plain.replace("+", ""))
    sign = "+" * plain.startswith("+")
    return f"{100 * value:{sign}.2g}%" if plain.endswith("%") else f"{value:{sign}.2g}"


def distance_text(amount: float | None) -> str:
    """Format exploitability and its like, with three digits however small; what rounding makes of zero is zero.

    >>> distance_text(0.00231779), distance_text(4.2e-9), distance_text(-1e-17), distance_text(1469.3), distance_text(None)
    ('0.00232', '4.2e-09', '0', '1,469', '-')
    """
    if amount is None or amount != amount:
        return "-"
    if amount < 1e-14:
        return "0"
    return f"{amount:,.0f}" if amount >= 999.5 else f"{amount:.3g}"


def printable_text(text: str) -> str:
    r"""A string from a file as a terminal may be given it: control characters, line breaks among them, as escapes.

    >>> printable_text("a\x1b[31m\nb\u202e é")
    'a\\x1b[31m\\nb\\u202e é'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
