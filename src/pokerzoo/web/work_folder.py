"""The work folder: what the explorer keeps between two starts.

``solutions/ID.npz`` has policies that were solved here, ``uploads/ID.npz`` policy files that were sent, ``blueprints/ID.npz``
blueprints that were put there. ``tasks/ID.json`` says what was to be solved and how far it came, and a solve is resumed from
``checkpoints/ID/``. ``hands/`` has logs of hands that were played, ``labels.json`` titles and notes of policies,
``saved.json`` ranges and spots with names.

The folder, its parts and its files may be links.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pokerzoo.envs.support.atomic_files import try_lock, write_atomically
from pokerzoo.envs.support.errors import ParameterError

log = logging.getLogger("pokerzoo.web")

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""Pattern of ids, which are file names too."""
FOLDERS = ("solutions", "uploads", "blueprints", "tasks", "checkpoints", "hands")
MOST_RECORD = 2**25
"""Bytes of the largest record that is read."""


def files_of(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder, those first that were written first."""
    result = []
    for path in filter(Path.is_file, folder.glob(pattern)):
        with suppress(OSError):  # it has just been removed
            result.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(result)]


class WorkFolder:
    """A folder and its parts. May be used by many threads at once, but by one explorer only: see ``held``."""

    def __init__(self, path: Path) -> None:
        """Make the folder, and what is in it, if need be."""
        self.path = path
        for name in FOLDERS:
            (path / name).mkdir(parents=True, exist_ok=True)
        self.solutions, self.uploads, self.hands = path / "solutions", path / "uploads", path / "hands"
        self.blueprints = path / "blueprints"
        self._lock = threading.Lock()

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """Inside, no other explorer may work here."""
        with open(self.path / ".lock", "a+b") as file:
            if not try_lock(file.fileno()):
                file.seek(0)
                where = file.read(200).decode(errors="replace").strip()
                at = f" at {where}" if where else ""
                raise ParameterError("work", self.path, f"another explorer is there{at}; end it, or name another folder")
            file.truncate(0)
            file.write(address.encode())
            file.flush()
            yield

    def records(self) -> dict[str, bytes]:
        """The records of all tasks as JSON by their files' names, oldest first; those that cannot be read are left out."""
        result = {}
        for path in files_of(self.path / "tasks", "*.json"):
            try:
                if path.stat().st_size <= MOST_RECORD and ID.fullmatch(path.stem):
                    result[path.name] = path.read_bytes()
            except OSError as error:
                log.warning("tasks/%s cannot be read: %s", path.name, error.strerror)
        return result

    def save_record(self, id: str, text: str) -> None:
        """Write a solve's record, whole or not at all; OSError if it cannot be written."""
        path = self.path / "tasks" / f"{id}.json"
        write_atomically(path, text.encode())

    def remove_record(self, id: str) -> None:
        """Remove a solve's record and its checkpoints."""
        (self.path / "tasks" / f"{id}.json").unlink(missing_ok=True)
        shutil.rmtree(self.checkpoints(id), ignore_errors=True)

    def checkpoints(self, id: str) -> Path:
        """The folder of a solve's checkpoints."""
        return self.path / "checkpoints" / id

    def solution(self, id: str) -> Path:
        """The file of a solve's policy."""
        return self.solutions / f"{id}.npz"

    def labels(self) -> dict[str, dict[str, str]]:
        """Titles and notes of policies by their ids, as far as they were given: ``{id: {"title": ..., "note": ...}}``."""
        try:
            result = json.loads((self.path / "labels.json").read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("labels.json cannot be read: %s", getattr(error, "strerror", error))
            return {}
        rows = result.items() if isinstance(result, dict) else ()
        return {id: {k: v for k, v in row.items() if isinstance(v, str)} for id, row in rows if isinstance(row, dict)}

    def set_label(self, id: str, **label: str) -> None:
        """Keep a policy's ``title`` or ``note``, or without either forget both; OSError if it cannot be written."""
        with self._lock:
            labels = self.labels()
            before = labels.pop(id, {})
            if label:
                labels[id] = before | label
            write_atomically(self.path / "labels.json", json.dumps(labels, indent=1).encode())
