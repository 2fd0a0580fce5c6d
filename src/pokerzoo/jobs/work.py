"""``Work``: numbered spots, or training runs, each of which is made into rows of tables from its number alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from pokerzoo.envs.support.errors import InputError, brief

if TYPE_CHECKING:
    import pyarrow as pa

Record: TypeAlias = Mapping[str, Any]
"""Plain JSON values."""
Rows: TypeAlias = "dict[str, list[dict[str, Any]]]"
"""Rows by the name of their table."""


class Work:
    """Items by number. The first table has one row an item, with ``key``, ``index`` and ``error`` (null where all is well)."""

    kind: ClassVar[str]
    count: int
    rows_per_file: int
    modules: Sequence[str] = ()
    """Names of modules that are imported before rows are made: they register games of the user's."""

    @property
    def tables(self) -> dict[str, pa.Schema]:
        """The schema of each table by its name."""
        raise NotImplementedError

    @classmethod
    def from_record(cls, record: Record) -> Work:
        """The work that ``record()`` was taken from."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """All that decides the rows, as plain JSON values: equal records make equal rows."""
        raise NotImplementedError

    def rows(self, index: int, folder: str) -> Rows:
        """Make the rows of an item, on one thread."""
        raise NotImplementedError

    def failed(self, index: int, error: str) -> dict[str, Any]:
        """The row of an item in the first table, with its error."""
        raise NotImplementedError

    def memory(self, index: int) -> int:
        """Bytes that making an item's rows takes; 0 where that is not known."""
        return 0

    def with_more(self, other: Work) -> Work:
        """This work with what is new in another of its kind; InputError where they do not go together: most must be equal."""
        fault = first_difference(plain(self.record()), plain(other.record()))
        if fault is not None:
            raise InputError(fault)
        return self

    @property
    def main(self) -> str:
        """Name of the first table."""
        return next(iter(self.tables))


def record_digest(value: Any) -> str:
    """Digest of plain JSON values: 32 hexadecimal digits, equal on every machine.

    >>> record_digest({"b": 1, "a": (2.5, None)}) == record_digest({"a": [2.5, None], "b": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def evenly_spaced(count: int, most: int) -> list[int]:
    """Numbers below ``count``, ``most`` of them or all, evenly spread.

    >>> evenly_spaced(100, 4), evenly_spaced(3, 4)
    ([12, 37, 62, 87], [0, 1, 2])
    """
    return list(range(count)) if count <= most else [(2 * place + 1) * count // (2 * most) for place in range(most)]


def plain(value: Any) -> Any:
    """Plain JSON values as they are read back: lists for tuples."""
    return json.loads(json.dumps(value))


def first_difference(there: Any, here: Any, name: str = "") -> str | None:
    """The first difference between two plain JSON values; None if there is none, numbers such as 60 and 60.0 being equal.

    >>> first_difference({"pot": 60, "boards": ["AsKsQh"]}, {"pot": 60.0, "boards": ["AsKsJh"]})
    "boards[0]: 'AsKsQh' there, 'AsKsJh' here"
    """
    if there == here:
        return None
    if isinstance(there, dict) and isinstance(here, dict):
        pairs = [(f"{name}.{key}".lstrip("."), there.get(key), here.get(key)) for key in dict.fromkeys([*there, *here])]
    elif isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        pairs = [(f"{name}[{k}]", *pair) for k, pair in enumerate(zip(there, here, strict=True))]
    else:
        before, now = ("nothing" if value is None else brief(value) for value in (there, here))
        return f"{name}: {before} there, {now} here"
    return next((fault for key, left, right in pairs if (fault := first_difference(left, right, key)) is not None), None)
