"""From the command line to an exit code: every error becomes one line on stderr."""

from __future__ import annotations

import io
import os
import re
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import Any

from pokerzoo.envs.support import compile_notice

INTERRUPTED = 130
"""Exit code after Ctrl-C (128 + SIGINT)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 1 a bug, 2 a wrong request, 3 far from --until, 130 Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file name need not be text
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        notice = compile_notice.ignore_notice if "--quiet" in given else compile_notice.on_stderr
        with warnings.catch_warnings(), compile_notice.notices_to(notice):
            warnings.showwarning = say_warning
            code = run_application(given or ["--help"])
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        drop_output()
        return 1
    except KeyboardInterrupt:
        return report_error("interrupted", INTERRUPTED)
    except OSError as error:
        drop_output()
        return report_error(f"error: {describe_os_error(error)}", 2)
    except (ValueError, OverflowError) as error:
        return report_error(f"error: {error}", 2)
    except MemoryError:
        return report_error("error: not enough memory: the game is too large for this machine", 2)
    except Exception as error:
        from pokerzoo.envs.support.extras import MissingExtraError

        from .progress import Stopped

        if isinstance(error, Stopped):
            return INTERRUPTED
        if hasattr(error, "format_message"):  # what typer, or click below it, has to say about the arguments
            path = getattr(getattr(error, "ctx", None), "command_path", "pokerzoo")
            return report_error(f"error: {what_is_wrong(error)} (see {path} --help)", 2)
        if isinstance(error, MissingExtraError):
            return report_error(f"error: {error}", 2)
        if os.environ.get("POKERZOO_DEBUG"):
            traceback.print_exc()
        what = f"{type(error).__name__}: {error}"
        return report_error(f"error: {what} (a bug: please report it, with what POKERZOO_DEBUG=1 adds)", 1)


def say_warning(message: Warning | str, *where: Any, **more: Any) -> None:
    """Print a warning as one line on stderr, without the place in the source."""
    report_error(f"warning: {message}", 0)


def what_is_wrong(error: Any) -> str:
    """Message of typer about the arguments; of an option that does not exist, the likeliest that does."""
    from pokerzoo.envs.support.errors import cut_text, did_you_mean

    told: str = error.format_message().rstrip(".")
    name, known = getattr(error, "option_name", None), getattr(error, "possibilities", None)
    if name is None or known is None:
        return told
    return f"No such option: {cut_text(name, 60)}{did_you_mean(name, known)}"


def run_application(arguments: Sequence[str]) -> int:
    """Run the typer application; KeyboardInterrupt on Ctrl-C, and whatever the command raises."""
    from typer import Abort

    from .application import app

    try:
        result: Any = app(args=list(arguments), prog_name="pokerzoo", standalone_mode=False)
    except Abort:
        raise KeyboardInterrupt from None
    except SystemExit as stop:  # rich and click leave so when the reader of a pipe has gone
        result = stop.code
    if result == INTERRUPTED:
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0


def report_error(message: str, code: int) -> int:
    """Print ``pokerzoo: message`` as one line on stderr and return ``code``."""
    from pokerzoo.envs.support.errors import cut_text
    from pokerzoo.envs.support.formats import printable_text

    from .output import LONGEST_FACT

    short = re.sub(r"\S{300,}", lambda word: cut_text(word[0], 60), " ".join(message.split()))
    print("pokerzoo: " + printable_text(cut_text(short, LONGEST_FACT)), file=sys.stderr)
    return code


def describe_os_error(error: OSError) -> str:
    """Sentence on an error of a file, without the error number."""
    reason = error.strerror or str(error) or type(error).__name__
    return f"{os.fsdecode(error.filename)}: {reason}" if isinstance(error.filename, str | bytes) else reason


def drop_output() -> None:
    """Let what is still to be written to stdout go nowhere, if it cannot be written: nothing is said of it at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
