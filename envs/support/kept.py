"""Functions that can be pickled: those that keep their last answers, and those that another function makes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Kept(Generic[Given, Answer]):
    """A function whose last answers are kept; copies in other processes begin without them.

    >>> import pickle
    >>> pickle.loads(pickle.dumps(Kept(10, abs)))(-3)
    3
    """

    def __init__(self, most: int, function: Callable[Given, Answer]) -> None:
        """Keep up to ``most`` answers of ``function``, whose arguments are hashable."""
        self._function, self._most = function, most
        self._kept = lru_cache(most)(function)

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Answer:
        """The answer, worked out or kept."""
        return self._kept(*given, **named)  # type: ignore[arg-type]  # hashable, as is said

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._most, self._function)


class Made(Generic[Given, Answer]):
    """A function that ``make(*arguments)`` returns; another process makes it again."""

    def __init__(self, make: Callable[..., Callable[Given, Answer]], *arguments: Any) -> None:
        self._recipe = (make, *arguments)
        self._function = make(*arguments)

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Answer:
        """The answer."""
        return self._function(*given, **named)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._recipe
