"""Spots in prize money in the explorer: set-up, solving, gains, nodes, files, and what takes spots in chips only."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx
import numpy as np

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport, icm, measure
from pokerzoo.web.library import Library
from pokerzoo_testing.served import error_of, json_of, served

BUBBLE: dict[str, Any] = {
    "board": "2d2s2c7h3d", "ranges": ["AA,QQ", "KK"], "pot": 40, "stack": 60, "bet_sizes": "a", "raise_sizes": "a",
    "payouts": [1, 1, 1], "others": [80, 80],
}  # fmt: skip
"""Three tickets for four players with 80 chips each."""
THREE: dict[str, Any] = {
    "board": "QsJh2h8d3c", "ranges": ["TT+,AKs", "JJ+,AQ", "99+,KQs"], "pot": 50, "stack": [100, 60, 60], "raise_sizes": "a",
    "payouts": [50, 30, 20], "others": [80, 40],
}  # fmt: skip
CHIPS = {name: value for name, value in BUBBLE.items() if name not in ("payouts", "others")}


def made(spot: dict[str, Any]) -> Any:
    """The game of a spot's parameters."""
    return make_game("holdem", **{name: tuple(own) if isinstance(own, list) else own for name, own in spot.items()})


@pytest.fixture(scope="module")
def policies() -> dict[str, TabularPolicy]:
    spots = {"bubble": BUBBLE, "three": THREE, "turn": BUBBLE | {"board": "2d2s2c7h"}, "chips": CHIPS}
    return {name: CFR(made(spot)).run(30).average_policy() for name, spot in spots.items()}


