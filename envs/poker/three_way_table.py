"""The exact table of three hands all-in before the flop: how often each order comes up, over all combos and all boards.

It is made once (``three_way_counts``, some two minutes of one core) and kept in the user's cache directory, 43 MB. Where it is
not there, outcomes are estimated from random deals.
"""

from __future__ import annotations

import hashlib
import os
from errno import EEXIST
from functools import lru_cache
from io import BytesIO
from math import prod
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile

import numpy as np
import numpy.typing as npt
from numpy.lib.format import write_array_header_1_0

from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.support.user_cache import user_cache

from .cards import read_only

EXACT = 0
"""The number of deals that stands for the exact table."""
DEALS = 1_000_000
"""Deals that outcomes of three hands are estimated from where there is no table, unless it is said otherwise."""
MAX_DEALS = 100_000_000
BOARDS = 1_370_754
"""Boards that three hands leave: five of 46 cards."""
SHAPE = (818_805, 13)
DIGEST = "bf4b71406adf2369591bc8f588e83cc4d532fff6571d01a26ab878f516f4d073"
"""SHA-256 of the numbers in the file: uint32 [818805, 13], the lowest byte first."""
VARIABLE = "POKERZOO_TABLES"
"""The environment variable with the folder of the table, where it is not the user's cache."""
COMMAND = "pokerzoo push-fold 10 10 10 --exact"
"""The command that makes the table."""
Counts = npt.NDArray[np.uint32]


def table_file() -> Path:
    """The file of the table, which need not exist."""
    folder = os.environ.get(VARIABLE)
    return (Path(folder) if folder else user_cache("tables")) / "three-hands.npy"


def checked_deals(name: str, deals: int | None) -> int:
    """The number of deals that is meant: ``EXACT`` or a number; without one it is exact where the table is there.

    Raises:
        ValueError: no such number, or the table is asked for and not there.
    """
    if deals is None:
        return EXACT if table_file().is_file() else DEALS
    check_int(name, deals, EXACT, MAX_DEALS)
    if deals == EXACT and not table_file().is_file():
        raise ValueError(f"{name}=0: there is no exact table of three hands at {table_file()}; this makes it: {COMMAND}")
    return deals


def exact_counts() -> Counts:
    """uint32 [818805, 13], read-only: deals and boards of each set of three hands by order, as ``order_counts`` counts samples.

    Hands of one class are told apart, so each row is the number of ways to deal the three, times ``BOARDS``.

    Raises:
        ValueError: the table is not there, cannot be read, or is damaged.
    """
    return read_counts(table_file())


@lru_cache(1)
def read_counts(path: Path) -> Counts:
    """``exact_counts`` of a file."""
    head = file_head()
    try:
        with path.open("rb") as file:  # nothing in the file is interpreted
            right_size = os.fstat(file.fileno()).st_size == len(head) + 4 * prod(SHAPE)
            data = file.read() if right_size else b""
    except OSError as error:
        raise ValueError(f"{path}: cannot be read ({error.strerror or error}); this makes it: {COMMAND}") from None
    if not data.startswith(head) or hashlib.sha256(memoryview(data)[len(head) :]).hexdigest() != DIGEST:
        raise ValueError(f"{path}: is damaged, or not of this version; this makes it anew: {COMMAND}")
    return np.asarray(read_only(np.frombuffer(data, "<u4", offset=len(head)).reshape(SHAPE)), np.uint32)


def file_head() -> bytes:
    """The bytes before the numbers: NumPy's, so that ``numpy.load`` reads the file."""
    head = BytesIO()
    write_array_header_1_0(head, {"descr": "<u4", "fortran_order": False, "shape": SHAPE})
    return head.getvalue()


def check_writable() -> None:
    """OSError if the table cannot be written; its folder is made if needed."""
    path = table_file()
    folder = path.parent
    folder.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise FileExistsError(EEXIST, "exists and is not a file", str(path))
    with TemporaryFile(dir=folder):
        pass


def write_counts(counts: Int64s | Counts) -> Path:
    """Put the table into its file, whole or not at all."""
    path = table_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.stem}.{token_hex(8)}.part")  # machines that share a folder may have equal process ids
    file = part.open("xb")
    try:
        with file:
            file.write(file_head() + np.ascontiguousarray(counts, "<u4").tobytes())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path


def digest_of(counts: Int64s | Counts) -> str:
    """SHA-256 of the numbers."""
    return hashlib.sha256(np.ascontiguousarray(counts, "<u4").tobytes()).hexdigest()
