"""Errors of input, and values as they quote them. Any other exception is a bug."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path, PurePath
from reprlib import Repr
from typing import Any

NO_VALUE = object()
"""What an error shows where a parameter is at fault and no one value of it."""


class Shown(str):
    """A text that errors show without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


class InputError(ValueError):
    """Input that cannot be used. The message says what, where, and what is allowed."""


class ParameterError(InputError):
    """A parameter that cannot be used.

    Attributes:
        parameter: its name, or the place in it: ``stacks``, ``bet_sizes['turn'][1]``.
        value: what was given.
        problem: what is wrong, and what is allowed.
        position: where in a text the fault begins, from 0.
        length: characters that it takes there; 0 if it is no place in a text.

    >>> raise ParameterError("num_cards", 2, "must be an integer from 3 to 1000")
    Traceback (most recent call last):
    pokerzoo.envs.support.errors.ParameterError: num_cards=2: must be an integer from 3 to 1000
    >>> raise ParameterError("seconds, iterations", problem="one of the two must be None")
    Traceback (most recent call last):
    pokerzoo.envs.support.errors.ParameterError: seconds, iterations: one of the two must be None
    """

    def __init__(
        self, parameter: str, value: Any = NO_VALUE, problem: str = "", *, position: int | None = None, length: int = 0
    ) -> None:
        self.parameter, self.value, self.problem = parameter, value, problem
        self.position, self.length = position, length
        super().__init__(parameter, value, problem)

    def __str__(self) -> str:
        return self.renamed(self.parameter)

    def renamed(self, name: str) -> str:
        """The message with another name for the parameter.

        >>> ParameterError("pot", -1, "must be above 0").renamed("--pot")
        '--pot=-1: must be above 0'
        """
        value = repr(str(self.value)) if isinstance(self.value, PurePath) else brief(self.value)  # of a path the end counts
        shown = "" if self.value is NO_VALUE else f"={value}"
        place = ""
        if self.position is not None:
            place = f"at character {self.position + 1}, {brief(self.value[self.position :][: self.length])}: "
        return f"{name}{shown}: {place}{self.problem}"


class _SortedRepr(Repr):
    def repr_dict(self, x: dict[Any, Any], level: int) -> str:  # Repr's own sorts the keys; streets have an order of theirs
        items = [f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}" for key in islice(x, self.maxdict)]
        return "{...}" if x and level <= 0 else f"{{{', '.join([*items, '...'] if len(x) > self.maxdict else items)}}}"


_SHORT = _SortedRepr()
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = 20
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 400


def short_repr(value: object, most: int = 500) -> str:
    """``repr`` on one line: of a large value the beginning, without making the whole of it first."""
    text = _SHORT.repr(value)
    return cut_text(" ".join(text.split()) if "\n" in text else text, most)


def cut_text(text: str, most: int = 200) -> str:
    """A value in an error message: no longer than ``most`` characters."""
    return text if len(text) <= most else text[: most - 3] + "..."


def brief(value: object) -> str:
    """Quote a given value in an error message: ``repr`` on one line, cut off after 60 characters.

    >>> print(brief("kuhn"), brief("x" * 1000))
    'kuhn' 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
    """
    return short_repr(value, 60)


def did_you_mean(value: object, allowed: Iterable[str]) -> str:
    """The end of an error about an unknown name: the likeliest of those that are allowed, or nothing.

    >>> did_you_mean("khun", ["kuhn", "leduc"]), did_you_mean("chess", ["kuhn", "leduc"])
    ("; did you mean 'kuhn'?", '')
    """
    from difflib import get_close_matches  # not at the start of each command

    close = get_close_matches(value, [*allowed], n=1) if isinstance(value, str) and len(value) < 100 else []
    return f"; did you mean {close[0]!r}?" if close else ""


class StoreError(InputError):
    """A file is not what was expected there: damaged, of another format or version, for another game, of another run.

    Attributes:
        path: of the file.
        reason: what is wrong with it, without the path.
        damaged: True if its bytes are not those that were written; False if it is whole, and something else.
    """

    def __init__(self, path: Path, reason: str, damaged: bool = False) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason, self.damaged = path, reason, damaged

    def __reduce__(self) -> tuple[type[StoreError], tuple[Path, str, bool]]:
        return type(self), (self.path, self.reason, self.damaged)
