"""Parsers say where a string is wrong as data, too: what an editor underlines."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.sizes import parse_sizes
from pokerzoo.envs.poker.cards import parse_board, parse_cards
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.support.errors import ParameterError


def bets(text: str) -> object:
    return parse_sizes(text, "bet")


@pytest.mark.parametrize(
    ("parse", "text", "field", "position", "length"),
    [
        (parse_range, "AA, AKx, KK", "range", 4, 3),
        (parse_range, "QQ:1.5", "range", 3, 3),
        (parse_range, "AK, A5s - A2o", "range", 4, 9),
        (parse_range, "KK 0.5(AA", "range", 3, 6),
        (parse_range, " ,", "range", None, 0),
        (parse_cards, "Qs Jx 2h", "cards", 3, 2),
        (parse_cards, "QsJhQs", "cards", 4, 2),
        (parse_board, "QsJh", "board", None, 0),
        (bets, "33%, 50", "bet_sizes", 5, 2),
        (bets, "33%, 2x", "bet_sizes", 5, 2),
    ],
)
def test_the_place_of_a_fault(parse: Callable[[str], object], text: str, field: str, position: int | None, length: int) -> None:
    with pytest.raises(ParameterError) as caught:
        parse(text)
    error = caught.value
    assert (error.parameter, error.position, error.length) == (field, position, length)
    assert str(error).startswith(f"{field}={text!r}: ") and str(error).endswith(f": {error.problem}")
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(twin), vars(twin)) == (str(error), vars(error))


def test_the_field_is_the_parameter_of_the_game() -> None:
    with pytest.raises(ParameterError) as caught:
        make_game("holdem", board="QsJh2h8d", bet_sizes={"turn": "50%", "river": ("50%", "a 7")})
    assert (caught.value.parameter, caught.value.position) == ("bet_sizes['river'][1]", 2)
    with pytest.raises(ParameterError) as caught:
        make_game("holdem", ranges=("QQ+", "QQ+ AKx"))
    assert (caught.value.parameter, caught.value.position) == ("ranges[1]", 4)
