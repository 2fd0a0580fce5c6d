"""Files of which parts are read later: the file that was opened, whatever has its name by then."""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from itertools import count
from pathlib import Path

MOST_OPEN = 128
"""Files that stay open at once: systems allow a process 256 or more. Others are opened for each reading."""
CHANGED = "has been changed since it was opened: open it again"


class UnreadableFileError(ValueError):
    """A file from which numbers were still to come is damaged, or is not the file that was opened."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason

    def __reduce__(self) -> tuple[type[UnreadableFileError], tuple[Path, str]]:
        return type(self), (self.path, self.reason)


class _OpenFile:
    """The system's number of an open file, given back once nothing refers to it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.lock = threading.Lock()

    def read(self, at: int, into: memoryview) -> int:
        """Fill ``into`` with bytes from there on, as far as the system gives them; how many they are."""
        if hasattr(os, "preadv"):  # needs no lock, and processes that share the number do not disturb each other
            return os.preadv(self.number, [into], at)
        with self.lock:
            os.lseek(self.number, at, os.SEEK_SET)
            found = os.read(self.number, len(into))
        into[: len(found)] = found
        return len(found)

    def __del__(self) -> None:
        os.close(self.number)


_open: OrderedDict[int, _OpenFile] = OrderedDict()
_lock = threading.RLock()
_keys = count()


class PinnedFile:
    """A file, as it was when it was opened. May be read by many threads at once."""

    def __init__(self, path: Path, info: os.stat_result) -> None:
        """Keep the file that was like this when it was opened by that name."""
        self.path, self._place = path, os.path.abspath(path)
        self._inode, self._state = _inode(info), _state(info)
        self._key = next(_keys)
        weakref.finalize(self, _forget, self._key)
        if self.is_changed():
            raise UnreadableFileError(path, CHANGED)

    def read(self, at: int, into: memoryview) -> bool:
        """Fill ``into`` with the bytes from there on; False if the file ends before."""
        opened = self._opened()
        try:
            while into and (count := opened.read(at, into)):
                at, into = at + count, into[count:]
        except OSError as error:
            raise self._unreadable(error) from None
        return not into

    def is_changed(self) -> bool:
        """True if the size or the time of the last change is another one by now."""
        opened = self._opened()  # held, so that it stays open
        return _state(os.fstat(opened.number)) != self._state

    def _opened(self) -> _OpenFile:
        with _lock:
            opened = _open.get(self._key)
            if opened is None:
                opened = _open[self._key] = self._open_again()
            _open.move_to_end(self._key)
            while len(_open) > MOST_OPEN:
                _open.popitem(last=False)
        return opened

    def _open_again(self) -> _OpenFile:
        try:
            opened = _OpenFile(os.open(self._place, os.O_RDONLY | getattr(os, "O_BINARY", 0)))
            info = os.fstat(opened.number)
        except OSError as error:
            raise self._unreadable(error) from None
        if _inode(info) != self._inode:
            raise UnreadableFileError(self.path, CHANGED)
        return opened

    def _unreadable(self, error: OSError) -> UnreadableFileError:
        return UnreadableFileError(self.path, f"cannot be read any more: {error.strerror or error}")


def _forget(key: int) -> None:
    with _lock:
        _open.pop(key, None)


def _inode(info: os.stat_result) -> tuple[int, int]:
    return info.st_dev, info.st_ino


def _state(info: os.stat_result) -> tuple[int, int]:
    return info.st_size, info.st_mtime_ns
