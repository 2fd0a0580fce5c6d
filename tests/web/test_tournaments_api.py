"""``/api/icm`` and ``/api/push-fold``: the numbers of the package, started once, stopped, and errors with their field."""

from __future__ import annotations

import time
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx

from pokerzoo.agents import solve_push_fold
from pokerzoo.envs import push_fold_table
from pokerzoo.evaluation import icm
from pokerzoo_testing.served import error_of, json_of


def test_icm_is_that_of_the_package(client: httpx.Client) -> None:
    found = json_of(client.post("/api/icm", json={"stacks": "5000, 3000 2000", "payouts": "50,30,20"}))
    true = icm((5000, 3000, 2000), (50, 30, 20))
    assert [one["prize"] for one in found["players"]] == pytest.approx(true.prizes.tolist(), rel=1e-4)
    assert found["bubble_factors"][1][0] == pytest.approx(true.bubble_factors[1, 0], rel=1e-4)  # type: ignore[index]
    assert found["bubble_factors"][0][0] is None
    assert found["risk_premiums"][2][0] == pytest.approx(true.risk_premiums[2, 0], rel=1e-4)  # type: ignore[index]


def until_over(client: httpx.Client, asked: dict[str, Any]) -> Any:
    found = json_of(client.post("/api/push-fold", json=asked))
    while found["state"] in ("waiting", "running"):
        time.sleep(0.02)
        found = json_of(client.post("/api/push-fold", json=asked))
    return found


def test_push_fold_is_that_of_the_package(client: httpx.Client) -> None:
    found = until_over(client, {"stacks": "8,12", "ante": 0.1, "payouts": "70,30", "until": 0.001})
    true = solve_push_fold(push_fold_table([8, 12], ante=0.1, payouts=(70, 30)), until=0.001)
    assert found["state"] == "done" and found["iterations"] == true.iterations
    assert [one["gain"] for one in found["solution"]["players"]] == pytest.approx(true.gains.tolist(), rel=1e-3)
    chart = next(one for one in found["solution"]["decisions"] if one["line"] == "j")
    assert chart["position"] == "BB" and chart["hands"] == pytest.approx(true.decision("j").hands.tolist(), abs=1e-4)


def test_a_solve_is_stopped_and_keeps_what_it_found(client: httpx.Client) -> None:
    asked = {"stacks": "9,9", "until": 1e-12, "iterations": 100_000}
    assert json_of(client.post("/api/push-fold", json=asked))["state"] in ("waiting", "running")
    while json_of(client.post("/api/push-fold", json=asked))["iterations"] == 0:
        time.sleep(0.01)
    assert client.post("/api/push-fold/stop", json=asked).status_code == 204
    found = until_over(client, asked)
    assert found["state"] == "stopped" and found["solution"]["iterations"] == found["iterations"] < 100_000
    assert json_of(client.post("/api/push-fold", json=asked)) == found
    assert json_of(client.post("/api/push-fold", json=asked | {"again": True}))["state"] in ("waiting", "running")
    client.post("/api/push-fold/stop", json=asked)
    assert until_over(client, asked)["state"] == "stopped"


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("icm", {"stacks": "1,x", "payouts": "1"}, "stacks"),
        ("icm", {"stacks": ",".join(["1"] * 101), "payouts": "1"}, "stacks"),
        ("icm", {"stacks": "1,2", "payouts": "3,4"}, "payouts"),
        ("icm", {"stacks": "1,2", "payouts": "3", "model": "chips"}, "model"),
        ("push-fold", {"stacks": "10"}, "stacks"),
        ("push-fold", {"stacks": "10,10", "others": "5"}, "others"),
        ("push-fold", {"stacks": "10,10", "ante": -1}, "ante"),
        ("push-fold", {"stacks": "10,10", "payouts": "1", "model": "chips"}, "model"),
        ("push-fold", {"stacks": "10,10", "iterations": 0}, "iterations"),
    ],
)
def test_errors_name_their_field(client: httpx.Client, path: str, body: dict[str, Any], field: str) -> None:
    assert error_of(client.post(f"/api/{path}", json=body))["field"] == field
