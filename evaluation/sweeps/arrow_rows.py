"""Rows as Arrow tables, and Parquet files of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.support.extras import import_extra

from .by_field import stored_table

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa

NEEDS_PYARROW = "sweeps need pyarrow"


def as_table(rows: list[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows as an Arrow table; a column that a row does not have is null there."""
    import pyarrow as pa

    columns = [_column([row.get(field.name) for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


def _column(values: list[Any], kind: Any) -> Any:
    """One column; values of a fixed length may be NumPy arrays."""
    import pyarrow as pa

    if not pa.types.is_fixed_size_list(kind):
        return pa.array(values, kind)
    # As one block of numbers: number by number a hand's row of 1,326 takes Arrow a millisecond.
    missing = np.array([value is None for value in values], dtype=np.bool_)
    block = np.zeros((len(values), kind.list_size), dtype=kind.value_type.to_pandas_dtype())
    for own, value in zip(block, values, strict=True):
        if value is not None:
            own[:] = value
    return pa.FixedSizeListArray.from_arrays(pa.array(block.reshape(-1)), type=kind, mask=pa.array(missing))


def parquet_options(schema: pa.Schema) -> dict[str, Any]:
    """Options of a Parquet file: compressed, with checksums, without dictionaries where numbers hardly repeat."""
    import pyarrow as pa

    blocks = any(pa.types.is_fixed_size_list(field.type) for field in schema)
    texts = [field.name for field in schema if pa.types.is_string(field.type)]
    return {"compression": "zstd", "use_dictionary": texts if blocks else True, "write_page_checksum": True}


def parquet_bytes(rows: list[dict[str, Any]], schema: pa.Schema) -> pa.Buffer:
    """Write rows as a Parquet file in memory."""
    parquet, pa = pyarrow_parquet(), import_extra("pyarrow", NEEDS_PYARROW, "sweeps")
    table = stored_table(as_table(rows, schema))
    written = pa.BufferOutputStream()
    parquet.write_table(table, written, **parquet_options(table.schema))
    return written.getvalue()


def read_parquet(path: Path, **options: Any) -> pa.Table:
    """Read a Parquet file as a table, with the checksums of its pages."""
    parquet = pyarrow_parquet()
    try:
        return parquet.read_table(path, page_checksum_verification=True, **options)
    except damage_errors() as error:
        raise ValueError(f"{path}: {damage_text(error)}; without this file its rows are made again") from None


def damage_errors() -> tuple[type[Exception], ...]:
    """Errors that pyarrow raises where a file is damaged."""
    import pyarrow as pa

    return (OSError, ValueError, MemoryError, pa.ArrowException)


def damage_text(error: Exception) -> str:
    """The fault of a Parquet file, as one sentence of what pyarrow says in several lines."""
    if isinstance(error, OSError) and error.errno is not None:
        raise error
    text = (str(error).strip() or type(error).__name__).splitlines()[0]
    return f"damaged: {text.strip().rstrip('.:')}"


def pyarrow_parquet() -> Any:
    """``pyarrow.parquet``; a MissingExtraError if it is not installed."""
    return import_extra("pyarrow.parquet", NEEDS_PYARROW, "sweeps")
