"""A work whose rows take as long as is asked, and some of which fail, end their process or do not fit: for tests of the engine.

Run as a program it is a driver: ``made_work.py FOLDER PROCESSES``.
"""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import sys
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core import event

from pokerzoo.envs.support import compile_notice
from pokerzoo.jobs.engine import run_folder
from pokerzoo.jobs.folder import Folder
from pokerzoo.jobs.work import Rows, Work, record_digest

if TYPE_CHECKING:
    import pyarrow as pa


class MadeWork(Work):
    """Rows with a hash; those in ``kill`` end their process, those in ``fail`` raise, those in ``full`` find a full disk.

    The first row of a process takes ``compiling`` seconds more, as if kernels were compiled for it.
    """

    kind = "made"

    def __init__(
        self,
        count: int,
        rows_per_file: int = 4,
        seconds: float = 0.0,
        bytes_needed: int = 0,
        compiling: float = 0.0,
        **special: list[int],
    ) -> None:
        self.count, self.rows_per_file, self.seconds, self.bytes_needed = count, rows_per_file, seconds, bytes_needed
        self.compiling = compiling
        self.special = {name: list(special.get(name, [])) for name in ("kill", "fail", "full")}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> MadeWork:
        return cls(**record)

    def record(self) -> dict[str, Any]:
        return {
            "count": self.count, "rows_per_file": self.rows_per_file, "seconds": self.seconds,
            "bytes_needed": self.bytes_needed, "compiling": self.compiling, **self.special,
        }  # fmt: skip

    @property
    def tables(self) -> dict[str, pa.Schema]:
        import pyarrow as pa

        return {
            "made": pa.schema([("key", "string"), ("error", "string"), ("index", "int64"), ("value", "string")]),
            "halves": pa.schema([("key", "string"), ("half", "string")]),
        }

    def memory(self, index: int) -> int:
        return self.bytes_needed

    def rows(self, index: int, folder: str) -> Rows:
        if index in self.special["kill"]:
            os.kill(os.getpid(), signal.SIGKILL)
        if index in self.special["fail"]:
            raise ValueError(f"no row {index}")
        if index in self.special["full"] and not os.path.exists(f"{folder}/room"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), f"{folder}/policies/{index}.npz")
        if self.compiling:
            compile_once(os.getpid(), self.compiling)
        until = time.process_time() + self.seconds
        value = b""
        while time.process_time() < until or not value:
            value = hashlib.sha256(str(index).encode()).digest()
        row = self.failed(index, "") | {"error": None, "value": value.hex()}
        halves = [{"key": row["key"], "half": half} for half in (row["value"][:32], row["value"][32:])]
        return {"made": [row], "halves": halves}

    def failed(self, index: int, error: str) -> dict[str, Any]:
        return {"key": record_digest([self.kind, index]), "error": error, "index": index}


@lru_cache
def compile_once(process: int, seconds: float) -> None:
    """Seem to compile; ``process`` is this one."""
    with event.trigger_event("numba:compiler_lock"):
        time.sleep(seconds)


def make_shard_here(folder: Folder, shard: int) -> int:
    """Make a shard in this process, and return how many of its rows failed."""
    from pokerzoo.jobs.engine import Place, make_shard

    with compile_notice.notices_to(compile_notice.ignore_notice):  # a worker's own setting, which stays
        return make_shard(Place(str(folder.path), type(folder.work), (), compile_notice.ignore_notice), shard).failed


def all_files(path: Path) -> dict[str, bytes]:
    """The tables' files of a folder by their names."""
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.glob("*/*.parquet"))}


if __name__ == "__main__":
    from pokerzoo_testing.made_work import MadeWork as Work_  # under its name, not as __main__

    run_folder(Folder.open(sys.argv[1], Work_), int(sys.argv[2]))
