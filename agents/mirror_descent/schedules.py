"""Numbers that change from iteration to iteration, as they are written: ``0.5``, ``"5/sqrt(t)"``, ``"2/t^0.75"``."""

from __future__ import annotations

import re
from math import inf, isfinite
from typing import NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_number

ScheduleLike: TypeAlias = float | str
"""A number for all iterations, or a string that says how it falls with t, the iteration counted from 1."""

NUMBER = r"(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)"
WRITTEN = re.compile(rf"{NUMBER}(?:/(?:(sqrt\(t\))|t(?:\^{NUMBER})?))?", flags=re.IGNORECASE)


class Schedule(NamedTuple):
    """``start / t**exponent`` for iterations t = 1, 2, ..."""

    start: float  # what it is at t = 1
    exponent: float = 0.0  # 0: it stays

    def values(self, t: Floats) -> Floats:
        """Values in iterations ``t``."""
        return self.start / t**self.exponent if self.exponent else np.full_like(t, self.start)

    def __str__(self) -> str:
        if not self.exponent:
            return f"{self.start:.12g}"
        falls = {0.5: "sqrt(t)", 1.0: "t"}.get(self.exponent, f"t^{self.exponent:.12g}")
        return f"{self.start:.12g}/{falls}"


def read_schedule(name: str, value: ScheduleLike, least: float = 0.0, above: bool = False, most: float = inf) -> Schedule:
    """A schedule from what a user wrote."""
    if not isinstance(value, str):
        check_number(name, value, least, most, above=above)
        return Schedule(float(value))
    match = WRITTEN.fullmatch(value.replace(" ", ""))
    if match is None:
        raise ParameterError(name, value, "must be a number, or a number over sqrt(t), t or t^0.75 (or another exponent)")
    start = float(match[1])
    check_number(name, start, least, most, above=above)
    exponent = 0.5 if match[2] else float(match[3]) if match[3] else 1.0 if "/" in value else 0.0
    if not isfinite(exponent) or exponent > 10.0:
        raise ParameterError(name, value, "the exponent must be at most 10")
    return Schedule(start, exponent)
