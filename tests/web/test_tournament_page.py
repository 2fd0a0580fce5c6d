"""Push/fold and prizes in a real browser: a table solved, its charts by keyboard, stacks in prize money."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo_testing.browser import check_axe, check_width, settle

pytestmark = pytest.mark.web


def test_a_table_is_solved_and_its_charts_are_shown(page: Any) -> None:
    page.goto("/tournament")
    settle(page)
    page.get_by_label("Stacks, big blinds").fill("8,12")
    page.get_by_role("textbox", name="Prizes").fill("70,30")
    page.get_by_role("textbox", name="Prizes").press("Enter")
    page.get_by_role("heading", name="SB pushes").wait_for()
    page.get_by_text("Largest gain by a best response").wait_for()
    page.get_by_role("button", name="SB pushes").click()
    page.get_by_role("heading", name="BB calls").wait_for()
    page.wait_for_url("**stacks=8%2C12**at=j**")
    page.get_by_role("gridcell", name="AA").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("AKs: call").wait_for()
    check_axe(page)
    check_width(page)
    page.get_by_role("link", name="ICM").click()
    page.get_by_role("heading", name="Bubble factors").wait_for()
    page.get_by_text("38.3929").wait_for()


def test_what_is_no_number_is_told(page: Any) -> None:
    """Of deals a number that is not there would be the default."""
    for name in ("deals", "ante"):
        page.goto(f"/tournament?stacks=8,12&{name}=abc")
        page.get_by_role("alert").filter(has_text=f"{name}: ").wait_for()
        assert page.get_by_role("heading", name="Players").count() == 0
    page.problems.clear()  # the server's 422
