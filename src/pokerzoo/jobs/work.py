"""``Work``: numbered spots, or training runs, each of which is made into rows of tables from its number alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

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
