"""Rows of a spot's policy: which streets they hold, and their length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_layout import floats_before
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.support.parameters import check_choice
from pokerzoo.envs.support.stored_array import PART, StoredArray

from .policy import KeptRivers


def checked_form(game: Game) -> StreetTree:
    """The game by stages and boards; ValueError if it has no such form."""
    form = boards_of(game)
    if form is None:
        raise ValueError(f"{short_name(game)} is not walked board by board: its policies are a TabularPolicy")
    return form


def streets_held(form: StreetTree, rivers: KeptRivers) -> int:
    """The number of streets that rows hold; those after them are solved when they are asked for."""
    stages = len(form.boards)
    return {"all": stages, "solve": stages - 1, "solve_turns": 1}[rivers]


def rows_needed(form: StreetTree, rivers: str) -> int:
    """The length of rows that hold all streets, all but the river, or the flop; ValueError where there is no such choice."""
    check_choice("rivers", rivers, get_args(KeptRivers))
    if rivers == "all":
        return form.num_floats
    if not isinstance(form.game, HoldemGame):
        raise ValueError(f"{short_name(form.game)} is no hold'em spot, whose rivers could be solved alone: must be 'all'")
    if rivers == "solve_turns" and len(form.boards) != 3:
        raise ValueError(f"{short_name(form.game)} has no turns to come that could be solved alone: must be 'all' or 'solve'")
    return floats_before(form, streets_held(form, rivers))  # type: ignore[arg-type]  # checked


def parts_of(rows: npt.NDArray[Any] | StoredArray) -> Iterator[npt.NDArray[Any]]:
    """Rows in parts of which copies take little memory."""
    if isinstance(rows, StoredArray):
        yield from rows.parts()
    else:
        for start in range(0, len(rows), PART):
            yield rows[start : start + PART]
