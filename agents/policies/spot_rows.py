"""Rows of a spot's policy: their form, length and parts, and rows derived from rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.arrays import LANES
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_layout import floats_before
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.support.stored_array import PART, StoredArray

BLOCKS = 4096
"""Blocks of sixteen lanes that are purified at once: copies of them in double precision take little memory."""


def checked_form(game: Game) -> StreetTree:
    """The game by stages and boards; ValueError if it has no such form."""
    form = boards_of(game)
    if form is None:
        raise InputError(f"{short_name(game)} is not walked board by board: its policies are a TabularPolicy")
    return form


def rows_needed(form: StreetTree, streets: int) -> int:
    """The length of rows without the last ``streets``; ValueError if so many cannot be left out."""
    if streets == 0:
        return form.num_floats
    if not isinstance(form.game, HoldemGame):
        raise ParameterError("streets", streets, f"must be 0, since {short_name(form.game)} is no hold'em spot")
    check_int("streets", streets, 0, len(form.boards) - 1)
    return floats_before(form, len(form.boards) - streets)


def parts_of(rows: npt.NDArray[Any] | StoredArray) -> Iterator[npt.NDArray[Any]]:
    """Rows in parts of which copies take little memory."""
    if isinstance(rows, StoredArray):
        yield from rows.parts()
    else:
        for start in range(0, len(rows), PART):
            yield rows[start : start + PART]


def copy_players(form: StreetTree, source: Floats32, target: Floats32, players: Sequence[int]) -> None:
    """Copy some players' part of all rows."""
    for player in players:
        for part in form.rows_of(player):
            target[part] = source[part]


def purified_rows(form: StreetTree, rows: Floats32, threshold: float) -> Floats32:
    """Make rows without actions below a probability; the likeliest action stays."""
    (purified,) = form.new_rows()
    for player in range(2):
        for stage, part in enumerate(form.rows_of(player)):
            wide = int(form.plan.stages["sequences"][stage, player])
            before, after = (of.reshape(-1, wide, LANES) for of in (rows[part], purified[part]))  # [blocks, sequences, 16]
            firsts = form.plan.points_of(stage, player)["first"].tolist()
            for point, first in zip(form.points[stage][player], firsts, strict=True):
                actions = slice(first, first + len(form.infosets.points[point].line.moves))
                for start in range(0, len(before), BLOCKS):
                    blocks = slice(start, start + BLOCKS)
                    after[blocks, actions] = likely(before[blocks, actions].astype(np.float64), threshold)
    return purified


def likely(shares: Floats, threshold: float) -> Floats:
    """Probabilities [blocks, actions, 16] of what shares give at least the threshold, and of the first of the likeliest."""
    total = shares.sum(axis=1, keepdims=True)
    shares /= np.where(total > 0.0, total, 1.0)  # a lane may have no hand
    keep = shares >= threshold
    np.put_along_axis(keep, shares.argmax(axis=1)[:, None], True, axis=1)
    kept = np.where(keep, shares, 0.0)
    total = kept.sum(axis=1, keepdims=True)
    return np.asarray(kept / np.where(total > 0.0, total, 1.0))
