"""Objects by address: a lower layer hands over to a higher one without importing it."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load_object(address: str) -> Any:
    """The object at ``package.module:name``.

    >>> load_object("math:floor")(2.5)
    2
    """
    module, _, name = address.partition(":")
    return getattr(import_module(module), name)
