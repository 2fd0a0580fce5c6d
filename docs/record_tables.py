"""Tables of JSON keys, generated from the field docs of records when the site is built.

A page asks for one by ``<!-- fields of module:Class -->``, or ``<!-- fields of module:Class as KEY -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import numpy as np

from pokerzoo.envs.support.records import Record, RecordField, array_depth, array_item, record_fields, record_in
from pokerzoo.envs.support.tables import Column, Table

TABLE = re.compile(r"^<!-- fields of ([\w.]+):(\w+)(?: as ([\w\[\].]+))? -->$", re.MULTILINE)
WORDS = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object", Any: "any", NoneType: "null"}
PLURAL = {"string": "strings", "integer": "integers", "number": "numbers", "boolean": "booleans", "object": "objects"}


def leaves(record: type[Record], prefix: str) -> Iterator[RecordField]:
    """The fields of a record and of the records in it, by their paths: ``players[].ev``."""
    for field in record_fields(record):
        inner, many = record_in(field.type)
        path = f"{prefix}{field.name}"
        if inner is None or type(None) in get_args(field.type):
            yield field._replace(name=path)
        if inner is not None:
            yield from leaves(inner, f"{path}{'[]' if many else ''}.")


def in_words(kind: Any, about: str) -> str:
    """A type in words: ``list of integers or null``."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return str(parts[1])
    if origin is Literal:
        return in_words(type(parts[0]), about)
    if (number := array_item(kind)) is not None:
        item = "booleans" if number is np.bool_ else "numbers"
        return f"lists of {item}" if array_depth(about) > 1 else f"list of {item}"
    if isinstance(kind, type) and issubclass(kind, tuple):  # a NamedTuple
        return "two numbers" if len(kind._fields) == 2 else in_words(list[float], about)
    if origin is Mapping:
        return "object"
    if origin in (list, tuple):
        item = in_words(parts[0], about)
        return f"lists{item[4:]}" if item.startswith("list of") else f"list of {PLURAL.get(item, item)}"
    if parts and origin is not dict:
        return " or ".join(in_words(part, about) for part in parts)
    record, _ = record_in(kind)
    return "object" if record is not None else WORDS[origin or kind]


def table(record: type[Record], key: str | None) -> str:
    """The table of a record; its keys begin with ``key``."""
    rows = []
    for field in leaves(record, f"{key}." if key else ""):
        about = re.sub(
            r"^\w+ (?=\[)", "", " ".join(field.about.replace("``", "`").split())
        )  # "float64 [2]": the type stands beside
        about = about.removesuffix(".")
        about = about[:1].lower() + about[1:] if about[1:2].islower() else about
        rows.append([f"`{field.name}`", in_words(field.type, field.about), about])
    return Table("", [Column(name, words=True) for name in ("key", "type", "meaning")], rows).markdown()


def with_tables(text: str) -> str:
    """A page with a table for each record that it asks for."""
    return TABLE.sub(lambda match: table(getattr(import_module(match[1]), match[2]), match[3]), text)
