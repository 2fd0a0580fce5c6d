"""Checks of parameters: each error names the parameter, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from math import inf, isfinite
from typing import Any


def check_int(name: str, value: object, low: int, high: int) -> None:
    """ValueError unless ``value`` is an integer from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name}={value!r}: must be an integer from {low} to {high}")


def check_bool(name: str, value: object) -> None:
    """ValueError unless ``value`` is True or False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name}={value!r}: must be True or False")


def check_choice(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """ValueError unless ``value`` is one of ``allowed``."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: must be one of {', '.join(map(repr, allowed))}")


def is_finite(value: float) -> bool:
    """Whether a number is finite as a float, which an integer of many digits is not."""
    try:
        return isfinite(value)
    except OverflowError:
        return False


def check_number(name: str, value: object, low: float, high: float, *, above: bool = False) -> None:
    """ValueError unless ``value`` is a finite number from ``low`` (or above it) to ``high``."""
    number = not isinstance(value, bool) and isinstance(value, int | float) and is_finite(value)
    if not number or not low <= value <= high or (above and value == low):  # type: ignore[operator]
        start = f"above {low:g}" if above else f"from {low:g}"
        raise ValueError(f"{name}={value!r}: must be a finite number {start}" + ("" if high == inf else f" to {high:g}"))


MAX_NESTING = 50
"""How deep lists and dictionaries in a file or in parameters may be nested."""


def check_nesting(name: str, value: object) -> None:
    """ValueError if lists and dictionaries are nested more than ``MAX_NESTING`` deep; takes no depth itself."""
    level, depth = [value], 0
    while level:
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                below.extend(item.values())
            elif isinstance(item, list | tuple):
                below.extend(item)
        level = [item for item in below if isinstance(item, dict | list | tuple)]
        depth += 1
        if level and depth >= MAX_NESTING:
            raise ValueError(f"{name}: lists nested more than {MAX_NESTING} deep")


def cut(text: str, most: int = 200) -> str:
    """A text for an error message: no longer than ``most`` characters."""
    return text if len(text) <= most else text[: most - 3] + "..."


def as_tuples(value: Any) -> Any:
    """JSON lists as the tuples that parameters are made of, all the way down."""
    if isinstance(value, list):
        return tuple(as_tuples(item) for item in value)
    if isinstance(value, dict):
        return {key: as_tuples(item) for key, item in value.items()}
    return value


def did_you_mean(given: object, allowed: Iterable[str]) -> str:
    """The end of an error about an unknown name: the likeliest of those that are allowed, or nothing.

    >>> did_you_mean("khun", ["kuhn", "leduc"]), did_you_mean("chess", ["kuhn", "leduc"])
    ("; did you mean 'kuhn'?", '')
    """
    close = get_close_matches(given, [*allowed], n=1) if isinstance(given, str) and len(given) < 100 else []
    return f"; did you mean {close[0]!r}?" if close else ""
