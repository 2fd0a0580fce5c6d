"""An analyst's way through the explorer: set up, solve, browse, lock, solve again, compare, exploit, keep with a name."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from pokerzoo_testing.browser import check_axe, settle

pytestmark = pytest.mark.web


def test_from_a_set_up_to_a_named_solution(page: Any) -> None:
    """A single-raised pot on a flop, with few hands and one size, so that it is solved in seconds."""
    page.goto("/setup")
    settle(page)
    page.get_by_role("textbox", name="Board").fill("Qs Ts 5d")
    page.get_by_role("textbox", name="OOP as text").fill("QQ,KQs,JJ")
    page.get_by_role("textbox", name="IP as text").fill("AQs,KK,T9s")
    page.get_by_label("Pot", exact=True).fill("55")
    page.get_by_label("Stack behind").fill("110")
    for street in ("flop", "turn", "river"):
        page.get_by_role("textbox", name=f"bet sizes on the {street}", exact=True).fill("a")
        page.get_by_role("textbox", name=f"raise sizes on the {street}", exact=True).fill("")
    page.get_by_label("Exploitability").fill("0.5%")
    solve = page.get_by_role("button", name="Solve", exact=True)
    page.wait_for_function("() => !document.getElementById('solve').disabled")
    solve.click()
    page.wait_for_url("**/solves/*")
    page.get_by_text("solved", exact=True).wait_for()

    page.get_by_role("link", name="Look at the strategy").click()
    settle(page)
    assert re.search(r"Exploitable for 0\.[0-4]\d*% of the pot", page.locator(".trust").inner_text())
    actions = page.locator(".actions").get_by_role("link")
    actions.filter(has_text="Check").click()
    page.get_by_role("table", name="What IP does").get_by_role("link", name="Check").click()
    page.get_by_role("group", name="Next cards").get_by_role("button", name=re.compile("^2\u2663")).click()
    page.get_by_role("table", name="What OOP does").wait_for()
    assert "line=xx%2F2c" in page.url

    page.get_by_role("group", name="Part", exact=True).get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="Check always").click()
    page.get_by_role("button", name=re.compile("^Lock \\d+ hands")).click()
    page.get_by_text(re.compile("hands are locked at these frequencies")).wait_for()
    page.reload()  # locks are kept
    settle(page)
    page.get_by_label(re.compile("Until exploitability")).fill("0.5")
    page.get_by_role("button", name="Solve with 1 lock").click()
    changed = page.get_by_role("link", name="See what changed")
    changed.wait_for()
    changed.click()
    page.get_by_role("region", name="Differences").wait_for()
    row = page.get_by_role("region", name="Differences").get_by_role("row", name=re.compile("^ ?Check"))
    assert row.locator("td").nth(2).inner_text() == "100.0%"
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_role("heading", name=re.compile("^Change of")).wait_for()
    check_axe(page)

    page.get_by_role("link", name="Open the other").click()
    page.wait_for_function("() => !location.search.includes('with=')")
    settle(page)
    assert "the locks kept" in page.locator(".trust").inner_text()
    assert page.locator(".way .badge").inner_text() == "locked" and page.locator(".range-cell.locked").count() == 3
    page.get_by_role("group", name="Part", exact=True).get_by_role("button", name="Exploit").click()
    page.get_by_role("group", name="Who responds").get_by_role("button", name="IP").click()
    page.get_by_text(re.compile(r"best response gains IP .* locks are kept")).wait_for()
    assert page.get_by_role("grid", name=re.compile("EV that IP gains")).is_visible()
    check_axe(page)

    page.get_by_role("button", name="Name and note").click()
    page.get_by_role("textbox", name="Name").fill("OOP never bets the turn")
    page.get_by_role("textbox", name="Note").fill("For the session of Friday")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="OOP never bets the turn").wait_for()
    page.get_by_role("link", name="Library").click()
    settle(page)
    assert page.get_by_text("For the session of Friday").is_visible()


def test_a_best_response_is_shown_where_either_acts(page: Any, explorer: Any) -> None:
    """Where the other acts, their strategy is shown; amounts are in big blinds."""
    page.goto("/browse/{}?{}".format(explorer.ids["turn"], urlencode({"line": "b25", "tab": "exploit", "unit": "bb", "bb": 2})))
    settle(page)
    page.get_by_role("grid", name=re.compile("IP's best response")).wait_for()
    table = page.get_by_role("table", name="What each hand gains by a best response")
    assert table.locator("tbody tr").count() > 10
    gains = [float(text) for text in table.locator("tbody td:nth-child(4)").all_inner_texts()]
    assert gains == sorted(gains, reverse=True) and gains[-1] >= 0
    assert page.locator(".pot-facts").inner_text().split()[:3] == ["Pot", "37.5", "bb"]
    assert page.get_by_role("link", name="Raise to 50 bb").count() == 2
    table.get_by_role("button", name="Share").click()
    assert "sort=share" in page.url
    page.get_by_role("group", name="Who responds").get_by_role("button", name="OOP").click()
    page.get_by_role("grid", name=re.compile("IP's strategy")).wait_for()
    page.get_by_role("grid", name=re.compile("EV that OOP gains")).wait_for()
