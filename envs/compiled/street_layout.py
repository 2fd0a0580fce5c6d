"""Digest of the layout of a ``StreetTree``'s rows: it must agree before rows from elsewhere are read."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .street_tree import StreetTree

LINES = (
    "sequences", "entries", "blocks", "hands", "points_at", "points_end", "boards_at", "boards_end", "rows_at", "scales_at",
)  # fmt: skip
"""Fields of ``WalkPlan.stages`` that move rows: not those about terminals."""
BOARDS = ("children_at", "children_end", "images_at", "images_end", "used_at", "used_end", "mirror")
"""Fields of ``WalkPlan.boards`` that move rows, or say which hands and boards they represent."""


def layout_digest(form: StreetTree) -> str:
    """SHA-256 of sequences, boards and hands in their order: two forms with the same one read each other's rows."""
    plan = form.plan
    arrays = [*form.hands, plan.points, plan.links, plan.maps, plan.cards[:, :2], plan.alive]
    arrays += [plan.stages[name] for name in LINES] + [plan.boards[name] for name in BOARDS]
    digest = hashlib.sha256(repr((form.points, form.num_floats, form.num_scales)).encode())
    for array in arrays:
        digest.update(f"{array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def floats_before(form: StreetTree, street: int) -> int:
    """Count of the numbers of the streets before one, by how many deals lead to it; they come first in an array of rows."""
    return int(form.plan.stages["rows_at"][street].min())
