"""The API of the set-up: parameters read one by one as they are typed, their size, the betting tree, ranges both ways."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from pokerzoo.envs import make_game
from pokerzoo.envs.games.spot_presets import PRESETS
from pokerzoo.envs.poker.cards import CLASS_NAMES, NUM_COMBOS
from pokerzoo.envs.poker.ranges import HANDS, parse_range
from pokerzoo_testing.command_line import Printed
from pokerzoo_testing.served import error_of, json_of

RIVER: dict[str, Any] = {"board": "QsJh2h8d3c", "ranges": ["QQ+,AK", "JJ+,AKs"], "pot": "50", "stack": "100"}


@pytest.fixture
def check(client: Any) -> Any:
    """The answer about a game's parameters, by default about a river's."""

    def asked(game: str = "holdem", **params: Any) -> Any:
        known = RIVER if game == "holdem" else {}
        return json_of(client.post(f"/api/games/{game}/check", json={"params": known | params}))

    return asked


def test_every_fault_is_found_with_its_place(check: Any) -> None:
    bets = {"river": ["50%", "33%, 5"]}
    found = check(board="QsJx", ranges=["QQ+ AKx", ""], stack="ten", bet_sizes=bets, raise_sizes="60%,2y")
    assert found["params"] is None and found["size"] is None and found["ranges"] == [None, None]
    places = {(one["field"], one["position"]) for one in found["faults"]}
    assert places == {
        ("board", 2), ("ranges.0", 4), ("ranges.1", None), ("stack", None), ("bet_sizes.river.1", 5), ("raise_sizes", 4),
    }  # fmt: skip
    (fault,) = check(ranges=["QQ+ AKx", "AA"])["faults"]
    assert fault["message"].startswith("must be a hand (AA") and fault["length"] == 3


@pytest.mark.parametrize(
    ("params", "field", "message"),
    [
        ({"board": "QsJh"}, "board", "has 2 cards, must have 3 or 4 or 5"),
        ({"pot": -5}, "pot", "must be a finite number from 1e-06 to 1e+12"),
        ({"ranges": ["QsJh", "AA"]}, "ranges.0", "the board Qs Jh 2h 8d 3c leaves no hand of it"),
        ({"rake_rate": "120%"}, "rake_rate", "must be a finite number from 0 to 1"),
        ({"rake_rate": "some"}, "rake_rate", "must be a number or a percentage, as 5%"),
        ({"bet_sizes": {"turn": "50%", "river": "a"}}, "bet_sizes.turn", "the turn is over on a board of 5 cards"),
        ({"removed": ["b99"]}, "removed", "no 'b99' at the start; allowed: x, b25"),
        ({"max_nodes": 3}, "max_nodes", "the betting tree has more public states; give fewer sizes or a raise_cap"),
        ({"max_nodes": 10**6}, "max_nodes", "the explorer makes trees of at most 300,000 public states"),
        ({"bets": "50%"}, "bets", "no such parameter; allowed: board"),
        ({"ranges": ["AA", "KK", "QQ"]}, "ranges", "a spot for three players"),
        ({"ranges": ["AA", "AA " * 40_000]}, "ranges", "must have at most 100,000 characters"),
    ],
)  # fmt: skip
def test_faults_that_the_game_finds(check: Any, params: dict[str, Any], field: str, message: str) -> None:
    (fault,) = check(**params)["faults"]
    assert fault["field"] == field and fault["message"].startswith(message)


@pytest.mark.parametrize(
    ("game", "params", "field", "message"),
    [
        ("preflop_holdem", {"blinds": "1"}, "blinds", "must be two numbers of chips, the small and the big blind"),
        ("preflop_holdem", {"blinds": "2/1"}, "blinds", "must be the small and the big blind"),
        ("preflop_holdem", {"stack": "1"}, "stack", "must be more than the 1 that the player posts"),
        ("preflop_holdem", {"stack": "much"}, "stack", "must be a number"),
        ("preflop_holdem", {"last_street": "prefop"}, "last_street", "did you mean 'preflop'?"),
        ("preflop_holdem", {"showdown": "at_once"}, "showdown", "there are no public cards yet"),
        ("preflop_holdem", {"raise_sizes": {"preflop": "2.5y"}}, "raise_sizes.preflop", "not a size"),
        ("preflop_holdem", {"last_street": "flop", "flops": "flops:2"}, "flops", "must be 'all' or 'flops:N'"),
        ("preflop_holdem", {"flops": "flops:25"}, "flops", "must be 'all' with last_street='preflop'"),
        ("fhp", {"stack": "20"}, "stack", "no such parameter; allowed: blinds, bet, raise_cap, deck"),
        ("fhp", {"deck": "short"}, "deck", "must be one of 'standard', 'royal'"),
        ("leduc", {"suit_isomorphism": "perhaps"}, "suit_isomorphism", "must be yes or no"),
        ("kuhn", {"num_cards": "3.5"}, "num_cards", "must be an integer from 3"),
    ],
)
def test_faults_of_other_games(check: Any, game: str, params: dict[str, Any], field: str, message: str) -> None:
    (fault,) = check(game, **params)["faults"]
    assert fault["field"] == field and message in fault["message"]


def test_some_flops_stand_for_all_and_what_is_too_large_is_refused(check: Any) -> None:
    few = check("fhp", flops="flops:25")
    assert few["params"]["flops"] == "flops:25" and few["size"]["distinct_boards"][-1] == 25
    assert check("fhp", deck="royal")["size"]["distinct_boards"][-1] == 95
    assert check("preflop_holdem", last_street="river", raise_cap="2")["refusal"].startswith("it needs about")


def test_texts_are_read_by_kind(check: Any) -> None:
    params = check(rake_rate="5%", rake_cap="", raise_cap="3", chip="0.5", pot=" 60 ")["params"]
    assert (params["rake_rate"], params["rake_cap"], params["raise_cap"], params["chip"]) == (0.05, None, 3, 0.5)
    assert check(pot=5, bet_sizes="33%")["warnings"] == ["bets are multiples of 1 and at least 1: 33% of 5 is 2 (40%)"]
    assert params["pot"] == 60 and check(rake_rate="0.5e1%")["params"]["rake_rate"] == 0.05
    flop = {"board": "QsJh2h", "bet_sizes": "flop: 33%; turn: 60%,a; river: a", "donk_sizes": {"turn": "none", "river": None}}
    params = check(**flop)["params"]
    assert params["bet_sizes"] == {"flop": "33%", "turn": "60%,a", "river": "a"}
    assert params["donk_sizes"] == {"turn": "", "river": None}
    hand = {"blinds": "1/2", "stack": "162", "last_street": "flop", "showdown": "at_once", "raise_cap": "2", "chip": "1"}
    sizes = {"bet_sizes": {"flop": "100%"}, "raise_sizes": {"preflop": "100%", "flop": ""}, "donk_sizes": {"flop": None}}
    found = check("preflop_holdem", **hand, **sizes)
    assert found["faults"] == [] and found["streets"] == ["preflop", "flop"] and found["refusal"] is None
    game = make_game("preflop_holdem", **{**found["params"], "blinds": (1, 2), "removed": ()})
    assert found["size"]["infosets"] == len(game.infosets) and found["size"]["distinct_boards"][-1] == 1755
    assert check("kuhn", num_cards="4")["size"]["infosets"] == 16
    assert check("leduc", suit_isomorphism="yes")["params"] == {"suit_isomorphism": True}


@pytest.mark.parametrize("preset", ["river", "full", "3-bet"])
def test_sizes_are_those_of_the_command_line(
    check: Any, preset: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Printed(capsys, monkeypatch).json("tree", "--preset", preset)
    found = check(**json.loads(json.dumps(make_game("holdem", **PRESETS[preset].params).params)))
    assert found["faults"] == [] and found["params"] == told["parameters"]
    assert found["size"] == told["solving"] | {"action_nodes": told["action_nodes"]}


def test_what_does_not_fit_is_refused_with_what_would_help(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    params = {"board": "Td9d6h", "ranges": ["22+,AK", "22+,AK"], "bet_sizes": "50%", "raise_sizes": "a"}
    assert check(**params)["refusal"] is None
    monkeypatch.setattr("pokerzoo.envs.support.memory.free_memory", lambda: 2**20)
    monkeypatch.setattr("pokerzoo.envs.support.memory.UNCHECKED", 2**20)
    refusal = check(**params)["refusal"]
    assert refusal.startswith("it needs about 0.0") and "what makes it smaller: fewer bet sizes, a raise_cap" in refusal


def test_presets_can_be_set_up(client: Any, check: Any) -> None:
    found = json_of(client.get("/api/presets"))
    assert found["games"] == json.loads(json.dumps([preset.to_dict() for preset in PRESETS.values()]))
    for one in found["games"]:
        assert check(one["game"], **one["params"])["faults"] == []
    for one in found["ranges"]:
        assert parse_range(one["text"]).num_combos > 0


def test_the_tree_of_a_street_and_of_the_next(client: Any) -> None:
    spot = {"board": "QsJh2h8d", "ranges": ["QQ+", "QQ+"], "pot": 50, "stack": 100, "bet_sizes": "50%", "raise_sizes": "a"}

    def tree(line: str = "", **more: Any) -> Any:
        return json_of(client.post("/api/games/holdem/betting", params={"line": line}, json={"params": spot | more}))

    first = tree()
    assert (first["street"], first["line"], first["more"]) == ("turn", "", False)
    root = first["nodes"][0]
    assert (root["player"], root["pot"], root["left"], root["depth"]) == (0, 50, 100, 0)
    assert [action["name"] for action in root["actions"]] == ["check", "bet 25"]
    bet = next(node for node in first["nodes"] if node["line"] == "b25")
    fold, call, all_in = bet["actions"]
    assert (fold["end"], call["next_street"], call["line"]) == ("fold", True, "b25c/")
    # a raise to 100 after a bet of 25 into 50: 75 more, into 100 after the call
    assert (all_in["all_in"], all_in["pot_percent"], all_in["bare"]) == (True, 75, "b25r100")
    river = tree("b25c/")
    assert (river["street"], river["nodes"][0]["pot"], river["nodes"][0]["line"]) == ("river", 100, "b25c/")
    lines = {node["line"] for node in first["nodes"]}
    assert lines == {"", "x", "xb25", "xb25r100", "b25", "b25r100"}
    assert {node["line"] for node in tree(removed=["b25r100"])["nodes"]} == lines - {"b25r100"}


def test_the_tree_from_the_blinds(client: Any) -> None:
    """The small blind opens to 2.5; the big blind alone raises to three times that, or all-in. Chips by hand."""
    sizes = {"raise_sizes": {"preflop": ["3x,a", "2.5x"], "flop": "a"}, "bet_sizes": {"flop": ["50%", "80%"]}}
    params = {"stack": "20", "last_street": "flop", **sizes}

    def tree(line: str = "") -> Any:
        return json_of(client.post("/api/games/preflop_holdem/betting", params={"line": line}, json={"params": params}))

    first = tree()
    assert (first["street"], first["line"], first["more"]) == ("preflop", "", False)
    root, limp = first["nodes"][:2]
    assert (root["player"], root["pot"], root["to_call"], root["left"]) == (1, 1.5, 0.5, 19.5)
    assert [action["name"] for action in root["actions"]] == ["fold", "call", "raise to 2.5"]
    assert [action["name"] for action in limp["actions"]] == ["check", "raise to 3", "raise to 20"]
    opened = next(node for node in first["nodes"] if node["line"] == "r2.5")
    assert [action["name"] for action in opened["actions"]] == ["fold", "call", "raise to 7.5", "raise to 20"]
    fold, call, raised, all_in = opened["actions"]
    assert (fold["end"], call["next_street"], call["line"], all_in["all_in"]) == ("fold", True, "r2.5c/", True)
    assert raised["pot_percent"] == 100  # to 7.5 after 2.5: 5 more than the call, into 5
    flop = tree("r2.5c/")
    bets = {node["line"]: [one["name"] for one in node["actions"]] for node in flop["nodes"]}
    assert (flop["street"], bets["r2.5c/"], bets["r2.5c/x"]) == ("flop", ["check", "bet 2.5"], ["check", "bet 4"])
    assert {one["end"] for node in flop["nodes"] for one in node["actions"] if one["name"] == "call"} == {"showdown"}
    fixed = json_of(client.post("/api/games/fhp/betting", json={}))
    assert [action["name"] for action in fixed["nodes"][0]["actions"]] == ["fold", "call", "raise"]
    params = {"raise_sizes": {"preflop": "3bb"}}
    assert [action["name"] for action in tree()["nodes"][0]["actions"]] == ["fold", "call", "raise to 3"]


@pytest.mark.parametrize("line", ["b26", "b25f", "xz", "b25c/x/x/x"])
def test_lines_that_are_not_there(client: Any, line: str) -> None:
    answer = client.post("/api/games/holdem/betting", params={"line": line}, json={"params": RIVER})
    assert error_of(answer)["field"] == "line"


def test_trees_that_there_are_not(client: Any) -> None:
    answer = client.post("/api/games/holdem/betting", json={"params": RIVER | {"bet_sizes": "5"}})
    assert error_of(answer)["field"] == "params.bet_sizes"
    assert "no betting tree" in error_of(client.post("/api/games/rps/betting", json={}))["message"]
    assert "there are bet_fold" in error_of(client.post("/api/games/nix/check", json={}), 404)["message"]


def test_large_trees_are_capped(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.envs.drawing.betting_tree.MOST_NODES", 3)
    found = json_of(client.post("/api/games/holdem/betting", json={"params": RIVER}))
    assert len(found["nodes"]) == 3 and found["more"]


weights_of_classes = st.dictionaries(
    st.sampled_from(CLASS_NAMES), st.sampled_from([0.25, 0.5, 1.0, 0.333]) | st.floats(0.001, 1.0), min_size=1, max_size=60
)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(weights_of_classes, st.dictionaries(st.integers(0, NUM_COMBOS - 1), st.floats(0.001, 1.0), max_size=5))
def test_text_and_grid_both_ways(client: Any, classes: dict[str, float], combos: dict[int, float]) -> None:
    def convert(**asked: Any) -> Any:
        return client.post("/api/spots/range", json=asked)

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


def test_ranges_that_cannot_be_read(client: Any) -> None:
    def convert(**asked: Any) -> Any:
        return client.post("/api/spots/range", json=asked)

    fault = convert(text="QQ+ AKx").json()["fault"]  # no error: it is what comes while somebody types
    assert (fault["field"], fault["position"], fault["length"]) == ("text", 4, 3)
    assert convert(text=" ").json()["combos"] == 0 and convert(weights=[0] * NUM_COMBOS).json()["text"] == ""
    for asked in ({}, {"text": "AA", "top": 5}, {"weights": [1.0]}, {"weights": [2.0] * NUM_COMBOS}, {"classes": {"AKx": 1}}):
        assert convert(**asked).status_code == 422, asked
    assert convert(top=0).status_code == 422
