"""Amounts in chips as the doubles next to their decimals, so that no text shows a rounding error."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache


@lru_cache
def unit_ratio(unit: float) -> tuple[int, int]:
    """A unit as a fraction of whole numbers, as it is written: 0.1 is 1/10.

    >>> unit_ratio(0.25), unit_ratio(0.1), unit_ratio(5)
    ((1, 4), (1, 10), (5, 1))
    """
    return Decimal(repr(float(unit))).as_integer_ratio()


def chips_of(units: int, unit: float) -> float:
    """So many units in chips.

    >>> chips_of(3, 0.1), 3 * 0.1
    (0.3, 0.30000000000000004)
    """
    top, bottom = unit_ratio(unit)
    return units * top / bottom
