"""Values of options that are read at a glance. Typer reads all with pydantic, whose import takes as long as numpy's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

NUMBERS = {int: re.compile(r"-?[0-9]{1,15}"), float: re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")}
"""Numbers about whose reading there is no question."""


def read_at_a_glance(parameters: Iterable[Any]) -> None:
    """Have parameters of typer read plain values themselves, if this typer is one that reads with pydantic."""
    for parameter in parameters:
        if hasattr(parameter, "get_runtime_param"):
            reader = PlainReader(parameter)
            parameter.get_runtime_param = lambda reader=reader: reader


class PlainReader:
    """Reader of a parameter in place of typer's, which it asks about all that is not plain, and for each error."""

    def __init__(self, parameter: Any) -> None:
        self.described = parameter.type_descriptor
        self.typers_own = parameter.get_runtime_param

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """See typer."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        about = self.described.parameter_info
        if about.parser is None and not about.clamp:
            found = plain_value(self.described.annotation, value)
            in_range = not isinstance(found, int | float) or (
                (about.min is None or found >= about.min) and (about.max is None or found <= about.max)
            )
            if found is not None and in_range:
                return found
        return self.typers_own().coerce(value, param=param, ctx=ctx)


def plain_value(kind: Any, value: Any) -> Any:
    """A value as a string, a number or a list of strings; None where it takes more than a glance to tell.

    >>> plain_value(int, "12"), plain_value(float, "0.5"), plain_value(list[str], ("a", "b")), plain_value(int, "1e3")
    (12, 0.5, ['a', 'b'], None)
    """
    if kind in NUMBERS and isinstance(value, str):
        return kind(value) if NUMBERS[kind].fullmatch(value) else None
    if kind == list[str] and isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        return list(value)
    return value if kind in (str, int, float, bool) and type(value) is kind else None
