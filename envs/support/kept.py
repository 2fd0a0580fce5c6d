"""Answers that are kept, and functions that can be pickled."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from threading import RLock
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


class DecisionCache(Generic[Answer]):
    """The answers at the decisions that were asked for last; one thread at a time works one out.

    Copies in other processes begin without them.
    """

    def __init__(self, most: int) -> None:
        """Keep up to ``most`` answers."""
        self.most = most
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._lock = RLock()

    def get(self, decision: Hashable, work_out: Callable[[], Answer]) -> Answer:
        """The answer at a decision, kept or worked out."""
        with self._lock:
            if decision not in self._answers:
                self._answers[decision] = work_out()
                if len(self._answers) > self.most:
                    self._answers.popitem(last=False)
            self._answers.move_to_end(decision)
            return self._answers[decision]

    def peek(self, decision: Hashable) -> Answer | None:
        """The answer at a decision if it is kept; it is not counted as asked for."""
        return self._answers.get(decision)

    def __contains__(self, decision: Hashable) -> bool:
        return decision in self._answers

    def items(self) -> list[tuple[Hashable, Answer]]:
        """Those that are kept, the one asked for last at the end."""
        return list(self._answers.items())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.most,)
