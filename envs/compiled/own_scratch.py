"""A solver's own copy of what kernels write in a terminal evaluation: compiled games are shared by threads."""

from __future__ import annotations

from typing import Any

from .three_way_calls import answers_address
from .three_way_tables import ThreeWayPasses

SCRATCH = ("reach", "value", "card_sum", "block", "results")
"""Fields of ``ShowdownPasses`` and ``ThreeWayPasses`` that kernels write; other evaluations have none."""


def with_own_scratch(terminals: Any) -> Any:
    """Copy the scratch of an evaluation for one solver."""
    own = {name: getattr(terminals, name).copy() for name in SCRATCH if name in terminals._fields}
    if isinstance(terminals, ThreeWayPasses):
        own["address"] = answers_address(terminals)
    return terminals._replace(**own)
