"""The folder of a sweep: what it is, its rows in Parquet files that are whole or not there, its log.

``sweep.json``: what it is; ``rows/part-000000.parquet``: one file a shard, that is ``rows_per_file`` rows one after the other;
``policies/KEY.npz``: policy files, where they are kept. ``log.jsonl``: what was done when, no part of the result.
"""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pokerzoo.envs.support.atomic_files import remove_abandoned, try_lock, write_atomically
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.store import version_fault

from .arrow_rows import parquet_bytes, pyarrow_parquet
from .work import Work, record_digest, work_from

HEAD = "sweep.json"
LOG = "log.jsonl"
FORMAT = 2
"""Of ``sweep.json`` and of what lies beside it."""


class Folder:
    """A folder in which a work's rows are made."""

    def __init__(self, path: Path, work: Work) -> None:
        self.path = path
        self.work = work

    @classmethod
    def make(cls, path: str | Path, work: Work) -> Folder:
        """Begin a work in a folder, or go on with one that was begun there."""
        target = Path(path)
        if target.exists() and not target.is_dir():
            raise ValueError(f"out={str(path)!r}: exists and is not a directory")
        if (target / HEAD).exists():
            return cls.find(path, work)
        (target / "rows").mkdir(parents=True, exist_ok=True)
        made = cls(target, work)
        made.write_head()
        return made

    @classmethod
    def find(cls, path: str | Path, work: Work) -> Folder:
        """Go on with a work that was begun in a folder."""
        there = cls.open(path)
        if there.work.kind != work.kind:
            raise ValueError(f"out={str(path)!r}: holds another {there.work.kind}; name another folder")
        other = first_difference(json.loads(json.dumps(there.work.record())), json.loads(json.dumps(work.record())))
        if other is not None:
            raise ValueError(f"out={str(path)!r}: holds another {work.kind} ({other}); name another folder")
        return there

    @classmethod
    def open(cls, path: str | Path) -> Folder:
        """A folder that is there."""
        target = Path(path)
        file = target / HEAD
        try:
            head = json.loads(file.read_bytes())
            kind, record = head["kind"], head["record"]
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, f"no sweep is here: no {HEAD}", str(path)) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ValueError(f"{file}: damaged: not the object with kind and record that begins a sweep") from None
        if head.get("format") != FORMAT:
            raise ValueError(f"{file}: {version_fault(head, FORMAT, key='format')}")
        _check_version(file, head.get("pokerzoo_version"))
        if head.get("digest") != record_digest(record):
            raise ValueError(f"{file}: damaged: digest={brief(head.get('digest'))}: not that of its record")
        try:
            there = cls(target, work_from(kind, record))
            wanted = there.head()
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__} {error}"
            raise ValueError(f"{file}: {what}") from None
        for name in ("rows", "rows_per_file"):
            if head.get(name) != wanted[name]:
                raise ValueError(f"{file}: {name}={brief(head.get(name))}: its record makes {brief(wanted[name])}")
        return there

    def head(self) -> dict[str, Any]:
        """The object in ``sweep.json``."""
        from pokerzoo import __version__

        record = self.work.record()
        return {
            "format": FORMAT,
            "kind": self.work.kind,
            "pokerzoo_version": __version__,
            "rows": self.work.count,
            "rows_per_file": self.work.rows_per_file,
            "digest": record_digest(record),
            "record": record,
        }

    def write_head(self) -> None:
        """Write ``sweep.json``, whole or not at all."""
        pyarrow_parquet()  # an error if it is not installed
        write_atomically(self.path / HEAD, json.dumps(self.head(), indent=1).encode())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Inside, no other process makes rows here."""
        with open(self.path / "lock", "a+", encoding="utf-8") as file:
            if not try_lock(file.fileno()):
                file.seek(0)
                who = file.readline(200).strip() or "another process"
                raise ValueError(f"{self.path}: {who} makes rows here; wait for it, or end it")
            file.truncate(0)
            file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
            file.flush()
            yield

    @property
    def shards(self) -> int:
        """Number of files."""
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

    def there(self) -> list[int]:
        """The shards whose file is there."""
        return sorted(set(range(self.shards)) - set(self.missing()))

    def write(self, shard: int, rows: list[dict[str, Any]]) -> None:
        """Write a shard's file, whole or not at all."""
        data = parquet_bytes(rows, self.work.schema)
        write_atomically(self.part(shard), lambda file: file.write(data), tidy=False)

    def tidy(self) -> None:
        """Remove what killed writers of files of rows and of policy files left."""
        remove_abandoned(self.path / "rows", ".part-")
        with suppress(FileNotFoundError):
            remove_abandoned(self.path / "policies")


def _check_version(file: Path, made_by: object) -> None:
    """Refuse the folder of another version, whose rows may differ. Patches (0.1.x) leave rows as they are."""
    from pokerzoo import __version__

    if str(made_by).split(".")[:2] != __version__.split(".")[:2]:
        raise ValueError(
            f"{file}: pokerzoo_version={brief(made_by)}: this is version {__version__}, whose rows may differ; "
            "make them anew, in another folder"
        )


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
    return next((found for key, own, other in pairs if (found := first_difference(own, other, key)) is not None), None)
