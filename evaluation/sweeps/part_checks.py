"""Checks that a folder's files of rows are as written: before questions, and when a run goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from pokerzoo.envs.support.records import Record

from .arrow_rows import damage_errors, damage_text, pyarrow_parquet, read_parquet
from .by_field import stored_schema
from .columns import lacking_columns, unknown_columns
from .digests import NOTHING, LoggedDigests, LoggedFile, file_digest
from .folder import LOG, Folder
from .limits import check_stop

if TYPE_CHECKING:
    from pathlib import Path


T = TypeVar("T")

THREADS = 8
"""Files that are read at a time."""
CHANGED = "other bytes than were written"
OTHERS = "rows of something else"


@dataclass(frozen=True, slots=True)
class FileFinding:
    """The finding about a file of rows."""

    fault: str | None
    digest: str | None
    errors: int = 0


@dataclass(frozen=True, slots=True)
class FolderFindings:
    """Findings about a folder's files of rows."""

    missing: list[int]
    unsound: dict[int, str]
    failed: dict[int, int]
    events: list[dict[str, Any]]
    digests: dict[int, str | None]


def check_parts(folder: Folder) -> FolderFindings:
    """Look at all files of rows that should be here."""
    logged = LoggedDigests(folder.path / LOG).read()
    policies = _policies(folder) if getattr(folder.work, "files", False) else None
    parts = FolderFindings(folder.missing(), {}, {}, [], {})
    # A file that is made again need not have the digest of the one before: another version of pyarrow writes other bytes.
    parts.events.extend(_anew(shard, None, "gone") for shard in parts.missing if logged.get(shard, NOTHING) != NOTHING)
    for shard, part in _each(folder.there(), lambda shard: _look_at(folder, shard, logged.get(shard, NOTHING), policies)):
        if part.fault is not None:
            parts.unsound[shard] = part.fault
            parts.events.append(_anew(shard, part.digest, part.fault))
            continue
        parts.digests[shard] = part.digest
        if part.errors:
            parts.failed[shard] = part.errors
        if logged.get(shard) != LoggedFile(part.digest):
            parts.events.append({"event": "found", "shard": shard, "digest": part.digest})
    return parts


def _anew(shard: int, digest: str | None, fault: str) -> dict[str, Any]:
    return {"event": "anew", "shard": shard, "digest": digest, "fault": fault}


class PartChecks:
    """Checks before questions: each file once, and again when it has changed."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._logged = LoggedDigests(folder.path / LOG)
        self._sound: dict[int, tuple[int, ...]] = {}
        self._lock = Lock()

    def check(self, shards: Iterable[int], stop: Callable[[], bool] | None = None) -> None:
        """Refuse files of rows that are not what was written; one without a digest is read from end to end."""
        with self._lock:
            stamps = {shard: _stamp(self._folder.part(shard)) for shard in shards}
            new = [shard for shard, stamp in stamps.items() if self._sound.get(shard) != stamp]
            if not new:
                return
            logged = self._logged.read()
            bad = []
            for shard, part in _each(new, lambda shard: _bytes_of(self._folder, shard, logged.get(shard, NOTHING)), stop):
                if part.fault is None:
                    self._sound[shard] = stamps[shard]
                else:
                    bad.append((shard, part.fault))
        if bad:
            raise ValueError(refusal_text(self._folder, bad))


def refusal_text(folder: Folder, bad: list[tuple[int, str]]) -> str:
    """The error about files that are not what was written: which, and what to do."""
    shard, fault = bad[0]
    others = "" if len(bad) == 1 else f" (and {len(bad) - 1} more {'file' if len(bad) == 2 else 'files'} of rows)"
    return (
        f"{folder.part(shard)}{others}: {fault}; the command or call that made the folder makes these rows anew, "
        "and without the file they are left out"
    )


@dataclass(frozen=True, slots=True)
class RowError(Record):
    """The error of a row.

    Attributes:
        index: the row.
        error: its error.
    """

    index: int
    error: str


def first_errors(folder: Folder, shards: Iterable[int], most: int) -> list[RowError]:
    """The first rows that have an error."""
    found: list[RowError] = []
    for shard in sorted(shards):
        errors = read_parquet(folder.part(shard), columns=["error"]).column(0).to_pylist()
        rows = zip(folder.rows_of(shard), errors, strict=True)
        found += [RowError(index, error) for index, error in rows if error is not None]
        if len(found) >= most:
            break
    return found[:most]


def _look_at(folder: Folder, shard: int, known: LoggedFile, policies: set[str] | None) -> FileFinding:
    """A shard's file, all of it."""
    part = _bytes_of(folder, shard, known)
    if part.fault is not None:
        return part
    try:
        found = read_parquet(folder.part(shard), columns=["key", "error"])
    except (OSError, ValueError) as error:
        return FileFinding(str(error), part.digest)
    if not _has_its_keys(folder, shard, found["key"]):
        return FileFinding(OTHERS, part.digest)
    if policies is not None:
        pairs = zip(found["key"].to_pylist(), found["error"].to_pylist(), strict=True)
        gone = sum(error is None and f"{key}.npz" not in policies for key, error in pairs)
        if gone:
            return FileFinding("a policy file is not there" if gone == 1 else f"{gone} policy files are not there", None)
    return FileFinding(None, part.digest, len(found) - int(found["error"].null_count))


