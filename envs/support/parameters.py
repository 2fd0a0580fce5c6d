"""Checks of parameters: each error names the parameter, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import ParameterError

from .errors import brief, did_you_mean

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SMALLEST_PAYOFF = 1e-250
"""Smallest payoff: below it products with probabilities would leave the range of floats."""


def check_int(name: str, value: object, low: int, high: int) -> None:
    """Refuse a parameter that is not an integer in a range.

    Args:
        name: what the error calls it.
        value: what the user gave.
        low: the least that is allowed.
        high: the greatest that is allowed.

    Raises:
        ValueError: it is no integer (``True`` and ``3.0`` are none), or is outside the range.

    >>> check_int("num_cards", 2, 3, 1000)
    Traceback (most recent call last):
    pokerzoo.envs.support.errors.ParameterError: num_cards=2: must be an integer from 3 to 1000
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ParameterError(name, value, f"must be an integer from {low} to {high}")


def check_bool(name: str, value: object) -> None:
    """ValueError unless ``value`` is True or False."""
    if not isinstance(value, bool):
        raise ParameterError(name, value, "must be True or False")


def check_keywords(what: str, keywords: Iterable[str], allowed: Iterable[str]) -> None:
    """TypeError if a keyword is not allowed.

    In Python's own words, for which learning libraries look when they try what an environment takes (TorchRL: ``frameskip``).

    >>> check_keywords("kuhn", ["num_card"], ["num_players", "num_cards"])
    Traceback (most recent call last):
    TypeError: kuhn got an unexpected keyword argument 'num_card'; allowed: num_players, num_cards; did you mean 'num_cards'?
    """
    known = [*allowed]
    for key in keywords:
        if key not in known:
            text = f"allowed: {', '.join(known)}{did_you_mean(key, known)}"
            raise TypeError(f"{what} got an unexpected keyword argument {brief(key)}; {text}")