@pytest.fixture(scope="module")
def client(policies: dict[str, TabularPolicy], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder, library = tmp_path_factory.mktemp("work"), Library()
    for name, policy in policies.items():
        policy.save(folder / f"{name}.npz")
        library.open(folder / f"{name}.npz", id=name)
    with served(folder, library) as (found, _):
        yield found


def solved(client: httpx.Client, **asked: Any) -> Any:
    """A solve that is over."""
    solve = json_of(client.post("/api/solves", json={"game": "holdem"} | asked), 201)
    while solve["state"] in ("queued", "running"):
        time.sleep(0.02)
        solve = json_of(client.get(f"/api/solves/{solve['id']}"))
    assert solve["state"] == "done", solve["error"]
    return solve


def test_a_spot_is_set_up_and_solved_as_python_solves_it(client: httpx.Client) -> None:
    """Fields as people type them; the solve stops where ``CFR.run`` does, at the same strategies, and is kept in a file."""
    typed = BUBBLE | {"stack": "100/60", "payouts": "1, 1,1", "others": "80,80"}
    checked = json_of(client.post("/api/spots/check", json=typed))
    assert checked["errors"] == [] and checked["others_gain"] and checked["prize_pool"] == 3
    assert checked["params"] | BUBBLE | {"stack": [100, 60]} == checked["params"]
    assert checked["worths"] == pytest.approx(icm((120, 80, 80, 80), (1, 1, 1)).prizes[:2].tolist(), rel=1e-5)

    solve = solved(client, params=checked["params"])
    assert solve["zero_sum_for_two"] is False
    game = made(BUBBLE | {"stack": (100, 60)})
    true = CFR(game).run(100_000, until="0.01%")
    found = true.measure()
    assert (solve["until"], solve["iterations"]) == ("0.01%", true.iteration) and solve["target"] == pytest.approx(3e-4)
    assert solve["exploitability_prize_percent"] == pytest.approx(100 * found.gains.mean() / 3, rel=1e-4)
    assert solve["exploitability_pot_percent"] is None and solve["grade"] is None
    assert solve["title"] == "2d 2s 2c 7h 3d, pot 40, stacks 100/60, prizes 1/1/1"
    told = json_of(client.get(f"/api/policies/{solve['policy']}/measure"))
    assert told["values"] == pytest.approx(found.values.tolist(), rel=1e-4)
    assert [own["amount"] for own in told["gains"]] == pytest.approx(found.gains.tolist(), rel=1e-3)

    file = client.get(f"/api/policies/{solve['policy']}/file").content
    sent = client.post("/api/policies/upload", content=file, headers={"Content-Type": "application/octet-stream"})
    summary = json_of(sent, 201)["summary"]
    assert (summary["payouts"], summary["others"], summary["stacks"]) == ([1, 1, 1], 2, [100, 60])


@pytest.mark.parametrize("name", ["bubble", "three"])
def test_gains_are_those_of_best_responses_and_the_largest_counts(
    client: httpx.Client, policies: dict[str, TabularPolicy], name: str
) -> None:
    game = policies[name].game
    found, true = json_of(client.get(f"/api/policies/{name}/measure")), measure(game, policies[name])
    pool = game.prize_pool
    assert pool is not None
    assert found["money"] == "prize money" and found["judged_by"] == "largest" and not found["zero_sum_for_two"]
    assert [own["amount"] for own in found["gains"]] == pytest.approx(true.gains.tolist(), rel=1e-4)
    assert [own["prize_percent"] for own in found["gains"]] == pytest.approx((100 * true.gains / pool).tolist(), rel=1e-4)
    # Of a pot that is 40 of 320 chips, and 50 of 390, what prizes are worth in proportion.
    worst = true.gains.max() / (pool * {"bubble": 40 / 320, "three": 50 / 390}[name])
    assert found["grade"] == ("good" if worst <= 0.01 else "rough" if worst <= 0.05 else "far")


def test_a_fold_and_a_call_are_worth_prize_money(client: httpx.Client) -> None:
    """The kings face an all-in of 60: a fold leaves what the independent chip model says, a call loses all or wins a ticket."""
    node = json_of(client.get("/api/spots/bubble/node", params={"line": "b60"}))
    hands = json_of(client.get("/api/spots/bubble/hands"))
    king = hands["hands"].index("KsKh")
    fold, call = (row[king] for row in node["action_ev"])
    assert fold == pytest.approx(icm((100, 60, 80, 80), (1, 1, 1)).prizes[1] - 0.75, abs=1e-5)
    assert call == pytest.approx(node["equity"][1][king] - 0.75, abs=1e-4)
    assert (hands["money"], hands["prize_pool"], hands["pot"]) == ("prize money", 3, 40)
    assert node["players"][0]["pot_share"] is None


@pytest.mark.parametrize(("name", "line"), [("three", "xb25f"), ("turn", "b60"), ("turn", "xx")])
def test_nodes_are_as_python_reports_them(
    client: httpx.Client, policies: dict[str, TabularPolicy], name: str, line: str
) -> None:
    node, report = (
        json_of(client.get(f"/api/spots/{name}/node", params={"line": line})),
        SpotReport(policies[name].game, policies[name]),
    )
    true = report.at(line)
    assert [one["ev"] for one in node["players"]] == pytest.approx(true.mean_ev.tolist(), rel=1e-4)
    assert np.array(node["ev"], float) == pytest.approx(true.ev, rel=1e-4, abs=1e-6, nan_ok=True)
    table = client.get(f"/api/spots/{name}/node.csv", params={"line": line}).text.splitlines()
    assert "ev_prize" in table[0].split(",") and "chips" not in table[0]
    if true.card_due:
        cards = json_of(client.get(f"/api/spots/{name}/next-cards", params={"line": line}))
        assert np.array(cards["ev"], float) == pytest.approx(report.next_cards(line).ev, rel=1e-4, abs=1e-6, nan_ok=True)


@pytest.mark.parametrize(
    ("change", "field", "position", "message"),
    [
        ({"payouts": "50,3x"}, "payouts", 3, "must be numbers with commas between them, as 50,30,20"),
        ({"payouts": "1,2"}, "payouts", None, "none below 0 or above the one before"),
        ({"payouts": [1] * 5}, "payouts", None, "5 prizes for 4 players: must be at most one prize a player"),
        ({"others": "80,-1"}, "others", None, "each above 0"),
        ({"payouts": "", "others": "80"}, "others", None, "only with payouts"),
        ({"prize_model": "equal"}, "prize_model", None, "must be one of 'icm'"),
        ({"board": "2d2s2c"}, "payouts", None, "prizes are for turns and rivers"),
        ({"rake_rate": "5%"}, "rake_rate", None, "must be 0 with payouts"),
        ({"stack": "100/60/40"}, "stack", None, "must be one number, or with prizes two as 100/60"),
        ({"stack": "100/60", "payouts": "", "others": ""}, "stack", None, "or with prizes two as 100/60"),
        ({"stack": "100/60", "payouts": " ", "others": ""}, "stack", None, "or with prizes two as 100/60"),
    ],
)  # fmt: skip
def test_faults_of_a_set_up(
    client: httpx.Client, change: dict[str, Any], field: str, position: int | None, message: str
) -> None:
    (fault,) = json_of(client.post("/api/spots/check", json=BUBBLE | change))["errors"]
    assert fault["field"] == field and message in fault["message"], fault
    assert position is None or fault["position"] == position


@pytest.mark.parametrize(
    ("method", "path", "asked", "message"),
    [
        ("POST", "/api/play/options", {"policy": "bubble"}, "a table takes games in chips; the payoffs of this spot are prize"),
        ("POST", "/api/play/options", {"game": "holdem", "params": BUBBLE}, "a table takes games in chips"),
        ("GET", "/api/policies/bubble/leaks", {}, "the page of leaks takes games in chips"),
        ("GET", "/api/spots/bubble/compare", {"with": "chips"}, "one spot is in prize money, the other in chips"),
        ("GET", "/api/spots/bubble/node.csv", {"unit": "bb", "blind": 1}, "told in one way, as prize money"),
        ("GET", "/api/spots/bubble/node.csv", {"ev": "here"}, "told in one way, as prize money"),
    ],
)  # fmt: skip
def test_what_is_for_chips_says_so(client: httpx.Client, method: str, path: str, asked: dict[str, Any], message: str) -> None:
    sent = {"json": asked} if method == "POST" else {"params": asked}
    assert message in error_of(client.request(method, path, **sent))["message"]


def test_locked_hands_keep_their_strategy(client: httpx.Client) -> None:
    lock = {"line": "b60", "text": "KK: call 1"}
    solve = solved(client, params=BUBBLE, until="0.1%", locks=[lock])
    node = json_of(client.get(f"/api/spots/{solve['policy']}/node", params={"line": "b60"}))
    assert {share for share in node["strategy"][1] if share is not None} == {1}
