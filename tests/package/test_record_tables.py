"""Records as JSON, and the tables of their keys that ``docs/record_tables.py`` makes of their field docs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from typing_extensions import TypeAliasType

from pokerzoo.envs.support.records import INTERNAL, Record, array_item, json_key, plain_value, to_json

pytestmark = pytest.mark.check


@dataclass
class Part(Record):
    """A part.

    Attributes:
        size: how large,
            in chips.
    """

    size: float | None


@dataclass
class Whole(Record):
    """A whole.

    Attributes:
        parts: its parts.
        numbers: [2, 2] numbers; NaN where there is none.
    """

    parts: list[Part]
    numbers: np.ndarray
    hidden: object = field(default=None, metadata=INTERNAL)

    @property
    @json_key
    def total(self) -> int:
        """Number of parts."""
        return len(self.parts)


def test_types_of_arrays_are_known_behind_an_alias() -> None:
    """numpy 2.5 writes ``NDArray`` so; the explorer did not start with it."""
    number = TypeVar("number", bound=np.generic)
    arrays = TypeAliasType("arrays", np.ndarray[tuple[Any, ...], np.dtype[number]], type_params=(number,))
    assert array_item(arrays[np.float64]) is array_item(npt.NDArray[np.float64]) is np.float64
    assert array_item(list[float]) is array_item(int) is None


def test_a_record_as_json() -> None:
    whole = Whole([Part(1.5), Part(None)], np.array([[1 / 3, np.nan], [0.0, -np.inf]]), hidden=object())
    expected = {"parts": [{"size": 1.5}, {"size": None}], "numbers": [[1 / 3, None], [0.0, None]], "total": 2}
    assert json.loads(to_json(whole)) == whole.to_dict() == expected
    assert json.loads(to_json(whole, 2))["numbers"][0] == [0.33, None]
    assert json.loads(to_json({"at": [Part(float("nan"))]})) == {"at": [{"size": None}]}
    assert plain_value((np.float64(2.0), np.int8(3), float("inf"))) == [2.0, 3, None]
