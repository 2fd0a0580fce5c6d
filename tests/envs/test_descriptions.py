"""Descriptions of games' parameters, of which options and forms are made."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import list_games, make_game
from pokerzoo.envs.descriptions import describe_game, describe_parameters
from pokerzoo.envs.registry import MAKERS


@pytest.mark.parametrize("name", list_games())
def test_every_parameter_can_be_shown(name: str) -> None:
    result = describe_game(name).parameters
    assert len({one.flag for one in result}) == len(result)
    for one in result:
        assert one.label and one.hint and one.about, one.name
        assert one.kind != "choice" or one.default in one.choices
    assert make_game(name, **{one.name: one.default for one in result}) == make_game(name)


def test_kinds_come_from_types_and_from_the_words_beside_the_maker() -> None:
    result = {one.name: one for one in describe_parameters("texas_holdem")}
    assert [*result["limit"].choices] == ["no-limit", "pot-limit", "fixed-limit"]
    assert (result["rake_rate"].kind, result["num_players"].kind, result["short_stacks"].kind) == (
        "percent",
        "integer",
        "switch",
    )
    assert result["raise_cap"].optional and not result["chip"].optional
    assert {one.name: one.label for one in describe_parameters("holdem")}["stack"] == "Stack behind"


def test_a_game_of_your_own_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def maker(num_cards: int = 3, loud=None) -> Any:  # type: ignore[no-untyped-def]
        return make_game("kuhn", num_cards=num_cards)

    monkeypatch.setattr("pokerzoo.envs.registry.MAKERS", MAKERS | {"tiny": maker})
    result = describe_parameters("tiny")
    assert [(one.name, one.kind, one.label) for one in result] == [("num_cards", "integer", "Cards"), ("loud", "json", "Loud")]
