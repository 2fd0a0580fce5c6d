"""Log of a folder: lines of JSON that say what was done when, where and how fast."""

from __future__ import annotations

import json
import os
import platform
import socket
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("jax", "numba", "numpy", "open_spiel", "pebble", "pyarrow", "ray", "torch")


class FolderLog:
    """Lines added to ``log.jsonl``: each an object with ``time`` (UTC), ``event`` and what belongs to it."""

    def __init__(self, path: Path) -> None:
        """Begin to write."""
        self._path = path
        self._file = open(path, "ab", buffering=0)  # noqa: SIM115 (open until close)
        if self._file.tell() and not _ends_a_line(path):
            self._file.write(b"\n")  # a writer was killed while it wrote

    def add(self, event: str, **what: Any) -> None:
        """Add a line."""
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            self._file.write(json.dumps({"time": time, "event": event} | what).encode() + b"\n")
        except OSError as error:
            error.filename = str(self._path)
            raise

    def close(self) -> None:
        """Write no more."""
        self._file.close()


def machine_facts() -> dict[str, Any]:
    """This machine, this process, and the versions of what decides speed."""
    return {
        "host": socket.gethostname(),
        "process": os.getpid(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "versions": package_versions(),
    }


def package_versions() -> dict[str, str]:
    """Versions of what decides speed and results, as far as it is installed."""
    from pokerzoo import __version__

    found = {"pokerzoo": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def _ends_a_line(path: Path) -> bool:
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"
