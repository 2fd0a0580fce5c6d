"""A task: all rows of one shard, made and written. It is what a worker runs, wherever it is."""

from __future__ import annotations

import errno
import gc
import socket
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .folder import HEAD, Folder
from .outcomes import Value
from .work import Work


@lru_cache(maxsize=1)
def _open_folder(path: str, written: int) -> Folder:
    folder = Folder.open(path)  # a worker opens its folder once, not once a shard, but once more where it has grown
    return folder


def _current_folder(path: str) -> Folder:
    try:
        written = (Path(path) / HEAD).stat().st_mtime_ns
    except FileNotFoundError:
        seen = f"not to be seen on {socket.gethostname()}: all machines that make rows need this folder under this name"
        raise FileNotFoundError(errno.ENOENT, seen, path) from None
    return _open_folder(path, written)


def make_rows(folder: Folder, indices: range) -> list[dict[str, Any]]:
    """Rows one after the other; one that fails has its error in it."""
    return [made_row(folder.work, index, str(folder.path)) for index in indices]


def made_row(work: Work, index: int, folder: str) -> dict[str, Any]:
    """A row, with its error in it if it fails."""
    try:
        return work.row(index, folder)
    except (MemoryError, OSError):
        raise
    except Exception as error:
        said = isinstance(error, ValueError)  # a sentence; of all else the name is needed, too
        return work.failed(index, str(error) if said else f"{type(error).__name__}: {error}")


def make_row(path: str, index: int) -> dict[str, Any]:
    """Make a row alone, and hand it back."""
    return make_rows(_current_folder(path), range(index, index + 1))[0]


def make_shard(path: str, shard: int) -> int:
    """Make and write a shard, and return how many of its rows have an error."""
    folder = _current_folder(path)
    rows = make_rows(folder, folder.rows_of(shard))
    folder.write(shard, rows)
    _keep_what_is_loaded()
    gc.collect()  # games and solvers are in circles, and would wait in memory for a collection that comes by itself
    return sum(row["error"] is not None for row in rows)


@lru_cache(maxsize=1)
def _keep_what_is_loaded() -> None:
    """Once a process: no collection looks at what is there by now, mostly modules; then one takes a millisecond, not fifty."""
    gc.collect()
    gc.freeze()


def with_modules(function: Callable[[str, int], Value], modules: list[str], path: str, task: int) -> Value:
    """``function(path, task)`` where these modules are imported: they make games of the user's known by name."""
    for module in modules:
        import_module(module)
    return function(path, task)
