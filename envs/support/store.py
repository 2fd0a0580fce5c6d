"""npz archives, whose arrays' headers are read and checked before any array takes memory."""

from __future__ import annotations

import errno
import json
import os
import stat
import struct
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from pokerzoo.envs.support.memory import check_fits
from pokerzoo.envs.support.parameters import brief, check_nesting, cut_text
from pokerzoo.envs.support.stored_array import StoredArray

CHUNK = 2**20
LOCAL_HEADER = struct.Struct("<4s5H3I2H")
"""The header before a member and its name: mark, ..., bytes of the name, bytes of what follows the name."""
LOCAL_MARK = b"PK\x03\x04"
ENCRYPTED = 1


ALIGNMENT = 64
"""Arrays start at a multiple of this many bytes, as in numpy's own files."""


def version_fault(header: Mapping[str, Any], version: int, key: str = "format_version") -> str | None:
    """The fault of a file whose header has another format version than this one, which alone is read; else None."""
    found = header.get(key)
    if type(found) is int and found == version:
        return None
    return (
        f"format version {brief(found)}, not {version}: made by a development version of pokerzoo or by a later one "
        f"({cut_text(str(header.get('pokerzoo_version')), 30)}); make it again"
    )


class ArchiveError(ValueError):
    """Not an npz archive of plain arrays, or damaged."""


