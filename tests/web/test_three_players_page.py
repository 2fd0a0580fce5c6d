"""Spots for three players in a real browser: three grids, a switch on a phone, each player's gain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport
from pokerzoo.web.library import Library
from pokerzoo_testing.browser import PHONE, check_axe, check_width, settle, watched_page

pytestmark = pytest.mark.web


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An explorer with a river and a turn for three players."""
    from pokerzoo_testing.served import served

    folder, library = tmp_path_factory.mktemp("work"), Library()
    game = make_game("holdem", board="QsJh2h8d3c", ranges=("TT+,AKs", "JJ+,AQ", "99+,KQs"), pot=50, stack=(100, 60, 60))
    CFR(game).run(30).average_policy().save(folder / "three.npz")
    library.open(folder / "three.npz", id="three")
    turn = make_game("holdem", board="QsJh2h8d", ranges=("99", "JJ", "TT"), pot=50, stack=60, bet_sizes="50%")
    policy = CFR(turn).run(2).average_policy()
    SpotReport(turn, policy).next_cards("b25cf")  # a page does not wait for kernels that are compiled
    policy.save(folder / "turn.npz")
    library.open(folder / "turn.npz", id="turn")
    with served(folder, library) as (client, _):
        yield str(client.base_url).rstrip("/")


def test_three_grids_and_each_gain(browser: Any, address: str) -> None:
    with watched_page(browser, address) as page:
        page.goto("/browse/three?line=x")
        settle(page)
        for name in ("OOP", "MP", "IP"):
            page.get_by_role("grid", name=f"{name}'s range").wait_for()
        gains = page.get_by_text("A best response gains OOP").inner_text()
        assert "MP" in gains and gains.count("% of the pot") == 3
        page.get_by_role("grid", name="IP's range").get_by_role("gridcell", name="QQ").click()
        page.get_by_role("heading", name="IP QQ").wait_for()
        page.keyboard.press("Escape")
        page.locator("body").press("2")  # MP bets
        page.get_by_role("heading", name="IP's range").wait_for()
        page.wait_for_url("**line=xb25*")
        check_axe(page)


def test_on_a_phone_one_grid_is_shown(browser: Any, address: str) -> None:
    with watched_page(browser, address, viewport=PHONE, color_scheme="dark") as page:
        page.goto("/browse/three?line=xb25f")
        settle(page)
        assert [page.get_by_role("grid", name=f"{name}'s range").is_visible() for name in ("OOP", "MP", "IP")] == [
            True,
            False,
            False,
        ]
        page.get_by_role("group", name="Whose grid").get_by_text("IP", exact=True).click()
        page.get_by_role("grid", name="IP's range").wait_for()
        assert not page.get_by_role("grid", name="OOP's range").is_visible()
        check_width(page)
        check_axe(page)


def test_set_up_a_third_player_and_solve(browser: Any, address: str) -> None:
    with watched_page(browser, address) as page:
        page.goto("/setup?board=QsJh2h8d3c&oop=TT%2B,AKs&ip=JJ%2B,AQ&pot=50&stack=100")
        settle(page)
        page.get_by_role("button", name="Three players").click()
        page.get_by_role("textbox", name="MP as text").fill("99+, KQs")
        page.get_by_label("Stacks behind").fill("100/60/60")
        page.get_by_text("combos on this board").wait_for()
        page.wait_for_url("**middle=99*stacks=100*")
        check_axe(page)
        page.get_by_label("Each gain below").fill("2%")
        page.locator("#solve:enabled").click()
        page.get_by_text("A best response gains OOP").wait_for()
        page.get_by_role("link", name="Look at the strategy").click()
        page.get_by_role("grid", name="MP's range").wait_for()


def test_next_cards_offer_nothing_of_a_player_who_folded(browser: Any, address: str) -> None:
    with watched_page(browser, address) as page:
        page.set_default_timeout(45_000)  # cards of three players are a second's work
        for line, told in (("b25cf", ("OOP", "MP")), ("xxb25fc", ("MP", "IP"))):
            page.goto(f"/browse/turn?line={line}&metric=equity.2")
            settle(page)
            cards = page.get_by_role("group", name="Next cards")
            cards.wait_for()
            offered = cards.locator("xpath=..").locator("select option").all_text_contents()
            wanted = [f"{name} {what}" for name in told for what in ("equity", "EV")]
            assert offered[:4] == wanted and not any(text.endswith(("equity", "EV")) for text in offered[4:]), offered
            said = cards.get_by_role("button").first.get_attribute("aria-label") or ""
            assert f"{told[-1] if told[-1] == 'IP' else told[0]} equity" in said  # IP's is asked for in the address


def test_lock_a_player_and_solve_again(browser: Any, address: str) -> None:
    with watched_page(browser, address) as page:
        page.goto("/browse/three?line=x&tab=lock")
        settle(page)
        page.get_by_role("heading", name="Lock what MP does here").wait_for()
        page.get_by_role("button", name="Check always").click()
        page.get_by_role("button", name=re.compile("^Lock [0-9]+ hands")).click()
        page.get_by_text(re.compile("hands are locked at these frequencies")).wait_for()
        check_axe(page)
        page.get_by_role("button", name="Solve with 1 lock").click()
        page.get_by_role("link", name="See what changed").click(timeout=60_000)
        page.wait_for_url("**with=*")
        policy = page.url.split("with=")[1].split("&")[0]
        node = page.request.get(f"{address}/api/spots/{policy}/node?line=x").json()
    assert node["player"] == 1 and {share for share in node["strategy"][0] if share is not None} == {1}  # MP checks
