"""Infos of environments, with unlisted entries: those that are no numbers, or not there at each step."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self


class Info(dict[str, Any]):
    """An info with entries that it does not list: ``info["infoset"]``, ``"infoset" in info`` and ``info.get("infoset")`` work.

    Libraries make tensors of all that infos list, of the same names at each step (TorchRL's ``PettingZooWrapper`` and vectors
    of its ``GymEnv``). Neither a string nor a dictionary nor an entry of the player to move alone can become one. What changes
    an info (``pop``, ``setdefault``) knows listed entries only.

    >>> info = Info({"infoset": {"key": "K|b"}}, {"illegal": True})
    >>> info["infoset"]["key"], "infoset" in info, [*info]
    ('K|b', True, ['illegal'])
    """

    __slots__ = ("_unlisted",)

    def __init__(self, unlisted: Mapping[str, Any], listed: Mapping[str, Any] | None = None) -> None:
        if listed:  # one is made at each step, mostly without
            super().__init__(listed)
        self._unlisted = unlisted

    def __missing__(self, name: str) -> Any:
        return self._unlisted[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self._unlisted

    def get(self, name: str, default: Any = None) -> Any:
        """The entry, listed or not; else ``default``."""
        return super().get(name, self._unlisted.get(name, default))

    def copy(self) -> Self:
        """A copy with the same entries."""
        return type(self)(self._unlisted, self)

    def __or__(self, other: Mapping[str, Any]) -> Self:  # type: ignore[override]
        unlisted = {**self._unlisted, **other._unlisted} if isinstance(other, Info) else self._unlisted
        return type(self)(unlisted, {**self, **other})

    def __ror__(self, other: Mapping[str, Any]) -> Self:  # type: ignore[override]
        return type(self)(self._unlisted, {**other, **self})

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Info):
            return {**self} == {**other} and self._unlisted == other._unlisted
        return other == {**self._unlisted, **self}

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __repr__(self) -> str:
        return repr({**self._unlisted, **self})

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return type(self)(self._unlisted, deepcopy({**self}, memo))  # unlisted entries are never changed

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._unlisted, {**self})
