"""Columns of a sweep's rows, and those that the explorer offers.

A column stands in the record of its part of a row and in the function that computes it (``spot_row.py``,
``SpotWork.spot_columns``).
"""

from __future__ import annotations

from pokerzoo.envs.poker.textures import TEXTURE_COLUMNS

GROUPING = ("board", *TEXTURE_COLUMNS, "pot", "stack", "ranges", "rake", "sizes")
"""Columns that the explorer offers to group by."""
