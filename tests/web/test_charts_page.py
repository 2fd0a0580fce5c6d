"""A table before the flop in the browser: from the library along a line to the spot after the flop."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from pokerzoo_testing.browser import settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.web


def test_from_the_library_to_a_spot_after_the_flop(page: Page) -> None:
    page.goto("/")
    settle(page)
    page.get_by_role("list", name="Tables before the flop").get_by_role("link", name="three").click()
    page.get_by_role("heading", name="BTN to act").wait_for()
    page.get_by_role("region", name="Actions").get_by_role("link", name="Fold").click()
    page.get_by_role("heading", name="SB to act").wait_for()
    page.get_by_role("region", name="Actions").get_by_role("link", name="Raise to 2", exact=True).click()
    page.get_by_role("heading", name="BB to act").wait_for()
    page.get_by_role("gridcell", name="A5s:").click()
    page.get_by_role("columnheader", name="A5s").wait_for()
    page.get_by_role("region", name="Actions").get_by_role("link", name="Call").click()
    page.get_by_role("link", name="Set up this spot").click()
    page.get_by_role("heading", name="Set up").first.wait_for()
    params = json.loads(parse_qs(urlsplit(page.url).query)["params"][0])
    assert (params["pot"], params["stack"], len(params["ranges"])) == (4, 18, 2)
