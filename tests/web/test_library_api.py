"""``/api/policies``: what a list of policies says of each."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.game_facts import pot_before
from pokerzoo.evaluation.spots.measured import grade_of
from pokerzoo.web.library import Library
from pokerzoo_testing.served import json_of, served, task_when

SAVED = 1_795_773_600.0  # 27 Nov 2026, 10:00 UTC


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Answer of ``/api/policies``, by title; ``"again"`` after the spot has been measured."""
    folder, library = tmp_path_factory.mktemp("library"), Library()
    spot = make_game("holdem", board="AsKsQs2h3d", ranges=("AA,KK:0.5", "JTs"), pot=10, stack=20, bet_sizes="50%,a")
    for title, game in {"Kuhn": make_game("kuhn", num_players=3), "spot": spot}.items():
        TabularPolicy.uniform(game).save(folder / f"{title}.npz")
        os.utime(folder / f"{title}.npz", (SAVED, SAVED))
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


def test_the_moment_is_that_of_the_file(listed: dict[str, Any]) -> None:
    assert listed["spot"]["saved"] == SAVED


def test_what_was_measured_is_told_from_then_on(listed: dict[str, Any]) -> None:
    assert listed["spot"]["measured"] is None
    assert listed["again"]["measured"]["exploitability_pot_percent"] > 1


def test_what_a_solve_knows_is_told_without_measuring_again(tmp_path: Path) -> None:
    """Also after a restart; it is what best responses to the policy gain."""
    spot = {"board": "AsKsQs2h3d", "ranges": ["AA,KK:0.5", "JTs,QQ"], "pot": 10, "stack": 20, "bet_sizes": "50%,a"}
    with served(tmp_path / "work") as (client, _):
        asked = {"game": "holdem", "params": spot, "iterations": 3}
        solve = json_of(client.post("/api/tasks", json=asked), 201)["id"]
        task_when(client, solve)
        known = json_of(client.get(f"/api/policies/{solve}"))["measured"]
        assert (known["source"], known["iterations"], known["players"], known["grade"]) == ("solve", 3, None, "far")
        assert abs(known["when"] - time.time()) < 60
        measured = json_of(client.get(f"/api/policies/{solve}/measure"))
        assert measured["source"] == "measure"
        assert measured["exploitability"] == pytest.approx(known["exploitability"], rel=1e-4)
    with served(tmp_path / "work") as (client, _):
        again = json_of(client.get(f"/api/policies/{solve}"))["measured"]
        assert {**again, "when": 0} == {**known, "when": 0}


@pytest.mark.parametrize(("pot", "grade"), [(200, "good"), (40, "rough"), (9, "far")])
def test_grades_by_the_pot(pot: float, grade: str) -> None:
    """One chip is half a percent of a pot of 200, 2.5% of 40, 11% of 9."""
    game = make_game("holdem", board="AsKsQs2h3d", ranges=("AA", "JTs"), pot=pot, stack=20, bet_sizes="50%")
    assert grade_of(game, 1.0) == grade


def test_grades_count_antes_and_blinds_where_the_game_has_no_pot() -> None:
    assert pot_before(make_game("kuhn")) == 2 and pot_before(make_game("preflop_holdem", stack=20)) == 1.5
    assert grade_of(make_game("rps"), 1.0) == "unknown"
