"""Spots for three players in a real browser: three grids, a switch on a phone, each player's gain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.web.library import Library
from pokerzoo_testing.browser import PHONE, check_axe, check_width, settle, watched_page

pytestmark = pytest.mark.web


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An explorer with a river for three players."""
    from pokerzoo_testing.served import served

    folder, library = tmp_path_factory.mktemp("work"), Library()
    game = make_game("holdem", board="QsJh2h8d3c", ranges=("TT+,AKs", "JJ+,AQ", "99+,KQs"), pot=50, stack=(100, 60, 60))
    CFR(game).run(30).average_policy().save(folder / "three.npz")
    library.open(folder / "three.npz", id="three")
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
