"""Compiled kernels of this process and in the cache, and the record of families that are ready."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pokerzoo
from pokerzoo.envs.support.kernel_cache import cache_directory
from pokerzoo.envs.support.kernels import KernelDispatcher
from pokerzoo.envs.support.shipped_kernels import platform, shipped_index

PACKAGE = Path(pokerzoo.__file__).parent
ROOMS = ("envs", "agents", "evaluation")
FILE = re.compile(r"(?P<module>\w+)\.(?P<kernel>\w+)-\d+\.py\d+\w*\.(?:\d+\.nbc|nbi)")
RECORD = "ready-kernels.json"


class StoredKernel(NamedTuple):
    """A kernel's files in the cache."""

    kernel: str  # module and name
    forms: int  # for how many types of arguments it is compiled
    size: int  # bytes


def used_kernels() -> list[KernelDispatcher]:
    """The kernels that this process has compiled or loaded for a call or for another kernel."""
    return [one for one in gc.get_objects() if isinstance(one, KernelDispatcher) and one.signatures]


def cache_files() -> list[Path]:
    """All files of the package's kernels in the cache."""
    folders = {Path(cache_directory(str(source))) for room in ROOMS for source in (PACKAGE / room).rglob("*.py")}
    return sorted(file for folder in folders if folder.is_dir() for file in folder.iterdir() if FILE.fullmatch(file.name))


def stored_kernels() -> list[StoredKernel]:
    """The kernels in the cache, the largest first; also those that are out of date."""
    found: dict[str, list[Path]] = {}
    for file in cache_files():
        parts = FILE.fullmatch(file.name)
        assert parts is not None
        found.setdefault(f"{file.parent.parent.name}.{parts['module']}.{parts['kernel']}", []).append(file)
    rows = (
        StoredKernel(name, sum(file.suffix == ".nbc" for file in files), sum(file.stat().st_size for file in files))
        for name, files in found.items()
    )
    return sorted(rows, key=lambda row: -row.size)


def remove_kernels() -> int:
    """Remove all compiled kernels from the cache and return the number of bytes."""
    size = 0
    for file in (*cache_files(), record_path()):
        if file.exists():
            size += file.stat().st_size
            file.unlink()
    return size


def record_path() -> Path:
    """The file that lists the families whose kernels are in the cache."""
    return Path(cache_directory(str(PACKAGE / "envs" / "support" / "kernels.py"))) / RECORD


def source_state() -> str:
    """A digest of the names, sizes and times of all source files, and of what compiled code depends on besides."""
    digest = hashlib.sha256(json.dumps(platform()).encode())
    for room in ROOMS:
        for folder, _, names in sorted(os.walk(PACKAGE / room)):
            for name in sorted(names):
                if name.endswith(".py"):
                    info = os.stat(os.path.join(folder, name))
                    digest.update(f"{folder}/{name} {info.st_size} {info.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def shipped_families() -> set[str]:
    """The families whose kernels came with the package."""
    shipped = shipped_index()
    return set(shipped[1].get("families", ())) if shipped is not None else set()


def missing_families(families: Iterable[str]) -> list[str]:
    """Select the families that neither came with the package nor were built for this state of the source."""
    ready = shipped_families()
    wanted = [name for name in families if name not in ready]
    if not wanted:
        return []
    try:
        record = json.loads(record_path().read_bytes())
    except (OSError, ValueError):
        return wanted
    return [name for name in wanted if not isinstance(record, dict) or record.get(name) != source_state()]


def note_ready(families: Iterable[str]) -> None:
    """Record that families are in the cache; where that cannot be written they are looked for again next time."""
    path, state = record_path(), source_state()
    try:
        record = json.loads(path.read_bytes())
    except (OSError, ValueError):
        record = {}
    record = {name: of for name, of in record.items() if of == state} if isinstance(record, dict) else {}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_text(json.dumps(record | dict.fromkeys(families, state)), encoding="utf-8")
        new.replace(path)
    except OSError:
        return
