"""Solved parts of a game, of which the last ones are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

Part = TypeVar("Part")


class SolvedParts(Generic[Part]):
    """The parts that were asked for last, by decision; each is solved by one thread at a time."""

    def __init__(self, most: int) -> None:
        """Keep up to ``most`` parts."""
        self.most = most
        self._parts: OrderedDict[Hashable, Part] = OrderedDict()
        self._lock = RLock()

    def get(self, decision: Hashable, solve: Callable[[], Part]) -> Part:
        """The part of a decision, kept or solved."""
        with self._lock:
            if decision not in self._parts:
                self._parts[decision] = solve()
                if len(self._parts) > self.most:
                    self._parts.popitem(last=False)
            self._parts.move_to_end(decision)
            return self._parts[decision]

    def __contains__(self, decision: Hashable) -> bool:
        return decision in self._parts

    def items(self) -> list[tuple[Hashable, Part]]:
        """Those that are kept, from the one that was not asked for the longest on."""
        return list(self._parts.items())
