"""Packages that only some functions need."""

from __future__ import annotations


def not_installed(needs: str, extra: str) -> ImportError:
    """The error where a package is missing. pokerzoo is on no index: its extras are installed from a clone.

    >>> print(not_installed("a report needs matplotlib", "plot"))
    a report needs matplotlib: pip install ".[plot]" in pokerzoo's folder
    """
    return ImportError(f'{needs}: pip install ".[{extra}]" in pokerzoo\'s folder')
