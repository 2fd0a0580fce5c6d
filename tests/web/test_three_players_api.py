"""Spots for three players in the explorer: nodes, gains, leaks, locks and solving."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport, leaks, measure
from pokerzoo.web.coach import Coach
from pokerzoo.web.library import Library
from pokerzoo.web.measured import measured_now
from pokerzoo_testing.served import error_of, json_of, served

RANGES = ("TT+,AKs", "JJ+,AQ", "99+,KQs")
SPOT = {"board": "QsJh2h8d3c", "ranges": list(RANGES), "pot": 50, "stack": [100, 60, 60]}


@pytest.fixture(scope="module")
def policy() -> TabularPolicy:
    game = make_game("holdem", board="QsJh2h8d3c", ranges=RANGES, pot=50, stack=(100, 60, 60))
    return CFR(game).run(30).average_policy()


@pytest.fixture(scope="module")
def client(policy: TabularPolicy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder, library = tmp_path_factory.mktemp("work"), Library()
    policy.save(folder / "three.npz")
    library.open(folder / "three.npz", id="three")
    with served(folder, library) as (found, _):
        yield found


def test_a_node_has_three_ranges(client: httpx.Client, policy: TabularPolicy) -> None:
    node = json_of(client.get("/api/spots/three/node", params={"line": "xb25f"}))
    true = SpotReport(policy.game, policy).at("xb25f")
    assert [one["player"] for one in node["players"]] == ["OOP", "MP", "IP"]
    assert [one["folded"] for one in node["players"]] == [False, False, True]
    assert [one["ev"] for one in node["players"]] == pytest.approx(true.mean_ev.tolist(), rel=1e-4)
    assert node["players"][2]["equity"] is None and len(node["reach"]) == len(node["distribution"]) == 3
    assert node["stacks"] == [60, 35, 60]
    found = json_of(client.get("/api/spots/three/range", params={"line": "xb25", "player": "2"}))
    assert found["combos"] == pytest.approx(SpotReport(policy.game, policy).at("xb25").combos[2], abs=0.01)
    assert "KK" in found["text"]
    assert client.get("/api/spots/three/node.csv", params={"line": "x"}).text.count("\nx,MP,") == len(true.hands)


def test_each_gain_is_that_of_a_best_response(client: httpx.Client, policy: TabularPolicy) -> None:
    found = json_of(client.get("/api/policies/three/measure"))
    true = measure(policy.game, policy)
    assert [own["player"] for own in found["gains"]] == ["OOP", "MP", "IP"]
    assert [own["amount"] for own in found["gains"]] == pytest.approx(true.gains.tolist(), rel=1e-4)
    assert found["gains"][1]["pot_percent"] == pytest.approx(2 * true.gains[1], rel=1e-4)
    worst = true.gains.max() / 50
    assert found["grade"] == ("good" if worst <= 0.01 else "rough" if worst <= 0.05 else "far")
    ranking = json_of(client.get("/api/policies/three/leaks", params={"top": "1"}))
    assert ranking["grade"] == found["grade"]
    assert ranking["exploitability"]["chips"] == pytest.approx(true.gains.mean(), rel=1e-4)
    coach = Coach(policy.game, None, None, "", look=lambda: measured_now(policy))
    assert coach.error == pytest.approx(2 * true.gains.max(), rel=1e-4)  # two EVs, each off by as much


def test_the_library_has_the_ranges_and_stacks(client: httpx.Client) -> None:
    entry = json_of(client.get("/api/policies/three"))
    assert entry["kind"] == "spot" and entry["summary"]["players"] == len(entry["summary"]["ranges"]) == 3
    assert entry["summary"]["stack"] == 60 and entry["summary"]["stacks"] is None  # what others cannot call is not played


def test_leaks_are_by_hand_class(client: httpx.Client, policy: TabularPolicy) -> None:
    rows = json_of(client.get("/api/policies/three/leaks", params={"each": "hand_class", "top": "3"}))["rows"]
    true = leaks(policy.game, policy)
    assert sum(one.chips for one in true.ranked(None, "hand_class")) == pytest.approx(true.nash_conv, rel=1e-3)
    assert rows[0]["chips"] == pytest.approx(true.ranked(1, "hand_class")[0].chips, rel=1e-4)
    here = json_of(client.get("/api/policies/three/leaks/at", params={"line": "x"}))
    assert here["name"] == "MP" and sum(one["chips"] for one in here["hand_classes"]) == pytest.approx(
        here["total"]["chips"], rel=1e-3
    )
    assert sum(here["weight"]) == pytest.approx(1, abs=1e-3)


def test_solve_until_each_gain_is_below_the_limit_with_locks(client: httpx.Client) -> None:
    lock = {"line": "b25", "text": "KK: fold 1"}
    asked: Any = {"game": "holdem", "params": SPOT, "until": "1%", "locks": [lock]}
    solve = json_of(client.post("/api/solves", json=asked), 201)
    assert solve["title"] == "Qs Jh 2h 8d 3c, three players, pot 50, stacks 100/60/60"
    assert solve["target"] == pytest.approx(0.5)  # 1% of the pot, of the largest gain
    while solve["state"] in ("queued", "running"):
        time.sleep(0.02)
        solve = json_of(client.get(f"/api/solves/{solve['id']}"))
    assert solve["state"] == "done", solve["error"]
    node = json_of(client.get(f"/api/spots/{solve['policy']}/node", params={"line": "b25"}))
    hands = json_of(client.get(f"/api/spots/{solve['policy']}/hands"))["hands"]
    kings = hands.index("KsKd")
    assert node["player"] == 1 and node["strategy"][0][kings] == 1


def test_the_set_up_reads_three_ranges_and_stacks(client: httpx.Client) -> None:
    fields = SPOT | {"stack": "100/60/45.5", "bet_sizes": ["33%", "50%", "a"]}
    checked = json_of(client.post("/api/spots/check", json=fields))
    assert checked["errors"] == [] and checked["params"]["stack"] == [100, 60, 45.5]
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=RANGES, pot=50, stack=(100, 60, 45.5), bet_sizes=("33%", "50%", "a")
    )  # fmt: skip
    assert checked["live_combos"] == [own.num_combos for own in game.ranges]
    assert checked["size"]["infosets"] == len(game.infosets)
    tree = json_of(client.post("/api/spots/tree", json=fields))["nodes"]
    assert [(one["line"], one["player"], one["left"]) for one in tree[:3]] == [("", 0, 60), ("x", 1, 60), ("xx", 2, 45.5)]
    assert not tree[0]["actions"][1]["all_in"] and tree[2]["actions"][1]["all_in"]


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"board": "QsJh2h"}, "board", "turn or a river"),
        ({"stack": "100/60"}, "stack", "must be one number, or three as 100/60/35"),
        ({"stack": "100/x/60"}, "stack", "must be a number"),
        ({"ranges": ["AA", "zz", "KK"]}, "ranges.1", ""),
    ],
)
def test_faults_of_a_set_up(client: httpx.Client, change: dict[str, Any], field: str, message: str) -> None:
    errors = json_of(client.post("/api/spots/check", json=SPOT | {"stack": 100} | change))["errors"]
    assert errors[0]["field"] == field and message in errors[0]["message"], errors


def test_errors_say_where(client: httpx.Client) -> None:
    assert error_of(client.get("/api/spots/three/range", params={"player": "3"}))["field"] == "player"
    assert error_of(client.get("/api/spots/three/node", params={"line": "b9"}))["field"] == "line"
