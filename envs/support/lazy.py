"""Objects by address: a lower layer hands over to a higher one without importing it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def load_object(address: str | Callable[..., Any]) -> Any:
    """The object at ``package.module:name``; what is no address is the object itself.

    >>> load_object("math:floor")(2.5)
    2
    """
    if not isinstance(address, str):
        return address
    module, _, name = address.partition(":")
    return getattr(import_module(module), name)
