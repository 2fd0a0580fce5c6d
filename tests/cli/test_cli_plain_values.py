"""Values that are read at a glance are those that typer reads."""

from __future__ import annotations

from typing import Any

import pytest
import typer

from pokerzoo.cli.application import app
from pokerzoo.cli.plain_values import NUMBERS, PlainReader

VALUES = (
    "",
    "0",
    "-1",
    "+1",
    "12",
    "007",
    "1_000",
    " 3",
    "3 ",
    "1e3",
    "0.5",
    ".5",
    "5.",
    "-0",
    "nan",
    "inf",
    "\u0663",
    "9" * 20,
)


def outcome(reader: Any, value: Any, parameter: Any) -> str:
    """The value that is read, with its type, or the error."""
    try:
        found = reader.coerce(value, param=parameter, ctx=None)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return f"{type(found).__name__}: {found!r}"


def test_every_option_reads_as_typer_does() -> None:
    group: Any = typer.main.get_command(app)
    commands = [late.load() for late in group.commands.values()]
    commands += [group, *(own for one in commands for own in getattr(one, "commands", {}).values())]
    parameters = [one for command in commands for one in command.params if hasattr(one, "get_runtime_param")]
    if not parameters:
        pytest.skip("this typer reads without pydantic")
    read = 0
    for parameter in parameters:
        several = parameter.multiple or parameter.nargs == -1
        for value in (None, parameter.default, *(((one, "b") if several else one) for one in VALUES)):
            if isinstance(parameter.default, bool) and isinstance(value, bool):
                continue  # typer does not ask about these
            reader, typers_own = PlainReader(parameter), parameter.get_runtime_param()
            assert outcome(reader, value, parameter) == outcome(typers_own, value, parameter), (parameter.name, value)
            read += 1
    assert read > 1000 and {int, float} == set(NUMBERS)
