"""Ranges and set-ups with names that a user has saved: one JSON file in the work folder, which can be given to others."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.errors import InputError

from .bodies import RangeText, RequestBody
from .errors import BadRequest, NotFound, problem_of_error

MOST_SAVED = 2_000
"""Ranges, and set-ups, that can be saved."""

SavedName = Annotated[str, Field(min_length=1, max_length=100)]
Group = Annotated[str, Field(max_length=100)]
QueryText = Annotated[str, Field(min_length=1, max_length=100_000)]


class SavedItem(RequestBody):
    """What is saved by name.

    Attributes:
        name: its name.
        group: the heading that it is under.
    """

    model_config = ConfigDict(str_strip_whitespace=True)

    name: SavedName
    group: Group = ""


class SavedRange(SavedItem):
    """A range with a name.

    Attributes:
        text: the range in the usual notation.
    """

    text: RangeText


class SavedSpot(SavedItem):
    """A set-up with a name.

    Attributes:
        query: what comes after ``/setup?`` in its address.
    """

    query: QueryText


class Saved(RequestBody):
    """Ranges and set-ups, one or many: the file that is exported can be sent as it is.

    Attributes:
        ranges: ranges with names.
        spots: set-ups with names.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"ranges": [{"name": "3-bet", "text": "QQ+, AK"}]}]})

    ranges: Annotated[list[SavedRange], Field(max_length=MOST_SAVED)] = Field(default=[])
    spots: Annotated[list[SavedSpot], Field(max_length=MOST_SAVED)] = Field(default=[])


Named = TypeVar("Named", SavedRange, SavedSpot)


class SavedFile:
    """The file in a work folder. May be used by many threads at once.

    Args:
        path: where it is.
        most_bytes: the largest size in bytes: no larger file can be sent back.
    """

    def __init__(self, path: Path, most_bytes: int) -> None:
        self._path, self._most_bytes = path, most_bytes
        self._lock = threading.Lock()

    def read(self) -> Saved:
        """Read all; nothing where nothing was saved; OSError if the file cannot be read; BadRequest if it is none of ours."""
        try:
            return Saved.model_validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return Saved()
        except ValidationError as error:
            raise BadRequest("saved.json in the work folder has no ranges and spots: mend the file or take it away") from error

    def add(self, new: Saved) -> Saved:
        """Save more; what has the same group and name is replaced. BadRequest for a range that cannot be read."""
        for place, item in enumerate(new.ranges):
            try:
                parse_range(item.text, "text")
            except InputError as error:
                problem = problem_of_error(error)
                raise BadRequest(f"{item.name}: {error}", f"ranges.{place}.text", problem.position) from None
        with self._lock:
            old = self.read()
            both = Saved.model_construct(ranges=_with(old.ranges, new.ranges), spots=_with(old.spots, new.spots))
            if max(len(both.ranges), len(both.spots)) > MOST_SAVED:
                raise BadRequest(f"at most {MOST_SAVED:,} ranges and as many spots can be saved")
            return self._write(both)

    def remove(self, kind: str, group: str, name: str) -> Saved:
        """Remove one; NotFound if there is none such."""
        with self._lock:
            saved = self.read()
            old: list[SavedRange] | list[SavedSpot] = getattr(saved, kind)
            left = [item for item in old if (item.group, item.name) != (group, name)]
            if len(left) == len(old):
                raise NotFound(f"nothing is saved as {name!r}" + (f" in {group!r}" if group else ""))
            return self._write(saved.model_copy(update={kind: left}))

    def _write(self, saved: Saved) -> Saved:
        text = saved.model_dump_json()
        if len(text.encode()) > self._most_bytes:
            raise BadRequest(f"too large: all saved ranges and spots together have at most {self._most_bytes:,} bytes")
        write_atomically(self._path, text.encode())
        return saved


def _with(old: list[Named], new: list[Named]) -> list[Named]:
    """A list with more in it, by group and name."""
    last = {(item.group, item.name): item for item in old + new}
    return [last[key] for key in sorted(last)]
