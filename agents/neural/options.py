"""Options of neural learners: the base of each learner's record of options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, fields
from math import inf
from typing import Any

from pokerzoo.envs.support.parameters import check_bool, check_int, check_number


class LearnerOptions:
    """The options of a learner: a frozen dataclass whose fields are checked, each by what it was declared with.

    The functions below declare a field: ``hands: int = whole(8192)``.
    """

    def __post_init__(self) -> None:
        for option in fields(self):  # type: ignore[arg-type]
            value = getattr(self, option.name)
            if value is not None or not (option.default is None or option.metadata.get("optional")):
                object.__setattr__(self, option.name, option.metadata["check"](option.name, value))

    def to_dict(self) -> dict[str, Any]:
        """All options as plain JSON values."""
        values = {option.name: getattr(self, option.name) for option in fields(self)}  # type: ignore[arg-type]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def whole(default: int | None, high: int = 10**9) -> Any:
    """Declare a whole number from 1; None is allowed where it is the default."""

    def check(name: str, value: Any) -> int:
        check_int(name, value, 1, high)
        return int(value)

    return field(default=default, metadata={"check": check})


def number(default: float | None, low: float = 0.0, high: float = inf, above: bool = False, optional: bool = False) -> Any:
    """Declare a number of a range; ``above``: without its lower end. None is allowed if it is the default, or ``optional``."""

    def check(name: str, value: Any) -> float:
        check_number(name, value, low, high, above=above)
        return float(value)

    return field(default=default, metadata={"check": check, "optional": optional})


def rate(default: float | None) -> Any:
    """Declare a number above 0."""
    return number(default, above=True)


def share(default: float) -> Any:
    """Declare a number above 0 and up to 1."""
    return number(default, high=1.0, above=True)


def weight(default: float) -> Any:
    """Declare a number from 0; larger ones than a million would overflow."""
    return number(default, high=1e6)


def flag(default: bool) -> Any:
    """Declare True or False."""

    def check(name: str, value: Any) -> bool:
        check_bool(name, value)
        return bool(value)

    return field(default=default, metadata={"check": check})


def widths(*default: int) -> Any:
    """Declare the widths of hidden layers, given as one width or several."""

    def check(name: str, value: Any) -> tuple[int, ...]:
        widths = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
        for width in widths:
            check_int(name, width, 1, 10_000)
        return widths

    return field(default=default, metadata={"check": check})


def text(default: str) -> Any:
    """Declare a word that the learner checks."""
    return field(default=default, metadata={"check": lambda name, value: value})


def share_left(halving: float, iteration: int) -> float:
    """The share of a quantity that is left after some iterations: a half after ``halving``, a third after twice as many."""
    return halving / (halving + iteration)
