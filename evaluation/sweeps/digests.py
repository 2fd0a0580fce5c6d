"""Digests of files of rows, and those that a folder's log has: what was written when.

Four events of the log say something of a shard's file, the last one counts. ``shard``: it was written, with this digest.
``found``: it was there without a digest, was read from end to end and is sound. ``anew``: it is to be made anew; a digest is
that of the file that is no good. ``extend``: columns are to be added to the file with this digest, so another one may have
taken its place. So a file that stands there before its line is written, where a run was killed in between, is
one without a digest.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SIZE = 16
"""Bytes of a digest."""
EVENTS = ("shard", "found", "anew", "extend")


@dataclass(frozen=True, slots=True)
class LoggedFile:
    """The log's entry on a file of rows."""

    good: str | None = None
    bad: str | None = None
    extending: bool = False


NOTHING = LoggedFile()


def digest_of(data: Any) -> str:
    """The digest of some bytes: BLAKE2b, which needs no instructions of its own to be fast.

    >>> digest_of(b"rows")
    'f2305e3ea413d261c40604673f9fbe7d'
    """
    return hashlib.blake2b(data, digest_size=SIZE).hexdigest()


def file_digest(path: Path) -> str:
    """The digest of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=SIZE)).hexdigest()


class LoggedDigests:
    """The digests in a log, which may grow meanwhile."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[int, LoggedFile] = {}
        self._read = 0

    def read(self) -> dict[int, LoggedFile]:
        """The log's entries by shard. Lines that are no such events are passed over: the log may be damaged, too."""
        try:
            file = open(self._path, "rb")  # noqa: SIM115 (closed below)
        except FileNotFoundError:
            self._found, self._read = {}, 0
            return self._found
        with file:
            if file.seek(0, 2) < self._read:  # another log
                self._found, self._read = {}, 0
            file.seek(self._read)
            for line in file:
                if not line.endswith(b"\n"):  # it is being written
                    break
                self._read += len(line)
                if b'"digest"' in line:
                    self._take(line)
        return self._found

    def _take(self, line: bytes) -> None:
        try:
            event = json.loads(line)
            kind, shard, digest = event["event"], event["shard"], event["digest"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        if kind not in EVENTS or type(shard) is not int or not isinstance(digest, str | None):
            return
        self._found[shard] = LoggedFile(bad=digest) if kind == "anew" else LoggedFile(digest, extending=kind == "extend")
