"""From the command line to an exit code: every error becomes one line on stderr."""

from __future__ import annotations

import io
import os
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import Any

from pokerzoo.envs.support import compile_notice
from pokerzoo.envs.support.errors import InputError

from .output import say

INTERRUPTED, BUG = 130, 70
"""Exit codes after Ctrl-C (128 + SIGINT), and of an error that is ours (EX_SOFTWARE of sysexits.h)."""
COMPLETION = "_POKERZOO_COMPLETE"
"""Variable in which a shell asks for completions."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 2 a wrong request, 3 far from --until, 70 a bug, 130 Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file name need not be text
    args = sys.argv[1:] if arguments is None else list(arguments)
    try:
        notice = compile_notice.ignore_notice if "--quiet" in args else compile_notice.on_stderr
        with warnings.catch_warnings(), compile_notice.notices_to(notice):
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = say_warning
            code = run_application(args or ["--help"])
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        drop_output()
        return 1
    except (Exception, KeyboardInterrupt) as error:
        if isinstance(error, OSError):
            drop_output()
        message, code = message_of(error)
        say(message)
        return code


def message_of(error: BaseException) -> tuple[str, int]:
    """The line on an error, and the exit code."""
    from click import ClickException

    from pokerzoo.envs.support.extras import MissingExtraError

    if isinstance(error, KeyboardInterrupt):
        return "interrupted", INTERRUPTED
    if isinstance(error, OSError):  # without the error number
        reason = error.strerror or str(error) or type(error).__name__
        place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        return f"error: {place}{reason}", 2
    if isinstance(error, InputError | OverflowError | MissingExtraError):
        return f"error: {error}", 2
    if isinstance(error, MemoryError):
        return "error: not enough memory: the game is too large for this machine", 2
    if isinstance(error, ClickException):
        path = getattr(getattr(error, "ctx", None), "command_path", "pokerzoo")
        return f"error: {error.format_message().rstrip('.')} (see {path} --help)", 2
    if os.environ.get("POKERZOO_DEBUG"):
        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}"
    return f"error: {what} (a bug: please report it, with what POKERZOO_DEBUG=1 adds)", BUG


def say_warning(message: Warning | str, *where: Any, **more: Any) -> None:
    """Print a warning as a notice, without the place in the source."""
    say(f"warning: {message}")


def run_application(arguments: Sequence[str]) -> int:
    """Run a command, or complete one for a shell; errors are the caller's."""
    from click.exceptions import Exit

    from .application import app

    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(app, {}, "pokerzoo", COMPLETION, instruction)
    try:
        with app.make_context("pokerzoo", [*arguments]) as context:
            code: int = app.invoke(context)
    except Exit as end:
        return end.exit_code
    except SystemExit as stop:  # rich leaves so when the reader of a pipe has gone
        code = stop.code if isinstance(stop.code, int) else 0
    return code


def drop_output() -> None:
    """Let what is still to be written to stdout go nowhere, if it cannot be written: nothing is said of it at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
