"""The folder of a job: ``job.json`` says what it is, and each table is a subfolder of Parquet files.

``spots/000000.parquet`` has the rows of the first ``rows_per_file`` spots, ``nodes/000000.parquet`` those of the same spots in
another table: together they are a shard. Each file is written under a temporary name and renamed, that of the first table
last. So a shard is there or not, which is all that resuming needs.
"""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.atomic_files import remove_abandoned, try_lock, write_atomically
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.extras import import_extra

from .work import Rows, Work

if TYPE_CHECKING:
    import pyarrow as pa

HEAD = "job.json"
NEEDS_PYARROW = "tables in Parquet files need pyarrow"


class Folder:
    """A folder with the tables of a work, as far as they are made."""

    def __init__(self, path: Path, work: Work) -> None:
        self.path, self.work = path, work

    @classmethod
    def make(cls, path: str | Path, work: Work) -> Folder:
        """Begin a work in a folder, or resume it there, with what is new in it where its kind can grow."""
        target = Path(path)
        if target.exists() and not target.is_dir():
            raise ParameterError("out", path, "exists and is not a directory")
        if not (target / HEAD).exists():
            target.mkdir(parents=True, exist_ok=True)
            made = cls(target, work)
            made.write_head()
            return made
        there = cls.open(path, type(work))
        try:
            both = there.work.with_more(work)
        except InputError as other:
            raise ParameterError("out", path, f"holds another {work.kind} ({other}); name another folder") from None
        if both.count > there.work.count:
            with there.locked():
                there.work = both
                there.write_head()
        return there

    @classmethod
    def open(cls, path: str | Path, *kinds: type[Work]) -> Folder:
        """Open the folder of a work of one of these kinds."""
        file = Path(path) / HEAD
        try:
            head = json.loads(file.read_bytes())
            kind, record, version = head["kind"], head["record"], head["pokerzoo_version"]
        except FileNotFoundError:
            raise FileNotFoundError(
                errno.ENOENT, f"holds no {' or '.join(kind.kind for kind in kinds)} (it would have a {HEAD})", str(path)
            ) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InputError(f"{file}: damaged: not the object that begins a job") from None
        check_version(file, version)
        works = {kind.kind: kind for kind in kinds}
        if kind not in works:
            raise InputError(f"{path}: is a folder of kind {brief(kind)}, not {' or '.join(map(repr, works))}")
        try:
            work = works[kind].from_record(record)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__} {error}"
            raise InputError(f"{file}: {what}") from None
        return cls(Path(path), work)

    def write_head(self) -> None:
        """Write ``job.json``."""
        from pokerzoo import __version__

        pyarrow_parquet()  # an error if it is not installed
        head = {"pokerzoo_version": __version__, "kind": self.work.kind, "record": self.work.record()}
        write_atomically(self.path / HEAD, json.dumps(head, indent=1).encode())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Inside, no other process makes rows here."""
        with open(self.path / "lock", "a+", encoding="utf-8") as file:
            if not try_lock(file.fileno()):
                file.seek(0)
                who = file.readline(200).strip() or "another process"
                raise InputError(f"{self.path}: {who} makes rows here; wait for it, or end it")
            file.truncate(0)
            file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
            file.flush()
            yield

    @property
    def shards(self) -> int:
        """Number of shards."""
        return -(-self.work.count // self.work.rows_per_file)

    def file(self, table: str, shard: int) -> Path:
        """The file of a shard in a table, be it there or not."""
        return self.path / table / f"{shard:06d}.parquet"

    def files(self, table: str) -> list[Path]:
        """A table's files of the shards that are there."""
        return [self.file(table, shard) for shard in self.there()]

    def there(self) -> list[int]:
        """The shards that are there."""
        names = {path.name for path in (self.path / self.work.main).glob("*.parquet")}
        return [shard for shard in range(self.shards) if f"{shard:06d}.parquet" in names]

    def missing(self) -> list[int]:
        """The shards that are not there."""
        return sorted(set(range(self.shards)) - set(self.there()))

    def indices(self, shard: int) -> range:
        """Numbers of the items of a shard."""
        first = shard * self.work.rows_per_file
        return range(first, min(first + self.work.rows_per_file, self.work.count))

    def count(self, shards: Sequence[int]) -> int:
        """Number of items in shards."""
        return sum(len(self.indices(shard)) for shard in shards)

    def write(self, shard: int, rows: Rows) -> None:
        """Write the files of a shard; the one of the first table, which makes it count, is the last."""
        for name, schema in reversed(self.work.tables.items()):
            data = parquet_bytes(rows.get(name, []), schema)
            file = self.file(name, shard)
            file.parent.mkdir(exist_ok=True)
            write_atomically(file, data.to_pybytes(), tidy=False)

    def read(self, table: str, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows of a table that are there, in the order of their numbers."""
        pa, dataset = (import_extra(name, NEEDS_PYARROW, "sweeps") for name in ("pyarrow", "pyarrow.dataset"))
        schema = self.work.tables[table]
        checked = dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
        parquet = dataset.ParquetFileFormat(default_fragment_scan_options=checked)
        try:
            files = dataset.dataset([str(file) for file in self.files(table)], format=parquet, schema=schema)
            return files.to_table(columns=None if columns is None else list(columns))
        except (OSError, ValueError, MemoryError, pa.ArrowException) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            text = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".: ")
            raise InputError(f"{self.path / table}: a file is damaged: {text}") from None

    def errors(self) -> list[tuple[int, str]]:
        """Number and error of each item that failed."""
        result = self.read(self.work.main, ["index", "error"])
        result = result.filter(result.column("error").is_valid())
        return list(zip(*(result.column(name).to_pylist() for name in ("index", "error")), strict=True))

    def tidy(self) -> None:
        """Remove what killed writers left."""
        for name in (*self.work.tables, "policies"):
            if (self.path / name).is_dir():
                remove_abandoned(self.path / name)


def check_version(file: Path, made_by: object) -> None:
    """Refuse the folder of another version, whose rows may differ. Patches (0.1.x) leave rows as they are."""
    from pokerzoo import __version__

    if str(made_by).split(".")[:2] != __version__.split(".")[:2]:
        raise InputError(f"{file}: made by pokerzoo {made_by}, and this is {__version__}: make it again, in another folder")


def parquet_bytes(rows: list[dict[str, Any]], schema: pa.Schema) -> pa.Buffer:
    """Rows as a Parquet file in memory, with checksums; a column that a row does not have is null there."""
    parquet, pa = pyarrow_parquet(), import_extra("pyarrow", NEEDS_PYARROW, "sweeps")
    written = pa.BufferOutputStream()
    columns = [arrow_column([row.get(column.name) for row in rows], column.type) for column in schema]
    table = pa.Table.from_arrays(columns, schema=schema)
    parquet.write_table(table, written, compression="zstd", write_page_checksum=True)
    return written.getvalue()


def arrow_column(values: list[Any], kind: pa.DataType) -> pa.Array:
    """Values as an Arrow array; null for None.

    Flat ones are laid out here: ``pa.array`` imports pandas, a quarter of a second in each worker.
    """
    import numpy as np
    import pyarrow as pa

    if pa.types.is_nested(kind):
        return pa.array(values, kind)
    known = np.array([value is not None for value in values], np.bool_)
    buffers: list[Any] = [np.packbits(known, bitorder="little")]
    if pa.types.is_string(kind):
        texts = [b"" if value is None else value.encode() for value in values]
        buffers += [np.cumsum([0, *map(len, texts)], dtype=np.int32), b"".join(texts)]
    else:
        numbers = np.array([0 if value is None else value for value in values], kind.to_pandas_dtype())
        buffers.append(np.packbits(numbers, bitorder="little") if pa.types.is_boolean(kind) else numbers)
    return pa.Array.from_buffers(kind, len(values), [pa.py_buffer(buffer) for buffer in buffers])


def pyarrow_parquet() -> Any:
    """``pyarrow.parquet``; a MissingExtraError if it is not installed."""
    return import_extra("pyarrow.parquet", NEEDS_PYARROW, "sweeps")
