"""Sweeps that are begun from the page: made, stopped and gone on with in a process of their own, and deleted."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", exc_type=ImportError)
pytest.importorskip("httpx", exc_type=ImportError)
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

import httpx

from pokerzoo.evaluation import Sweep
from pokerzoo.web.sweeps import Sweeps
from pokerzoo_testing.served import error_of, json_of, served

BOARDS = ["QsJh2h8d3c", "AsKh2h8d3c"]
CONFIG: dict[str, Any] = {
    "oop": "QQ+,AKs", "ip": "JJ+,AK", "pot": 50, "stack": 100, "bet": "50%,a", "rows_per_file": 1,
    "vary": {"boards": BOARDS, "stacks": [100, 200]}, "solve": {"iterations": 20},
}  # fmt: skip
SECONDS = 120.0


def settled(client: httpx.Client, path: str) -> Any:
    """Progress of a sweep once it neither runs nor waits."""
    until = time.monotonic() + SECONDS
    while (found := json_of(client.get(f"{path}/run")))["state"] in ("waiting", "running"):
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


def test_a_sweep_is_checked_before_it_begins(tmp_path: Path) -> None:
    with served(tmp_path) as (client, _):
        found = json_of(client.post("/api/sweeps/check", json={"config": CONFIG}))
        assert (found["spots"], found["boards"], found["files"], found["first"]) == (4, 2, 4, BOARDS[0])
        assert found["spot_bytes"] > 0
        flops = CONFIG | {"vary": {"boards": "flops:25", "stacks": [100, 200, 300]}}
        assert json_of(client.post("/api/sweeps/check", json={"config": flops}))["spots"] == 3 * 25
        rivers = CONFIG | {"vary": {"boards": "random-rivers:120"}}
        del rivers["rows_per_file"]
        told = json_of(client.post("/api/sweeps/check", json={"config": rivers}))
        assert (told["spots"], told["files"]) == (120, 60)  # one file of 256 rows would tell nothing before its end
        for wrong, field in (
            ({"bet": "50"}, "bet"),
            ({"vary": {"boards": "some-flops"}}, "vary.boards"),
            ({"vary": {"boards": BOARDS, "stacks": [-1]}}, "vary.stacks[0]"),
            ({"keep": {"lines": ["xb9"]}}, "keep.lines[0]"),
            ({"middle": "TT", "stacks": "100/", "vary": {"boards": BOARDS}}, "stacks"),
            ({"middle": "TT", "vary": {"boards": BOARDS, "stacks": ["inf/60/60"]}}, "vary.stacks[0]"),
        ):
            assert error_of(client.post("/api/sweeps/check", json={"config": CONFIG | wrong}))["field"] == field
        many = CONFIG | {"vary": {"boards": "random-rivers:2000000"}}
        refused = error_of(client.post("/api/sweeps", json={"config": many}))["message"]
        assert "2,000,000 spots, more than the 1,000,000" in refused
        assert list((tmp_path / "sweeps").iterdir()) == []


def test_a_sweep_is_stopped_and_goes_on(tmp_path: Path) -> None:
    with served(tmp_path) as (client, _):
        begun = json_of(client.post("/api/sweeps", json={"title": "Two rivers", "config": CONFIG, "processes": 1}), 201)
        path = f"/api/sweeps/{begun['id']}"
        assert "is" in error_of(client.delete(path))["message"]  # while it runs it stays
        client.post(f"{path}/stop", json={})
        stopped = settled(client, path)
        assert stopped["state"] == "stopped" and stopped["done"] < 4
    with served(tmp_path) as (client, _):  # at the next start it is there, and goes on
        (row,) = json_of(client.get("/api/sweeps"))
        assert (row["id"], row["title"], row["spots"], row["running"]) == (begun["id"], "Two rivers", 4, False)
        assert json_of(client.get(f"{path}/run"))["state"] == "stopped"
        client.post(f"{path}/go-on", json={"processes": 1})
        done = settled(client, path)
        assert (done["state"], done["done"], done["failed"], done["error"]) == ("done", 4, 0, None)
        folder = tmp_path / "sweeps" / begun["id"]
        means = json_of(client.get(f"{path}/aggregate", params={"by": "stack"}))
        own = Sweep(folder).aggregate("stack", ["ev"])
        assert [group["means"][0] for group in means["groups"]] == pytest.approx(own.means.mean[:, 0].tolist())
        assert client.delete(path).status_code == 204 and not folder.exists()
        assert json_of(client.get("/api/sweeps")) == []


def test_a_folder_that_was_named_is_only_read(sweep_folder: Path, tmp_path: Path) -> None:
    sweeps = Sweeps()
    path = f"/api/sweeps/{sweeps.open(sweep_folder).id}"
    with served(tmp_path, sweeps=sweeps) as (client, _):
        assert json_of(client.get(f"{path}/run")) is None
        for answer in (client.post(f"{path}/stop", json={}), client.post(f"{path}/go-on", json={}), client.delete(path)):
            assert "was not begun here" in error_of(answer, 404)["message"]
    assert (sweep_folder / "sweep.json").exists()
