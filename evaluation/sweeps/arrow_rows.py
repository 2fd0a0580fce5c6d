"""Rows as Arrow tables, and how these are written to Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa


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
