"""``pokerzoo show --infoset`` in games with too many infosets to list: a key is found without making them."""

from __future__ import annotations

import pytest

from pokerzoo.cli.show import select_infosets
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.poker.infosets import infosets_from, known_number


@pytest.fixture(scope="module")
def royal() -> Game:
    return make_game("fhp", deck="royal", raise_cap=1)


@pytest.mark.parametrize("start", ["", "As", "AsKd", "AsKd|", "AsKd|c", "AsKd|cx", "TdTc|cxb"])
def test_numbers_are_those_of_the_list(royal: Game, start: str) -> None:
    assert known_number(royal, start) == sum(1 for _ in infosets_from(royal, start))


def test_numbers_that_do_not_follow(royal: Game) -> None:
    """With cards in the key, in a range and in a deck with copies the list itself is counted."""
    spot = make_game("holdem", board="QsJh2h8d", ranges=("QQ+", "AK"))
    assert known_number(royal, "AsKd|cx/QsJhTd|") == known_number(spot, "") == known_number(make_game("leduc"), "K") == 0


def test_the_list_has_the_infosets_of_the_table(royal: Game) -> None:
    spot = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AKs:0.5", "JJ+,AK"), bet_sizes="a")
    for game in (make_game("kuhn"), make_game("leduc"), spot):
        assert list(infosets_from(game, "")) == list(game.infosets)
    keys = {row.key.removeprefix("AsKd|cx/QsJhTd|") for row in infosets_from(royal, "AsKd|cx/QsJhTd|")}
    assert keys == {"", "xb", "b", "x"}


def test_a_key_alone_where_too_many_start_so(royal: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.cli.show.MOST_ROWS", 100)
    monkeypatch.setattr("pokerzoo.envs.poker.infosets.infosets_from", lambda *_: pytest.fail("a list was made"))
    assert [row.key for row in select_infosets(royal, "AsKd|", None)] == ["AsKd|"]
    assert [row.player for row in select_infosets(royal, "AsKd|c", 0)] == [0]
    with pytest.raises(ValueError, match="more than 100 infosets"):
        select_infosets(royal, "As", None)
