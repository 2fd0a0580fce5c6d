"""npz archives read with care: what each array is, from its header, before any of it takes memory."""

from __future__ import annotations

import errno
import os
import stat
import struct
import zipfile
import zlib
from dataclasses import dataclass
from math import prod
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from pokerzoo.envs.support.parameters import cut

CHUNK = 2**20
LOCAL_HEADER = struct.Struct("<4s5H3I2H")
"""What stands before a member and its name: mark, ..., bytes of the name, bytes of what follows the name."""
LOCAL_MARK = b"PK\x03\x04"
ENCRYPTED = 1


class ArchiveError(ValueError):
    """Not an npz archive of plain arrays, or damaged."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An array in an archive, as its header has it.

    Attributes:
        dtype: of its items.
        shape: its shape.
        fortran: whether the first index changes fastest.
        offset: bytes of the header.
    """

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran: bool
    offset: int

    def __str__(self) -> str:
        return f"{self.dtype} {list(self.shape)}"


@dataclass(frozen=True, slots=True)
class Mapped:
    """An array that lies in its file.

    Attributes:
        values: the array: writable, but what is written does not reach the file.
        crc: the checksum of the member.
        crc_before: that of its bytes before the values.
    """

    values: npt.NDArray[Any]
    crc: int
    crc_before: int

    def check(self) -> None:
        """Read everything once. ArchiveError if the checksum is another one."""
        found, raw = self.crc_before, self.values.view(np.uint8)
        for start in range(0, raw.size, CHUNK):
            found = zlib.crc32(raw[start : start + CHUNK].data, found)
        if found != self.crc:
            raise ArchiveError("the checksum is wrong")


class Archive:
    """An npz archive, open for reading: ``arrays`` are the headers, ``read`` has the numbers. Nothing is unpickled.

    Attributes:
        arrays: what is in it, by name.
        members: the names of all files in it, those that are no arrays too.
    """

    members: tuple[str, ...] = ()

    def __init__(self, path: Path) -> None:
        """Open it and read all headers.

        Raises:
            OSError: there is no such file, it is a directory, or it cannot be read.
            ArchiveError: not an archive or no plain file, a header that is damaged or does not fit the member's size, or arrays
                of objects.
        """
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise ArchiveError("is not a plain file")
        self._file = open(path, "rb")  # noqa: SIM115
        try:
            self.arrays = self._headers()
        except ArchiveError:
            self._file.close()
            raise
        except Exception as error:  # damaged archives make zipfile, zlib, struct and numpy raise a dozen different ones
            self._file.close()
            raise ArchiveError(cut(str(error) or type(error).__name__)) from None

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def _headers(self) -> dict[str, Stored]:
        self._zip = zipfile.ZipFile(self._file)
        found: dict[str, Stored] = {}
        self.members = tuple(self._zip.namelist())
        for member in self._zip.infolist():
            name = member.filename.removesuffix(".npy")
            if name == member.filename:
                continue  # no array
            if name in found:
                raise ArchiveError(f"{name!r}: occurs twice")
            with self._zip.open(member) as stream:
                version = npy.read_magic(stream)
                if version == (1, 0):
                    shape, fortran, dtype = npy.read_array_header_1_0(stream)
                elif version == (2, 0):
                    shape, fortran, dtype = npy.read_array_header_2_0(stream)
                else:
                    raise ArchiveError(f"{name!r}: version {version} of the array format")
                stored = Stored(dtype, shape, fortran, stream.tell())
            if dtype.kind not in "biuf" or dtype.subdtype is not None:
                raise ArchiveError(f"{name!r}: holds {dtype}, not numbers")
            if min(shape, default=0) < 0 or member.file_size != stored.offset + prod(shape) * dtype.itemsize:
                raise ArchiveError(f"{name!r}: {stored} does not fit its {member.file_size:,} bytes")
            found[name] = stored
        return found

    def map(self, name: str) -> Mapped | None:
        """The flat array with this name as it lies in the file, by memory map; None where it is compressed or lies crooked.

        Nothing of it is read; the file may be closed, and removed or replaced by renaming, but must not be written into.

        Raises:
            ArchiveError: damaged.
        """
        stored, member = self.arrays[name], self._zip.getinfo(f"{name}.npy")
        if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & ENCRYPTED:
            return None
        try:
            self._file.seek(member.header_offset)
            local = self._file.read(LOCAL_HEADER.size)
            mark, *_, name_bytes, extra_bytes = LOCAL_HEADER.unpack(local)
        except (OSError, ValueError, struct.error) as error:
            raise ArchiveError(cut(f"{name!r}: {error}")) from None
        begin = member.header_offset + LOCAL_HEADER.size + name_bytes + extra_bytes
        start, length = begin + stored.offset, prod(stored.shape)
        end = start + length * stored.dtype.itemsize
        size = os.fstat(self._file.fileno()).st_size
        if mark != LOCAL_MARK or member.compress_size != member.file_size or end > min(size, self._zip.start_dir):
            raise ArchiveError(f"{name!r}: does not lie where the archive says")
        if start % stored.dtype.itemsize or not stored.dtype.isnative or not length or len(stored.shape) != 1:
            return None
        self._file.seek(begin)
        before = zlib.crc32(self._file.read(stored.offset))
        values = np.memmap(self._file, stored.dtype, mode="c", offset=start, shape=stored.shape)
        return Mapped(np.asarray(values), member.CRC, before)

    def read(self, name: str) -> npt.NDArray[Any]:
        """The array with this name: call it once its header is what is wanted.

        Raises:
            ArchiveError: damaged.
        """
        stored = self.arrays[name]
        flat = np.empty(prod(stored.shape), dtype=stored.dtype)
        raw, at = flat.view(np.uint8), 0
        try:
            with self._zip.open(f"{name}.npy") as stream:
                stream.read(stored.offset)
                while at < raw.size:
                    chunk = stream.read(min(CHUNK, raw.size - at))
                    if not chunk:
                        raise ArchiveError(f"{name!r}: is shorter than its header says")
                    raw[at : at + len(chunk)] = np.frombuffer(chunk, np.uint8)
                    at += len(chunk)
                stream.read(1)  # the end, where the checksum is looked at
        except ArchiveError:
            raise
        except Exception as error:
            raise ArchiveError(cut(f"{name!r}: {error}")) from None
        return flat.reshape(stored.shape, order="F" if stored.fortran else "C")
