"""A cache of the values used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """The values used last, by key; one thread at a time makes one. Copies in other processes begin empty.

    >>> squares = Cache(2)
    >>> [squares.get(number, lambda: number**2) for number in (1, 2, 3)]
    [1, 4, 9]
    >>> squares.keys()
    [2, 3]
    """

    def __init__(self, size: int) -> None:
        """Keep up to ``size`` values."""
        self.size = size
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = RLock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, kept or made."""
        values = self._values
        try:
            value = values[key]
            values.move_to_end(key)
            return value
        except KeyError:  # not made yet, or dropped meanwhile
            pass
        with self._lock:
            if key not in values:
                value = values[key] = make()
                if len(values) > self.size:
                    values.popitem(last=False)
                return value
            return values[key]

    def peek(self, key: Hashable) -> Value | None:
        """The value of a key if it is kept; this does not count as a use."""
        return self._values.get(key)

    def drop(self, key: Hashable) -> None:
        """Keep a key's value no longer."""
        self._values.pop(key, None)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> list[Hashable]:
        """The keys whose values are kept, the one used last at the end."""
        return list(self._values)

    def values(self) -> list[Value]:
        """The values that are kept, in the same order."""
        return list(self._values.values())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.size,)
