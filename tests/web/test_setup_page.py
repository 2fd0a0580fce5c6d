"""The set-up in a real browser: ranges by mouse, by keyboard and as text, the board, sizes, the tree, and a river solved."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pokerzoo_testing.browser import PHONE, check_axe, check_shifts, check_width, settle, setup_address
from pokerzoo_testing.browser import wait_for_param as address

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.web

RIVER: dict[str, Any] = {"board": "QsJh2h8d3c", "pot": "50", "stack": "100"}


def opened(page: Page, oop: str = "QQ+", ip: str = "JJ+", solving: dict[str, str] | None = None, **params: Any) -> Page:
    page.goto(setup_address(solving=solving, **RIVER | {"ranges": [oop, ip]} | params))
    settle(page)
    page.get_by_text("combos against").wait_for()
    return page


def grid(page: Page, player: str = "OOP") -> Locator:
    return page.get_by_role("grid", name=f"{player}'s range")


def cell(page: Page, hand: str, player: str = "OOP") -> Locator:
    return grid(page, player).get_by_role("gridcell", name=re.compile(rf"^{hand}:"))


def text(page: Page, player: str = "OOP") -> Locator:
    return page.get_by_role("textbox", name=f"{player} as text")


def expect_text(page: Page, wanted: str, player: str = "OOP") -> None:
    from playwright.sync_api import expect

    expect(text(page, player)).to_have_value(wanted)


@pytest.mark.long
def test_paint_by_mouse(page: Any) -> None:
    opened(page)
    cell(page, "AKs").hover()
    page.mouse.down()
    cell(page, "AJs").hover()  # by way of AQs
    page.mouse.up()
    expect_text(page, "QQ+, AJs+")
    address(page, "ranges", ["QQ+,AJs+", "JJ+"])
    cell(page, "QQ").click()  # what has the weight is taken out
    expect_text(page, "KK+, AJs+")
    page.go_back()  # painting makes no steps for the back button
    assert "/setup" not in page.url


def test_paint_by_keyboard(page: Any) -> None:
    opened(page, oop="AA")
    cell(page, "AA").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect_text(page, "AA, AKs")
    page.keyboard.press("Shift+ArrowRight")
    expect_text(page, "AA, AQs+")
    page.keyboard.press("5")
    expect_text(page, "AA, AKs, AQs:0.5")
    assert cell(page, "AQs").get_attribute("aria-label") == "AQs: 50%"
    page.keyboard.press("0")
    expect_text(page, "AA, AKs")


@pytest.mark.long
def test_suits_weight_and_tools(page: Any) -> None:
    opened(page, oop="AA")
    cell(page, "AKs").click()
    suits = page.get_by_role("group", name="Suits of AKs")
    suits.get_by_role("button", name="As Ks, 100%").click()
    expect_text(page, "AA, AhKh, AdKd, AcKc")
    editor = page.get_by_role("region", name="OOP's range", exact=True)
    editor.get_by_label("Weight painted for OOP").fill("50")
    cell(page, "KK").click()
    expect_text(page, "AA, AhKh, AdKd, AcKc, KK:0.5")
    editor.get_by_role("button", name="Clear").click()
    expect_text(page, "")
    page.get_by_label("Range to start from, for OOP").select_option("Every hand")
    expect_text(page, "random")
    page.get_by_text("1081.0 combos against").wait_for()


def test_a_fault_in_a_text_is_shown_at_its_place(page: Any) -> None:
    opened(page)
    text(page).fill("QQ+, AKx, JJ")
    told = page.get_by_role("alert").filter(has_text="must be a hand")
    told.wait_for()
    assert told.locator("code").inner_text() == "AKx"
    assert cell(page, "QQ").get_attribute("aria-selected") == "true"  # the grid stays as it was
    assert page.get_by_role("button", name="Solve", exact=True).is_disabled()
    told.get_by_role("button", name="Character 6").click()
    page.keyboard.type("AKs")
    expect_text(page, "QQ+, AKs, JJ")
    page.locator(".range-cell[aria-label='AKs: 100%']").wait_for()
    page.wait_for_function("() => !document.querySelector('.primary').disabled")


def test_board_sizes_and_tree(page: Any) -> None:
    opened(page, oop="22+,AK", ip="22+,AK")
    board = page.get_by_role("group", name="Cards of the board")
    board.get_by_role("button", name="3 of clubs").click()
    address(page, "board", "QsJh2h8d")
    page.get_by_label("bet sizes on the turn").fill("75%")
    page.get_by_role("button", name="Call river after b38c/").click()
    page.get_by_role("list", name="The river after b38c/").wait_for()
    page.get_by_role("button", name="Take lines out").click()
    page.get_by_role("button", name=re.compile("^Take out Bet 38 .*after the start")).click()
    address(page, "removed", ["b38"])
    page.get_by_role("button", name="Put back b38").click()
    address(page, "removed", None)
    page.get_by_label("bet sizes on the river").fill("50")
    page.get_by_text("Bets, river: a number needs a unit after it").first.wait_for()
    address(page, "bet_sizes", {"turn": "75%", "river": "50"})
    page.reload()
    settle(page)
    assert page.get_by_label("bet sizes on the river").input_value() == "50"  # nothing that was typed is lost
    board.get_by_role("button", name="A of spades").focus()
    page.keyboard.press("Enter")
    address(page, "board", "QsJh2h8dAs")


@pytest.mark.long
def test_donk_sizes_are_those_of_oop_alone(page: Any) -> None:
    opened(page, board="QsJh2h8d", bet_sizes=["50%", ""], raise_sizes="")
    assert page.get_by_label("OOP: donk sizes on the turn").count() == 0  # no street before
    assert page.get_by_label("IP: donk sizes on the river").count() == 0
    page.get_by_label("OOP: donk sizes on the river").fill("25%")
    address(page, "donk_sizes", "25%")
    page.get_by_label("IP: bet sizes on the turn").fill("75%")
    page.reload()
    settle(page)
    assert page.get_by_label("OOP: donk sizes on the river").input_value() == "25%"
    page.get_by_role("button", name="Both alike").click()
    assert page.get_by_label("donk sizes on the river").input_value() == "25%"


def test_what_does_not_fit_is_refused(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.envs.support.memory.free_memory", lambda: 1)
    monkeypatch.setattr("pokerzoo.envs.support.memory.UNCHECKED", 1)
    opened(page)
    page.get_by_text("It does not fit").wait_for()
    page.get_by_text("what makes it smaller: fewer bet sizes, a raise_cap").wait_for()
    assert page.get_by_role("button", name="Solve", exact=True).is_disabled()


def test_solve_a_river_to_its_end(page: Any) -> None:
    opened(page, solving={"until": "1%"}, sizes_at={"x": "+25%"})
    page.get_by_role("button", name="Solve", exact=True).press("Enter")
    page.wait_for_url("**/solves/*")
    settle(page)
    page.get_by_role("link", name="Change the spot").click()
    address(page, "sizes_at", {"x": "+25%"})
    expect_text(page, "JJ+", "IP")  # the spot is in the address of the set-up as it was
    assert page.get_by_label("bet sizes on the river").input_value() == "50%"
    page.go_back()
    page.get_by_role("link", name="Look at the strategy").click()
    page.wait_for_url("**/browse/*")
    settle(page)


@pytest.mark.long
def test_ranges_are_painted_on_a_phone(open_page: Callable[..., Any]) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page.goto(setup_address(**RIVER, ranges=["QQ+", "JJ+"]))
    settle(page)
    for seat, before in (("IP", "JJ+"), ("OOP", "QQ+")):
        cell(page, "AKs", seat).tap()
        expect_text(page, f"{before}, AKs", seat)
    check_width(page)
    check_axe(page)
    check_shifts(page)


def test_control_and_enter_solve_from_any_field(page: Any) -> None:
    opened(page)
    page.get_by_label("Pot").focus()
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/solves/*")
    settle(page)


def test_the_tab_key_gets_to_solve_in_few_steps(page: Any) -> None:
    """By the second link of the page; in the tree arrow keys move, and one button alone is a stop."""
    page.goto(setup_address(board="Ks7d2c"))
    settle(page)
    page.locator(".tree-box button").first.wait_for()
    assert page.get_by_role("textbox", name="IP as text").input_value().startswith("JJ-55")  # as on the page without an address
    assert page.locator(".tree-box button:not([tabindex='-1'])").count() == 1
    first = page.locator(".tree-box button[tabindex='0']")
    name = first.inner_text()
    first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.closest('.tree-box') !== null")
    assert page.evaluate("() => document.activeElement.innerText") != name or page.locator(".tree-box button").count() == 1
    page.reload()
    settle(page)
    page.locator("#solve:enabled").wait_for()
    for key in ("Tab", "Tab", "Enter"):  # from the top of the page
        page.keyboard.press(key)
    assert page.evaluate("() => document.activeElement.id") == "solve"


def test_add_a_size_at_one_point_of_the_tree(page: Any) -> None:
    opened(page)
    page.get_by_role("button", name="Add sizes").click()
    page.get_by_role("button", name="+ size after x", exact=True).focus()
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="Size to add after x")
    field.fill("25%")
    check_axe(page)
    field.press("Enter")
    address(page, "sizes_at", {"x": "+25%"})
    row = page.get_by_role("list", name="The river").get_by_role("listitem").nth(1)
    row.get_by_text("Bet 13").wait_for()  # 25% of 50, rounded to chips, at IP's decision after a check
    first = page.get_by_role("list", name="The river").get_by_role("listitem").first.inner_text()
    assert "Bet 25" in first and "Bet 13" not in first
    page.get_by_role("button", name="Undo x +25%").click()
    address(page, "sizes_at", None)
    page.get_by_text("Bet 13").wait_for(state="detached")


@pytest.mark.long
def test_ranges_and_spots_are_saved_exported_and_imported(page: Any, tmp_path: Path) -> None:
    opened(page, oop="QQ+,AKs:0.5")
    editor = page.get_by_role("region", name="OOP's range")
    editor.get_by_role("button", name="Save this range").click()
    dialog = page.get_by_role("dialog", name="Save OOP's range")
    dialog.get_by_label("Name").fill("Tight")
    dialog.get_by_label("Group").fill("Button")
    dialog.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Save …", exact=True).click()
    dialog = page.get_by_role("dialog", name="Save this set-up")
    dialog.get_by_label("Name").fill("My river")
    dialog.get_by_role("button", name="Save").click()
    page.get_by_label("Range to start from, for IP").select_option(label="Tight")
    expect_text(page, "QQ+, AKs:0.5", "IP")
    page.get_by_role("button", name="Saved", exact=True).click()
    listed = page.get_by_role("dialog", name="Saved ranges and spots")
    check_axe(page)
    with page.expect_download() as found:
        listed.get_by_role("link", name="Export as JSON").click()
    (tmp_path / "equilab.txt").write_text("AA@50, KK 0.5\n")
    listed.get_by_role("button", name="Remove Tight").click()
    listed.get_by_text("Tight").wait_for(state="detached")
    listed.locator("input[type=file]").set_input_files([str(found.value.path()), str(tmp_path / "equilab.txt")])
    listed.locator(".notice.good").wait_for()
    assert listed.get_by_role("list", name="Saved ranges").inner_text().count("Remove") == 2
    (tmp_path / "bad.txt").write_text("AAx")
    listed.locator("input[type=file]").set_input_files(str(tmp_path / "bad.txt"))
    page.get_by_role("alert").get_by_text("must be a hand").wait_for()
    listed.get_by_role("button", name="Close").click()
    page.get_by_label("Range to start from, for IP").select_option(label="equilab")
    expect_text(page, "AA@50, KK 0.5", "IP")
    page.goto("/setup")
    settle(page)
    page.get_by_role("button", name="Save …", exact=True).click()  # the address has no query
    dialog = page.get_by_role("dialog", name="Save this set-up")
    dialog.get_by_label("Name").fill("As it begins")
    dialog.get_by_role("button", name="Save").click()
    dialog.wait_for(state="detached")
    page.get_by_label("What to start from").select_option(label="My river")
    expect_text(page, "QQ+, AKs:0.5", "OOP")
    page.get_by_label("What to start from").select_option(label="As it begins")
    expect_text(
        page, "TT+, 99:0.5, AJs+, ATs:0.5, A5s-A4s, KQs, KJs:0.5, QJs:0.5, JTs:0.5, T9s:0.5, 76s:0.5, 65s:0.5, AQo+, KQo:0.5"
    )
    page.problems[:] = [problem for problem in page.problems if not problem.startswith("422")]


def test_combos_are_counted_in_one_way(page: Any, explorer: Any) -> None:
    """By weight, and on the board: above the grids, beside the button, and where the spot is browsed."""
    page.goto(setup_address(board="QsJh2h8d3c", ranges=["QQ+,AKs:0.5,T9s", "JJ+,AK,98s"], pot="50"))
    settle(page)
    page.get_by_text("21.0 combos against 37.0 on this board.").wait_for()  # 15 + 4 / 2 + 4, and 18 + 16 + 3
    heads = page.locator(".range-editor h3 + .number").all_inner_texts()
    assert [head.partition(" combos on this board, ")[0] for head in heads] == ["21.0", "37.0"]
    page.locator("#solve:enabled").click()
    page.get_by_role("link", name="Look at the strategy").click()
    settle(page)
    rows = page.get_by_role("table", name="Both ranges").locator("tbody tr")
    assert [rows.nth(k).locator("td").nth(1).inner_text() for k in range(2)] == ["21.0", "37.0"]
