"""A task: all rows of one shard, made and written. It is what a worker runs, wherever it is."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from .folder import Folder


@lru_cache(maxsize=1)
def _open(path: str, written: int) -> Folder:
    return Folder.open(path)  # a worker opens its folder once, not once a shard, but once more where it has grown


def make_rows(folder: Folder, indices: range) -> list[dict[str, Any]]:
    """Rows one after the other; one that fails has its error in it."""
    rows = []
    for index in indices:
        try:
            rows.append(folder.work.row(index, str(folder.path)))
        except OSError:  # a full disk is no fault of the spot
            raise
        except Exception as error:
            said = isinstance(error, ValueError)  # a sentence; of all else the name is needed, too
            rows.append(folder.work.failed(index, str(error) if said else f"{type(error).__name__}: {error}"))
    return rows


def make_shard(path: str, shard: int) -> int:
    """Make and write a shard; returns how many of its rows have an error.

    Raises:
        OSError: its file, or one of those of its rows, cannot be written.
    """
    folder = _open(path, (Path(path) / "sweep.json").stat().st_mtime_ns)
    rows = make_rows(folder, folder.rows_of(shard))
    folder.write(shard, rows)
    return sum(row["error"] is not None for row in rows)
