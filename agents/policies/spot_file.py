"""Rows of a ``SpotPolicy`` in a file: one plain array, stored so that parts of it are read where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.support.store import StoredFile
from pokerzoo.envs.support.stored_array import StoredArray

from .later_values import LaterValues, count_values, values_from_file
from .spot_policy import UNITS, SpotPolicy
from .spot_rows import parts_of, rows_needed

ROW_TYPES = {"full": np.float32, "single": np.float32, "half": np.uint16}
"""The type of the stored numbers by precision."""


def row_type(policy: SpotPolicy, precision: str) -> np.dtype[Any]:
    """The type of stored rows: no more bits than they have, and no fewer with values of rivers, which hold for these bits."""
    if policy.streets == 1 and policy.later_values is not None:
        return policy.stored.dtype
    return np.dtype(np.uint16 if policy.stored.dtype == np.uint16 else ROW_TYPES[precision])


def first_streets(policy: SpotPolicy, precision: str = "full") -> tuple[npt.NDArray[Any], LaterValues]:
    """The rows before the river of a policy that holds all streets, in a precision, and what its rivers are worth then."""
    kind = row_type(policy, precision)
    if kind != policy.stored.dtype:
        policy = SpotPolicy(policy.game, np.concatenate(list(convert_rows(policy.stored, kind))))
    values = LaterValues.of_rivers(policy.form, policy.single_rows())
    return policy.stored[: rows_needed(policy.form, 1)].copy(), values


def convert_rows(rows: npt.NDArray[Any] | StoredArray, kind: np.dtype[Any]) -> Iterator[npt.NDArray[Any]]:
    """The rows in this type, in parts."""
    for part in parts_of(rows):
        yield (np.rint(part * np.float32(UNITS)) if part.dtype != kind else part).astype(kind, copy=False)


def read_later_values(file: StoredFile, form: StreetTree, streets: int) -> LaterValues | None:
    """The values of streets that are left out; None if the file has none. ValueError if they are damaged."""
    if "later_values" not in file.arrays:
        return None
    by_hand = file.array("later_values", (np.float32,), (count_values(form, streets),))
    return values_from_file(form, streets, by_hand, file.header.get("later_values"))
