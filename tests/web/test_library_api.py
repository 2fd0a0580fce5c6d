"""``/api/policies``: what a list of policies says of each."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.web.library import Library
from pokerzoo_testing.served import json_of, served


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Answer of ``/api/policies``, by title; ``"again"`` after the spot has been measured."""
    folder, library = tmp_path_factory.mktemp("library"), Library()
    spot = make_game("holdem", board="AsKsQs2h3d", ranges=("AA,KK:0.5", "JTs"), pot=10, stack=20, bet_sizes="50%,a")
    for title, game in {"Kuhn": make_game("kuhn", num_players=3), "spot": spot}.items():
        TabularPolicy.uniform(game).save(folder / f"{title}.npz")
        library.open(folder / f"{title}.npz")
    with served(folder / "work", library) as (client, _):
        found = {one["title"]: one for one in json_of(client.get("/api/policies"))}
        json_of(client.get(f"/api/policies/{found['spot']['id']}/measure"))
        found["again"] = json_of(client.get(f"/api/policies/{found['spot']['id']}"))
    return found


def test_a_game_in_words(listed: dict[str, Any]) -> None:
    summary = listed["Kuhn"]["summary"]
    assert (summary["name"], summary["players"], summary["board"], summary["ranges"]) == ("Kuhn poker", 3, [], [])
    assert summary["infosets"] == 4 * (4 + 4 + 4)  # 4 cards; each player acts after 4 histories of the betting
    assert listed["Kuhn"]["kind"] == "game"


def test_a_spot_in_words(listed: dict[str, Any]) -> None:
    summary = listed["spot"]["summary"]
    assert (summary["name"], summary["pot"], summary["stack"], summary["bet_sizes"]) == ("River", 10, 20, "50%,a")
    assert summary["board"] == ["As", "Ks", "Qs", "2h", "3d"]
    first, second = summary["ranges"]
    assert (first["text"], first["combos"]) == ("AA,KK:0.5", 3 + 1.5)  # one ace and one king are on the board
    assert {at: share for at, share in enumerate(first["grid"]) if share} == {0: 1.0, 14: 0.5}  # AA, KK on the diagonal
    assert {at: share for at, share in enumerate(second["grid"]) if share} == {3 * 13 + 4: 1.0}  # JTs: row J, column T
    assert second["combos"] == 4


def test_what_was_measured_is_told_from_then_on(listed: dict[str, Any]) -> None:
    assert listed["spot"]["measured"] is None
    assert listed["again"]["measured"]["exploitability_pot_percent"] > 1
