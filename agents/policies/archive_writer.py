"""npz archives of flat arrays, written piece by piece."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

ALIGNMENT = 64
"""Arrays start at a multiple of this many bytes, as in numpy's own files."""


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
