"""Digest of the layout of a ``StreetTree``'s rows: it must agree before rows from elsewhere are read."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .street_tree import StreetTree

PLACES = ("places", "packed", "order", "group_end")
WEIGHTS = ("game", "infosets", "root_reach", "num_public_states")
TERMINALS = (
    "twin", "exit_at", "exits", "batch_at", "shows", "rows", "answer_at", "lane", "sequence", "chips", "tables", "pairs",
)  # fmt: skip
NOT_LAYOUT = frozenset((*PLACES, *WEIGHTS, *TERMINALS))
"""Fields of ``StreetTree`` and ``Streets`` that do not move a row: weights, terminals, the order of strength."""


def layout_digest(form: StreetTree) -> str:
    """SHA-256 of sequences, boards and hands in their order: two forms with the same one read each other's rows."""
    digest = hashlib.sha256()
    for field in fields(form):
        if field.name not in NOT_LAYOUT:
            _add_to_digest(digest, field.name, getattr(form, field.name))
    return digest.hexdigest()


def _add_to_digest(digest: hashlib._Hash, name: str, value: object) -> None:
    """Add a named value to the digest: arrays, numbers, strings and whatever is made of them; nothing else tells a layout."""
    if isinstance(value, np.ndarray):
        digest.update(f"{name} {value.dtype.str} {value.shape}".encode())
        digest.update(np.ascontiguousarray(value).data)
    elif isinstance(value, (int, str)):
        digest.update(f"{name} {value!r}".encode())
    elif isinstance(value, tuple):
        names = getattr(value, "_fields", range(len(value)))
        for part, own in zip(names, value, strict=True):
            if part not in NOT_LAYOUT:
                _add_to_digest(digest, f"{name}.{part}", own)
    elif isinstance(value, Mapping):
        for key in sorted(value):
            _add_to_digest(digest, f"{name}[{key!r}]", value[key])


def floats_before(form: StreetTree, street: int) -> int:
    """Count of the numbers of the streets before one, by how many deals lead to it; they come first in an array of rows."""
    return int(form.streets.row_at[street].min())
