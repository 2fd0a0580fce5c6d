"""Answers about games from the blinds on: set-up, solving, nodes, locks, leaks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.support.records import to_json
from pokerzoo.evaluation import SpotReport
from pokerzoo.evaluation.spots.node_steps import node_on_line
from pokerzoo.web.answers import DIGITS
from pokerzoo_testing.served import error_of, json_of, task_when


@pytest.fixture(scope="module")
def ids(opened: Any, policy_files: dict[str, Path]) -> dict[str, str]:
    """Ids of the two policies, opened once for the file."""
    library = opened[1].state.explorer.library
    return {name: library.open(policy_files[name]).id for name in ("preflop", "royal")}


@pytest.mark.parametrize(
    ("game", "params", "facts"),
    [
        ("preflop_holdem", {"stack": 10, "raise_sizes": "a", "removed": ["c"]}, ["betting before the flop"]),
        ("push_fold", {"stack": 10}, []),
    ],
)
def test_solved_looked_at_and_gone_on_with(client: Any, game: str, params: dict[str, Any], facts: list[str]) -> None:
    """One that is asked for without a limit goes to 5 mbb; a finer limit goes on; the policy is measured in mbb."""
    solve = task_when(
        client, json_of(client.post("/api/tasks", json={"game": game, "params": params, "title": "push or fold"}), 201)["id"]
    )
    assert solve["state"] == "done" and solve["until"] == "5 mbb" and solve["big_blind"] == 1
    assert solve["exploitability"] <= 0.005 and solve["exploitability_pot_percent"] is None
    before = solve["iterations"]
    json_of(client.post(f"/api/tasks/{solve['id']}/resume", json={"until": "1 mbb"}))
    solve = task_when(client, solve["id"])
    assert solve["exploitability"] <= 0.001 and solve["iterations"] > before
    policy = json_of(client.get(f"/api/policies/{solve['policy']}"))
    assert policy["kind"] == "spot" and policy["summary"]["big_blind"] == 1
    assert policy["summary"]["facts"] == ["blinds 0.5 and 1", "stacks 10", *facts]
    found = json_of(client.get(f"/api/policies/{solve['policy']}/measure"))
    assert found["exploitability_mbb"] == pytest.approx(1000 * found["exploitability"])
    node = json_of(client.get(f"/api/spots/{solve['policy']}/node", params={"line": "r10"}))
    assert node["player"] == 0 and node["action_totals"][1]["frequency"] == pytest.approx(0.374, abs=0.01)


def test_nodes_are_those_of_the_report(client: Any, ids: dict[str, str], policy_files: dict[str, Path]) -> None:
    policy = TabularPolicy.load(policy_files["preflop"])
    spot = json_of(client.get(f"/api/spots/{ids['preflop']}/hands"))
    assert spot["players"] == ["BB", "SB"] and spot["big_blind"] == 1 and spot["pot"] == 0 and len(spot["hands"]) == 1326
    node = json_of(client.get(f"/api/spots/{ids['preflop']}/node", params={"line": "r2.5"}))
    own = json.loads(to_json(node_on_line(SpotReport(policy.game, policy), "r2.5"), DIGITS))
    assert {key: node[key] for key in ("players", "player", "action_totals", "steps")} == {
        key: own[key] for key in ("players", "player", "action_totals", "steps")
    }
    for path in ("next-cards?line=cx", "node?line=cx/QsJh2d"):
        assert "come without betting" in error_of(client.get(f"/api/spots/{ids['preflop']}/{path}"))["message"]


@pytest.mark.long
def test_flops(client: Any, ids: dict[str, str]) -> None:
    cards = json_of(client.get(f"/api/spots/{ids['royal']}/next-cards", params={"line": "cx"}))
    assert len(cards["cards"]) == 95 and sum(cards["counts"]) == 1140
    node = json_of(client.get(f"/api/spots/{ids['royal']}/node", params={"line": "cx/td qs JH/x"}))
    assert node["line"] == "cx/QsJhTd/x" and node["board"] == ["Qs", "Jh", "Td"]
    assert [step["card"] for step in node["steps"] if step["card"]] == ["QsJhTd"]


def test_locked_and_solved_again(client: Any, ids: dict[str, str]) -> None:
    """Locked hands keep their strategy; a lock where no player acts is refused."""
    params = json_of(client.get(f"/api/policies/{ids['preflop']}"))["params"]
    locks = [{"line": "r2.5", "text": "AA,KK: fold 1"}]
    solve = task_when(
        client,
        json_of(
            client.post("/api/tasks", json={"game": "preflop_holdem", "params": params, "locks": locks, "iterations": 20}), 201
        )["id"],
    )
    assert solve["state"] == "stopped" or solve["state"] == "done", solve["error"]
    hands = json_of(client.get(f"/api/spots/{solve['policy']}/hands"))["hands"]
    node = json_of(client.get(f"/api/spots/{solve['policy']}/node?line=r2.5"))
    assert node["strategy"][0][hands.index("AsAh")] == pytest.approx(1) and node["strategy"][0][hands.index("QsQh")] < 0.5
    wrong = {"game": "preflop_holdem", "params": params, "iterations": 1}
    found = error_of(client.post("/api/tasks", json=wrong | {"locks": [{"line": "cx", "text": "AA: call 1"}]}))
    assert found["field"] == "locks.0.line" and "the other cards come without betting there" in found["message"]


def test_no_page_of_small_games(client: Any) -> None:
    for name in ("preflop_holdem", "fhp"):
        assert "set up at /setup" in error_of(client.get(f"/api/games/{name}/tree"))["message"]
