"""Reading what a sweep or a data set has made: ``Sweep(folder)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.extras import not_installed
from pokerzoo.envs.support.parameters import did_you_mean

from .folder import Folder
from .work import Work

if TYPE_CHECKING:
    import pyarrow as pa


class Sweep:
    """The rows of a sweep or a data set, as far as they are made.

    It may be read while rows are being made: a file of rows is there as a whole or not at all. Each question looks anew.
    ``len`` is the number of rows that are there.

    Attributes:
        folder: where they are.
        work: what they are rows of.
        count: how many rows there will be.
    """

    def __init__(self, folder: str | Path) -> None:
        """Open the folder of a sweep or a data set.

        Args:
            folder: what was given as ``out`` when it was begun.

        Raises:
            FileNotFoundError: no such folder, or nothing of this kind in it.
            OSError: it cannot be read.
            ValueError: ``sweep.json`` in it is not what it should be.
        """
        if not (Path(folder) / "sweep.json").is_file():
            raise FileNotFoundError(f"folder={str(folder)!r}: no sweep and no data set is there (it would have a sweep.json)")
        self._folder = Folder.open(folder)

    def __len__(self) -> int:
        return self.done

    def __repr__(self) -> str:
        more = f", {self.failed:,} of them failed" if self.failed else ""
        return f"<Sweep {str(self.folder)!r}: {self.done:,} of {self.count:,} rows{more}>"

    @property
    def folder(self) -> Path:
        return self._folder.path

    @property
    def work(self) -> Work:
        return self._folder.work

    @property
    def count(self) -> int:
        return self.work.count

    @property
    def done(self) -> int:
        """Rows that are there, those with an error among them."""
        return self.count - self.missing

    @property
    def missing(self) -> int:
        """Rows that are yet to be made."""
        return sum(len(self._folder.rows_of(shard)) for shard in self._folder.missing())

    @property
    def failed(self) -> int:
        """Rows that have an error."""
        errors = self.table(["error"]).column("error")
        return len(errors) - int(errors.null_count)

    @property
    def files(self) -> list[Path]:
        """The Parquet files that are there, in the order of their rows."""
        missing = set(self._folder.missing())
        return [self._folder.part(shard) for shard in range(self._folder.shards) if shard not in missing]

    def table(self, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows that are there, in the order of the work.

        Args:
            columns: their names; None: all.

        Raises:
            ImportError: pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: no such column.
        """
        try:
            import pyarrow.dataset as dataset
        except ImportError:
            raise not_installed("sweeps and data sets need pyarrow", "sweeps") from None
        schema = self.work.schema
        if isinstance(columns, str):
            raise ValueError(f"columns={columns!r}: must be a list of names")
        names = list(schema.names if columns is None else columns)
        for name in names:
            if name not in schema.names:
                allowed = ", ".join(schema.names)
                raise ValueError(f"columns: no column {name!r}; allowed: {allowed}{did_you_mean(name, schema.names)}")
        files = [str(path) for path in self.files]
        if not files:
            return schema.empty_table().select(names)
        return dataset.dataset(files, format="parquet", schema=schema).to_table(columns=names)

    def rows(self, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """The rows that are there one after the other, as plain Python values.

        Args:
            columns: as ``table`` takes them.

        Raises:
            ImportError: pyarrow is not installed.
            OSError: a file cannot be read.
            ValueError: no such column.
        """
        for batch in self.table(columns).to_batches():
            yield from batch.to_pylist()
