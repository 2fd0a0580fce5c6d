"""Ranges and spots with names that a user has saved: one JSON file in the work folder, which can be given to others."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.support.records import Record, to_json

from .errors import BadRequest, NotFound
from .work_folder import WorkFolder

MOST_SAVED = 2_000
"""Ranges, and spots, that can be saved."""


@dataclass(frozen=True)
class SavedRange(Record):
    """A range with a name.

    Attributes:
        name: its name.
        text: the range, as ``parse_range`` reads it.
        group: the heading that it stands under.
    """

    name: str
    text: str
    group: str = ""


@dataclass(frozen=True)
class SavedSpot(Record):
    """A spot with a name, as it was set up.

    Attributes:
        name: its name.
        query: the address of the set-up, what comes after ``/setup?``.
        group: the heading that it stands under.
    """

    name: str
    query: str
    group: str = ""


@dataclass(frozen=True)
class Saved(Record):
    """All that was saved.

    Attributes:
        ranges: ranges with names.
        spots: spots with names.
    """

    ranges: list[SavedRange] = field(default_factory=list)
    spots: list[SavedSpot] = field(default_factory=list)


SAVED = TypeAdapter(Saved)
Named = TypeVar("Named", SavedRange, SavedSpot)


class SavedFile:
    """The file of a work folder. May be used by many threads at once."""

    def __init__(self, folder: WorkFolder, most_bytes: int) -> None:
        """Set the largest size in bytes: no larger file can be sent back."""
        self._folder, self._most_bytes = folder, most_bytes
        self._lock = threading.Lock()

    def read(self) -> Saved:
        """Read all; nothing where nothing was saved; OSError if the file cannot be read; BadRequest if it is none of ours."""
        text = self._folder.read_saved()
        if text is None:
            return Saved()
        try:
            return SAVED.validate_json(text)
        except ValidationError as error:
            raise BadRequest("saved.json in the work folder has no ranges and spots: mend the file or take it away") from error

    def add(self, new: Saved) -> Saved:
        """Save more; what has the same group and name is replaced. BadRequest for a range that cannot be read."""
        for place, one in enumerate(new.ranges):
            try:
                parse_range(one.text, "text")
            except ValueError as error:
                raise BadRequest(f"{one.name}: {error}", f"ranges.{place}.text", getattr(error, "position", None)) from None
        with self._lock:
            old = self.read()
            found = Saved(_with(old.ranges, new.ranges), _with(old.spots, new.spots))
            if max(len(found.ranges), len(found.spots)) > MOST_SAVED:
                raise BadRequest(f"at most {MOST_SAVED:,} ranges and as many spots can be saved")
            text = to_json(found)
            if len(text.encode()) > self._most_bytes:
                raise BadRequest(f"too large: all saved ranges and spots together have at most {self._most_bytes:,} bytes")
            self._folder.write_saved(text)
        return found

    def remove(self, kind: str, group: str, name: str) -> Saved:
        """Remove one; NotFound if there is none such."""
        with self._lock:
            old = self.read()
            ranges = [one for one in old.ranges if kind != "ranges" or (one.group, one.name) != (group, name)]
            spots = [one for one in old.spots if kind != "spots" or (one.group, one.name) != (group, name)]
            if len(ranges) + len(spots) == len(old.ranges) + len(old.spots):
                raise NotFound(f"nothing is saved as {name!r}" + (f" in {group!r}" if group else ""))
            found = Saved(ranges, spots)
            self._folder.write_saved(to_json(found))
        return found


def _with(old: list[Named], new: list[Named]) -> list[Named]:
    """A list with more in it, by group and name."""
    both = old + new
    last = {(one.group, one.name): place for place, one in enumerate(both)}
    return [both[last[key]] for key in sorted(last)]
