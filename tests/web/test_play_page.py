"""The explorer's tables in a real browser: hands by keyboard and by mouse, on a phone, and nothing hidden in the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pokerzoo_testing.browser import check_axe, check_focus, check_shifts, check_width, settle, sit_down

pytestmark = pytest.mark.web


def start(page: Any, **body: Any) -> str:
    return sit_down(page, **{"seed": 5, **body})


def finish(page: Any) -> None:
    """Play the hand to its end by the first key, whatever it is."""
    while page.get_by_role("button", name="Next hand").count() == 0:
        before = page.locator("img.play-table").get_attribute("src")
        page.keyboard.press("2" if page.locator(".play-action").count() > 1 else "1")
        page.wait_for_function("(before) => document.querySelector('img.play-table').src !== before", arg=before)


@pytest.fixture
def spot(explorer: Any) -> dict[str, Any]:
    """A river against its own equilibrium."""
    return {"policy": explorer.ids["river"], "opponents": [f"policy:{explorer.ids['river']}"], "seat": 0}


def test_a_session_is_set_up_and_played_by_keyboard(page: Any, explorer: Any) -> None:
    page.goto("/play")
    settle(page)
    page.get_by_label("What to play").select_option("game:leduc")
    page.get_by_label("Opponent").select_option("baseline:random")
    page.get_by_role("button", name="Player 0 (acts first)").click()
    page.get_by_label("Seed").fill("12")
    page.wait_for_url(re.compile(r"game=leduc.*seat=0.*seed=12"))
    page.reload()
    settle(page)
    assert page.get_by_label("Opponent").input_value() == "baseline:random"
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(re.compile("/play/leduc-"))
    settle(page)
    assert page.locator("h1").inner_text() == "Leduc hold'em against Random"
    buttons = page.locator(".play-action")
    assert [buttons.nth(k).get_attribute("aria-keyshortcuts") for k in range(2)] == ["1 x", "2 b"]
    picture = page.locator("img.play-table")
    assert re.search(r"player 0: \w+( of \w+)?, .*to act.*player 1: face down", picture.get_attribute("alt"))
    page.keyboard.press("b")
    page.locator(".play-options .chosen", has_text="bet").wait_for()
    assert page.locator(".play-verdict").first.inner_text() in ("Best", "Fine", "Inaccuracy", "Mistake", "Not known")
    finish(page)
    assert "face down" not in picture.get_attribute("alt")
    page.get_by_text("after 1 hand,").wait_for()
    page.locator(".play-hands li").wait_for()
    page.keyboard.press("n")
    page.get_by_role("heading", name="Hand 2").wait_for()
    assert page.locator(".play-hands li").count() == 1


def test_the_coachs_evs_are_those_of_browse(page: Any, spot: dict[str, Any]) -> None:
    """From here on a fold is worth 0; net it loses what was put in, half of the pot of 50 at first; the choice is kept."""
    start(page, **(spot | {"seat": 1}))
    evs = page.locator(".play-options tbody tr")
    number = "(row) => Number(row.cells[2].firstChild.textContent.replace('\u2212', '-'))"
    for _ in range(30):
        finish(page)
        if page.locator(".play-options th", has_text="fold").count():
            break
        page.keyboard.press("n")
        page.get_by_role("button", name="Next hand").wait_for(state="detached")
    fold = page.locator(".play-options tr", has=page.locator("th", has_text="fold")).first
    here, told = fold.evaluate(number), evs.evaluate_all(f"(rows) => rows.map({number})")
    assert here == 0
    page.get_by_role("button", name="Net").click()
    paid = -fold.evaluate(number)
    assert paid >= 25 and "ev=net" in page.url
    assert evs.first.evaluate(number) == pytest.approx(told[0] - paid, abs=0.011)
    page.get_by_role("button", name="% of pot").click()
    assert fold.evaluate(number) == pytest.approx(-100 * paid / 50, abs=0.011)
    page.reload()
    settle(page)
    page.get_by_role("button", name="Net", pressed=True).wait_for()


def test_a_hand_step_by_step(page: Any, spot: dict[str, Any]) -> None:
    address = start(page, **spot)
    finish(page)
    page.get_by_role("button", name="Next hand").click()
    page.get_by_role("heading", name="Hand 2").wait_for()
    page.locator(".play-hands a").first.click()
    page.locator("button.play-step").first.wait_for()
    page.wait_for_url(re.compile(f"{address}.hand=1$"))
    page.locator("button.play-step").first.click()
    page.wait_for_url(re.compile("step=0$"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("step=1$"))
    page.locator(".play-step[aria-current=step]").wait_for()
    check_axe(page)
    page.reload()
    settle(page)
    assert page.locator("button.play-step").nth(1).get_attribute("aria-current") == "step"
    page.get_by_role("link", name="To the table").click()
    page.get_by_role("heading", name="Hand 2").wait_for()


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_accessible_and_still(theme: str, open_page: Callable[..., Any], spot: dict[str, Any]) -> None:
    page = open_page(color_scheme=theme)
    start(page, **spot)
    check_shifts(page)
    check_axe(page)
    finish(page)
    page.locator(".play-hands li").wait_for()
    check_axe(page)
    check_width(page)
    reached = check_focus(page)
    assert any(name.startswith("Next hand") for name in reached)


def test_a_link_to_an_opponent_is_understood(page: Any, explorer: Any) -> None:
    page.goto(f"/play?opponent={explorer.ids['kuhn']}")
    settle(page)
    page.get_by_label("Opponent").wait_for()
    for label in ("What to play", "Opponent", "Coach"):
        assert page.get_by_label(label, exact=True).input_value() == f"policy:{explorer.ids['kuhn']}"
    page.get_by_label("Opponent").select_option("baseline:honest")
    page.wait_for_url(re.compile("policy=kuhn"))


def test_nothing_hidden_is_in_the_page(page: Any) -> None:
    start(page, game="rps", opponents=["baseline:random"], seat=1, coach="none")
    assert page.locator("img.play-table").get_attribute("alt").count("choice not shown") == 2
    assert page.locator(".play-step").count() == 1
    page.keyboard.press("p")
    page.get_by_role("button", name="Next hand").wait_for()
    assert "choice not shown" not in page.locator("img.play-table").get_attribute("alt")
    page.get_by_text("There is no coach at this table.").wait_for()


@pytest.mark.long
def test_sessions_are_listed_and_removed(page: Any) -> None:
    address = start(page, game="kuhn", opponents=["baseline:honest"], title="to be removed")
    page.get_by_role("link", name="All sessions").click()
    page.get_by_role("link", name="to be removed").wait_for()
    page.get_by_role("button", name="Remove to be removed").click()
    check_axe(page)
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("link", name="to be removed").wait_for(state="detached")
    page.goto(address)
    page.get_by_role("heading", name="Not here").wait_for()
    page.get_by_text("No session").wait_for()
    page.problems.clear()
