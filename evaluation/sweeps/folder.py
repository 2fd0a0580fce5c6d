"""The folder of a sweep or a data set: what it is, its rows in Parquet files that are whole or not there, its log.

``sweep.json``: what it is; ``rows/part-000000.parquet``: one file a shard, that is ``rows_per_file`` rows one after the other;
``policies/KEY.npz``: policy files, where they are kept; ``log.jsonl``: what was done when, no part of the result.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pokerzoo.agents.policies.files import write_atomically
from pokerzoo.envs.support.extras import not_installed

from .arrow_rows import as_table, parquet_options
from .work import Work, digest, work_from

FORMAT = 1
"""Of ``sweep.json`` and of what lies beside it."""


class Folder:
    """A folder in which a work's rows are made.

    Attributes:
        path: where it is.
        work: what is made here.
    """

    def __init__(self, path: Path, work: Work) -> None:
        self.path = path
        self.work = work

    @classmethod
    def make(cls, path: str | Path, work: Work) -> Folder:
        """Begin a work in a folder, or go on with the same.

        Raises:
            OSError: it cannot be written.
            ValueError: another work is there.
        """
        target = Path(path)
        record = work.record()
        if (target / "sweep.json").exists():
            there = cls.open(target)
            if there.work.kind != work.kind or digest(there.work.record()) != digest(record):
                raise ValueError(f"out={str(path)!r}: another {there.work.kind} is there; name another folder")
            return there
        (target / "rows").mkdir(parents=True, exist_ok=True)
        made = cls(target, work)
        made.write_head()
        return made

    @classmethod
    def open(cls, path: str | Path) -> Folder:
        """A folder that is there.

        Raises:
            OSError: it cannot be read.
            ValueError: something else is there.
        """
        target = Path(path)
        head = json.loads((target / "sweep.json").read_text(encoding="utf-8"))
        return cls(target, work_from(head["kind"], head["record"]))

    def write_head(self) -> None:
        """Write ``sweep.json``, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        head = {"format": FORMAT, "kind": self.work.kind, "rows": self.work.count, "record": self.work.record()}
        write_atomically(self.path / "sweep.json", json.dumps(head, indent=1).encode())

    @property
    def shards(self) -> int:
        """How many files hold all rows."""
        return -(-self.work.count // self.work.rows_per_file)

    def part(self, shard: int) -> Path:
        """The file of a shard, be it there or not."""
        return self.path / "rows" / f"part-{shard:06d}.parquet"

    def missing(self) -> list[int]:
        """The shards whose file is not there."""
        there = {path.name for path in (self.path / "rows").glob("part-*.parquet")}
        return [shard for shard in range(self.shards) if self.part(shard).name not in there]

    def rows_of(self, shard: int) -> range:
        """Numbers of the rows of a shard."""
        first = shard * self.work.rows_per_file
        return range(first, min(first + self.work.rows_per_file, self.work.count))

    def write(self, shard: int, rows: list[dict[str, Any]]) -> None:
        """Write a shard's file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        parquet = pyarrow_parquet()
        table = as_table(rows, self.work.schema)
        write_atomically(self.part(shard), lambda file: parquet.write_table(table, file, **parquet_options(table.schema)))


def pyarrow_parquet() -> Any:
    """``pyarrow.parquet``.

    Raises:
        ImportError: it is not installed.
    """
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise not_installed("sweeps and data sets need pyarrow", "sweeps") from None
    return parquet
