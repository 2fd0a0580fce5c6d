"""Whole hands by the API: played to the end, what the opponent thought, nothing hidden told, and others served meanwhile."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import SolvingAgent
from pokerzoo.agents.blueprint import BlueprintPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.core import states_of_history
from pokerzoo.evaluation.hands import read_hands

pytest.importorskip("fastapi")

from httpx import Client

from pokerzoo_testing.served import error_of, json_of, served
from pokerzoo_testing.waiting import Waiting

WAITING = Waiting()
SOLVER = SolvingAgent("loose", game=make_game("texas_holdem"), iterations=5, first_street="river", name="solver")
AGENTS = {"waiting": WAITING, "solver": SOLVER}


@pytest.fixture(scope="module")
def client(blueprint_folder: Path) -> Iterator[Client]:
    with served(blueprint_folder, agents=AGENTS) as (found, _):
        yield found


def sit(client: Client, **body: Any) -> dict[str, Any]:
    table: dict[str, Any] = json_of(client.post("/api/play", json={"game": "texas_holdem", "seed": 3, **body}), 201)
    return table


def act(client: Client, table: dict[str, Any], *wanted: str) -> dict[str, Any]:
    """The table after the first action whose name begins with one of these."""
    hand = table["hand"]
    button = next(one for word in wanted for one in hand["buttons"] if one["name"].startswith(word))
    body = {"action": button["id"], "hand": hand["number"], "turn": hand["turn"]}
    found: dict[str, Any] = json_of(client.post(f"/api/play/{table['id']}/act", json=body))
    return found


def to_the_end(client: Client, table: dict[str, Any]) -> dict[str, Any]:
    """Check and call; on the way nothing of the opponent's is told."""
    while not table["hand"]["over"]:
        hand = table["hand"]
        assert hand["thoughts"] == []
        assert [step for step in hand["steps"] if step["kind"] == "deal" and step["player"] != hand["seat"]] == []
        assert "face down" in hand["picture"]["words"]
        table = act(client, table, "check", "call")
    return table


def test_two_hands_against_a_baseline(client: Client, blueprint_folder: Path) -> None:
    table = sit(client, opponents=["baseline:always_call"])
    assert table["title"] == "Texas hold'em against Always calls"
    assert (table["big_blind"], table["params"]["stack"], table["coach"]) == (2.0, 200, None)
    table = to_the_end(client, table)
    first = table["hand"]
    boards = [step["cards"] for step in first["steps"] if step["kind"] == "board"]
    assert [len(cards) for cards in boards] == [3, 1, 1]
    deals = [(step["player"], len(step["cards"])) for step in first["steps"] if step["kind"] == "deal"]
    assert deals == [(0, 2), (1, 2)]
    assert "button" in json_of(client.post("/api/play/options", json={"game": "texas_holdem"}))["seats"][1]
    table = to_the_end(client, json_of(client.post(f"/api/play/{table['id']}/next")))
    assert (first["seat"], table["hand"]["seat"]) == (0, 1)  # seat 1 has the button: it has moved
    assert table["result"]["chips"]["total"] == first["won"] + table["hand"]["won"]
    played = read_hands(blueprint_folder / "hands" / f"{table['id']}.jsonl")
    assert [hand.returns[0] for hand in played.hands] == table["result"]["won"]


def test_buttons_tell_sizes(client: Client) -> None:
    hand = sit(client, opponents=["baseline:always_call"])["hand"]
    told = [(one["name"], one["detail"], one["keys"]) for one in hand["buttons"]]
    assert told == [
        ("check", "", ["1", "x"]),
        ("raise to 4", "50% pot", ["2"]),
        ("raise to 6", "100% pot", ["3"]),
        ("raise to 200", "all-in", ["4"]),
    ]
    free = {"bet_sizes": "any", "raise_sizes": "any"}
    hand = sit(client, opponents=["baseline:always_call"], params=free)["hand"]
    names = [one["name"] for one in hand["buttons"]]
    assert names == ["check", "raise to 4", "raise to 5", "raise to 6", "raise to 8", "raise to 200"]


def test_what_a_blueprint_thought(client: Client, blueprint_file: Path) -> None:
    assert [one["id"] for one in json_of(client.get("/api/play/blueprints"))] == ["blueprint", "short"]
    options = json_of(client.post("/api/play/options", json={"policy": "short"}))
    assert options["opponents"][0] == {"id": "blueprint:short", "name": "Blueprint short"}
    assert not any(one["id"].startswith("solving") for one in options["opponents"])  # the deck is not the standard one
    policy = BlueprintPolicy.load(blueprint_file)
    for seed in range(6):
        body = {"policy": "short", "opponents": ["blueprint:short"], "seed": seed, "game": None}
        table = to_the_end(client, sit(client, **body))
        history = next(iter(read_log(client, table["id"])))
        states = states_of_history(policy.game, history)
        hand = table["hand"]
        moves = [(s, a) for s, a in zip(states, history, strict=False) if s.current_player == 1 - hand["seat"]]
        assert len(hand["thoughts"]) == len(moves)
        for thought, (state, action) in zip(hand["thoughts"], moves, strict=True):
            wanted = policy.action_probabilities(state.infoset_key(state.current_player))
            assert [one["own"] for one in thought["options"]] == pytest.approx(list(wanted.values()), abs=1e-4)
            assert [one["name"] for one in thought["options"] if one["chosen"]] == [state.action_name(action)]
            assert hand["steps"][thought["step"]]["text"].startswith(state.action_name(action))
            assert hand["thoughts"][hand["steps"][thought["step"]]["thought"]] is thought
            assert thought["solve"] is None


