"""A solver's own copy of what kernels write in a terminal evaluation: compiled games are shared by threads."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

SCRATCH = ("reach", "value", "card_sum", "block", "results")
"""Fields of evaluations that kernels write; not all have them."""


@singledispatch
def with_own_scratch(terminals: Any) -> Any:
    """Copy the scratch of an evaluation for one solver."""
    return terminals._replace(**copied_scratch(terminals))


def copied_scratch(terminals: Any) -> dict[str, Any]:
    """Copies of the scratch that an evaluation has, by field."""
    return {name: getattr(terminals, name).copy() for name in SCRATCH if name in terminals._fields}
