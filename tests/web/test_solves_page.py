"""The pages of solves in a browser: watched, reloaded, stopped, gone on with, deleted."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from pokerzoo_testing.browser import query_of, settle

pytestmark = pytest.mark.web


def test_a_solve_is_watched_stopped_gone_on_with_and_deleted(page: Any, explorer: Any) -> None:
    asked = {"game": "leduc", "iterations": 10**9, "title": "A long one"}
    id = httpx.post(f"{explorer.address}/api/tasks", json=asked, timeout=60).json()["id"]
    page.goto("/")
    settle(page)
    page.get_by_role("link", name="A long one").click()
    state = page.locator(".state")
    state.get_by_text("solving").wait_for()
    page.locator(".curve .chart path").wait_for()
    page.reload()
    state.get_by_text("solving").wait_for()
    page.get_by_text("The same as a table").click()
    assert page.get_by_role("region", name="Points of the curve").locator("tbody tr").count() > 0
    page.get_by_role("button", name="Stop").click()
    state.get_by_text("stopped").wait_for()
    done = httpx.get(f"{explorer.address}/api/tasks/{id}", timeout=60).json()["iterations"]
    page.get_by_label("More iterations, at most").fill("10")
    page.get_by_role("button", name="Go on").press("Enter")
    state.get_by_text("solved").wait_for()
    assert page.locator(".figures dd").nth(1).inner_text().startswith(f"{done + 10:,}\n")
    assert page.get_by_role("link", name="Look at the strategy").get_attribute("href") == f"/games/leduc/{id}"
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_url(explorer.address + "/")
    settle(page)
    over = page.get_by_role("region", name="Solves that are over")
    over.get_by_role("link", name="Kuhn, roughly").wait_for()
    assert over.get_by_role("link", name="A long one").count() == 0
    httpx.delete(f"{explorer.address}/api/policies/{id}", timeout=60)


def test_one_that_is_done_asks_for_another_limit_and_notices_that_it_is_deleted(page: Any, explorer: Any) -> None:
    asked = {"game": "kuhn", "iterations": 5, "title": "A short one"}
    id = httpx.post(f"{explorer.address}/api/tasks", json=asked, timeout=60).json()["id"]
    page.goto(f"/solves/{id}")
    page.locator(".state").get_by_text("solved").wait_for()
    assert page.get_by_role("button", name="Go on").is_disabled()
    assert page.get_by_text("such as 0.0001 chips a hand").is_visible()
    page.get_by_label("Until").fill("0.05")
    assert page.get_by_role("button", name="Go on").is_enabled()
    httpx.delete(f"{explorer.address}/api/tasks/{id}", timeout=60)
    page.wait_for_url(explorer.address + "/")  # deleted elsewhere: the page notices
    httpx.delete(f"{explorer.address}/api/policies/{id}", timeout=60)


def test_a_rough_spot_by_time_with_ranges_as_players_write_them(page: Any, explorer: Any) -> None:
    """One iteration is far from an equilibrium: told in red, and in the singular."""
    spot = {"board": "QsJh2h8d3c", "ranges": ["KQs,QJs,JTs,T9s", "JJ+,AK"], "pot": 50, "stack": 100, "bet_sizes": "50%,a"}
    asked = {"game": "holdem", "params": spot, "iterations": 1, "title": "A rough one"}
    id = httpx.post(f"{explorer.address}/api/tasks", json=asked, timeout=60).json()["id"]
    page.goto(f"/solves/{id}")
    page.locator(".state").get_by_text("solved").wait_for()
    solve = httpx.get(f"{explorer.address}/api/tasks/{id}", timeout=60).json()
    assert solve["exploitability_pot_percent"] > 5 and solve["grade"] == "far"
    assert solve["params"]["ranges"] == ["KQs,QJs,JTs,T9s", "JJ+,AK"]
    assert page.locator(".figures .badge.bad").inner_text().endswith("%")
    told = page.locator(".curve-told")
    assert told.inner_text().startswith("1 iteration: ")
    page.get_by_role("button", name="By time").click()
    assert query_of(page) == {"x": "seconds"} and told.inner_text().startswith("After ")
    page.get_by_text("The same as a table").click()
    row = page.get_by_role("region", name="Points of the curve").locator("tbody tr td").first
    assert float(row.inner_text()) == pytest.approx(solve["curve"][-1][1], rel=0.01)
    page.goto("/")
    line = page.get_by_role("row", name="A rough one")
    line.locator(".badge.bad").wait_for()
    for kind in ("tasks", "policies"):
        httpx.delete(f"{explorer.address}/api/{kind}/{id}", timeout=60)


def test_hidden_tabs_hold_no_line(page: Any) -> None:
    """A browser opens six lines to a server, for all tabs together."""
    page.add_init_script(
        """window.lines = new Set();
        window.EventSource = class extends EventSource {
          constructor(address) { super(address); lines.add(this); }
          close() { lines.delete(this); super.close(); }
        };"""
    )
    page.goto("/")
    settle(page)
    page.wait_for_function("() => lines.size === 1")
    for hidden, count in ((True, 0), (False, 1)):
        page.evaluate(
            """(hidden) => {
              Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
              document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )
        assert page.evaluate("() => lines.size") == count
    page.get_by_role("link", name="Set up", exact=True).click()
    page.wait_for_function("() => lines.size === 0")
