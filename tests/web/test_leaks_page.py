"""The tab of leaks in a browser: the ranking, its filters in the address, the node of a row, by mouse and by keyboard."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pokerzoo_testing.browser import PHONE, check_axe, check_width, settle
from pokerzoo_testing.browser import query_of as query

pytestmark = pytest.mark.web


def rows(page: Any) -> Any:
    return page.get_by_role("region", name="Ranking").locator("tbody tr")


def grid(page: Any) -> Any:
    return page.get_by_role("grid", name="Hand classes by what they lose")


def test_a_spot_from_the_whole_to_a_hand(page: Any, explorer: Any) -> None:
    page.goto(f"/browse/{explorer.ids['river']}?leaks=1")
    settle(page)
    told = page.request.get(f"/api/leaks?policy={explorer.ids['river']}").json()
    assert page.locator("h2").first.inner_text() == "Leaks of river"
    assert "% of the pot" in page.locator(".lead").inner_text()
    assert rows(page).count() == len(told["rows"])
    for k in (0, 1, 2):
        row = told["rows"][k]
        assert row["hand"] in rows(page).nth(k).inner_text() and row["when"] in rows(page).nth(k).inner_text()
    second = told["rows"][1]
    rows(page).nth(1).click()
    assert query(page) == {"leaks": "1", "row": "1"}
    cell = grid(page).locator("[aria-selected=true]")
    cell.wait_for()
    page.wait_for_function(
        "(hand) => document.querySelector('[aria-selected=true]')?.textContent.startsWith(hand)", arg=second["hand"]
    )
    assert ": loses 0." in cell.get_attribute("aria-label")
    link = page.locator("#node").get_by_role("link", name="Browse").get_attribute("href")
    assert link.startswith(f"/browse/{explorer.ids['river']}?") and parse_qs(urlsplit(link).query)["hand"] == [second["hand"]]
    page.reload()
    settle(page)
    assert rows(page).nth(1).get_by_role("button").get_attribute("aria-pressed") == "true"
    page.go_back()
    settle(page)
    assert rows(page).nth(0).get_by_role("button").get_attribute("aria-pressed") == "true"


@pytest.mark.long
def test_filters_are_in_the_address(page: Any, explorer: Any) -> None:
    page.goto(f"/browse/{explorer.ids['river']}?leaks=1")
    settle(page)
    page.get_by_role("button", name="Infosets").click()
    settle(page)
    page.get_by_role("group", name="Player").get_by_role("button").nth(2).click()
    page.get_by_label("Rows").select_option("10")
    assert query(page) == {"leaks": "1", "each": "infoset", "player": "1", "top": "10"}
    page.get_by_role("heading", name="Largest leaks of IP").wait_for()
    page.wait_for_function("() => document.querySelectorAll('#ranking tbody tr').length === 10")
    assert set(page.locator("#ranking tbody .who").all_inner_texts()) == {"IP"}
    own = page.locator("#ranking .where").all_inner_texts()
    page.get_by_role("button", name="What others win").click()
    settle(page)
    page.get_by_role("button", name="From OOP").click()
    page.get_by_role("heading", name="Where more could be won from OOP").wait_for()
    page.wait_for_function("() => [...document.querySelectorAll('#ranking .who')].every((who) => who.textContent === 'IP')")
    assert page.locator("#ranking .where").all_inner_texts() == own  # of two, what one loses the other could win
    assert query(page)["read"] == "won" and query(page)["player"] == "0"


def test_by_keyboard(page: Any, explorer: Any) -> None:
    page.goto(f"/browse/{explorer.ids['river']}?leaks=1")
    settle(page)
    rows(page).nth(0).get_by_role("button").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert query(page)["row"] == "2"
    assert rows(page).nth(2).get_by_role("button").evaluate("(button) => button === document.activeElement")
    settle(page)  # the grid of that row
    grid(page).locator("[tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    name = page.evaluate("() => document.activeElement.querySelector('.range-name').textContent")
    assert grid(page).locator("[aria-selected=true] .range-name").inner_text() == name
    assert page.locator(".leak-node h3, .leak-node p", has_text=name).count() > 0
    check_axe(page)


@pytest.mark.long
def test_small_games_show_their_hands(page: Any, explorer: Any) -> None:
    page.goto(f"/games/kuhn/{explorer.ids['kuhn']}?leaks=1")
    settle(page)
    hands = page.get_by_role("region", name="Hands").locator("tbody tr")
    hands.first.wait_for()
    assert hands.count() == 3 and grid(page).count() == 0
    link = page.get_by_role("link", name="Show in the tree").get_attribute("href")
    assert link.startswith(f"/games/kuhn/{explorer.ids['kuhn']}?at=")


@pytest.mark.long
def test_agents_are_asked_about(page: Any) -> None:
    page.goto("/games/kuhn?leaks=1")
    settle(page)
    page.get_by_label("Who plays").select_option("baseline:random")
    page.get_by_text("Exploitable for 0.458 chips").wait_for()  # NashConv is 0.917
    page.get_by_label("The other seat").select_option("agent:my caller")
    page.get_by_role("heading", name="Leaks of Random and my caller").wait_for()
    assert query(page) == {"leaks": "1", "who": "baseline:random", "other": "agent:my caller"}
    page.goto("/games/kuhn?leaks=1&who=baseline:random&params=%7B%22num_cards%22%3A4%7D")
    page.wait_for_function("() => document.querySelectorAll('#ranking tbody tr').length > 10")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "leaks.csv"


def test_what_cannot_be_asked_is_told(page: Any) -> None:
    page.goto("/games/kuhn?leaks=1&who=baseline:random&params=%5B1")
    page.get_by_role("alert").wait_for()
    assert "not JSON" in page.get_by_role("alert").inner_text()
    page.problems[:] = [problem for problem in page.problems if not problem.startswith("422")]


def test_on_a_phone_a_row_leads_to_its_node_and_back(open_page: Any, explorer: Any) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(f"/browse/{explorer.ids['river']}?leaks=1")
    settle(page)
    rows(page).nth(3).tap()
    page.wait_for_function("() => document.getElementById('node').getBoundingClientRect().top < innerHeight / 2")
    settle(page)  # the button is below what comes
    rows(page).nth(3).locator("[aria-pressed=true]").wait_for()
    page.locator("#node:not([aria-busy])").wait_for()  # the grid that comes moves the button below it
    page.get_by_role("button", name="Back to the list").tap()
    page.wait_for_function(
        """() => {
          const box = document.querySelector("#ranking tr.chosen").getBoundingClientRect();
          return box.top >= 0 && box.bottom <= innerHeight;
        }"""
    )
    check_width(page)


@pytest.mark.long
def test_browsing_colours_a_grid_by_leaks(page: Any, explorer: Any) -> None:
    row = page.request.get(f"/api/leaks?policy={explorer.ids['river']}&each=hand_class&top=1").json()["rows"][0]
    page.goto(f"/browse/{explorer.ids['river']}?leaks=1")
    settle(page)
    page.locator("#node").get_by_role("link", name="Browse").click()
    acting = page.get_by_role("grid", name=f"{('OOP', 'IP')[row['player']]}'s range, leak")
    cell = acting.locator(f"[aria-label^='{row['hand']} '][aria-label*=': loses ']")
    cell.wait_for()
    assert query(page)["view"] == "leak" and query(page).get("line", "") == row["line"]
    assert page.get_by_role("button", name="Leaks", exact=True).get_attribute("aria-pressed") == "true"


def test_a_tree_is_marked_by_leaks(page: Any) -> None:
    page.goto("/games/kuhn?of=random")
    settle(page)
    page.wait_for_selector(".tree .leak")
    sizes = page.locator(".tree .leak").evaluate_all("(marks) => marks.map((mark) => Number(mark.getAttribute('r')))")
    assert sizes.count(max(sizes)) == 2 and max(sizes) > 1.1 * sorted(set(sizes))[-2]  # the king facing a bet, in two histories
    assert (
        page.locator(
            ".tree .node[aria-label='Player 1, K after a bet: fold 50.0%, call 50.0%; loses 0.25 chips a hand']"
        ).count()
        == 2
    )
    page.goto("/games/kuhn")
    settle(page)
    page.wait_for_selector(".tree .node")
    assert page.locator(".tree .leak").count() == 0  # an equilibrium
