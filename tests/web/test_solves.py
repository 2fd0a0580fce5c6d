"""``/api/tasks``: what is asked for is solved as from Python, kept, and told as it goes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client
from numba.core import event

from pokerzoo.agents import CFR, TabularPolicy, lock_node
from pokerzoo.envs import make_game
from pokerzoo.web import solves, solving
from pokerzoo.web.library import Library
from pokerzoo_testing.served import error_of, json_of, task_when

SPOT: dict[str, Any] = {"board": "AhJs7c7d2h", "ranges": ["QQ,AKs", "JJ,KK"], "pot": 10, "stack": 20, "bet_sizes": "50%,a"}


@pytest.fixture
def client(opened: tuple[Client, FastAPI]) -> Iterator[Client]:
    """A client of an explorer that has solved nothing yet."""
    yield opened[0]
    for solve in opened[0].get("/api/tasks").json():
        opened[0].delete(f"/api/tasks/{solve['id']}")


@pytest.fixture
def library(opened: tuple[Client, FastAPI]) -> Library:
    found: Library = opened[1].state.explorer.library
    return found


def submitted(client: Client, **request: Any) -> dict[str, Any]:
    solve: dict[str, Any] = json_of(client.post("/api/tasks", json=request), 201)
    return solve


def test_what_is_solved_is_what_python_solves(client: Client, work: Path) -> None:
    solve = task_when(client, submitted(client, game="holdem", params=SPOT, until="0.1%", title="A river")["id"])
    game = make_game("holdem", **{**SPOT, "ranges": tuple(SPOT["ranges"])})
    solver = CFR(game).run(until="0.1%")
    assert (solve["state"], solve["error"], solve["title"]) == ("done", None, "A river")
    assert solve["iterations"] == solver.iteration
    assert solve["exploitability"] == solver.exploitability
    assert solve["exploitability_pot_percent"] == pytest.approx(10 * solver.exploitability)
    assert solve["curve"][-1][0] == solver.iteration and solve["curve"][-1][2] == solver.exploitability
    assert solve["target"] == 0.01
    policy = client.get("/api/policies").json()[-1]
    assert policy["id"] == solve["policy"] and policy["source"] == "solve" and policy["title"] == "A river"
    assert TabularPolicy.load(work / "solutions" / f"{solve['policy']}.npz") == solver.average_policy()


@pytest.mark.parametrize("game", ["bet_fold", "bet_raise", "kuhn", "leduc", "rps"])
def test_every_game_is_solved_by_the_trainer_that_fits(client: Client, game: str) -> None:
    solve = task_when(client, submitted(client, game=game)["id"])
    assert solve["state"] == "done", solve["error"]
    assert solve["exploitability"] <= solve["target"]


def test_events_tell_the_course_and_only_what_is_new(client: Client) -> None:
    id = submitted(client, game="leduc", until=1e-4)["id"]
    curve: list[Any] = []
    with client.stream("GET", f"/api/tasks/{id}/events") as lines:
        assert lines.headers["content-type"].startswith("text/event-stream")
        for line in lines.iter_lines():
            if not line.startswith("data: "):
                assert line in ("", "event: task")
                continue
            solve = json.loads(line.removeprefix("data: "))
            assert solve["curve_start"] == len(curve)
            curve += solve["curve"]
            if solve["state"] == "done":
                client.delete(f"/api/tasks/{id}")
                break
    assert len(curve) > 5
    assert [point[0] for point in curve] == sorted({point[0] for point in curve})


def test_a_solve_says_that_it_compiles_until_it_goes_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = threading.Event()

    def make_slowly(*given: Any) -> Any:
        with event.trigger_event("numba:compile"):
            assert seen.wait(60)
        return make_trainer(*given)

    make_trainer = solves.make_trainer
    monkeypatch.setattr(solving, "make_trainer", make_slowly)
    id = submitted(client, game="kuhn")["id"]
    while not (solve := client.get(f"/api/tasks/{id}").json())["compiling"]:
        assert solve["state"] in ("queued", "running")
        time.sleep(0.01)
    assert (solve["state"], solve["compiling"], solve["curve"]) == ("running", True, [])
    seen.set()
    solve = task_when(client, id)
    assert (solve["state"], solve["compiling"]) == ("done", False)


def test_stopped_and_continued_ends_where_one_run_ends(client: Client) -> None:
    id = submitted(client, game="leduc", iterations=10**9)["id"]
    task_when(client, id, "running")
    while client.get(f"/api/tasks/{id}").json()["iterations"] < 100:
        time.sleep(0.01)
    client.post(f"/api/tasks/{id}/stop")
    stopped = task_when(client, id, "stopped")
    assert 0 < stopped["iterations"] < 10**9 and stopped["policy"] is not None
    assert stopped["curve"][-1][0] == stopped["iterations"]
    client.post(f"/api/tasks/{id}/resume", json={"iterations": 77})
    done = task_when(client, id, "done")
    assert done["iterations"] == stopped["iterations"] + 77
    solver = CFR(make_game("leduc"), "dcfr").run(done["iterations"])
    assert done["exploitability"] == solver.exploitability
    problem = client.post(f"/api/tasks/{id}/resume", json={}).json()["error"]
    assert "has reached its limit" in problem["message"]


def test_locks_are_kept(client: Client, library: Library) -> None:
    locks: list[dict[str, Any]] = [
        {"line": "b5", "text": "JJ: fold 1; KK: call 25%, raise 0.75"},
        {"line": "", "hands": {"QsQc": {"check": 1}, "QcQs": {"check": 1}}},
    ]
    solve = task_when(client, submitted(client, game="holdem", params=SPOT, locks=locks, iterations=20)["id"])
    assert solve["error"] is None and solve["locks"][0]["text"] == locks[0]["text"]
    policy = library.get(solve["policy"]).policy
    table = policy.game.infosets
    assert policy[next(key for key in ("JcJd|b5", "JdJc|b5") if key in table)]["fold"] == 1.0
    assert policy[next(key for key in ("QcQs|", "QsQc|") if key in table)]["check"] == 1.0
    kept = lock_node(policy.game, "b5", {"fold": 1.0}, "JJ") | lock_node(
        policy.game, "b5", {"call": 0.25, "raise to 20": 0.75}, "KK"
    )
    assert policy.metadata["locked_infosets"] == len(kept) + 1
    measured = json_of(client.get(f"/api/policies/{solve['policy']}/measure"))
    assert measured["locked"] and (measured["source"] != "measure" or measured["locks_broken"] > measured["exploitability"])
    assert len(json_of(client.get(f"/api/spots/{solve['policy']}/node"))["locked_hands"]) == 1
    assert json_of(client.get(f"/api/spots/{solve['policy']}/node?line=x"))["locked_hands"] == []


@pytest.mark.parametrize(
    ("lock", "field", "position", "message"),
    [
        ({"line": "", "text": "AKs: check 1; QQ: fold 1"}, "locks.0.text", 14, "'fold': no such action there"),
        ({"line": "q", "text": "QQ: check 1"}, "locks.0.line", None, "no 'q' at the start"),
        ({"line": "", "hands": {"22": {"check": 1}}}, "locks.0", None, "no infoset '22|'"),
        ({"line": "", "hands": {"QsQc": {"check": 0.4}}}, "locks.0", None, "must sum to 1"),
        ({"line": ""}, "locks.0", None, "must have text or hands"),
    ],
)
def test_locks_that_cannot_be_are_told_with_their_place(
    client: Client, lock: dict[str, Any], field: str, position: int | None, message: str
) -> None:
    problem = error_of(client.post("/api/tasks", json={"game": "holdem", "params": SPOT, "locks": [lock]}))
    assert (problem["field"], problem["position"]) == (field, position)
    assert message in problem["message"]


@pytest.mark.parametrize(
    ("request_", "field", "message"),
    [
        ({"game": "poker"}, "game", "no such game"),
        ({"game": "kuhn", "params": {"cards": 4}}, "params.cards", "no such parameter"),
        ({"game": "kuhn", "variant": "x"}, "variant", "no such variant"),
        ({"game": "kuhn", "until": "1%"}, "until", "no starting pot"),
        ({"game": "kuhn", "until": 0}, "until", "above 0"),
        ({"game": "kuhn", "iterations": 0}, "iterations", "greater than or equal to 1"),
        ({"game": "kuhn", "precison": "half"}, "precison", "did you mean 'precision'?"),
        ({"game": "holdem", "params": {"max_nodes": 10**9}}, "params.max_nodes", "at most 300,000"),
        ({"game": "holdem", "params": {"ranges": ["QQ", "AA,XX"]}}, "params.ranges.1", "'XX'"),
        ({"game": "kuhn", "locks": [{"line": "", "hands": {"9": {"check": 1}}}]}, "locks.0", "no infoset '9|'"),
        ({"game": "holdem", "params": {"ranges": ["QQ", "JJ", "TT"]}}, "params.ranges", "a spot for three players"),
        ({"game": "rps", "locks": [{"line": "", "hands": {"x": {"rock": 1}}}]}, "locks.0", "cannot be locked"),
    ],
)
def test_what_cannot_be_solved_is_refused_at_once(client: Client, request_: dict[str, Any], field: str, message: str) -> None:
    problem = error_of(client.post("/api/tasks", json=request_))
    assert problem["field"] == field
    assert message in problem["message"]
    assert client.get("/api/tasks").json() == []


def test_no_such_solve(client: Client) -> None:
    for method, path in (("GET", ""), ("GET", "/events"), ("POST", "/stop"), ("POST", "/resume"), ("DELETE", "")):
        answer = client.request(method, f"/api/tasks/nothing{path}", json={} if path == "/resume" else None)
        assert answer.status_code == 404, (method, path)


def test_a_queue_in_its_order(client: Client) -> None:
    first = submitted(client, game="leduc", iterations=10**9)["id"]
    task_when(client, first, "running")
    second, third = (submitted(client, game="kuhn", iterations=10)["id"] for _ in range(2))
    assert [client.get(f"/api/tasks/{id}").json()["position"] for id in (first, second, third)] == [0, 1, 2]
    client.post(f"/api/tasks/{second}/stop")
    assert client.get(f"/api/tasks/{second}").json()["state"] == "stopped"
    assert client.get(f"/api/tasks/{third}").json()["position"] == 1
    assert [solve["id"] for solve in client.get("/api/tasks").json()] == [third, second, first]
    client.delete(f"/api/tasks/{first}")
    task_when(client, third, "done")
    assert [solve["id"] for solve in client.get("/api/tasks").json()] == [third, second]


def test_the_first_measurement_does_not_wait_for_the_limits_own(client: Client) -> None:
    """A run looks at its limit after 10 iterations at the earliest; the curve begins before that."""
    spot = {"board": "QsJh2h8d", "ranges": ["QQ+,AKs,T9s", "JJ+,AQs"], "pot": 50, "stack": 100, "bet_sizes": "50%,a"}
    solve = json_of(client.post("/api/tasks", json={"game": "holdem", "params": spot, "until": "1%"}), 201)["id"]
    found = task_when(client, solve)
    assert found["state"] == "done" and found["curve"][0][0] < 10 < found["curve"][-1][0]
    assert found["exploitability_pot_percent"] <= 1
