"""Numbers and texts for display, in tables and in sentences."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

NOTHING = 1e-12
"""The least number that is no zero which rounding left."""


def number_text(value: Any, form: str = "") -> str:
    """Format a value for display: ``-`` for None and NaN, no minus before a zero.

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


def per_second(rate: float) -> str:
    """Rate a second, or a minute where rows are slow.

    >>> per_second(85.4), per_second(2.36), per_second(0.05)
    ('85/s', '2.4/s', '3/min')
    """
    number, unit = (rate, "s") if rate >= 1 else (60 * rate, "min")
    return f"{number:,.0f}/{unit}" if number >= 10 or unit == "min" else f"{number:.1f}/{unit}"


def duration_text(seconds: float) -> str:
    """A time for display.

    >>> duration_text(0.021), duration_text(2.1), duration_text(12), duration_text(105), duration_text(7500), duration_text(3e5)
    ('21 ms', '2.1 s', '12 s', '2 min', '2 h 5 min', '3 d 11 h')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    return f"{hours // 24} d {hours % 24} h"


def size_text(number: float) -> str:
    """Bytes for display.

    >>> size_text(812), size_text(45_300), size_text(1.6e9)
    ('812 B', '45.3 kB', '1.6 GB')
    """
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:,.3g} TB"
