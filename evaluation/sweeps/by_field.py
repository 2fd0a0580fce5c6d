"""Lists of structs as files have them: structs of lists, so that a question reads only the fields that it needs.

DuckDB reads a field of a struct alone, but of a list of structs all of it. So ``nodes``, in a row a list of entries with a
line, a player and so on, is in a file a struct of a list of lines, a list of players and so on. Lists in entries are
split, too: the actions' frequencies are ``nodes.actions.frequency``, a list for each entry. A null list is null in each field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

Array: TypeAlias = Any
"""An array or a type of Arrow: its stubs say too little about them."""


def stored_schema(schema: pa.Schema) -> pa.Schema:
    """A schema of rows, as files have it."""
    import pyarrow as pa

    return pa.schema([pa.field(field.name, _stored_type(field.type)) for field in schema])


def stored_table(table: pa.Table) -> pa.Table:
    """Rows, as files have them."""
    import pyarrow as pa

    schema = stored_schema(table.schema)
    columns = [
        column if kind == column.type else pa.chunked_array([_stored(chunk) for chunk in column.chunks], kind)
        for column, kind in zip(table.columns, schema.types, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def restored_table(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Convert a table of a file to rows with this schema."""
    import pyarrow as pa

    columns = [
        column if kind == column.type else pa.chunked_array([_restored(chunk, kind) for chunk in column.chunks], kind)
        for column, kind in zip(table.columns, schema.types, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _stored_type(kind: Array) -> Array:
    import pyarrow as pa

    if pa.types.is_list(kind):
        return _of_lists(_stored_type(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(field.name, _stored_type(field.type)) for field in kind])
    return kind


def _of_lists(kind: Array) -> Array:
    """The type of lists of something stored: of a struct, the lists of its fields."""
    import pyarrow as pa

    if not pa.types.is_struct(kind):
        return pa.list_(kind)
    return pa.struct([pa.field(field.name, _of_lists(field.type)) for field in kind])


def _stored(array: Array) -> Array:
    import pyarrow as pa

    if pa.types.is_list(array.type):
        return _in_lists(_stored(array.flatten()), offsets_of(array), array.is_null())
    if pa.types.is_struct(array.type):
        return struct_array([_stored(field) for field in array.flatten()], array.type)
    return array


def _in_lists(values: Array, offsets: Array, missing: Array) -> Array:
    import pyarrow as pa

    if pa.types.is_struct(values.type):
        return struct_array([_in_lists(field, offsets, missing) for field in values.flatten()], values.type)
    return pa.ListArray.from_arrays(offsets, values, mask=missing)


def _restored(array: Array, kind: Array) -> Array:
    import pyarrow as pa

    if array.type == kind:
        return array
    if pa.types.is_list(kind):
        lists = array
        while pa.types.is_struct(lists.type):
            lists = lists.flatten()[0]
        return pa.ListArray.from_arrays(
            offsets_of(lists), _restored(_entries(array), kind.value_type), type=kind, mask=lists.is_null()
        )
    return struct_array([_restored(part, field.type) for part, field in zip(array.flatten(), kind, strict=True)], kind)


def _entries(array: Array) -> Array:
    """Entries of all lists of a struct of lists, end to end."""
    import pyarrow as pa

    if pa.types.is_struct(array.type):
        return struct_array([_entries(field) for field in array.flatten()], array.type)
    return array.flatten()


def struct_array(parts: list[Array], kind: Array) -> Array:
    """Make an array of structs of the arrays of their fields."""
    import pyarrow as pa

    return pa.StructArray.from_arrays(parts, names=[field.name for field in kind])


def offsets_of(lists: Array) -> Array:
    """Offset of each list among all entries; a null list is empty."""
    import pyarrow as pa

    lengths = lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    return pa.array(np.concatenate([[0], np.cumsum(lengths)]), pa.int32())


def is_list_of_structs(kind: Array) -> bool:
    """Test for a list of structs."""
    import pyarrow as pa

    return bool((pa.types.is_list(kind) or pa.types.is_large_list(kind)) and pa.types.is_struct(kind.value_type))
