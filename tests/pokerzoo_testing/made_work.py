"""A work whose rows take as long as is asked, and some of which fail, end their process or do not fit: for tests of the engine.

Files name a work by its kind, and workers know those of the package: ``make_shard`` and ``make_row`` of this module add ours.
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
from typing import TYPE_CHECKING, Any

from numba.core import event

from pokerzoo.evaluation.sweeps import run, shard_tasks
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.work import KINDS, record_digest

if TYPE_CHECKING:
    import pyarrow as pa

KINDS["made"] = "pokerzoo_testing.made_work:MadeWork"


class MadeWork:
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
    def schema(self) -> pa.Schema:
        import pyarrow as pa

        return pa.schema([("key", pa.string()), ("error", pa.string()), ("index", pa.int64()), ("value", pa.string())])

    def memory(self, index: int) -> int:
        return self.bytes_needed

    def key(self, index: int) -> str:
        return record_digest([self.kind, index])

    def row(self, index: int, folder: str) -> dict[str, Any]:
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
        return self.failed(index, "") | {"error": None, "value": value.hex()}

    def failed(self, index: int, error: str) -> dict[str, Any]:
        return {"key": self.key(index), "error": error, "index": index}


@lru_cache
def compile_once(process: int, seconds: float) -> None:
    """Seem to compile; ``process`` is this one."""
    with event.trigger_event("numba:compiler_lock"):
        time.sleep(seconds)


def make_shard(path: str, number: int) -> int:
    return shard_tasks.make_shard(path, number)


def make_row(path: str, index: int) -> dict[str, Any]:
    return shard_tasks.make_row(path, index)


def use_here() -> None:
    """From now on runs of this process have workers that know this work."""
    run.make_shard, run.make_row = make_shard, make_row


if __name__ == "__main__":
    from pokerzoo_testing import made_work  # under its name, not as __main__

    made_work.use_here()
    run.run_folder(Folder.open(sys.argv[1]), int(sys.argv[2]))
