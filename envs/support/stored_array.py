"""Flat arrays that stay in their file, which stays open: what is read later comes from the file that was opened."""

from __future__ import annotations

import os
import threading
import weakref
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import aligned_empty
from pokerzoo.envs.support.errors import StoreError
from pokerzoo.envs.support.memory import check_fits

PART = 2**22
"""Numbers that are read at once where all are read."""


@dataclass(eq=False)
class StoredArray:
    """A flat array as a member of an archive has it, uncompressed. May be read by many threads at once."""

    path: Path
    descriptor: int  # of the open file; closed with this array
    info: os.stat_result  # of the file when it was opened
    name: str  # the member's name in the archive
    stored: np.dtype[Any]  # type of the items in the file
    length: int
    begin: int  # where the member begins in the file
    offset: int  # where the items begin in the member
    crc: int  # of the member
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)
    _whole: weakref.ref[npt.NDArray[Any]] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        weakref.finalize(self, os.close, self.descriptor)

    def __len__(self) -> int:
        return self.length

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the items once they are read."""
        return self.stored.newbyteorder("=")

    @property
    def shape(self) -> tuple[int, ...]:
        """[items]."""
        return (self.length,)

    @property
    def nbytes(self) -> int:
        """Bytes of all items."""
        return self.length * self.stored.itemsize

    def __getitem__(self, where: slice) -> npt.NDArray[Any]:
        """Neighbouring items; not to be written into."""
        whole = self._kept()
        if whole is not None:
            return whole[where]
        start, stop, step = where.indices(self.length)
        assert step == 1
        size = self.stored.itemsize
        return self._items(self._read(self.offset + start * size, max(0, stop - start) * size))

    def parts(self) -> Iterator[npt.NDArray[Any]]:
        """All items in order, in parts; the checksum is compared when the last one was taken."""
        whole = self._kept()
        if whole is not None:
            yield from (whole[start : start + PART] for start in range(0, self.length, PART))
            return
        crc = zlib.crc32(self._read(0, self.offset))
        for start in range(0, self.length, PART):
            raw = self._read(self.offset + start * self.stored.itemsize, min(PART, self.length - start) * self.stored.itemsize)
            crc = zlib.crc32(raw, crc)
            yield self._items(raw)
        if crc != self.crc:
            raise StoreError(self.path, f"damaged: the checksum of {self.name!r} is wrong", damaged=True)

    def check(self) -> None:
        """Read all of it and compare the checksum, which takes little memory."""
        for _ in self.parts():
            pass

    def whole(self) -> npt.NDArray[Any]:
        """All of it: read once for all who have it at the same time, and not to be written into."""
        with self._lock:
            result = self._kept()
            if result is None:
                check_fits(self.path.name, self.nbytes)
                result = aligned_empty((self.length,), self.dtype)
                for at, part in enumerate(self.parts()):
                    result[at * PART : at * PART + len(part)] = part
                self._whole = weakref.ref(result)
        return result

    def _kept(self) -> npt.NDArray[Any] | None:
        return None if self._whole is None else self._whole()

    def _items(self, raw: bytearray) -> npt.NDArray[Any]:
        return np.frombuffer(raw, self.stored).astype(self.dtype, copy=False)

    def _read(self, at: int, size: int) -> bytearray:
        """Bytes of the member from there on."""
        result = bytearray(size)
        left, place = memoryview(result), self.begin + at
        try:
            while left and (count := read_at(self.descriptor, place, left)):
                place, left = place + count, left[count:]
            now = os.fstat(self.descriptor)
        except OSError as error:
            raise StoreError(self.path, f"cannot be read any more: {error.strerror or error}") from None
        if left or (now.st_size, now.st_mtime_ns) != (self.info.st_size, self.info.st_mtime_ns):
            raise StoreError(self.path, "has been changed since it was opened: open it again")
        return result


_seeking = threading.Lock()


def read_at(descriptor: int, place: int, into: memoryview) -> int:
    """Fill ``into`` with bytes of an open file from there on, as far as the system gives them; how many they are."""
    if hasattr(os, "preadv"):
        return os.preadv(descriptor, [into], place)
    with _seeking:
        os.lseek(descriptor, place, os.SEEK_SET)
        result = os.read(descriptor, len(into))
    into[: len(result)] = result
    return len(result)
