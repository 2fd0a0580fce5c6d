"""Optional packages."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

EXTRAS = ("cluster", "hands", "plot", "rl", "sweeps", "web")
"""Groups of optional packages, as ``pyproject.toml`` has them."""


class MissingExtraError(ImportError):
    """A package that only some functions need is not installed; the message says how to install it."""


def not_installed(needs: str, extra: str) -> MissingExtraError:
    """The error where a package is missing; ``extra`` is one of ``EXTRAS`` or the package.

    pokerzoo is on no index: its extras are installed from a clone.

    >>> print(not_installed("a report needs matplotlib", "plot"))
    a report needs matplotlib: ... -m pip install ".[plot]" in pokerzoo's folder
    """
    where = " in pokerzoo's folder" if extra in EXTRAS else ""
    return MissingExtraError(f"{needs}: {install_command(extra)}{where}")


def missing_modules(modules: Sequence[str]) -> list[str]:
    """Names of the packages that are not installed.

    >>> missing_modules(["json", "no_such"])
    ['no_such']
    """
    return [name for name in modules if find_spec(name) is None]


def install_command(extra: str) -> str:
    """The command that installs an extra for the Python that runs, in pokerzoo's folder, or a package."""
    what = f'".[{extra}]"' if extra in EXTRAS else extra
    return f"{shlex.quote(sys.executable)} -m pip install {what}"


def check_extra(modules: Sequence[str], who: str, extra: str) -> None:
    """Check at the start that all needed packages are there; the error names all that are missing.

    Raises:
        ImportError: some are not installed: ``not_installed(..., extra)``.

    >>> check_extra(["json", "no_such", "nor_this"], "a sweep", "sweeps")
    Traceback (most recent call last):
    ...
    pokerzoo...MissingExtraError: a sweep needs no_such and nor_this: ... -m pip install ".[sweeps]" in pokerzoo's folder
    """
    missing = missing_modules(modules)
    if missing:
        raise not_installed(f"{who} needs {' and '.join(missing)}", extra)


def import_extra(module: str, needs: str, extra: str) -> Any:
    """A module of a package that only some functions need, by its full name."""
    try:
        return import_module(module)
    except ImportError:
        raise not_installed(needs, extra) from None
