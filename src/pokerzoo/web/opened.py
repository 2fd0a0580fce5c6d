"""Files of one kind that the explorer has open, by their ids."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from pokerzoo.envs.support.errors import brief

from .errors import NotFound


class Named(Protocol):
    """What has an id."""

    @property
    def id(self) -> str:
        """In addresses."""


Entry = TypeVar("Entry", bound=Named)


class Opened(Generic[Entry]):
    """All files of a kind. May be asked by many threads at once: each of its steps is one of Python's own."""

    kind = "file"
    """What errors call one."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def entries(self) -> list[Entry]:
        """All of them, in the order in which they came."""
        return list(self._entries.values())

    def add(self, entry: Entry) -> Entry:
        """Take one in; one of the same id is replaced."""
        self._entries[entry.id] = entry
        return entry

    def get(self, id: str) -> Entry:
        """The one of an id."""
        entry = self._entries.get(id)
        if entry is None:
            raise NotFound(f"no {self.kind} {brief(id)} is open here: it was removed, or the explorer was started without it")
        return entry