def read_log(client: Client, id: str) -> list[tuple[int, ...]]:
    """The histories of a table's hands."""
    lines = client.get(f"/api/play/{id}/log").text.splitlines()
    return [tuple(json.loads(line)["history"]) for line in lines if '"hand"' in line]


def test_what_a_solver_thought(client: Client, blueprint_folder: Path) -> None:
    table = to_the_end(client, sit(client, opponents=["agent:solver"]))
    thoughts = table["hand"]["thoughts"]
    river = next(one for one in thoughts if one["street"] == "river")
    solve = SOLVER.last_solve
    assert solve is not None
    assert river["solve"]["iterations"] == 5
    assert river["solve"]["exploitability"] == solve.exploitability
    assert river["solve"]["sizes"] == solve.sizes
    assert [one["solve"] for one in thoughts if one["street"] != "river"] == [None] * (len(thoughts) - 1)
    assert river["combos"] == pytest.approx(solve.ranges[river["player"]].sum())
    assert not river["anew"]
    again = json_of(client.get(f"/api/play/{table['id']}/hands/1"))["thoughts"]
    assert again == thoughts


def test_after_a_restart_the_review_asks_once_more(blueprint_folder: Path, client: Client) -> None:
    table = to_the_end(client, sit(client, opponents=["baseline:loose"]))
    with served(blueprint_folder, agents=AGENTS) as (other, _):
        found = json_of(other.get(f"/api/play/{table['id']}"))
        assert found["hand"]["thoughts"] == []
        anew = json_of(other.get(f"/api/play/{table['id']}/hands/1"))["thoughts"]
    assert all(one.pop("anew") for one in anew)
    assert anew == [{key: value for key, value in one.items() if key != "anew"} for one in table["hand"]["thoughts"]]


def test_while_it_thinks_the_table_can_be_seen(client: Client) -> None:
    WAITING.go.set()
    table = sit(client, opponents=["agent:waiting"])
    table = act(client, table, "check", "call")
    WAITING.go.clear()
    hand = table["hand"]
    body = {"action": 1, "hand": hand["number"], "turn": hand["turn"]}
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(client.post(f"/api/play/{table['id']}/act", json=body)))
    asking.start()
    deadline = time.monotonic() + 30
    try:
        while (seen := json_of(client.get(f"/api/play/{table['id']}")))["hand"]["thinking"] is None:
            assert time.monotonic() < deadline
        assert (seen["hand"]["thinking"], seen["hand"]["buttons"]) == ("waiting", [])
        assert seen["hand"]["turn"] == hand["turn"] + 1
        assert seen["hand"]["steps"][-1]["text"] == "check"
        for what, sent in (("act", body), ("next", {})):
            assert "waiting thinks" in error_of(client.post(f"/api/play/{table['id']}/{what}", json=sent))["message"]
    finally:
        WAITING.go.set()
        asking.join(30)
    after = json_of(answers[0])
    assert after["hand"]["thinking"] is None
    assert len(after["hand"]["buttons"]) > 1


def test_what_cannot_be_played(client: Client) -> None:
    wrong = error_of(client.post("/api/play", json={"game": "texas_holdem", "opponents": ["blueprint:short"]}))
    assert wrong["message"].startswith("Blueprint short: for texas_holdem(")
    error_of(client.post("/api/play", json={"game": "texas_holdem", "opponents": ["blueprint:none"]}), 404)
    wrong = error_of(client.post("/api/play", json={"game": "kuhn", "opponents": ["blueprint:short"]}))
    assert "plays texas_holdem, not kuhn" in wrong["message"]
    wrong = error_of(client.post("/api/play", json={"policy": "short", "opponents": ["solving:short"]}))
    assert "standard deck" in wrong["message"]


def test_a_hand_is_studied_as_a_spot(client: Client) -> None:
    """Both call and check: two big blinds are in from the flop on. Then a bet of the pot, which is called."""
    table = sit(client, opponents=["baseline:always_call"], params={"stack": 100}, seat=1)
    while not table["hand"]["over"]:
        flop = sum(step["kind"] == "board" for step in table["hand"]["steps"]) == 1
        names = [one["name"] for one in table["hand"]["buttons"]]
        table = act(client, table, *(["bet 4"] if flop and "bet 4" in names else []), "check", "call")
    hand = json_of(client.get(f"/api/play/{table['id']}/hands/1"))
    board = [card for step in hand["steps"] if step["kind"] == "board" for card in step["cards"]]
    for street, pot, stack in (("flop", 4, 98), ("turn", 12, 94), ("river", 12, 94)):
        found = json_of(client.get(f"/api/play/{table['id']}/hands/1/spot", params={"street": street}))["params"]
        cards = board[: {"flop": 3, "turn": 4, "river": 5}[street]]
        assert (found["board"], found["pot"], found["stack"]) == ("".join(cards), pot, stack)
        assert any("4c" in sizes for sizes in found["bet_sizes"].get("flop", [])) == (street == "flop")


def test_a_hand_with_another_deck_is_no_spot(client: Client) -> None:
    table = to_the_end(client, sit(client, opponents=["baseline:always_call"], params={"deck": "royal"}))
    error = error_of(client.get(f"/api/play/{table['id']}/hands/1/spot", params={"street": "flop"}))
    assert error["field"] == "street" and "52 cards" in error["message"]
