"""Results as JSON: a record is a dataclass whose docstring documents its fields; the command line and the explorer print it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from functools import cached_property
from inspect import cleandoc, getdoc
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, TypeVar, get_args, get_origin, get_type_hints


def section_texts(docstring: str | None, section: str) -> dict[str, str]:
    r"""The text of each entry of a docstring's section, ``Args`` or ``Attributes``, as one line.

    >>> section_texts("Args:\n    size: how large,\n        at least 1.\n    loud: or not.\n\nReturns:\n    It.", "Args")
    {'size': 'how large, at least 1.', 'loud': 'or not.'}
    """
    result: dict[str, str] = {}
    name = ""
    for line in cleandoc(docstring or "").partition(f"{section}:\n")[2].splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent == 0:
            break
        if indent == 4:
            name, _, text = line.strip().partition(":")
            result[name] = text.strip()
        elif name and line.strip():
            result[name] += " " + line.strip()
    return result


Chips: TypeAlias = Annotated[float, "chips"]
Mbb: TypeAlias = Annotated[float, "mbb"]
Percent: TypeAlias = Annotated[float, "% of the pot"]
Seconds: TypeAlias = Annotated[float, "seconds"]
Share: TypeAlias = Annotated[float, "share"]


Made = TypeVar("Made")


INTERNAL = {"internal": True}
"""Metadata of a field that is no part of the JSON object: ``field(metadata=INTERNAL)``."""

Getter = TypeVar("Getter", bound=Callable[..., Any])


def json_key(getter: Getter) -> Getter:
    """Make a computed number a part of the JSON object; goes below ``@property`` or ``@cached_property``."""
    getter.in_json = True  # type: ignore[attr-defined]
    return getter


class Record:
    """The base of dataclasses that are sent as JSON.

    The keys of the object are names of attributes: of the fields, but for those that are ``INTERNAL``, and of the properties
    that are a ``json_key``.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values; None for NaN."""
        result: dict[str, Any] = plain_value(self)
        return result


class RecordField(NamedTuple):
    """A field of a record: its key, type and meaning."""

    name: str
    type: Any
    about: str


def about_record(record: type) -> str:
    """A record's docstring without its fields and examples."""
    return re.split(r"\n\s*(?:Attributes|Example):\n|\n\s*>>>", cleandoc(record.__doc__ or ""))[0].strip()


def record_fields(record: type[Record]) -> tuple[RecordField, ...]:
    """The fields of a record in the order of its JSON object."""
    types, docs = get_type_hints(record, include_extras=True), field_docs(record)
    result = []
    for name in json_keys(record):
        if name in types:
            kind, about = types[name], docs.get(name, "")
        else:
            getter = getter_of(getattr(record, name))
            about = docs.get(name) or (getdoc(getter) or "").partition("\n\n")[0]
            kind = get_type_hints(getter, include_extras=True)["return"]
        result.append(RecordField(name, kind, re.sub(r"\b(None|NaN)\b", "null", about)))
    return tuple(result)


KEYS: dict[type, tuple[str, ...]] = {}


def json_keys(record: type[Record]) -> tuple[str, ...]:
    """The keys of a record's JSON object: fields, then computed numbers."""
    if record not in KEYS:
        names = [field.name for field in fields(record) if "internal" not in field.metadata]
        for base in reversed(record.__mro__):
            names += [name for name, member in vars(base).items() if hasattr(getter_of(member), "in_json")]
        KEYS[record] = tuple(dict.fromkeys(names))
    return KEYS[record]


def getter_of(member: object) -> Any:
    """The function of a property; None of other members."""
    return member.fget if isinstance(member, property) else member.func if isinstance(member, cached_property) else None


def field_docs(record: type) -> dict[str, str]:
    """The "Attributes:" of a dataclass and of its bases, by name, each as one line."""
    result: dict[str, str] = {}
    for base in reversed(record.__mro__):
        result |= section_texts(vars(base).get("__doc__"), "Attributes")
    return result


def as_a(kind: type[Made], record: Any, **more: Any) -> Made:
    """A dataclass as one of a subclass of its own, with more fields."""
    return kind(**{field.name: getattr(record, field.name) for field in fields(record)}, **more)


def to_json(value: Any, digits: int | None = None, indent: int | None = None) -> str:
    """A record, or lists and dictionaries of records, as JSON; null for numbers that do not exist.

    Args:
        value: what is sent; arrays become nested lists.
        digits: significant digits of arrays; None: all.
        indent: blanks before each level; None: all in one line.
    """
    separators = (",", ":") if indent is None else None

    def plain_object(item: Any) -> Any:
        return opened_value(item, digits)

    try:
        return json.dumps(value, default=plain_object, allow_nan=False, indent=indent, separators=separators)
    except ValueError:  # a number of a list or field that is NaN or infinite
        return json.dumps(plain_value(value, digits), allow_nan=False, indent=indent, separators=separators)


def plain_value(value: Any, digits: int | None = None) -> Any:
    """A value as dictionaries, lists, strings and numbers; None for NaN and infinite numbers."""
    if isinstance(value, dict):
        return {key: plain_value(item, digits) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(item, digits) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    import numpy as np  # completion of commands has records, and no numbers

    return listed_numbers(value, digits) if isinstance(value, np.ndarray) else plain_value(opened_value(value, digits), digits)


def opened_value(value: Any, digits: int | None = None) -> Any:
    """An array as lists, a record as a dictionary of its fields."""
    import numpy as np

    if isinstance(value, np.ndarray):
        return listed_numbers(value, digits)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Record):
        return {name: getattr(value, name) for name in json_keys(type(value))}
    return dict(vars(value))


def listed_numbers(values: Any, digits: int | None = None) -> Any:
    """An array as nested lists, with this number of significant digits; None for NaN and infinite numbers."""
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind != "f":
        return array.tolist()
    array = array.astype(np.float64, copy=False)
    finite = np.isfinite(array)
    if digits is not None:
        known = finite & (array != 0)
        size = np.zeros(array.shape)
        size[known] = np.floor(np.log10(np.abs(array[known])))
        scale = 10.0 ** np.clip(digits - 1 - size, -12, 12)
        array = np.where(known, np.round(array * scale) / scale, np.where(array == 0, 0.0, array))
    if finite.all():
        return array.tolist()
    rows = array.astype(object)
    rows[~finite] = None
    return rows.tolist()


def array_depth(about: str) -> int:
    """The depth of an array's lists, by the shape with which its description begins: ``float64 [2, hands]``."""
    shape = re.match(r"(?:\w+ )?\[([^\]]*)\]", about)
    return 1 + (shape[1].count(",") if shape else 0)


def array_item(kind: Any) -> type | None:
    """The type of an array's numbers, such as ``numpy.float64``; None for what is no array."""
    import numpy as np

    origin, parts = get_origin(kind), get_args(kind)
    if hasattr(origin, "__value__"):  # numpy 2.5, which needs Python 3.12, names types of arrays by an alias
        return array_item(origin.__value__[parts])
    return get_args(parts[1])[0] if origin is np.ndarray else None


def record_in(kind: Any) -> tuple[type[Record] | None, bool]:
    """The record that a type holds, None if there is none; and whether it is a list of them."""
    if isinstance(kind, type) and issubclass(kind, Record):
        return kind, False
    for part in get_args(kind):
        result, many = record_in(part)
        if result is not None:
            return result, many or get_origin(kind) in (list, tuple)
    return None, False
