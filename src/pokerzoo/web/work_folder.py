"""The work folder: what the explorer keeps between two starts.

``solutions/ID.npz`` has policies that were solved here, ``uploads/ID.npz`` policy files that were sent. ``solves/ID.json``
says what was to be solved and how far it came, and a solve can go on from ``checkpoints/ID/``. ``hands/`` has logs of hands
that were played, ``titles.json`` titles that people gave to policies.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerzoo.agents.policies.files import take, write_atomically

log = logging.getLogger("pokerzoo.web")

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""What an id is made of: it is a file's name too."""
FOLDERS = ("solutions", "uploads", "solves", "checkpoints", "hands")
MOST_RECORD = 2**25
"""Bytes of the largest record that is read."""


class WorkFolder:
    """A folder and its parts. May be used by many threads at once, but by one explorer only: see ``held``.

    Attributes:
        path: where it is.
        solutions: policies that were solved here.
        uploads: policy files that were sent.
        hands: logs of hands.
    """

    def __init__(self, path: Path) -> None:
        """Make the folder, and what is in it, if need be.

        Raises:
            OSError: it cannot be made.
        """
        self.path = path
        for name in FOLDERS:
            (path / name).mkdir(parents=True, exist_ok=True)
        self.solutions, self.uploads, self.hands = path / "solutions", path / "uploads", path / "hands"
        self._lock = threading.Lock()

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """Inside, no other explorer may work here.

        Args:
            address: what another one is told.

        Raises:
            ValueError: another one is at work here.
            OSError: the folder cannot be written.
        """
        with open(self.path / ".lock", "a+b") as file:
            if not take(file.fileno()):
                file.seek(0)
                where = file.read(200).decode(errors="replace").strip()
                at = f" at {where}" if where else ""
                raise ValueError(f"work={str(self.path)!r}: another explorer is there{at}; end it, or name another folder")
            file.truncate(0)
            file.write(address.encode())
            file.flush()
            yield

    def records(self) -> list[str]:
        """The records of all solves as JSON, oldest first; those that cannot be read are left out."""
        found = []
        for path in sorted((self.path / "solves").glob("*.json"), key=lambda one: one.stat().st_mtime_ns):
            try:
                if path.stat().st_size <= MOST_RECORD and ID.fullmatch(path.stem):
                    found.append(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                log.warning("%s cannot be read: %s", path, error)
        return found

    def save_record(self, id: str, text: str) -> None:
        """Write a solve's record, whole or not at all; OSError if it cannot be written."""
        write_atomically(self.path / "solves" / f"{id}.json", text.encode())

    def remove_record(self, id: str) -> None:
        """Remove a solve's record and its checkpoints."""
        (self.path / "solves" / f"{id}.json").unlink(missing_ok=True)
        self.remove_checkpoints(id)

    def checkpoints(self, id: str) -> Path:
        """The folder of a solve's checkpoints."""
        return self.path / "checkpoints" / id

    def remove_checkpoints(self, id: str) -> None:
        """Remove them."""
        shutil.rmtree(self.checkpoints(id), ignore_errors=True)

    def titles(self) -> dict[str, str]:
        """Titles of policies by their ids, as far as somebody gave one."""
        try:
            found = json.loads((self.path / "titles.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("titles.json cannot be read: %s", error)
            return {}
        return {key: value for key, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}

    def set_title(self, id: str, title: str | None) -> None:
        """Keep a title, or forget it; OSError if it cannot be written."""
        with self._lock:
            titles = self.titles()
            titles.pop(id, None)
            if title is not None:
                titles[id] = title
            write_atomically(self.path / "titles.json", json.dumps(titles, indent=1).encode())
