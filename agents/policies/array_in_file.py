"""Flat arrays that stay in their file: each reading is checked against the digests that the file had when it was opened."""

from __future__ import annotations

import threading
import weakref
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.shared_parts import usable_processors
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.support.memory import check_fits

from .block_digests import BLOCK, SIZE, BlockDigest, num_blocks, split_blocks
from .pinned_file import CHANGED, PinnedFile, UnreadableFileError

PART = 2**22
"""Numbers that are read at once where all are read; they fill whole blocks."""
KEPT_BLOCKS = 64
"""Blocks that are kept once read: neighbouring boards and decisions are asked for one after the other."""
MOST_READERS = 8
"""Threads in which all of an array is read."""


@dataclass(eq=False)
class ArrayInFile:
    """A flat array as a member of an archive has it, uncompressed. May be read by many threads at once."""

    file: PinnedFile
    name: str  # the member's name in the archive
    stored: np.dtype[Any]  # type of the items in the file
    length: int
    begin: int  # where the member begins in the file
    offset: int  # where the items begin in the member
    crc: int  # of the member
    digests: bytes | None = field(repr=False)  # of its blocks, one after the other; None: the file has none
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)
    _whole: weakref.ref[npt.NDArray[Any]] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self._digest = BlockDigest(self.name, self.stored, self.length)
        self._block = lru_cache(KEPT_BLOCKS)(self._read_block)

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
        first, end = start * self.stored.itemsize, max(start, stop) * self.stored.itemsize
        block = first // BLOCK
        if num_blocks(end) - block > KEPT_BLOCKS // 2:
            raw: bytes | bytearray = self._read(block * BLOCK, min(num_blocks(end) * BLOCK, self.nbytes))
        else:
            raw = b"".join(map(self._block, range(block, num_blocks(end))))
        return self._items(memoryview(raw)[first - block * BLOCK : end - block * BLOCK])

    def parts(self) -> Iterator[npt.NDArray[Any]]:
        """All items in order, in parts; without digests the checksum of the whole is looked at when the last one was taken."""
        whole = self._kept()
        if whole is not None:
            yield from (whole[start : start + PART] for start in range(0, self.length, PART))
            return
        header = bytearray(self.offset)
        self.file.read(self.begin, memoryview(header))
        crc = zlib.crc32(header)
        for start, stop in self._ranges():
            raw = self._read(start, stop)
            if self.digests is None:
                crc = zlib.crc32(raw, crc)
            yield self._items(raw)
        if self.digests is None and crc != self.crc:
            raise self._damaged()

    def check(self) -> None:
        """Read all of it, which takes little memory."""
        for _ in self.parts():
            pass

    def whole(self) -> npt.NDArray[Any]:
        """All of it: read once for all who have it at the same time, and not to be written into."""
        with self._lock:
            found = self._kept()
            if found is None:
                check_fits(self.file.path.name, self.nbytes)
                found = self._read_all()
                self._whole = weakref.ref(found)
        return found

    def _kept(self) -> npt.NDArray[Any] | None:
        return None if self._whole is None else self._whole()

    def _read_all(self) -> npt.NDArray[Any]:
        found = aligned_zeros(self.length, self.dtype)
        if self.digests is None or not self.stored.isnative:
            for at, part in enumerate(self.parts()):
                found[at * PART : at * PART + len(part)] = part
            return found
        raw = memoryview(found.view(np.uint8).data)
        # To read and to make digests threads let go of Python's lock.
        with ThreadPoolExecutor(min(MOST_READERS, usable_processors())) as pool:
            for _ in pool.map(lambda ends: self._fill(raw[slice(*ends)], ends[0]), self._ranges()):
                pass
        return found

    def _ranges(self) -> list[tuple[int, int]]:
        """(start, end) of parts, in bytes."""
        size = PART * self.stored.itemsize
        return [(start, min(start + size, self.nbytes)) for start in range(0, self.nbytes, size)]

    def _items(self, raw: bytes | bytearray | memoryview) -> npt.NDArray[Any]:
        return np.frombuffer(raw, self.stored).astype(self.dtype, copy=False)

    def _read_block(self, block: int) -> bytes:
        return bytes(self._read(block * BLOCK, min((block + 1) * BLOCK, self.nbytes)))

    def _read(self, start: int, stop: int) -> bytearray:
        """Bytes of whole blocks, checked."""
        found = bytearray(stop - start)
        self._fill(memoryview(found), start)
        return found

    def _fill(self, raw: memoryview, start: int) -> None:
        """Read bytes of whole blocks, and check them."""
        is_there = self.file.read(self.begin + self.offset + start, raw)
        if self.digests is None:
            if not is_there or self.file.is_changed():
                raise self._changed()
            return
        first = start // BLOCK
        wanted = self.digests[first * SIZE : num_blocks(start + len(raw)) * SIZE]
        if not is_there or b"".join(map(self._digest, split_blocks(raw))) != wanted:
            raise self._changed() if self.file.is_changed() else self._damaged()

    def _changed(self) -> UnreadableFileError:
        return UnreadableFileError(self.file.path, CHANGED)

    def _damaged(self) -> UnreadableFileError:
        return UnreadableFileError(self.file.path, f"damaged: the checksum of {self.name!r} is wrong")
