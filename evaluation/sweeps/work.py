"""``Work``: the interface between the engine and its sweeps, runs and benchmarks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import brief

if TYPE_CHECKING:
    import pyarrow as pa

Record: TypeAlias = Mapping[str, Any]
"""Plain JSON values."""

KINDS = {
    "benchmark": "pokerzoo.evaluation.benchmark.bench_work:BenchWork",
    "runs": "pokerzoo.evaluation.runs.runs_work:RunsWork",
    "sweep": "pokerzoo.evaluation.sweeps.spot_work:SpotWork",
}
"""The kinds of work by name, each with the address of its class."""


class Work(Protocol):
    """Rows that are made one by one, each from its number alone."""

    # A work may have more attributes. ``memory(index)``: bytes that making a row takes. ``modules``: names of modules that are
    # imported before rows are made.

    @property
    def kind(self) -> str:
        """Its name in ``KINDS``."""

    @property
    def count(self) -> int:
        """Number of rows."""

    @property
    def rows_per_file(self) -> int:
        """Rows of one task and of one file."""

    @property
    def schema(self) -> pa.Schema:
        """Columns of the rows. ``key`` (string, unique) and ``error`` (string, null where all is well) are among them."""

    @classmethod
    def from_record(cls, record: Record) -> Work:
        """The work that ``record()`` was taken from."""

    def record(self) -> dict[str, Any]:
        """All that decides the rows, as plain JSON values: equal records make equal rows, bit for bit."""

    def key(self, index: int) -> str:
        """The digest of all that decides row ``index``."""

    def row(self, index: int, folder: str) -> dict[str, Any]:
        """Make row ``index``, on one thread; no seconds, names of machines or dates may be in it."""

    def failed(self, index: int, error: str) -> dict[str, Any]:
        """Row ``index`` with its error, and null in all columns that it left undecided."""


def work_from(kind: str, record: Record) -> Work:
    """The work of a kind."""
    if kind not in KINDS:
        raise ValueError(f"kind={brief(kind)}: must be one of {', '.join(KINDS)}")
    found: Work = load_object(KINDS[kind]).from_record(record)
    return found


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