@dataclass(frozen=True, slots=True)
class ArrayHeader:
    """An array in an archive, as its header has it."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran: bool  # the first index changes fastest
    offset: int  # bytes of the header

    def __str__(self) -> str:
        return f"{self.dtype} {list(self.shape)}"


class Archive:
    """An npz archive, open for reading: ``arrays`` are the headers, ``read`` has the numbers. Nothing is unpickled."""

    members: tuple[str, ...] = ()

    def __init__(self, path: Path) -> None:
        """Open it and read all headers."""
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise ArchiveError("is not a plain file")
        self._path = path
        self._file = open(path, "rb")  # noqa: SIM115
        self._info = os.fstat(self._file.fileno())
        try:
            self.arrays = self._headers()
        except ArchiveError:
            self._file.close()
            raise
        except Exception as error:  # damaged archives make zipfile, zlib, struct and numpy raise a dozen different ones
            self._file.close()
            raise ArchiveError(cut_text(str(error) or type(error).__name__)) from None

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def _headers(self) -> dict[str, ArrayHeader]:
        self._zip = zipfile.ZipFile(self._file)
        found: dict[str, ArrayHeader] = {}
        self.members = tuple(self._zip.namelist())
        for member in self._zip.infolist():
            name = member.filename.removesuffix(".npy")
            if name == member.filename:
                continue  # no array
            if name in found:
                raise ArchiveError(f"{brief(name)}: occurs twice")
            with self._zip.open(member) as stream:
                version = npy.read_magic(stream)
                if version == (1, 0):
                    shape, fortran, dtype = npy.read_array_header_1_0(stream)
                elif version == (2, 0):
                    shape, fortran, dtype = npy.read_array_header_2_0(stream)
                else:
                    raise ArchiveError(f"{brief(name)}: version {version} of the array format")
                stored = ArrayHeader(dtype, shape, fortran, stream.tell())
            if dtype.kind not in "biuf" or dtype.subdtype is not None:
                raise ArchiveError(f"{brief(name)}: holds {dtype}, not numbers")
            if min(shape, default=0) < 0 or member.file_size != stored.offset + prod(shape) * dtype.itemsize:
                raise ArchiveError(f"{brief(name)}: {stored} does not fit its {member.file_size:,} bytes")
            found[name] = stored
        return found

    def stored_array(self, name: str) -> StoredArray | None:
        """The flat array with this name as it lies in the file; None where it is compressed."""
        stored, member = self.arrays[name], self._zip.getinfo(f"{name}.npy")
        if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & ENCRYPTED or len(stored.shape) != 1:
            return None
        try:
            self._file.seek(member.header_offset)
            local = self._file.read(LOCAL_HEADER.size)
            mark, *_, name_bytes, extra_bytes = LOCAL_HEADER.unpack(local)
        except (OSError, ValueError, struct.error) as error:
            raise ArchiveError(cut_text(f"{brief(name)}: {error}")) from None
        begin = member.header_offset + LOCAL_HEADER.size + name_bytes + extra_bytes
        room = min(self._info.st_size, self._zip.start_dir) - begin
        if mark != LOCAL_MARK or member.compress_size != member.file_size or member.file_size > room:
            raise ArchiveError(f"{brief(name)}: does not lie where the archive says")
        descriptor = os.dup(self._file.fileno())
        return StoredArray(
            self._path, descriptor, self._info, name, stored.dtype, stored.shape[0], begin, stored.offset, member.CRC
        )

    def flat_array(self, name: str, what: str) -> npt.NDArray[Any] | StoredArray:
        """A flat array: as it lies in the file, or read, if it is compressed and fits in memory (``what`` errors name)."""
        found = self.stored_array(name)
        if found is not None:
            return found
        stored = self.arrays[name]
        check_fits(what, stored.dtype.itemsize * stored.shape[0])
        return self.read(name).astype(stored.dtype.newbyteorder("="), copy=False)

    def read_json(self, name: str) -> Any:
        """The JSON in an array of bytes; ValueError if it is none, RecursionError if it is nested too deep."""
        found = json.loads(self.read(name).tobytes().decode())
        check_nesting("the header", found)
        return found

    def header(self, path: Path, form: str, what: str, most: int, error: type[ValueError]) -> dict[str, Any]:
        """The header of a file that must say that it is of format ``form``: JSON of up to ``most`` bytes; else ``error``."""
        stored = self.arrays.get("header")
        if stored is None or stored.dtype != np.uint8 or len(stored.shape) != 1 or stored.shape[0] > most:
            raise error(f"{path}: not a {what} (no header)")
        try:
            found = self.read_json("header")
        except (ValueError, RecursionError) as wrong:
            raise error(f"{path}: damaged: the header: {wrong}") from None
        if not isinstance(found, dict) or found.get("format") != form:
            raise error(f"{path}: not a {what} (the header does not say {form!r})")
        return found

    def read(self, name: str) -> npt.NDArray[Any]:
        """The array with this name: call it once its header is what is wanted."""
        stored = self.arrays[name]
        flat = np.empty(prod(stored.shape), dtype=stored.dtype)
        raw, at = flat.view(np.uint8), 0
        try:
            with self._zip.open(f"{name}.npy") as stream:
                stream.read(stored.offset)
                while at < raw.size:
                    chunk = stream.read(min(CHUNK, raw.size - at))
                    if not chunk:
                        raise ArchiveError(f"{brief(name)}: is shorter than its header says")
                    raw[at : at + len(chunk)] = np.frombuffer(chunk, np.uint8)
                    at += len(chunk)
                stream.read(1)  # the end, where the checksum is looked at
        except ArchiveError:
            raise
        except Exception as error:
            raise ArchiveError(cut_text(f"{brief(name)}: {error}")) from None
        return flat.reshape(stored.shape, order="F" if stored.fortran else "C")


class ArchiveWriter:
    """An archive in the making."""

    def __init__(self, file: BinaryIO, compress: bool) -> None:
        """Begin the archive in an empty file."""
        how = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
        self._file = file
        self._zip = zipfile.ZipFile(file, "w", how, compresslevel=1)  # higher levels take longer and save nothing

    def __enter__(self) -> ArchiveWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is None:
                self._zip.close()
        finally:
            self._zip.fp = None  # else it tries to end the archive when it is collected, in a file that is closed by then

    def add(self, name: str, kind: np.dtype[Any], length: int, parts: Iterable[npt.NDArray[Any]]) -> None:
        """Write a flat array, which comes in parts."""
        little = kind.newbyteorder("<")
        with self._zip.open(f"{name}.npy", "w", force_zip64=True) as stream:
            stream.write(npy_header(kind, length, self._file.tell()))
            for part in parts:
                stream.write(np.ascontiguousarray(part, little).view(np.uint8).data)


def npy_header(kind: np.dtype[Any], length: int, at: int) -> bytes:
    """The header that numpy writes before an array, padded so that the array is aligned if the header starts ``at``."""
    text = repr({"descr": kind.newbyteorder("<").str, "fortran_order": False, "shape": (length,)})
    blanks = -(at + 10 + len(text) + 1) % ALIGNMENT
    padded = f"{text}{' ' * blanks}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded
