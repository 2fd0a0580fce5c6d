"""Files of arrays under a header: npz archives, written whole or not at all, and judged by their headers when read.

The array ``header``, uint8, is UTF-8 JSON with ``format``, ``format_version``, ``pokerzoo_version`` and the entries of that
format. The other arrays hold numbers. Nothing is pickled or unpickled.
"""

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

from pokerzoo.envs.support.arrays import ALIGNMENT
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.errors import InputError, StoreError, brief, cut_text
from pokerzoo.envs.support.memory import check_fits
from pokerzoo.envs.support.parameters import check_nesting
from pokerzoo.envs.support.stored_array import StoredArray

HEADER = "header"
MAX_HEADER = 2**26
"""Bytes of the longest header that is written, or read by default."""
LOCAL_HEADER = struct.Struct("<4s5H3I2H")
"""The header before a member and its name: mark, ..., bytes of the name, bytes of what follows the name."""
LOCAL_MARK = b"PK\x03\x04"
ENCRYPTED = 1


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: what its header says, the one version that is written and read, and types of the header's entries."""

    name: str
    version: int
    entries: Mapping[str, Any]  # the type, or types of an object's entries in turn


@dataclass(frozen=True, slots=True)
class Parts:
    """A flat array that comes in parts."""

    dtype: np.dtype[Any]
    length: int
    parts: Iterable[npt.NDArray[Any]]

    @property
    def shape(self) -> tuple[int, ...]:
        """[items]."""
        return (self.length,)


@dataclass(frozen=True, slots=True)
class ArrayHeader:
    """An array in a file, as its header has it."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran: bool  # the first index changes fastest
    offset: int  # bytes of the header

    @property
    def nbytes(self) -> int:
        """Bytes of its items."""
        return prod(self.shape) * self.dtype.itemsize

    def __str__(self) -> str:
        return f"{self.dtype} {list(self.shape)}"


def version_fault(header: Mapping[str, Any], version: int) -> str | None:
    """The fault of a file whose header has another format version than this one, which alone is read; else None."""
    result = header.get("format_version")
    if type(result) is int and result == version:
        return None
    return (
        f"format version {brief(result)}, not {version}: made by a development version of pokerzoo or by a later one "
        f"({cut_text(str(header.get('pokerzoo_version')), 30)}); make it again"
    )


def write(
    path: str | Path,
    form: Format,
    header: Mapping[str, Any],
    arrays: Mapping[str, npt.NDArray[Any] | Parts],
    *,
    compress: int = 0,
    tidy: bool = True,
) -> int:
    """Write a file, whole or not at all, and with no copy of the arrays in memory; the size in bytes.

    ``compress`` is zlib's level; 0 leaves the arrays as they are. ``tidy``: see ``write_atomically``.
    """
    from pokerzoo import __version__

    about = {"format": form.name, "format_version": form.version, "pokerzoo_version": __version__}
    text = json.dumps({**about, **header}, allow_nan=False).encode()
    if len(text) > MAX_HEADER:
        raise InputError(f"the header takes {len(text):,} bytes as JSON: must be at most {MAX_HEADER:,}")
    members = {HEADER: np.frombuffer(text, np.uint8), **arrays}
    write_atomically(path, lambda file: write_archive(file, members, compress), tidy=tidy)
    return os.stat(path).st_size


def write_archive(file: BinaryIO, arrays: Mapping[str, npt.NDArray[Any] | Parts], compress: int) -> None:
    """Write an npz archive into an empty file."""
    how = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    archive = zipfile.ZipFile(file, "w", how, compresslevel=compress or None)
    try:
        for name, array in arrays.items():
            little = array.dtype.newbyteorder("<")
            with archive.open(f"{name}.npy", "w", force_zip64=True) as stream:
                stream.write(npy_header(little, array.shape, file.tell()))
                for part in array.parts if isinstance(array, Parts) else [array]:
                    stream.write(np.ascontiguousarray(part, little).reshape(-1).view(np.uint8).data)
        archive.close()
    finally:
        archive.fp = None  # else it tries to end the archive when it is collected, in a file that is closed by then


def npy_header(kind: np.dtype[Any], shape: tuple[int, ...], at: int) -> bytes:
    """The header that numpy writes before an array, padded so that the array is aligned if the header starts ``at``."""
    text = repr({"descr": kind.str, "fortran_order": False, "shape": shape})
    blanks = -(at + 10 + len(text) + 1) % ALIGNMENT
    padded = f"{text}{' ' * blanks}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded


def read(path: str | Path, form: Format, max_header: int = MAX_HEADER) -> StoredFile:
    """Open a file for reading, and check its header and those of its arrays before anything takes memory.

    Raises:
        StoreError: not of this format, of another version, or damaged.
        OSError: it cannot be opened.
    """
    path = Path(path)
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise StoreError(path, f"not a {form.name} file (not a plain file)")
    file = open(path, "rb")  # noqa: SIM115
    try:
        return StoredFile(path, form, file, max_header)
    except BaseException:
        file.close()
        raise


def is_written_as(path: str | Path, form: Format) -> bool:
    """True if a file can be read as one of this format."""
    try:
        with read(path, form):
            return True
    except (OSError, ValueError):
        return False


class StoredFile:
    """A file that is open for reading.

    Attributes:
        path: of the file.
        header: its entries; those of the format have the types that it says.
        arrays: headers of the arrays, by name.
    """

    def __init__(self, path: Path, form: Format, file: BinaryIO, max_header: int) -> None:
        """Read and check all headers."""
        self.path, self._file, self._info = path, file, os.fstat(file.fileno())
        try:
            self._zip = zipfile.ZipFile(file)
            self.arrays = self._array_headers()
        except Exception as error:  # damaged archives make zipfile, zlib, struct and numpy raise a dozen different ones
            file.seek(0)
            if file.read(2) == LOCAL_MARK[:2]:
                raise self.damaged(error) from None
            raise StoreError(path, f"not a {form.name} file", damaged=True) from None
        self.header = self._checked_header(form, max_header)

    def __enter__(self) -> StoredFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def error(self, reason: str | Exception) -> StoreError:
        """What is wrong with the file, which is whole; a StoreError stays what it is."""
        return reason if isinstance(reason, StoreError) else StoreError(self.path, str(reason))

    def damaged(self, reason: str | Exception) -> StoreError:
        """What is damaged in the file; a StoreError stays what it is."""
        if isinstance(reason, StoreError):
            return reason
        return StoreError(self.path, f"damaged: {cut_text(str(reason) or type(reason).__name__)}", damaged=True)

    def _array_headers(self) -> dict[str, ArrayHeader]:
        arrays: dict[str, ArrayHeader] = {}
        for member in self._zip.infolist():
            name = member.filename.removesuffix(".npy")
            if name == member.filename:
                continue  # no array
            if name in arrays:
                raise self.damaged(f"{brief(name)}: occurs twice")
            with self._zip.open(member) as stream:
                version = npy.read_magic(stream)
                if version == (1, 0):
                    shape, fortran, dtype = npy.read_array_header_1_0(stream)
                elif version == (2, 0):
                    shape, fortran, dtype = npy.read_array_header_2_0(stream)
                else:
                    raise self.damaged(f"{brief(name)}: version {version} of the array format")
                stored = ArrayHeader(dtype, shape, fortran, stream.tell())
            if dtype.kind not in "biuf" or dtype.subdtype is not None:
                raise self.damaged(f"{brief(name)}: holds {dtype}, not numbers")
            if min(shape, default=0) < 0 or member.file_size != stored.offset + stored.nbytes:
                raise self.damaged(f"{brief(name)}: {stored} does not fit its {member.file_size:,} bytes")
            arrays[name] = stored
        return arrays

    def _checked_header(self, form: Format, max_header: int) -> dict[str, Any]:
        stored = self.arrays.get(HEADER)
        if stored is None:
            raise self.error(f"not a {form.name} file (no header)")
        if stored.dtype != np.uint8 or len(stored.shape) != 1 or stored.nbytes > max_header:
            raise self.damaged(f"the header is {stored}, not up to {max_header:,} bytes")
        text = self._read(HEADER).tobytes()
        try:
            header = json.loads(text.decode())
            check_nesting("the header", header)
        except (ValueError, RecursionError) as error:
            raise self.damaged(f"the header: {error}") from None
        if not isinstance(header, dict) or header.get("format") != form.name:
            raise self.error(f"not a {form.name} file (the header does not say {form.name!r})")
        fault = version_fault(header, form.version)
        if fault is not None:
            raise self.error(fault)
        self._check_entries(header, {"pokerzoo_version": str, **form.entries})
        return header

    def _check_entries(self, values: dict[str, Any], entries: Mapping[str, Any]) -> None:
        for key, kind in entries.items():
            value, nested = values.get(key), isinstance(kind, Mapping)
            wanted = dict if nested else kind
            of_type = isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
            if key not in values or not of_type:
                raise self.damaged(f"header entry {brief(key)} is {brief(value)}")
            if isinstance(value, dict) and nested:
                self._check_entries(value, kind)

    def array(self, name: str, types: Iterable[npt.DTypeLike], shape: tuple[int | None, ...]) -> npt.NDArray[Any]:
        """An array that must be of one of these types and of this shape, where None is any length."""
        stored = self._check_array(name, types, shape)
        try:
            check_fits(f"its array {brief(name)}", stored.nbytes)
        except ValueError as error:
            raise self.error(error) from None
        return self._read(name).astype(stored.dtype.newbyteorder("="), copy=False)

    def array_in_place(self, name: str, types: Iterable[npt.DTypeLike], length: int) -> npt.NDArray[Any] | StoredArray:
        """A flat array as it is in the file; as ``array`` where it is compressed."""
        stored, member = self._check_array(name, types, (length,)), self._zip.getinfo(f"{name}.npy")
        if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & ENCRYPTED:
            return self.array(name, types, (length,))
        try:
            self._file.seek(member.header_offset)
            mark, *_, name_bytes, extra_bytes = LOCAL_HEADER.unpack(self._file.read(LOCAL_HEADER.size))
        except (OSError, ValueError, struct.error) as error:
            raise self.damaged(f"{brief(name)}: {error}") from None
        begin = member.header_offset + LOCAL_HEADER.size + name_bytes + extra_bytes
        room = min(self._info.st_size, self._zip.start_dir) - begin
        if mark != LOCAL_MARK or member.compress_size != member.file_size or member.file_size > room:
            raise self.damaged(f"{brief(name)}: is not where the archive says")
        descriptor = os.dup(self._file.fileno())
        return StoredArray(self.path, descriptor, self._info, name, stored.dtype, length, begin, stored.offset, member.CRC)

    def check(self) -> None:
        """Compare all checksums, which takes little memory."""
        try:
            bad = self._zip.testzip()
        except Exception as error:
            raise self.damaged(error) from None
        if bad is not None:
            raise self.damaged(f"the checksum of {brief(bad)} is wrong")

    def _check_array(self, name: str, types: Iterable[npt.DTypeLike], shape: tuple[int | None, ...]) -> ArrayHeader:
        stored = self.arrays.get(name)
        if stored is None:
            raise self.damaged(f"no {name}")
        kinds = list(dict.fromkeys(np.dtype(kind) for kind in types))
        fits = len(stored.shape) == len(shape) and all(
            want in (None, has) for want, has in zip(shape, stored.shape, strict=True)
        )
        if stored.dtype.newbyteorder("=") not in kinds or not fits:
            lengths = ", ".join("any" if length is None else str(length) for length in shape)
            raise self.damaged(f"{name} of {stored}: must be {' or '.join(map(str, kinds))} [{lengths}]")
        return stored

    def _read(self, name: str) -> npt.NDArray[Any]:
        """The array with this name, of which the header has been checked."""
        try:
            with self._zip.open(f"{name}.npy") as stream:
                array: npt.NDArray[Any] = npy.read_array(stream, allow_pickle=False)
                stream.read(1)  # the end, where the checksum is verified
        except Exception as error:
            raise self.damaged(f"{brief(name)}: {error}") from None
        return array
