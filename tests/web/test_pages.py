"""Checks of every page of the explorer: in both themes, on a phone, by keyboard, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pokerzoo_testing.browser import (
    PHONE,
    check_axe,
    check_clipped,
    check_focus,
    check_shifts,
    check_tables,
    check_width,
    pages_of_the_explorer,
    settle,
    setup_address,
)

pytestmark = pytest.mark.web

ADDRESSES = {
    "": ("/",),
    "aggregate": (
        "/aggregate/{sweep}",
        "/aggregate/{sweep}?by=suits;stack&line=x&sort=m.7&where=pot%20%3E%200",
        "/aggregate",
    ),
    "games": (
        "/games",
        "/games/kuhn",
        "/games/kuhn?learn=1&iteration=5",
        "/games/kuhn/{kuhn}?leaks=1&each=node",
        "/games/rps?leaks=1&who=baseline:random",
        "/games/leduc?leaks=1",
        "/games/rps?view=matrix",
        "/games/leduc?params=%7B%22suit_isomorphism%22:true%7D&at=Q%7Cxbc%2FK%7Cb",
        "/games/bet_fold?learn=1&iteration=30",
    ),
    "play": (
        "/play",
        "/play?game=bet_fold&seat=2",
        "/play?policy={river}",
        "/play?game=texas_holdem",
        "/play?policy=short",
        "/play/{hand}?thought=0&cell=AKs",
        "/play/{hand}?hand=1&step=2",
    ),
    "charts": ("/charts/{table}", "/charts/{table}?line=fr2&hand=A5s", "/charts/{table}?line=fr2c"),
    "solves": ("/solves/{solve}",),
    "browse": (
        "/browse/{turn}?line=xx&view=ev&tab=breakdown",
        "/browse/{turn}?view=together",
        "/browse/{river}?line=x&tab=lock&hand=KK",
        "/browse/{river}?leaks=1",
        "/browse/{river}?tab=compare&withline=x",
        "/browse/{turn}?line=b25&tab=exploit",
        "/browse/{preflop}?leaks=1",
        "/browse/{preflop}?line=r2.5&hand=AKs",
        "/browse/{royal}?line=cx",
        "/browse/{royal}?line=cx/QsJhTd/x&tab=lock&hand=KK",
    ),
    "setup": (
        "/setup",
        setup_address(board="QsJh2h8d3c", ranges=["QQ+", "AKx"], bet_sizes="50"),
        setup_address("preflop_holdem", last_street="flop", stack="0.5"),
        "/setup?game=fhp",
    ),
}
"""Addresses to open, by page; {kuhn} and so on stand for what the ``explorer`` fixture has. The first of each page is checked
in every run, the others in ``make test`` and ``make nightly PARTS=long``."""
WIDE = ({"width": 1440, "height": 900}, {"width": 1024, "height": 768})
"""Windows beside those of a desktop and a phone."""
FIRST = [addresses[0] for addresses in ADDRESSES.values()]
MORE = [address for addresses in ADDRESSES.values() for address in addresses[1:]]


@pytest.fixture(scope="module")
def ids(explorer: Any) -> dict[str, str]:
    """Ids for addresses: those of the explorer, and a session with a whole hand that is over (``hand``)."""
    from httpx import Client

    from pokerzoo_testing.served import json_of

    with Client(base_url=explorer.address, timeout=60) as client:
        body = {"policy": "short", "opponents": ["blueprint:short"], "seed": 8}
        table = json_of(client.post("/api/play", json=body), 201)
        while not table["hand"]["over"]:
            hand = table["hand"]
            action = next(one["id"] for one in hand["buttons"] if one["name"] in ("check", "call"))
            move = {"action": action, "hand": hand["number"], "turn": hand["turn"]}
            table = json_of(client.post(f"/api/play/{table['id']}/act", json=move))
    return {**explorer.ids, "hand": table["id"]}


def test_each_page_is_looked_at() -> None:
    assert set(ADDRESSES) == pages_of_the_explorer()


@pytest.mark.parametrize("address", [*FIRST, *(pytest.param(address, marks=pytest.mark.long) for address in MORE)])
def test_accessible_still_and_narrow(address: str, page: Any, ids: dict[str, str]) -> None:
    """All of it on one page: what takes the time is opening it."""
    page.goto(address.format(**ids))
    settle(page)
    assert page.title() != "pokerzoo"
    check_axe(page)
    check_width(page)
    check_clipped(page)
    check_shifts(page)
    reached = check_focus(page)
    assert reached[0] == "To the content"
    assert len(reached) > 4
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    check_axe(page, runOnly=["color-contrast"])
    for size in (*WIDE, PHONE):
        page.set_viewport_size(size)
        check_width(page)
        check_clipped(page)
        check_tables(page)
    check_axe(page, rules={"color-contrast": {"enabled": False}})


@pytest.mark.parametrize("address", FIRST)
def test_on_a_phone(address: str, open_page: Callable[..., Any], explorer: Any) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page.goto(address.format(**explorer.ids))
    settle(page)
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert all(link.is_visible() for link in page.get_by_role("navigation", name="Pages").get_by_role("link").all())
    check_width(page)
    check_shifts(page)


def test_an_address_that_is_no_page(page: Any) -> None:
    page.goto("/nowhere")
    settle(page)
    assert page.locator("h1").inner_text() == "No such page"
    page.get_by_role("link", name="To the library").click()
    settle(page)
    assert page.locator("h1").inner_text() == "Library"
    page.go_back()
    assert page.locator("h1").inner_text() == "No such page"


def test_a_page_within_another_is_marked_there(page: Any, explorer: Any) -> None:
    pages = page.get_by_role("navigation", name="Pages")
    page.goto(f"/browse/{explorer.ids['river']}")
    settle(page)
    assert pages.get_by_role("link").all_inner_texts() == ["Library", "Set up", "Reports", "Learn", "Play"]
    assert pages.locator("[aria-current]").all_inner_texts() == ["Library"]
    for alone in ("/browse", "/solves"):  # of which policy, of which solve
        page.goto(alone)
        settle(page)
        assert page.locator("h1").inner_text() == "No such page"


def test_themes_are_kept(page: Any) -> None:
    page.goto("/")
    settle(page)
    theme = "() => document.documentElement.dataset.theme"
    button = page.get_by_role("button", name="Colours:")
    button.click()
    button.click()
    assert page.evaluate(theme) == "dark"
    page.reload()
    assert page.evaluate(theme) == "dark"


def test_the_tab_is_called_after_what_is_shown(page: Any, explorer: Any) -> None:
    for address, title in (
        ("/browse/{river}", "river"),
        ("/games/kuhn/{kuhn}?leaks=1", "Leaks of kuhn"),
        ("/games/kuhn", "Kuhn poker"),
        ("/setup", "Set up a spot"),
    ):
        page.goto(address.format(**explorer.ids))
        settle(page)
        page.wait_for_function("(title) => document.title === title", arg=f"{title} · pokerzoo")
    page.get_by_role("link", name="Learn", exact=True).click()
    page.wait_for_function("() => document.title === 'Small games · pokerzoo'")
    page.go_back()
    page.wait_for_function("() => document.title === 'Set up a spot · pokerzoo'")
