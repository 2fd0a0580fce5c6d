"""Reading data sets as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.parameters import brief, did_you_mean

from .arrow_rows import read_parquet
from .dataset_work import DatasetWork
from .sweep import Sweep

Columns: TypeAlias = dict[str, npt.NDArray[np.generic]]


def read_dataset(folder: str | Path, columns: Sequence[str] | None = None) -> Iterator[Columns]:
    """Read a data set as NumPy arrays, file by file, in the order of its rows. Rows that failed are left out.

    Files are mapped into memory, and the arrays are Arrow's own, without another copy.

    Args:
        folder: what was given as ``out`` or ``--out``; its rows need not all be there.
        columns: their names (see docs/datasets.md); None: all but ``error``.

    Yields:
        For each column a read-only array, by name. Ranges and values are float32 [rows, 1326], ``cards`` are uint8
        [rows, cards], numbers are float64 or int64 [rows], and strings are objects [rows].

    Raises:
        FileNotFoundError: no such folder, or nothing of this kind in it.
        ImportError: pyarrow is not installed.
        OSError: it cannot be read.
        ValueError: it is not a data set, no such column, or a file is damaged.

    Example:
        See ``make_dataset``.
    """
    sweep = Sweep(folder)
    if not isinstance(sweep.work, DatasetWork):
        raise ValueError(f"folder={str(folder)!r}: is a {sweep.work.kind}, not a data set")
    names = [name for name in sweep.work.schema.names if name != "error"] if columns is None else list(columns)
    for name in names:
        if name not in sweep.work.schema.names:
            raise ValueError(f"columns: no column {brief(name)}{did_you_mean(name, sweep.work.schema.names)}")
    return _batches(sweep, names)


def _batches(sweep: Sweep, names: Sequence[str]) -> Iterator[Columns]:
    import pyarrow as pa

    for file in sweep.files:
        table = read_parquet(file, columns=[*dict.fromkeys([*names, "error"])], memory_map=True)
        if table["error"].null_count < len(table):
            table = table.filter(table["error"].is_null())
        found: Columns = {}
        for name in names:
            column = table[name].combine_chunks()
            if isinstance(column, pa.ChunkedArray):  # of older versions of pyarrow
                column = pa.concat_arrays(column.chunks)
            if pa.types.is_fixed_size_list(column.type):
                found[name] = column.flatten().to_numpy(zero_copy_only=True).reshape(-1, column.type.list_size)
            else:
                found[name] = column.to_numpy(zero_copy_only=False)
        yield found