def _bytes_of(folder: Folder, shard: int, known: LoggedFile) -> FileFinding:
    """A shard's file by its digest; one that has none in the log is read from end to end."""
    path = folder.part(shard)
    try:
        own = file_digest(path)
    except PermissionError:
        raise
    except OSError as error:
        return FileFinding(f"cannot be read: {error.strerror}", None)
    if own == known.good:
        return FileFinding(None, own)
    if own == known.bad or not (known.good is None or known.extending):
        return FileFinding(CHANGED, own)
    return FileFinding(_content(folder, shard), own)


def _content(folder: Folder, shard: int) -> str | None:
    """The fault in a file of which nothing is known but what it should hold."""
    rows = folder.rows_of(shard)
    try:
        with pyarrow_parquet().ParquetFile(folder.part(shard), page_checksum_verification=True) as part:
            own, wanted = part.schema_arrow, stored_schema(folder.work.schema)
            if unknown_columns(own, wanted) or (folder.is_current and lacking_columns(own, wanted)):
                return "other columns"
            if part.metadata.num_rows != len(rows):
                return f"{part.metadata.num_rows} rows in place of {len(rows)}"
            return None if _has_its_keys(folder, shard, part.read()["key"]) else OTHERS
    except damage_errors() as error:
        return damage_text(error)


def _has_its_keys(folder: Folder, shard: int, keys: Any) -> bool:
    """Test if the first and the last key are the shard's."""
    rows = folder.rows_of(shard)
    return [keys[place].as_py() for place in (0, -1)] == [folder.work.key(rows[place]) for place in (0, -1)]


def _policies(folder: Folder) -> set[str]:
    """The names of policy files that have something in them."""
    with suppress(FileNotFoundError), os.scandir(folder.path / "policies") as entries:
        return {entry.name for entry in entries if entry.stat().st_size > 0}
    return set()


def _each(shards: list[int], of: Callable[[int], T], stop: Callable[[], bool] | None = None) -> Iterable[tuple[int, T]]:
    """Results of a function for each shard, some at a time."""

    def checked(shard: int) -> T:
        check_stop(stop)
        return of(shard)

    with ThreadPoolExecutor(THREADS) as threads:
        return list(zip(shards, threads.map(checked, shards), strict=True))


def _stamp(path: Path) -> tuple[int, ...]:
    """Size, time and number of a file, which change with it; nothing of one that is gone."""
    try:
        info = path.stat()
    except FileNotFoundError:
        return ()
    return info.st_size, info.st_mtime_ns, info.st_ino
