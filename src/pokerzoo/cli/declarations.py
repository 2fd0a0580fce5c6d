"""Declarations of a command's parameters: arguments, options with a value, and flags without one."""

from __future__ import annotations

from typing import Any

import typer

from .completion import Completer, one_of


def argument(metavar: str, help: str, complete: Completer | None = None, **more: Any) -> Any:
    """An argument."""
    return typer.Argument(metavar=metavar, help=help, autocompletion=complete, **more)


def option(
    metavar: str, help: str, heading: str | None = None, *, name: str = "", complete: Completer | None = None, **more: Any
) -> Any:
    """An option with a value, under a heading of the help; a metavar such as ``all|sample`` completes to its words."""
    words = metavar.split("|")
    if complete is None and len(words) > 1:
        complete = one_of(*words)
    names = (name,) if name else ()
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel=heading, autocompletion=complete, **more)


def flag(names: str, help: str, heading: str | None = None) -> Any:
    """An option without a value: ``--quiet``, or ``--alternating/--simultaneous``."""
    return typer.Option(names, help=help, rich_help_panel=heading)
