"""Packages that only some functions need."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtraError(ImportError):
    """A package that only some functions need is not installed; the message says how to install it."""


def not_installed(needs: str, extra: str) -> MissingExtraError:
    """The error where a package is missing. pokerzoo is on no index: its extras are installed from a clone.

    >>> print(not_installed("a report needs matplotlib", "plot"))
    a report needs matplotlib: pip install ".[plot]" in pokerzoo's folder
    """
    return MissingExtraError(f'{needs}: pip install ".[{extra}]" in pokerzoo\'s folder')


def import_extra(module: str, needs: str, extra: str) -> Any:
    """A module of a package that only some functions need, by its full name.

    Raises:
        ImportError: it is not installed: ``not_installed(needs, extra)``.
    """
    try:
        return import_module(module)
    except ImportError:
        raise not_installed(needs, extra) from None
