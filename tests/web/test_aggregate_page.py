"""The page of aggregate reports, as people use it."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
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
    assert page.locator(".aggregate").inner_text().count("1 spot is yet to be made") == 1 and len(rows(page)) == 4
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
    page.wait_for_function("() => document.querySelector('[role=slider]').getAttribute('aria-valuenow') === '7'")
    assert f"OOP check {100 * expected[-1]:.1f}%" in bars.get_attribute("aria-valuetext")
    assert page.locator(".agg-table tr.chosen").count() == 1 and "at=" in page.url
    page.reload()
    settle(page)
    page.wait_for_selector(".agg-table tr.chosen")
    assert page.get_by_role("slider", name="Groups").get_attribute("aria-valuenow") == "7"


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
    assert text.startswith("suits,spots,weight,ev_from_here_chips OOP") and started.value.suggested_filename == "rivers.csv"


def test_a_sweep_of_three_players_is_begun_on_the_page(page: Any) -> None:
    """From the set-up of a spot for three, whose stacks differ, to the bars of both rivers."""
    page.goto("/setup?board=QsJh2h8d3c&oop=QQ%2B&middle=JJ%2B,AKs&ip=TT%2B&pot=50&stacks=100/60/35&bet=a&raise=a")
    settle(page)
    page.get_by_role("button", name="Many boards …").click()
    page.wait_for_url("**/aggregate/new?**")
    settle(page)
    assert page.get_by_label("MP's range").input_value() == "JJ+,AKs"
    assert page.get_by_label("Stacks behind").input_value() == "100/60/35"
    assert page.get_by_label("Stacks", exact=True).input_value() == ""
    page.get_by_label("Which boards").select_option("list")
    page.get_by_role("textbox", name="Boards").fill("QsJh2h8d3c, Td9d6h2c5s")
    page.get_by_label("Points of the betting").fill("x")
    page.get_by_label("MP's range").fill("")
    page.get_by_text("Something is wrong above.").wait_for()  # it stays a spot for three
    page.problems.clear()  # the server's 422
    page.get_by_role("button", name="Two players").click()
    assert page.get_by_label("MP's range").count() == 0 and page.get_by_label("Stack behind").input_value() == "100"
    page.get_by_role("button", name="Three players").click()
    page.get_by_label("MP's range").fill("AA,KK,AKs")
    page.get_by_label("Stacks behind").fill("100/60/35")
    page.get_by_text("2 spots on 2 boards").wait_for()
    page.get_by_label("Title").fill("Three on rivers")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/aggregate/three-on-rivers**")
    page.get_by_text("2 of 2 spots").wait_for(timeout=120_000)
    page.wait_for_selector(".agg-table tbody tr")
    headings = page.locator(".agg-table thead").inner_text()
    assert "EV MP" in headings or "MP EV" in headings, headings
    assert page.locator(".agg-table tbody tr").count() == 2


def scripted(page: Any, name: str, expression: str) -> Any:
    """An expression in which ``here`` is a script of these pages."""
    return page.evaluate(f"import('/static/app/pages/aggregate/{name}.js').then((here) => ({expression}))")


TURN = {"middle": "TT", "oop": "99", "ip": "JJ", "pot": "50", "stack": "60", "bet": "33%", "raise": "a"}


def test_the_defaults_for_three_players_are_solved_on_a_turn(page: Any, tmp_path: Path) -> None:
    page.goto("/aggregate/new?middle=TT")
    settle(page)
    assert page.get_by_label("Their rivers too").count() == 0
    page.get_by_role("button", name="Two players").click()
    assert page.get_by_label("Their rivers too").count() == 1
    turn = json.dumps(TURN | {"boards": "list", "list": "QsJh2h8d", "iterations": "2"})
    config = scripted(page, "new_config", f"here.bodyOf(here.readSweep({turn})).config")
    assert config["keep"]["policies"] and config["keep"]["rivers"] == "all"
    row = SpotWork.from_config(config).row(0, str(tmp_path))
    assert TabularPolicy.load(tmp_path / "policies" / f"{row['key']}.npz").game.num_players == 3
    with pytest.raises(ValueError, match=r"keep.rivers='solve': must be 'all' for three players"):
        SpotWork.from_config(config | {"keep": {"policies": True, "rivers": "solve"}})


def test_each_flop_alone_is_asked_for_with_a_tick(page: Any) -> None:
    page.goto(
        "/aggregate/new?boards=list&list=QsJh2h&oop=QQ%2B,AhKh,JTs,98s&ip=TT-88,AKs,QJs&pot=20&stack=25&bet=60%25,a&raise=a"
    )
    settle(page)
    alone, most = page.get_by_label("Each flop alone"), page.get_by_label("Most iterations")
    alone.check()
    page.get_by_text("exploitability is not known").wait_for()
    assert most.input_value() == "80" and "alone=1" in page.url
    assert page.get_by_label("Until exploitable for").count() == page.get_by_label("Their rivers too").count() == 0
    page.get_by_role("button", name="Three players").click()
    assert alone.count() == 0 and most.input_value() == "10000" and "alone" not in page.url
    page.get_by_role("button", name="Two players").click()
    alone.check()
    page.get_by_role("textbox", name="Boards").fill("QsJh2h8d")
    page.get_by_text("boards must be flops, of three cards, and have 4").wait_for()
    page.problems.clear()  # the server's 422
    alone.uncheck()
    page.get_by_text("1 spot on 1 board").wait_for()
    assert most.input_value() == "10000" and page.get_by_label("Until exploitable for").input_value() == "0.5%"
    page.get_by_role("textbox", name="Boards").fill("QsJh2h")
    alone.check()
    most.fill("4")
    page.get_by_label("Title").fill("Alone")
    page.get_by_text("exploitability is not known").wait_for()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/aggregate/alone**")
    page.get_by_text("1 of 1 spot.").wait_for(timeout=120_000)
    page.wait_for_selector(".agg-table tbody tr")


def test_the_points_kept_fit_the_sizes(page: Any) -> None:
    page.goto("/aggregate/new?boards=list&list=Td9d6h2c&oop=99&ip=JJ&pot=50&stack=100&bet=turn: 60%25,a; river: 25%25")
    settle(page)
    page.get_by_text("1 spot on 1 board").wait_for()
    points = page.get_by_label("Points of the betting")
    assert points.input_value() == "x, b60%"
    page.get_by_label("Bet sizes", exact=True).fill("a")
    assert points.input_value() == "x" and "lines=" not in page.url
    points.fill("xx")
    page.get_by_label("Bet sizes", exact=True).fill("40%")
    assert points.input_value() == "xx" and "lines=xx" in page.url


def test_stacks_that_differ_stay_where_they_were_typed(page: Any) -> None:
    page.goto(
        "/aggregate/new?middle=TT&stack=100&oop-bet=50%25&middle-bet=33%25&ip-bet=a&oop=99&ip=JJ&lines=x&boards=list&list=Td9d6h2c5s"
    )
    settle(page)
    page.get_by_label("Stacks", exact=True).fill("100/60/35, 60")
    page.get_by_label("Pots").fill("50")
    page.get_by_text("2 spots on 1 board").wait_for()
    config = scripted(
        page, "new_config", "here.bodyOf(here.readSweep(Object.fromEntries(new URLSearchParams(location.search)))).config"
    )
    work = SpotWork.from_config(config)
    assert work.spot(0).stacks == (100, 60, 35) and work.spot(0).parameters["bet_sizes"] == ("50%", "33%", "a")
    assert page.get_by_text("Not used: each player has sizes of their own.").count() == 1  # bets; of raises nobody has
    page.get_by_label("Bet sizes of OOP").fill("")
    page.get_by_label("Bet sizes", exact=True).fill("75%")
    page.get_by_text("For OOP only: MP and IP have sizes of their own.").wait_for()
    config = scripted(
        page, "new_config", "here.bodyOf(here.readSweep(Object.fromEntries(new URLSearchParams(location.search)))).config"
    )
    assert SpotWork.from_config(config).spot(0).parameters["bet_sizes"] == ("75%", "33%", "a")
    assert page.get_by_label("Stacks", exact=True).input_value() == "100/60/35, 60"
    assert page.get_by_label("Stacks behind").input_value() == "100"
    page.get_by_role("button", name="Two players").click()
    assert "middle" not in page.url  # nor the sizes of the player who left
    assert page.get_by_label("Stacks", exact=True).input_value() == "100, 60"
    sweep = """{ columns: [{ name: "board" }, { name: "stack" }, { name: "stack_oop" }, { name: "stack_ip" }] }"""
    asked = scripted(page, "grouping", f"here.boardsOf({sweep}, {{ by: [] }}, {{ group: [] }})")
    assert asked["by"] == "board;stack;stack_oop;stack_ip"
