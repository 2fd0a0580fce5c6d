"""The page of aggregate reports, as people use it."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from pokerzoo_testing.browser import settle

pytestmark = pytest.mark.web


def report(explorer: Any, query: str) -> Any:
    """Answer of the server."""
    with urllib.request.urlopen(f"{explorer.address}/api/sweeps/{explorer.ids['sweep']}/aggregate?{query}") as answer:
        return json.load(answer)


def rows(page: Any) -> list[list[str]]:
    """The table of groups, by what is seen of it."""
    found: list[list[str]] = page.locator(".agg-table tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"
    )
    return found


def test_from_the_library_to_a_question(page: Any, explorer: Any) -> None:
    page.goto("/")
    settle(page)
    page.get_by_role("list", name="Sweeps").get_by_role("link", name="rivers").click()
    settle(page)
    assert page.locator("h1").inner_text() == "rivers"
    page.wait_for_selector(".agg-table tbody tr")
    assert page.get_by_role("main").inner_text().count("1 spot is yet to be made") == 1 and len(rows(page)) == 4
    page.get_by_label("Group by", exact=True).select_option("suits")
    page.get_by_label("and by").select_option("stack")
    page.get_by_label("Where in the betting").select_option("x")
    page.wait_for_function("() => document.querySelector('.agg-table thead').innerText.includes('reached')")
    assert "by=suits%3Bstack" in page.url and "line=x" in page.url
    found = report(explorer, "by=suits&by=stack&line=x")
    expected = [[suits, f"{stack:g}"] for suits, stack in (group["group"] for group in found["groups"])]
    assert [row[:2] for row in rows(page)] == expected
    checks = next(k for k, measure in enumerate(found["measures"]) if measure["title"] == "IP check")
    assert rows(page)[0][3 + checks] == f"{100 * found['groups'][0]['means'][checks]:.1f}%"
    page.go_back()
    page.wait_for_function("() => !document.querySelector('.agg-table thead').innerText.includes('reached')")
    assert page.get_by_label("Where in the betting").input_value() == ""


def test_boards_are_picked_by_names_that_players_use(page: Any, explorer: Any) -> None:
    page.goto(f"/aggregate/{explorer.ids['sweep']}")
    settle(page)
    page.wait_for_selector(".agg-table tbody tr")
    page.get_by_role("group", name="High card").get_by_role("button", name="A", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('.agg-table tbody tr').length === 1")
    assert "only=high_card%3DA" in page.url and rows(page)[0][0].startswith("A")
    page.get_by_role("group", name="High card").get_by_role("button", name="any").click()
    page.wait_for_function("() => document.querySelectorAll('.agg-table tbody tr').length === 4")
    assert "only=" not in page.url
    page.get_by_text("What was solved").click()
    assert page.locator(".facts dt").all_inner_texts() == ["OOP's range", "IP's range", "Bets", "Boards", "Stacks"]


@pytest.mark.long
def test_sorted_and_chosen_by_keyboard(page: Any, explorer: Any) -> None:
    page.goto(f"/aggregate/{explorer.ids['sweep']}?by=board;stack")
    settle(page)
    page.wait_for_selector(".agg-table tbody tr")
    heading = page.get_by_role("button", name="OOP check")
    heading.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("th[aria-sort=descending]")
    found = report(explorer, "by=board&by=stack")
    checks = next(k for k, measure in enumerate(found["measures"]) if measure["title"] == "OOP check")
    expected = sorted((group["means"][checks] for group in found["groups"]), reverse=True)
    assert [row[3 + checks] for row in rows(page)] == [f"{100 * share:.1f}%" for share in expected]
    bars = page.get_by_role("slider", name="Groups")
    bars.focus()
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('[aria-label=Groups]').value === '7'")
    assert f"OOP check {100 * expected[-1]:.1f}%" in bars.get_attribute("aria-valuetext")
    assert page.locator(".agg-table tr.chosen").count() == 1 and "at=" in page.url
    page.reload()
    settle(page)
    page.wait_for_selector(".agg-table tr.chosen")
    assert page.get_by_role("slider", name="Groups").input_value() == "7"


@pytest.mark.long
def test_a_filter_and_what_is_wrong_in_it(page: Any, explorer: Any) -> None:
    page.goto(f"/aggregate/{explorer.ids['sweep']}")
    settle(page)
    page.wait_for_selector(".agg-table tbody tr")
    field = page.get_by_label("Only spots where")
    field.fill("high_card = 'A' AND stack = 100")
    field.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.agg-table tbody tr').length === 1")
    assert rows(page)[0][0].startswith("A")
    field.fill("high_card =")
    field.press("Enter")
    page.wait_for_selector("[role=alert]")
    assert "syntax error" in page.get_by_role("alert").inner_text() and field.get_attribute("aria-invalid") == "true"
    page.problems.clear()  # the server's 422
    page.get_by_role("button", name="All spots").click()
    page.wait_for_function("() => document.querySelectorAll('.agg-table tbody tr').length === 4")


def test_to_the_strategy_of_a_spot(page: Any, explorer: Any) -> None:
    page.goto(f"/aggregate/{explorer.ids['sweep']}?by=board;stack&line=x")
    settle(page)
    page.wait_for_selector(".agg-table tbody tr")
    board = report(explorer, "by=board&by=stack")["groups"][0]["group"][0]
    page.get_by_role("button", name="bb", exact=True).click()
    page.get_by_label("Chips of a big blind").fill("2.5")
    page.keyboard.press("Enter")
    page.get_by_role("columnheader", name="EV, bb", exact=True).wait_for()
    expected = report(explorer, "by=board&by=stack&line=x&ev=here")["overall"]["means"][0] / 2.5
    assert f"{expected:.2f}" in page.get_by_role("region", name="Players").inner_text() and "bb=2.5" in page.url
    page.locator(".agg-table tbody tr").first.get_by_role("button", name="Browse").click()
    page.wait_for_function("() => location.pathname.startsWith('/browse/')")
    settle(page)
    assert page.url.endswith("?line=x&unit=bb&bb=2.5")
    assert page.get_by_text("EV, bb", exact=True).count() > 0
    page.wait_for_function("(title) => document.title === title", arg=f"rivers: {board} · pokerzoo")


@pytest.mark.long
def test_files(page: Any, explorer: Any) -> None:
    page.goto(f"/aggregate/{explorer.ids['sweep']}?by=suits")
    settle(page)
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    text = started.value.path().read_text(encoding="utf-8")
    assert text.startswith("suits,spots,weight,ev_chips OOP") and started.value.suggested_filename == "rivers.csv"
