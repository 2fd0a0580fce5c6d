"""Unlucky machines and clumsy scripts: full disks, requests that wait for each other, games too large to be made."""

from __future__ import annotations

import errno
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client

from pokerzoo.agents import baseline_policy
from pokerzoo.agents.training.checkpoint import Checkpoints
from pokerzoo.envs import make_game
from pokerzoo.evaluation.hands import HandLog
from pokerzoo.web import solving, work_folder
from pokerzoo.web.library import Library
from pokerzoo.web.solving import Solves
from pokerzoo.web.work_folder import WorkFolder
from pokerzoo_testing.served import error_of, json_of, served, task_when


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Client, FastAPI]]:
    baseline_policy(make_game("kuhn"), "random").save(tmp_path / "kuhn.npz")
    library = Library()
    library.open(tmp_path / "kuhn.npz", id="kuhn")
    with served(tmp_path / "work", library) as both:
        yield both


def full(*args: Any, **named: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_solve_that_cannot_be_noted_does_not_wait_for_ever(
    opened: tuple[Client, FastAPI], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _ = opened
    with monkeypatch.context() as patched:
        patched.setattr(work_folder, "write_atomically", full)
        assert "No space left" in error_of(client.post("/api/tasks", json={"game": "kuhn"}), 507)["message"]
        assert client.get("/api/tasks").json() == []
    id = json_of(client.post("/api/tasks", json={"game": "kuhn", "iterations": 5}), 201)["id"]
    before = task_when(client, id, "done")
    with monkeypatch.context() as patched:
        patched.setattr(work_folder, "write_atomically", full)
        error_of(client.post(f"/api/tasks/{id}/resume", json={"iterations": 5}), 507)
        assert client.get(f"/api/tasks/{id}").json() == before
    json_of(client.post(f"/api/tasks/{id}/resume", json={"iterations": 5}))
    assert task_when(client, id, "done")["iterations"] == 10


def test_a_solve_outlives_a_full_disk(opened: tuple[Client, FastAPI], monkeypatch: pytest.MonkeyPatch) -> None:
    client, _ = opened
    monkeypatch.setattr(solving, "CHECKPOINT_SECONDS", 0.0)
    failed = threading.Event()

    def no_room(store: Checkpoints, trainer: Any) -> None:
        failed.set()
        full()

    with monkeypatch.context() as patched:
        patched.setattr(Checkpoints, "save", no_room)
        id = json_of(client.post("/api/tasks", json={"game": "kuhn", "iterations": 10**9}), 201)["id"]
        assert failed.wait(20)
    client.post(f"/api/tasks/{id}/stop")
    solve = task_when(client, id, "stopped", "failed")
    assert (solve["state"], solve["policy"], solve["error"]) == ("stopped", id, None)


def test_a_hand_that_cannot_be_logged_is_not_over(opened: tuple[Client, FastAPI], monkeypatch: pytest.MonkeyPatch) -> None:
    client, _ = opened
    new = {"game": "kuhn", "opponents": ["policy:kuhn"], "seat": 0, "seed": 2}
    plain, table = (json_of(client.post("/api/play", json=new), 201)["id"] for _ in range(2))
    fold = [{"action": action, "hand": 1, "turn": turn} for turn, action in enumerate((2, 0))]
    with monkeypatch.context() as patched:
        patched.setattr(HandLog, "add", full)
        error_of(client.post(f"/api/play/{table}/act", json=fold[0]), 507)
        assert not client.get(f"/api/play/{table}").json()["hand"]["over"]
    one, two = (json_of(client.post(f"/api/play/{id}/act", json=fold[0])) for id in (plain, table))
    assert one["hand"] == two["hand"] and two["hand"]["over"] and two["result"] == one["result"]


def test_however_many_wait_for_a_policy_the_page_opens(opened: tuple[Client, FastAPI]) -> None:
    client, app = opened
    lock = app.state.explorer.library.get("kuhn").lock
    ask = [threading.Thread(target=client.get, args=("/api/policies/kuhn/measure",)) for _ in range(60)]
    with lock:
        for one in ask:
            one.start()
        with Client(base_url=client.base_url, timeout=5) as other:
            for path in ("/api/info", "/", "/static/app/main.js", "/api/policies"):
                for _ in range(5):
                    assert other.get(path).is_success, path
    for one in ask:
        one.join()


def test_trees_too_large_are_refused_wherever_a_game_is_named(opened: tuple[Client, FastAPI]) -> None:
    client, _ = opened
    params = {"board": "QsJh2h", "bet_sizes": "10%,20%,40%,60%,a", "max_nodes": 10**8, "stack": 100_000, "pot": 1}
    named = {"game": "holdem", "params": params, "opponents": ["baseline:random"]}
    began = time.monotonic()
    for answer in (
        client.post("/api/play/options", json={"game": "holdem", "params": params}),
        client.post("/api/play", json=named),
        client.post("/api/tasks", json={"game": "holdem", "params": params}),
        client.get("/api/leaks", params={"game": "holdem", "params": json.dumps(params), "who": "baseline:random"}),
        client.post("/api/games/holdem/betting", json={"params": params}),
    ):
        problem = error_of(answer)
        assert problem["field"] == "params.max_nodes" and "at most 300,000 public states" in problem["message"]
    (fault,) = client.post("/api/games/holdem/check", json={"params": params}).json()["faults"]
    assert fault["field"] == "max_nodes" and "at most 300,000 public states" in fault["message"]
    assert time.monotonic() - began < 5  # none of them was begun


def test_parameters_nested_deep_are_refused(opened: tuple[Client, FastAPI]) -> None:
    client, _ = opened
    for depth in (500, 9_000):
        problem = error_of(client.get("/api/games/kuhn/tree", params={"params": '{"a":' + "[" * depth + "]" * depth + "}"}))
        assert problem["field"].startswith("params")


def test_a_file_that_is_gone(opened: tuple[Client, FastAPI]) -> None:
    client, app = opened
    app.state.explorer.library.get("kuhn").path.unlink()
    assert "not there any more" in error_of(client.get("/api/policies/kuhn/file"), 404)["message"]


def test_records_whose_id_is_a_path_are_left_out(tmp_path: Path) -> None:
    with served(tmp_path / "work") as (client, _):
        id = json_of(client.post("/api/tasks", json={"game": "kuhn", "iterations": 5}), 201)["id"]
        task_when(client, id, "done")
    record = tmp_path / "work" / "tasks" / f"{id}.json"
    (record.parent / "other.json").write_text(record.read_text().replace(f'"{id}"', '"../../other"', 1))
    with served(tmp_path / "work") as (client, _):
        assert [solve["id"] for solve in client.get("/api/tasks").json()] == [id]


def test_texts_that_take_long_to_read_are_refused(opened: tuple[Client, FastAPI]) -> None:
    client, _ = opened
    params = {"board": "QsJh2h8d3c", "ranges": ["AA:0.5," * 20_000 + "KK", "QQ"]}
    began = time.monotonic()
    problem = error_of(client.post("/api/tasks", json={"game": "holdem", "params": params}))
    assert problem["field"] == "params.ranges" and "at most 100,000 characters" in problem["message"]
    (fault,) = client.post("/api/games/holdem/check", json={"params": params}).json()["faults"]
    assert fault["field"] == "ranges"
    assert error_of(client.post("/api/spots/range", json={"text": params["ranges"][0]}))["field"] == "text"
    assert time.monotonic() - began < 5


def test_a_record_that_is_none_is_named_and_not_quoted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = WorkFolder(tmp_path / "work")
    (folder.path / "tasks" / "a.json").write_text('{"id": "secret", "state": "secret"}')
    (folder.path / "tasks" / "b.json").write_text('["secret"]')
    (folder.path / "tasks" / "c.json").write_bytes(b"secret\xff")
    (folder.path / "tasks" / "d.json").mkdir()
    Solves(folder, Library()).recover()
    warnings = sorted(caplog.messages)
    assert [message.split(" ")[0] for message in warnings] == ["tasks/a.json", "tasks/b.json", "tasks/c.json"]
    assert "is no record of a task: title: Field required" in warnings[0]
    assert "secret" not in caplog.text
