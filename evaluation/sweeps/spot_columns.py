"""Columns of a sweep's rows: their versions, and those that the explorer offers.

A column stands in the record of its part of a row and in the function that computes it (``spot_row.py``,
``SpotWork.unsolved_columns``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from pokerzoo.envs.poker.textures import TEXTURE_COLUMNS

from .columns import with_versions
from .spot_row import row_schema

if TYPE_CHECKING:
    import pyarrow as pa

VERSIONS: Mapping[str, int] = {}
"""Versions of columns whose meaning has changed, by path (``nodes.ev_oop``); all others have version 1."""
GROUPING = ("board", *TEXTURE_COLUMNS, "pot", "stack", "ranges", "rake", "sizes")
"""Columns that the explorer offers to group by."""
MEASURES: tuple[str, ...] = ()
"""Columns of numbers whose means the explorer shows besides EV, equity and frequencies."""


@cache
def spot_schema() -> pa.Schema:
    """Columns of a sweep's rows, with their versions."""
    return with_versions(row_schema(), VERSIONS)


@cache
def three_player_schema() -> pa.Schema:
    """Columns of the rows of spots for three, with their versions."""
    return with_versions(row_schema(three=True), VERSIONS)
