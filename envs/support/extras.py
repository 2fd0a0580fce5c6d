"""Packages that only some functions need."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def not_installed(needs: str, extra: str) -> ImportError:
    """The error where a package is missing. pokerzoo is on no index: its extras are installed from a clone.

    >>> print(not_installed("a report needs matplotlib", "plot"))
    a report needs matplotlib: pip install ".[plot]" in pokerzoo's folder
    """
    return ImportError(f'{needs}: pip install ".[{extra}]" in pokerzoo\'s folder')


def import_extra(module: str, needs: str, extra: str) -> Any:
    """A module of a package that only some functions need, by its full name.

    Raises:
        ImportError: it is not installed: ``not_installed(needs, extra)``.
    """
    try:
        return import_module(module)
    except ImportError:
        raise not_installed(needs, extra) from None
