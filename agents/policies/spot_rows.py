"""Rows of a spot's policy: their form, their length, and parts of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_layout import floats_before
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.support.stored_array import PART, StoredArray


def checked_form(game: Game) -> StreetTree:
    """The game by stages and boards; ValueError if it has no such form."""
    form = boards_of(game)
    if form is None:
        raise ValueError(f"{short_name(game)} is not walked board by board: its policies are a TabularPolicy")
    return form


def rows_needed(form: StreetTree, streets: int) -> int:
    """The length of rows that lack the last ``streets``; ValueError where there are not so many that can be left out."""
    if streets == 0:
        return form.num_floats
    if not isinstance(form.game, HoldemGame):
        raise ValueError(f"streets={streets!r}: must be 0, since {short_name(form.game)} is no hold'em spot")
    check_int("streets", streets, 0, len(form.boards) - 1)
    return floats_before(form, len(form.boards) - streets)


def parts_of(rows: npt.NDArray[Any] | StoredArray) -> Iterator[npt.NDArray[Any]]:
    """Rows in parts of which copies take little memory."""
    if isinstance(rows, StoredArray):
        yield from rows.parts()
    else:
        for start in range(0, len(rows), PART):
            yield rows[start : start + PART]
