"""Columns of files of rows: their versions, and those that files of an earlier version of pokerzoo lack.

A column has a path: ``ev_oop``, ``nodes.ev_oop``, ``nodes.actions.ev``. Its version stands in the metadata of its field in the
file; one without is 1. A column that is not in a file, or has another version there, is null in the rows of that file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from .by_field import is_list_of_structs, offsets_of, restored_table, stored_schema, struct_array
from .work import record_digest

if TYPE_CHECKING:
    import pyarrow as pa

VERSION = b"version"


def with_versions(schema: pa.Schema, versions: Mapping[str, int]) -> pa.Schema:
    """Mark columns with their versions, by path."""

    def marked(field: pa.Field, path: str) -> pa.Field:
        return field.with_metadata({VERSION: str(versions[path]).encode()}) if path in versions else field

    return _mapped(schema, marked)


def without_columns(schema: pa.Schema, paths: Collection[str]) -> pa.Schema:
    """Leave out columns by path."""
    return _mapped(schema, lambda field, path: None if path in paths else field)


def _mapped(schema: pa.Schema, change: Callable[[pa.Field, str], pa.Field | None]) -> pa.Schema:
    """Change all fields, inner ones first; None leaves a field out."""
    import pyarrow as pa

    def mapped(field: pa.Field, path: str) -> pa.Field | None:
        if is_list_of_structs(field.type):
            inner = [mapped(own, f"{path}.{own.name}") for own in field.type.value_type]
            field = field.with_type(pa.list_(pa.struct([own for own in inner if own is not None])))
        return change(field, path)

    return pa.schema([own for field in schema if (own := mapped(field, field.name)) is not None])


def layout_digest(schema: pa.Schema) -> str:
    """Digest of all columns of rows with their types and versions."""
    columns: list[list[str]] = []

    def listed(field: pa.Field, path: str) -> pa.Field:
        columns.append([path, str(field.type), _version(field)])
        return field

    _mapped(schema, listed)
    return record_digest(columns)


def _version(field: pa.Field) -> str:
    return str((field.metadata or {}).get(VERSION, b"1").decode())


def lacking_columns(there: pa.Schema, wanted: pa.Schema) -> tuple[str, ...]:
    """Paths of columns of one schema of a file that another one lacks, or has with another version or type."""
    import pyarrow as pa

    def below(own: Any, fields: Any, prefix: str) -> list[str]:
        found = []
        for field in fields:
            place, path = own.get_field_index(field.name), prefix + field.name
            one = own.field(place) if place >= 0 else None
            if one is None or _version(one) != _version(field):
                found.append(path)
            elif pa.types.is_struct(field.type) and pa.types.is_struct(one.type):
                inner = below(one.type, field.type, f"{path}.")
                found += [path] if inner == [f"{path}.{every.name}" for every in field.type] else inner
            elif one.type != field.type:
                found.append(path)
        return found

    return tuple(below(there, wanted, ""))


def unknown_columns(there: pa.Schema, wanted: pa.Schema) -> tuple[str, ...]:
    """Paths of columns of a file that rows do not have in any version."""
    lacking = lacking_columns(there, wanted)
    return tuple(path for path in lacking_columns(wanted, there) if path not in lacking)


def rows_of_file(table: pa.Table, schema: pa.Schema, lacking: Collection[str]) -> pa.Table:
    """Convert a table of a file to rows with this schema; columns that the file lacks are null."""
    import pyarrow as pa

    own = without_columns(schema, lacking)
    kinds = stored_schema(own)
    picked = [pa.chunked_array([_picked(part, kind) for part in table[name].chunks], kind) for name, kind in _items(kinds)]
    rows = restored_table(pa.Table.from_arrays(picked, schema=kinds), own)
    columns = []
    for name, kind in _items(schema):
        if name in own.names:
            columns.append(pa.chunked_array([_padded(part, kind) for part in rows[name].chunks], kind))
        else:
            columns.append(pa.nulls(len(table), kind))
    return pa.Table.from_arrays(columns, schema=schema)


def _items(schema: pa.Schema) -> list[tuple[str, Any]]:
    return list(zip(schema.names, schema.types, strict=True))


def _picked(array: Any, kind: Any) -> Any:
    """Fields of a stored array by name."""
    import pyarrow as pa

    if not pa.types.is_struct(kind):
        return array
    parts = dict(zip([field.name for field in array.type], array.flatten(), strict=True))
    return struct_array([_picked(parts[field.name], field.type) for field in kind], kind)


def _padded(array: Any, kind: Any) -> Any:
    """Add the fields that structs in lists lack, as nulls."""
    import pyarrow as pa

    if not is_list_of_structs(kind) or array.type == kind:
        return array
    entries = array.flatten()
    parts = dict(zip([field.name for field in entries.type], entries.flatten(), strict=True))
    inner = [
        _padded(parts[field.name], field.type) if field.name in parts else pa.nulls(len(entries), field.type)
        for field in kind.value_type
    ]
    values = struct_array(inner, kind.value_type)
    return pa.ListArray.from_arrays(offsets_of(array), values, type=kind, mask=array.is_null())


def fill_columns(row: dict[str, Any], new: Mapping[str, Any], paths: Collection[str]) -> None:
    """Take columns over from a row that was made anew, into lists entry by entry if they are equally long."""
    for path in paths:
        _fill(row, new, path.split("."))


def _fill(row: dict[str, Any], new: Mapping[str, Any], path: list[str]) -> None:
    if len(path) == 1:
        row[path[0]] = new[path[0]]
        return
    entries, others = row[path[0]] or [], new[path[0]] or []
    if len(entries) == len(others):
        for entry, other in zip(entries, others, strict=True):
            _fill(entry, other, path[1:])
