"""Functions that Python runs as they are, and that kernels which call them compile: one source for trees and for play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILABLE: list[Callable[..., Any]] = []
"""The functions so far; ``kernels`` registers them with numba, so that modules which have some need no numba."""
LISTENERS: list[Callable[[Callable[..., Any]], None]] = []
"""Called with each further function."""


def compilable(function: Function) -> Function:
    """Mark a function of numbers and rows as one that kernels may call."""
    COMPILABLE.append(function)
    for listener in LISTENERS:
        listener(function)
    return function
