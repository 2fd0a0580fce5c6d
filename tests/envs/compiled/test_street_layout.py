"""Rows of one game are not taken for those of another: what moves a row changes the digest, what does not does not."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_layout import floats_before, layout_digest
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo_testing.small_games import TURN_SPOT


def turn(**changes: object) -> StreetTree:
    form = boards_of(make_game("holdem", **TURN_SPOT | changes))
    assert isinstance(form, StreetTree)
    return form


@pytest.fixture(scope="module")
def form() -> StreetTree:
    return turn()


def test_equal_games_have_one_digest(form: StreetTree) -> None:
    assert layout_digest(form) == layout_digest(turn()) and len(layout_digest(form)) == 64
    assert layout_digest(turn(rake_rate=0.05)) == layout_digest(form)  # rake moves no row


@pytest.mark.parametrize(
    "changes",
    [
        {"board": "QsJh2h8c"},
        {"ranges": ("22+", "22+,AKo")},
        {"ranges": ("22+,AKs", "22+")},
        {"bet_sizes": "50%,a"},
        {"raise_cap": 0},
        {"removed": ("xb20",)},
    ],
)
def test_other_rows_have_another(changes: dict[str, object], form: StreetTree) -> None:
    assert layout_digest(turn(**changes)) != layout_digest(form)


def test_the_streets_before_the_river_come_first(form: StreetTree) -> None:
    before = floats_before(form, -1)
    places = np.arange(form.num_floats, dtype=np.float32)
    table = form.infosets
    for history, on_river in (("", False), ("x", False), ("xb20", False), ("xx/2c|", True), ("xx/Kd|x", True)):
        public = table.find(history)
        assert public is not None
        entries = table.entries(public)
        assert np.all((form.read(places, public)[entries >= 0] >= before) == on_river)
