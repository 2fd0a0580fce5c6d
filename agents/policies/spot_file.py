"""Rows of a ``SpotPolicy`` in a file: one plain array, stored so that parts of it are read where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.store import Parts, StoredFile
from pokerzoo.envs.support.stored_array import StoredArray

from .river_values import RiverValues, count_values, values_from_file
from .spot_policy import UNITS, SpotPolicy
from .spot_rows import parts_of
from .turn_values import TurnValues, turn_lines

ROW_TYPES = {"full": np.float32, "single": np.float32, "half": np.uint16}
"""The type of the stored numbers by precision."""


def row_type(policy: SpotPolicy, precision: str) -> np.dtype[Any]:
    """The type of stored rows: no more bits than they have, and no fewer with values of rivers, which hold for these bits."""
    if policy.river_values is not None:
        return policy.stored.dtype
    return np.dtype(np.uint16 if policy.stored.dtype == np.uint16 else ROW_TYPES[precision])


def round_policy(policy: SpotPolicy, precision: str) -> SpotPolicy:
    """The policy that a file of this precision has."""
    kind = row_type(policy, precision)
    if kind == policy.stored.dtype:
        return policy
    return SpotPolicy(
        policy.game, np.concatenate(list(convert_rows(policy.stored, kind))), policy.metadata, rivers=policy.rivers
    )


def row_arrays(policy: SpotPolicy, precision: str) -> dict[str, npt.NDArray[Any] | Parts]:
    """The arrays of a file: the rows, in parts, and the values of streets that are left out, if they are known."""
    rows, kind = policy.stored, row_type(policy, precision)
    arrays: dict[str, npt.NDArray[Any] | Parts] = {"rows": Parts(kind, len(rows), convert_rows(rows, kind))}
    for name, values in (("river_values", policy.river_values), ("turn_values", policy.turn_values)):
        if values is not None:
            arrays[name] = values.by_hand
    return arrays


def convert_rows(rows: npt.NDArray[Any] | StoredArray, kind: np.dtype[Any]) -> Iterator[npt.NDArray[Any]]:
    """The rows in this type, in parts."""
    for part in parts_of(rows):
        yield (np.rint(part * np.float32(UNITS)) if part.dtype != kind else part).astype(kind, copy=False)


def read_river_values(file: StoredFile, form: StreetTree) -> RiverValues | None:
    """The values of rivers that are left out; None if the file has none. ValueError if they are damaged."""
    by_hand = read_floats(file, "river_values", count_values(form))
    return None if by_hand is None else values_from_file(form, by_hand, file.header.get("river_values"))


def read_turn_values(file: StoredFile, form: StreetTree) -> TurnValues | None:
    """The values of turns in a file; None if it has none. ValueError if they are damaged."""
    count = len(form.boards[1]) * len(turn_lines(form)) * sum(len(own) for own in form.hands)
    by_hand = read_floats(file, "turn_values", count)
    if by_hand is None:
        return None
    if not np.isfinite(by_hand).all():
        raise ValueError("turn_values: some are not finite")
    return TurnValues(form, by_hand)


def read_floats(file: StoredFile, name: str, count: int) -> Floats32 | None:
    """float32 [count]: an array of the file; None if there is none."""
    return file.array(name, (np.float32,), (count,)) if name in file.arrays else None