def check_choice(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """ValueError unless ``value`` is one of ``allowed``."""
    if value not in allowed:
        likely = did_you_mean(value, [choice for choice in allowed if isinstance(choice, str)])
        raise ParameterError(name, value, f"must be one of {', '.join(map(repr, allowed))}{likely}")


def is_number(value: object) -> bool:
    """True for a real number, Python's or NumPy's: no bool, string, complex number or date."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        return True
    # NumPy's timedelta64 calls itself an integer, too.
    return isinstance(value, Real) and getattr(getattr(value, "dtype", None), "kind", "f") in ("i", "u", "f")


def as_index(value: Any) -> int | None:
    """An integer, Python's or NumPy's, as an int; None for anything else, ``True`` and ``1.0`` among it."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def check_index(name: str, value: Any, count: int, also: str = "") -> int:
    """``value`` as an int; ValueError unless it is an integer, Python's or NumPy's, from 0 to below ``count``."""
    number = as_index(value)
    if number is None or not 0 <= number < count:
        raise ParameterError(name, value, f"must be an integer from 0 to {count - 1}{also}")
    return number


def plain_parameter(name: str, value: Any) -> Any:
    """A parameter as Python has it and a file holds it: NumPy's numbers as Python's, lists and arrays as tuples.

    What is neither stays as it is: the game's maker says what it takes.

    >>> import numpy as np
    >>> plain_parameter("payoffs", [np.float32(0.5), np.arange(2)])
    (0.5, (0, 1))

    Raises:
        ValueError: an array of something else than numbers and strings, or lists nested very deep.
    """
    check_nesting(name, value)
    return _plain(name, value)


def _plain(name: str, value: Any) -> Any:
    if value is None or type(value) in (int, float, bool, str):
        return value
    if isinstance(value, list | tuple):
        if set(map(type, value)) <= {int, float}:
            return tuple(value)
        return tuple([_plain(name, item) for item in value])
    if isinstance(value, dict):
        return {key: _plain(name, item) for key, item in value.items()}
    for kind in (str, int, float):  # their subclasses, as np.float64 and enumerations are
        if isinstance(value, kind):
            return kind(value)
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        if value.dtype.kind not in "biufU":
            raise ParameterError(name, value, f"must be numbers or strings, not an array of {value.dtype}")
        result = value.tolist()
        return float(result) if value.dtype.kind == "f" and not isinstance(result, list) else _plain(name, result)
    return value


def check_floats(name: str, values: Any, allowed: str) -> npt.NDArray[np.float64]:
    """A float64 copy of numbers in an array or in nested lists.

    Args:
        name: what the error calls it.
        values: what the user gave.
        allowed: what the error says is allowed.

    Raises:
        ValueError: with ``allowed``, if something in it is no real number (a string, a bool, a complex number, a date), or the
            lists are of unequal lengths.

    >>> check_floats("payoffs", [[1, 2], [3, 4]], "must be a matrix")
    array([[1., 2.],
           [3., 4.]])
    """
    import numpy as np

    if type(values) is np.ndarray and values.dtype.kind in "iuf":  # to write values out takes longer than to check them
        return values.astype(np.float64)
    problem = ParameterError(name, values, allowed)
    level = [values]
    while level:
        kinds = {type(item) for item in level}
        below: list[Any] = []
        for item in level if kinds - {int, float} else ():
            if isinstance(item, list | tuple):
                below += item
            elif isinstance(item, np.ndarray):
                if item.dtype.kind not in "iuf":
                    raise problem
            elif not is_number(item):
                raise problem
        level = below
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise problem from None


def python_number(value: float) -> int | float:
    """A number as Python's, whole ones as int: 50 and 50.0 are the same parameter.

    >>> python_number(50.0), python_number(0.5)
    (50, 0.5)
    """
    number = float(value)
    return int(number) if number.is_integer() else number


def is_finite(value: float) -> bool:
    """True if a number is finite as a float, which an integer of many digits is not."""
    try:
        return isfinite(value)
    except OverflowError:
        return False


def check_number(name: str, value: object, low: float, high: float, *, above: bool = False) -> None:
    """Refuse a parameter that is not a finite number in a range.

    Args:
        name: what the error calls it.
        value: what the user gave.
        low: the least that is allowed.
        high: the greatest that is allowed; ``math.inf``: no bound.
        above: ``low`` itself is not allowed.

    Raises:
        ValueError: it is no finite number (``True`` is none), or is outside the range.

    >>> check_number("odds", 1, 1, 100, above=True)
    Traceback (most recent call last):
    pokerzoo.envs.support.errors.ParameterError: odds=1: must be a finite number above 1 to 100
    """
    number = not isinstance(value, bool) and isinstance(value, int | float) and is_finite(value)
    if not number or not low <= value <= high or (above and value == low):  # type: ignore[operator]
        start = f"above {low:g}" if above else f"from {low:g}"
        raise ParameterError(name, value, f"must be a finite number {start}" + ("" if high == inf else f" to {high:g}"))


MAX_NESTING = 50
"""Deepest nesting of lists and dictionaries in a file or in parameters: what reads them may call itself for each level."""


def check_nesting(name: str, value: object, most: int = MAX_NESTING) -> None:
    """ValueError if lists and dictionaries are nested more than ``most`` deep."""
    if not most and isinstance(value, dict | list | tuple):
        raise ParameterError(name, problem=f"lists nested more than {MAX_NESTING} deep")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        if isinstance(item, dict | list | tuple):
            check_nesting(name, item, most - 1)


def as_tuples(value: Any) -> Any:
    """JSON lists as the tuples of parameters, at every level; ValueError if they are nested very deep."""
    return plain_parameter("parameters", value)


def parse_numbers(name: str, text: str) -> list[float]:
    """Numbers from ``50,30,20``.

    Raises:
        ValueError: something else than numbers with commas between them; ``name`` is the option.

    >>> parse_numbers("payouts", "50, 30,20")
    [50.0, 30.0, 20.0]
    """
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise ParameterError(name, text, "must be numbers with commas between them, such as 50,30,20") from None
