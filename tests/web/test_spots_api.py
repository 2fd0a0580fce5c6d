"""The API of the set-up: fields read one by one, ranges both ways, sizes as the command line has them, the betting tree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi", exc_type=ImportError)
pytest.importorskip("uvicorn", exc_type=ImportError)
pytest.importorskip("httpx", exc_type=ImportError)

import httpx

from pokerzoo.cli.spot import make_spot
from pokerzoo.envs.games.spot_presets import PRESETS
from pokerzoo.envs.poker.cards import CLASS_NAMES, NUM_COMBOS
from pokerzoo.envs.poker.ranges import HANDS, parse_range
from pokerzoo_testing.command_line import Printed
from pokerzoo_testing.served import served

RIVER: dict[str, Any] = {"board": "QsJh2h8d3c", "ranges": ["QQ+,AK", "JJ+,AKs"], "pot": "50", "stack": "100"}
client = httpx.Client(timeout=60)


@pytest.fixture(scope="module", autouse=True)
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with served(tmp_path_factory.mktemp("work")) as (found, _), client:
        client.base_url = found.base_url
        yield


def check(**fields: Any) -> Any:
    answer = client.post("/api/spots/check", json=RIVER | fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def errors(**fields: Any) -> list[tuple[str, int | None]]:
    found = check(**fields)
    assert found["params"] is None and found["size"] is None
    return [(error["field"], error["position"]) for error in found["errors"]]


def convert(**asked: Any) -> Any:
    return client.post("/api/spots/range", json=asked)


def test_every_fault_is_found_with_its_place() -> None:
    bets = {"river": ["50%", "33%, 5"]}
    found = errors(board="QsJx", ranges=["QQ+ AKx", ""], pot="", stack="ten", bet_sizes=bets, raise_sizes="60%,2y")
    assert found == [
        ("board", 2), ("ranges.0", 4), ("ranges.1", 0), ("pot", 0), ("stack", 0), ("bet_sizes.river.1", 5), ("raise_sizes", 4),
    ]  # fmt: skip
    (error,) = check(ranges=["QQ+ AKx", "AA"])["errors"]
    assert error["message"].startswith("must be a hand (AA") and error["length"] == 3


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"board": "QsJh"}, "board", "has 2 cards, must have 3 or 4 or 5"),
        ({"pot": -5}, "pot", "must be a finite number from 1e-06 to 1e+12"),
        ({"ranges": ["QsJh", "AA"]}, "ranges.0", "the board Qs Jh 2h 8d 3c leaves no hand of it"),
        ({"rake_rate": "120%"}, "rake_rate", "must be a finite number from 0 to 1"),
        ({"rake_rate": "some"}, "rake_rate", "must be a number or a percentage, as 5%"),
        ({"bet_sizes": {"turn": "50%", "river": "a"}}, "bet_sizes.turn", "the turn is over on a board of 5 cards"),
        ({"removed": ["b99"]}, "removed", "no 'b99' at the start; allowed: x, b25"),
        ({"max_nodes": 3}, "max_nodes", "the betting tree has more public states; give fewer sizes or a raise_cap"),
    ],
)  # fmt: skip
def test_faults_that_the_game_finds(fields: dict[str, Any], field: str, message: str) -> None:
    (error,) = check(**fields)["errors"]
    assert error["field"] == field and error["message"].startswith(message)


def test_percent_of_rake_and_empty_fields() -> None:
    params = check(rake_rate="5%", rake_cap="", raise_cap="", chip="0.5")["params"]
    assert (params["rake_rate"], params["rake_cap"], params["raise_cap"], params["chip"]) == (0.05, None, None, 0.5)
    assert check(rake_rate="0.5e1%")["params"]["rake_rate"] == 0.05


def test_unknown_fields_are_refused() -> None:
    answer = client.post("/api/spots/check", json=RIVER | {"bets": "50%"})
    assert answer.status_code == 422 and "bets" in answer.json()["error"]["field"]


@pytest.mark.parametrize("preset", ["seed", "full", "3-bet"])
def test_sizes_are_those_of_the_command_line(
    preset: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Printed(capsys, monkeypatch).json("tree", "--preset", preset)
    found = check(**json.loads(json.dumps(make_spot(PRESETS[preset][1]).params)))
    assert found["errors"] == [] and found["params"] == told["parameters"]
    nodes = {key: told[key] for key in ("action_nodes", "terminal_nodes")}
    assert found["size"] == nodes | told["solving"]


def test_what_does_not_fit_is_refused_with_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {"board": "Td9d6h", "ranges": ["22+,AK", "22+,AK"], "bet_sizes": "50%", "raise_sizes": "a"}
    assert check(**fields)["refusal"] is None
    monkeypatch.setattr("pokerzoo.envs.support.memory.free_memory", lambda: 2**20)
    monkeypatch.setattr("pokerzoo.envs.support.memory.UNCHECKED", 2**20)
    refusal = check(**fields)["refusal"]
    assert refusal.startswith("it needs about 0.0") and "what makes it smaller: fewer bet sizes, a raise_cap" in refusal


weights_of_classes = st.dictionaries(
    st.sampled_from(CLASS_NAMES), st.sampled_from([0.25, 0.5, 1.0, 0.333]) | st.floats(0.001, 1.0), min_size=1, max_size=60
)


@settings(max_examples=8, deadline=None)
@given(weights_of_classes, st.dictionaries(st.integers(0, NUM_COMBOS - 1), st.floats(0.001, 1.0), max_size=5))
def test_text_and_grid_both_ways(classes: dict[str, float], combos: dict[int, float]) -> None:
    weights = np.zeros(NUM_COMBOS)
    for name, weight in classes.items():
        weights[HANDS[name]] = weight
    by_class = convert(classes=classes).json()
    assert by_class["weights"] == weights.tolist()
    for combo, weight in combos.items():
        weights[combo] = weight
    there = convert(weights=weights.tolist()).json()
    back = convert(text=there["text"]).json()
    assert back == there and back["weights"] == weights.tolist()
    assert back["combos"] == pytest.approx(weights.sum())
    for number, name in list(enumerate(CLASS_NAMES))[::13]:
        assert back["classes"][number] == pytest.approx(weights[HANDS[name]].mean())


def test_ranges_that_cannot_be_read() -> None:
    fault = convert(text="QQ+ AKx").json()["fault"]  # no error: it is what comes while somebody types
    assert (fault["field"], fault["position"], fault["length"]) == ("text", 4, 3)
    assert convert(text=" ").json()["combos"] == 0 and convert(weights=[0] * NUM_COMBOS).json()["text"] == ""
    for asked in ({}, {"text": "AA", "top": 5}, {"weights": [1.0]}, {"weights": [2.0] * NUM_COMBOS}, {"classes": {"AKx": 1}}):
        assert convert(**asked).status_code == 422, asked
    assert convert(top=0).status_code == 422


def test_presets_can_be_read() -> None:
    found = client.get("/api/spots/presets").json()
    assert {spot["name"] for spot in found["spots"]} == set(PRESETS)
    for one in found["ranges"]:
        assert parse_range(one["text"]).num_combos > 0


def test_the_tree_of_a_street_and_of_the_next() -> None:
    fields = {"board": "QsJh2h8d", "ranges": ["QQ+", "QQ+"], "pot": 50, "stack": 100, "bet_sizes": "50%", "raise_sizes": "a"}
    first = client.post("/api/spots/tree", json=fields).json()
    assert (first["street"], first["line"], first["more"]) == ("turn", "", False)
    root = first["nodes"][0]
    assert (root["player"], root["pot"], root["left"], root["depth"]) == (0, 50, 100, 0)
    assert [action["name"] for action in root["actions"]] == ["check", "bet 25"]
    bet = next(node for node in first["nodes"] if node["line"] == "b25")
    fold, call, all_in = bet["actions"]
    assert (fold["end"], call["next_street"], call["line"]) == ("fold", True, "b25c/")
    # a raise to 100 after a bet of 25 into 50: 75 more, into 100 after the call
    assert (all_in["all_in"], all_in["pot_percent"], all_in["bare"]) == (True, 75, "b25r100")
    river = client.post("/api/spots/tree", params={"line": "b25c/"}, json=fields).json()
    assert (river["street"], river["nodes"][0]["pot"], river["nodes"][0]["line"]) == ("river", 100, "b25c/")
    lines = {node["line"] for node in first["nodes"]}
    assert lines == {"", "x", "xb25", "xb25r100", "b25", "b25r100"}
    fewer = client.post("/api/spots/tree", json=fields | {"removed": ["b25r100"]}).json()
    assert {node["line"] for node in fewer["nodes"]} == lines - {"b25r100"}


@pytest.mark.parametrize("line", ["b26", "b25f", "xz", "b25c/x/x/x"])
def test_lines_that_are_not_there(line: str) -> None:
    assert client.post("/api/spots/tree", params={"line": line}, json=RIVER).status_code == 404


def test_a_tree_of_fields_with_faults_says_which() -> None:
    answer = client.post("/api/spots/tree", json=RIVER | {"bet_sizes": "5"})
    assert answer.status_code == 422 and answer.json()["error"]["field"] == "bet_sizes"


def test_large_trees_are_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.web.betting_tree.MOST_NODES", 3)
    found = client.post("/api/spots/tree", json=RIVER).json()
    assert len(found["nodes"]) == 3 and found["more"]
