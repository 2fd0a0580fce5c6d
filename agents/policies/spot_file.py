"""Rows of a ``SpotPolicy`` in a file: one plain array, stored so that it is read where it lies."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.memory import check_fits

from .archive import Archive
from .spot_policy import UNITS, SpotPolicy, parts_of

ALIGNMENT = 64
"""The array starts at a multiple of so many bytes, as numpy's own files do."""
ROW_TYPES = {"full": np.float32, "single": np.float32, "half": np.uint16}
"""The type of the stored numbers by precision."""


def row_type(policy: SpotPolicy, precision: str) -> np.dtype[Any]:
    """In what the rows of a policy are stored: with no more bits than they have."""
    return np.dtype(np.uint16 if policy.rows.dtype == np.uint16 else ROW_TYPES[precision])


def write_rows(file: BinaryIO, header: bytes, policy: SpotPolicy, precision: str, compress: bool) -> None:
    """Write the archive: ``header``, and the rows, in parts."""
    rows, kind = policy.rows, row_type(policy, precision)
    how = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", how, compresslevel=1) as archive:  # higher levels take longer and save nothing
        with archive.open("header.npy", "w") as stream:
            stream.write(npy_header(np.dtype(np.uint8), len(header), file.tell()))
            stream.write(header)
        with archive.open("rows.npy", "w", force_zip64=True) as stream:
            stream.write(npy_header(kind, len(rows), file.tell()))
            for part in converted(rows, kind):
                stream.write(part.data)


def converted(rows: npt.NDArray[Any], kind: np.dtype[Any]) -> Iterator[npt.NDArray[Any]]:
    """The rows in this type, in parts, little end first."""
    little = kind.newbyteorder("<")
    for part in parts_of(rows):
        yield (np.rint(part * np.float32(UNITS)) if part.dtype != kind else part).astype(little)


def npy_header(kind: np.dtype[Any], length: int, at: int) -> bytes:
    """What numpy writes before an array, with as many blanks as it takes for the array to lie well if this starts ``at``."""
    text = repr({"descr": kind.newbyteorder("<").str, "fortran_order": False, "shape": (length,)})
    blanks = -(at + 10 + len(text) + 1) % ALIGNMENT
    padded = f"{text}{' ' * blanks}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded


def read_rows(archive: Archive, what: str) -> tuple[npt.NDArray[Any], Any]:
    """(the rows, where they lie in the file or read from it; what checks them, if they were not read)."""
    stored = archive.arrays["rows"]
    mapped = archive.map("rows")
    if mapped is not None:
        return mapped.values, mapped
    check_fits(what, stored.dtype.itemsize * stored.shape[0])
    return archive.read("rows").astype(stored.dtype.newbyteorder("="), copy=False), None
