"""Quick looks in the explorer: a flop alone as Python solves it, what is refused, and its pages in a browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx
import numpy as np

from pokerzoo.agents import DepthLimitedCFR, ValueNetwork
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport
from pokerzoo_testing.served import error_of, json_of, served

SPOT: dict[str, Any] = {
    "board": "QsJh2h", "ranges": ["QQ+,AhKh,JTs,98s", "TT-88,AKs,QJs"], "pot": 20, "stack": 25, "bet_sizes": "60%,a",
    "raise_sizes": "a",
}  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with served(tmp_path_factory.mktemp("work")) as (found, _):
        yield found


@pytest.fixture(scope="module")
def solve(client: httpx.Client) -> dict[str, Any]:
    """A quick look of six iterations that is over."""
    asked = {"game": "holdem", "params": SPOT, "limit": "flop", "iterations": 6}
    found: dict[str, Any] = json_of(client.post("/api/solves", json=asked), 201)
    while found["state"] in ("queued", "running"):
        time.sleep(0.05)
        found = json_of(client.get(f"/api/solves/{found['id']}"))
    assert found["state"] == "done", found["error"]
    return found


def test_a_flop_alone_is_solved_as_python_solves_it(client: httpx.Client, solve: dict[str, Any]) -> None:
    assert solve["title"].endswith(", flop alone") and solve["limit"] == "flop" and "24 flops" in solve["stated_error"]
    assert (solve["iterations"], solve["exploitability"], solve["curve"]) == (6, None, [])
    game = make_game("holdem", **SPOT | {"ranges": tuple(SPOT["ranges"])})
    policy = DepthLimitedCFR(game, values=ValueNetwork.load(public_cards=4), ask_every=2).run(6).average_policy()
    report = SpotReport(game, policy)
    for line in ("", "xb12", "xx/3c", "xx/3c/xx/4c"):
        node, own = json_of(client.get(f"/api/spots/{solve['policy']}/node", params={"line": line})), report.at(line)
        np.testing.assert_allclose([one["frequency"] for one in node["actions"]], own.frequencies, atol=1e-4)
        found = np.array(node["ev"], dtype=float)
        np.testing.assert_allclose(found[~np.isnan(own.ev)], own.ev[~np.isnan(own.ev)], atol=1e-3, err_msg=line)
    entry = json_of(client.get(f"/api/policies/{solve['policy']}"))
    assert (entry["metadata"]["rivers"], entry["measured"]) == ("solve_turns", None)
    assert "not known" in error_of(client.get(f"/api/policies/{solve['policy']}/measure"))["message"]


def test_what_a_quick_look_takes_is_told(client: httpx.Client) -> None:
    look = json_of(client.post("/api/spots/check", json=SPOT))["quick_look"]
    assert look["iterations"] == 80 and look["refusal"] is None and 1e6 < look["bytes"] < 1e9
    turn = json_of(client.post("/api/spots/check", json=SPOT | {"board": "QsJh2h8d"}))
    assert turn["errors"] == [] and turn["quick_look"] is None


@pytest.mark.parametrize(
    ("change", "field", "told"),
    [
        ({"until": "1%"}, "until", "not known"),
        ({"locks": [{"line": "", "text": "AA: check 1"}]}, "locks", "without locks"),
        ({"precision": "half"}, "precision", "single precision"),
        ({"params": SPOT | {"board": "QsJh2h8d"}}, "limit", "13 times"),
        ({"game": "kuhn", "params": {}}, "limit", "must be a flop"),
        ({"limit": "turn"}, "limit", "flop"),
    ],
)
def test_what_does_not_go_with_it_is_refused(client: httpx.Client, change: Any, field: str, told: str) -> None:
    answer = client.post("/api/solves", json={"game": "holdem", "params": SPOT, "limit": "flop"} | change)
    problem = error_of(answer)
    assert problem["field"] == field and told in problem["message"]


def test_it_goes_on_by_iterations_alone(client: httpx.Client, solve: dict[str, Any]) -> None:
    answer = client.post(f"/api/solves/{solve['id']}/continue", json={"until": "1%"})
    assert error_of(answer)["field"] == "until"
    json_of(client.post(f"/api/solves/{solve['id']}/continue", json={"iterations": 2}))
    while (found := json_of(client.get(f"/api/solves/{solve['id']}")))["state"] in ("queued", "running"):
        time.sleep(0.05)
    assert (found["state"], found["iterations"]) == ("done", 8)


@pytest.mark.web
def test_pages_of_a_quick_look(browser: Any, client: httpx.Client) -> None:
    """Nowhere a number of exploitability; the turn is solved when it is opened."""
    from pokerzoo_testing.browser import check_axe, settle, watched_page

    query = "board=QsJh2h&oop=QQ%2B,AhKh,JTs,98s&ip=TT-88,AKs,QJs&pot=20&stack=25&bet=60%25,a&raise=a"
    with watched_page(browser, str(client.base_url).rstrip("/")) as page:
        page.goto(f"/setup?{query}")
        page.get_by_role("button", name="Quick look: the flop alone").click()
        page.wait_for_url("**/solves/*")
        page.locator(".state").get_by_text("solved").wait_for(timeout=90_000)  # 80 iterations
        page.get_by_role("heading", name="A quick look").wait_for()
        assert (
            page.get_by_label("Until").count() == 0 and page.get_by_role("link", name="Leaks", exact=True).count() == 1
        )  # of the menu
        check_axe(page)
        page.get_by_role("link", name="Look at the strategy").click()
        page.get_by_text("Exploitability not known").wait_for()
        page.get_by_text("EVs there are estimates").wait_for()
        page.goto(page.url.partition("?")[0] + "?line=xx/3c")
        settle(page)
        page.get_by_role("link", name="Solve it in full").click()
        page.wait_for_url("**/setup?*board=QsJh2h*")
        page.goto("/")
        settle(page)
        assert page.locator(".quality").get_by_text("not known").count() >= 1
