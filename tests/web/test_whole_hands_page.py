"""Whole hands in a real browser: played by keyboard, what the opponent thought in the address, thinking told, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pokerzoo_testing.browser import PHONE, check_axe, check_width, settle, sit_down
from pokerzoo_testing.waiting import Waiting

pytestmark = pytest.mark.web


WAITING = Waiting()


@pytest.fixture(scope="module")
def explorer(blueprint_folder: Path) -> Iterator[Any]:
    """An explorer with a blueprint, an agent that solves rivers, and one that waits."""
    from pokerzoo.agents import SolvingAgent
    from pokerzoo.envs import make_game
    from pokerzoo_testing.served import served

    solver = SolvingAgent("loose", game=make_game("texas_holdem"), iterations=5, first_street="river", name="solver")
    with served(blueprint_folder, agents={"solver": solver, "waiting": WAITING}) as (client, _):
        yield SimpleNamespace(address=str(client.base_url).rstrip("/"))


def start(page: Any, **body: Any) -> str:
    return sit_down(page, **{"game": "texas_holdem", "seed": 3, **body})


def finish(page: Any) -> None:
    """Check and call to the end of the hand, by keyboard."""
    while page.get_by_role("button", name="Next hand").count() == 0:
        before = page.locator("img.play-table").get_attribute("src")
        page.keyboard.press("x")
        page.keyboard.press("c")
        page.wait_for_function("(before) => document.querySelector('img.play-table').src !== before", arg=before)


def test_a_hand_against_a_blueprint_from_the_form(page: Any) -> None:
    page.goto("/play")
    settle(page)
    page.get_by_label("What to play").select_option("policy:short")
    page.wait_for_url(re.compile("policy=short"))
    page.get_by_role("button", name="Player 0 (big blind)").click()
    assert page.get_by_label("Opponent").input_value() == "blueprint:short"
    assert page.get_by_label("Coach", exact=True).count() == 0
    page.get_by_label("Seed").fill("1")  # a hand in which the blueprint acts more than once
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(re.compile("/play/texas_holdem-"))
    settle(page)
    assert page.locator("h1").inner_text() == "Texas hold'em against Blueprint short"
    finish(page)
    page.get_by_role("heading", name="What Blueprint short thought").wait_for()
    assert page.locator(".play-options tbody tr.chosen").count() == 1
    page.get_by_role("button", name="1 Preflop").click()
    page.wait_for_url(re.compile("thought=0"))
    assert page.locator(".play-range h3").inner_text() == "Its range: 190.0 combos"
    page.get_by_role("gridcell", name="AKs:").click()
    page.wait_for_url(re.compile("cell=AKs"))
    told = page.locator(".play-cell").inner_text()
    assert re.match(r"AKs: fold \d+%, call \d+%.*100% of its combos here", told)
    page.reload()
    settle(page)
    assert page.locator(".play-cell").inner_text() == told
    assert page.get_by_role("gridcell", name="72o: not here").count() == 1
    page.locator(".figures dd").nth(2).wait_for()
    assert page.get_by_text("mbb a hand", exact=True).count() == 1
    page.keyboard.press("n")
    page.get_by_role("heading", name="Hand 2").wait_for()
    assert "thought" not in page.url


@pytest.mark.long
def test_a_review_shows_the_thought_of_its_step(page: Any) -> None:
    address = start(page, opponents=["agent:solver"])
    finish(page)
    page.get_by_text("Solved from the river on for both ranges (unsafe): 5 iterations").wait_for()
    page.keyboard.press("s")
    page.wait_for_url(re.compile("hand=1"))
    page.get_by_role("button", name="4 River").click()
    page.wait_for_url(re.compile(r"step=\d+"))
    assert "solver" in page.locator(".play-step[aria-current=step]").inner_text()
    check_axe(page)
    page.get_by_role("button", name="1 Preflop").click()
    page.get_by_text("before the flop").wait_for()
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(re.compile(address + "$"))


@pytest.mark.long
def test_it_says_that_the_opponent_thinks(page: Any) -> None:
    WAITING.go.set()
    start(page, opponents=["agent:waiting"], seat=0)
    page.keyboard.press("x")
    page.locator(".play-step", has_text="Board").wait_for()
    WAITING.go.clear()
    try:
        page.keyboard.press("x")
        page.locator(".play-thinking", has_text="waiting thinks").wait_for()
        assert page.locator(".play-action").count() == 0
        check_axe(page)
        page.reload()  # the page is there, and says so again
        page.locator(".play-thinking", has_text="waiting thinks").wait_for()
    finally:
        WAITING.go.set()
    page.locator(".play-thinking").wait_for(state="detached")
    assert page.locator(".play-action").count() > 1


@pytest.mark.long
def test_on_a_phone_all_buttons_are_at_hand(open_page: Callable[..., Any]) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    start(page, opponents=["baseline:always_call"], seat=1)
    assert page.locator(".play-action").count() == 5
    for _ in range(2):
        check_width(page)
        check_axe(page)
        boxes = [one.bounding_box() for one in page.locator(".play-action").all()]
        assert all(box["y"] + box["height"] <= PHONE["height"] and box["height"] >= 44 for box in boxes)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
        finish(page)
