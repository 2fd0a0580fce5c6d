"""``/api/saved``: ranges and spots with names: kept, replaced, given to others, refused; and the range at a node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.cards import Range, parse_range
from pokerzoo.envs.poker.cards import COMBO_NAMES
from pokerzoo.evaluation import SpotReport
from pokerzoo.web.library import Library
from pokerzoo_testing.served import error_of, json_of, served

NEW = {
    "ranges": [{"name": "3-bet", "text": "QQ+ 0.5, AKs@25", "group": "Button"}, {"name": "all", "text": "100%"}],
    "spots": [{"name": "Dry flop", "query": "board=Ks7d2c&pot=55"}],
}


def test_saved_things_are_there_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as (client, _):
        assert json_of(client.get("/api/saved")) == {"ranges": [], "spots": []}
        found = json_of(client.post("/api/saved", json=NEW))
        assert [(one["group"], one["name"]) for one in found["ranges"]] == [("", "all"), ("Button", "3-bet")]
        replaced = {"ranges": [{"name": "all", "text": "22+"}]}
        assert json_of(client.post("/api/saved", json=replaced))["ranges"][0]["text"] == "22+"
    with served(tmp_path) as (client, _):
        exported = client.get("/api/saved/file")
        assert "attachment" in exported.headers["content-disposition"]
        json_of(client.delete("/api/saved/ranges", params={"name": "3-bet", "group": "Button"}))
        json_of(client.delete("/api/saved/spots", params={"name": "Dry flop"}))
        assert len(json_of(client.get("/api/saved"))["ranges"]) == 1
        again = json_of(client.post("/api/saved", json=exported.json()))  # the file as it is
        assert again == exported.json() and again["spots"] == [{"group": "", **NEW["spots"][0]}]
        error_of(client.delete("/api/saved/ranges", params={"name": "nothing"}), 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"ranges": [{"name": "a", "text": "AA"}, {"name": "b", "text": "KKx"}]}, "ranges.1.text"),
        ({"ranges": [{"name": " ", "text": "AA"}]}, "ranges.0.name"),
        ({"spots": [{"name": "a"}]}, "spots.0.query"),
        ({"other": []}, "other"),
    ],
)
def test_what_cannot_be_read_is_not_saved(tmp_path: Path, body: Any, field: str) -> None:
    with served(tmp_path) as (client, _):
        assert error_of(client.post("/api/saved", json=body))["field"] == field
        assert json_of(client.get("/api/saved"))["ranges"] == []


@pytest.mark.long
def test_large_ranges_are_exported_and_imported_and_no_more_are_saved_than_that(tmp_path: Path) -> None:
    """A range with a weight for each combo has some 16,000 characters, and 1,325 commas."""
    text = str(Range(np.random.default_rng(0).random(1326).round(4)))
    many = [{"name": f"{place:03}", "text": text, "group": ""} for place in range(300)]
    with served(tmp_path) as (client, _):
        for first in range(0, 240, 120):
            json_of(client.post("/api/saved", json={"ranges": many[first : first + 120]}))
        file = client.get("/api/saved/file")
        assert len(file.content) > 240 * 15_000
        again = client.post("/api/saved", content=file.content, headers={"content-type": "application/json"})
        assert json_of(again) == file.json() and len(file.json()["ranges"]) == 240
        assert "at most 4,194,304 bytes" in error_of(client.post("/api/saved", json={"ranges": many[200:]}))["message"]
        assert len(json_of(client.get("/api/saved"))["ranges"]) == 240


def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "saved.json").write_text('{"ranges": 3}')
    with served(tmp_path) as (client, _):
        for answer in (client.get("/api/saved"), client.post("/api/saved", json=NEW)):
            assert error_of(answer)["message"].startswith("saved.json in the work folder has no ranges and spots")
    assert (tmp_path / "saved.json").read_text() == '{"ranges": 3}'


def test_a_node_tells_its_ranges_as_text(tmp_path: Path) -> None:
    """The text gives the weights back: the range at the start times how often the player takes each action on the way."""
    game = make_game("holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs,55:0.5", "JJ+,AQs"), pot=50, stack=100, bet_sizes="50%")
    policy = CFR(game).run(20).average_policy()
    policy.save(tmp_path / "river.npz")
    library = Library()
    library.open(tmp_path / "river.npz", id="river")
    node = SpotReport(game, policy).at("b25c")
    with served(tmp_path / "work", library) as (client, _):
        for player in (0, 1):
            found = json_of(client.get("/api/spots/river/range", params={"line": "b25c", "player": player}))
            weights = parse_range(found["text"]).weights
            numbers = [COMBO_NAMES.index(name) for name in node.hands]
            np.testing.assert_allclose(weights[numbers], np.nan_to_num(node.reach[player]), atol=5.1e-5)
            assert found["combos"] == pytest.approx(weights.sum()) and weights.sum() == pytest.approx(weights[numbers].sum())
            kings = [k for k, name in enumerate(node.hands) if name[0] == name[2] == "K"]
            mean = np.nan_to_num(node.reach[player])[kings].mean()
            by_class = parse_range(found["classes"]).weights[COMBO_NAMES.index("KsKh")]
            assert by_class == pytest.approx(mean, abs=1e-3)  # the board has no king: all six are left
        answer: httpx.Response = client.get("/api/spots/river/range", params={"line": "b26", "player": 0})
        assert error_of(answer)["field"] == "line"
