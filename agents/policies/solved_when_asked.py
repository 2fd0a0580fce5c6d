"""Registration of the policy that solves later streets on demand: it is above the solvers that it needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

UNKNOWN = "not known: for that all later streets would have to be solved"
"""In place of the exploitability of a flop that was solved alone, and of rivers without values."""
_makers: list[Callable[..., Any]] = []


def register_resolving_policy(make: Callable[..., Any]) -> None:
    """Register a function (game, rows, metadata, streets=, later_values=) that makes such a policy."""
    _makers[:] = [make]


def make_resolving_policy(*arguments: Any, **named: Any) -> Any:
    """The policy of the rows of first streets."""
    return _makers[0](*arguments, **named)
