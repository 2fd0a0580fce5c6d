"""Atomic writing of files: they appear whole or not at all, and only plain files are ever replaced."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PART = re.compile(r"\..*\.[0-9a-f]{16}\.part", re.DOTALL)
"""Names under which files are written before they are renamed."""
ABANDONED_SECONDS = 3600.0
"""Age of an unchanged part that counts as a dead writer's, where a file system has no locks."""


def plain_target(path: str | Path) -> Path:
    """The place of a file, links followed; OSError if no plain file can be there."""
    target = Path(os.path.realpath(path))
    try:
        info = os.lstat(target)
    except (FileNotFoundError, NotADirectoryError):
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "no such directory", str(target.parent)) from None
        return target
    except OSError as error:
        error.filename = str(path)
        raise
    if stat.S_ISLNK(info.st_mode):
        raise OSError(errno.ELOOP, "is a link that leads in a circle", str(path))
    if stat.S_ISDIR(info.st_mode):
        raise IsADirectoryError(errno.EISDIR, "exists and is not a plain file", str(path))
    if not stat.S_ISREG(info.st_mode):
        raise FileExistsError(errno.EEXIST, "exists and is not a plain file", str(path))
    return target


def check_writable(path: str | Path) -> Path:
    """``plain_target`` if a file can be made there."""
    target = plain_target(path)
    try:
        number, part = _new_part(target)
        os.close(number)
        part.unlink(missing_ok=True)
    except OSError as error:
        error.filename = str(path)
        raise
    return target


def write_atomically(path: str | Path, data: bytes | Callable[[BinaryIO], object], *, tidy: bool = True) -> None:
    """Put ``data``, or what it writes into a file, at ``path`` whole or not at all, and on the disk before this returns.

    Of several writers of one path the last wins. A file that is replaced hands its permissions on. With ``tidy`` the directory
    is searched for what killed writers of this file left; ``remove_abandoned`` does that for all files at once.
    """
    target = plain_target(path)
    try:
        if tidy:
            remove_abandoned(target.parent, _part_prefix(target))
        number, part = _new_part(target)
        try:
            with open(number, "wb") as file:
                if callable(data):
                    data(file)
                else:
                    file.write(data)
                file.flush()
                _keep_permissions(number, target)
                os.fsync(number)
                if os.name == "posix":
                    os.replace(part, target)  # while the lock is held, so that no other writer removes it
            if os.name != "posix":
                os.replace(part, target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # what the user asked for, not the temporary name
        raise
    sync_directory(target.parent)


def _part_prefix(target: Path) -> str:
    return f".{target.name[:50]}."  # so that the longest names have room for the rest


def _new_part(target: Path) -> tuple[int, Path]:
    """A new file beside ``target``, locked: its number and its name."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    while True:
        part = target.with_name(f"{_part_prefix(target)}{secrets.token_hex(8)}.part")
        number = os.open(part, flags, 0o666)
        if not _lock_file(number, wait=True) or os.fstat(number).st_nlink:
            return number, part
        os.close(number)  # another writer removed it before it was locked


def _lock_file(number: int, wait: bool) -> bool | None:
    """Lock an open file: True; False if another has it; None where there are no locks."""
    if os.name != "posix":
        return None
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def try_lock(number: int) -> bool:
    """Lock an open file against other runs, where there are locks; False if one has it."""
    return _lock_file(number, wait=False) is not False


def remove_abandoned(directory: Path, prefix: str = ".") -> None:
    """Remove what killed writers of files left in a directory: the system lets go of the lock of a process that dies."""
    with os.scandir(directory) as entries:
        parts = [entry.path for entry in entries if entry.name.startswith(prefix) and PART.fullmatch(entry.name)]
    for part in parts:
        try:
            number = os.open(part, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except OSError:
            continue
        try:
            info = os.fstat(number)
            free = _lock_file(number, wait=False)
            old = time.time() - info.st_mtime > ABANDONED_SECONDS
            if stat.S_ISREG(info.st_mode) and (free or (free is None and old)):
                os.unlink(part)
        except OSError:
            pass  # another's, or gone already
        finally:
            os.close(number)


def _keep_permissions(number: int, target: Path) -> None:
    if hasattr(os, "fchmod"):
        with suppress(OSError):  # there was none before, or the file system has no permissions
            os.fchmod(number, stat.S_IMODE(os.lstat(target).st_mode) & 0o777)


def sync_directory(directory: Path) -> None:
    """Write the names of a directory's files to the disk too, where the system can do that."""
    if os.name != "posix":
        return
    number = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError:
        pass  # some network file systems cannot, and the file itself is safe
    finally:
        os.close(number)
