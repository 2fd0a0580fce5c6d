"""The info of a player to move in PettingZoo environments: it has an infoset, which it does not list."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self


class MoverInfo(dict[str, Any]):
    """An info with one entry more than it lists: ``info["infoset"]``, ``"infoset" in info`` and ``info.get("infoset")`` work.

    Libraries make tensors of all that infos list, of the same names at each step (TorchRL's ``PettingZooWrapper``). Neither a
    string nor an entry of the player to move alone can become one.

    >>> info = MoverInfo({"key": "K|b"}, {"illegal": True})
    >>> info["infoset"]["key"], "infoset" in info, [*info]
    ('K|b', True, ['illegal'])
    """

    __slots__ = ("_infoset",)

    def __init__(self, infoset: Mapping[str, Any], listed: Mapping[str, Any] | None = None) -> None:
        if listed:  # one is made at each step, mostly without
            super().__init__(listed)
        self._infoset = infoset

    def __missing__(self, name: str) -> Any:
        if name == "infoset":
            return self._infoset
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name == "infoset" or super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """The entry, the infoset too; else ``default``."""
        return self._infoset if name == "infoset" else super().get(name, default)

    def copy(self) -> Self:
        """A copy with the same infoset."""
        return type(self)(self._infoset, self)

    def __or__(self, other: Mapping[str, Any]) -> Self:  # type: ignore[override]
        return type(self)(self._infoset, {**self, **other})

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MoverInfo):
            return {**self} == {**other} and self._infoset == other._infoset
        return other == {"infoset": self._infoset, **self}

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __repr__(self) -> str:
        return repr({"infoset": self._infoset, **self})

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return type(self)(self._infoset, deepcopy({**self}, memo))  # nobody changes an infoset

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._infoset, {**self})
