"""``--import``: modules of the user's that register games (``register_game``), for every command that takes any game."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Annotated, Any

import typer

from pokerzoo.envs.support.errors import InputError, brief

HELP = "Import a module that registers games of your own, from this folder or installed. Repeat for more."


def with_imports(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option ``--import``, whose modules are imported before it runs."""

    @wraps(command)
    def run(*, import_: list[str] | None, **given: Any) -> None:
        import_modules(import_ or ())
        command(**given)

    option = Annotated[list[str] | None, typer.Option("--import", metavar="MODULE", help=HELP)]
    keyword = inspect.Parameter.KEYWORD_ONLY
    own = [one.replace(kind=keyword) for one in inspect.signature(command, eval_str=True).parameters.values()]
    added = inspect.Parameter("import_", keyword, default=None, annotation=option)
    run.__signature__ = inspect.Signature([*own, added])  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run


def import_modules(names: Sequence[str]) -> None:
    """Import them, from the working directory too; ValueError where that fails. Nothing else is ever imported by name."""
    if names and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last, so that no file here hides an installed module
    for name in names:
        if name.endswith(".py") or not all(part.isidentifier() for part in name.split(".")):
            raise InputError(f"--import {brief(name)}: must be the name of a module, as my_games (not of a file)")
        try:
            import_module(name)
        except Exception as error:  # whatever the module does
            if isinstance(error, ModuleNotFoundError) and error.name == name:
                raise InputError(f"--import {name}: no such module, here or installed") from None
            raise InputError(f"--import {name}: {type(error).__name__}: {error}") from error
