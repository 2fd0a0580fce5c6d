"""Games from the blinds on in a browser: set up, solved, browsed before the flop and on it, locked."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.evaluation import SpotReport
from pokerzoo_testing.browser import check_shifts, query_of, settle, setup_address, wait_for_param

pytestmark = pytest.mark.web


def report(file: Path) -> SpotReport:
    policy = TabularPolicy.load(file)
    return SpotReport(policy.game, policy)


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}%"


def test_from_a_preset_to_its_chart(page: Any) -> None:
    """A preset is chosen and changed, solved to a limit in mbb, and its first decision is looked at."""
    page.goto("/setup")
    settle(page)
    page.get_by_label("What to start from").select_option("preflop-20bb")
    page.wait_for_function("() => location.search.includes('game=preflop_holdem')")
    stack = page.get_by_label("Stack", exact=True)
    assert stack.input_value() == "20"
    stack.fill("8")
    page.get_by_label("raise sizes before the flop").fill("a")
    page.get_by_label("Exploitability").fill("20 mbb")
    wait_for_param(page, "stack", "8")
    page.wait_for_function("() => /until=20(\\+|%20)mbb/.test(location.search)")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("link", name="Look at the strategy").wait_for()
    page.get_by_text("thousandths of the big blind").wait_for()
    page.get_by_role("heading", name="Go on").wait_for()
    page.get_by_role("link", name="Change the game").click()
    settle(page)
    assert stack.input_value() == "8"
    page.go_back()
    settle(page)
    page.get_by_role("link", name="Look at the strategy").click()
    settle(page)
    assert page.get_by_role("table", name="What SB does").count() == 1
    page.goto("/")
    settle(page)
    row = page.get_by_role("listitem").filter(has_text="stacks 8").first
    assert "No-limit hold'em from the blinds" in row.inner_text() and "blinds 0.5 and 1" in row.inner_text()


@pytest.mark.long
def test_some_flops_are_chosen(page: Any) -> None:
    """A preset has some flops that stand for all; all are as many as there are, and before the flop there is no choice."""
    page.goto("/setup")
    settle(page)
    page.get_by_label("What to start from").select_option("preflop-100bb-flop")
    wait_for_param(page, "flops", "flops:25")
    page.get_by_text("25 distinct").wait_for()
    page.get_by_role("button", name="100 for all").click()
    wait_for_param(page, "flops", "flops:100")
    page.get_by_text("100 distinct").wait_for()
    page.get_by_role("button", name="Preflop", exact=True).click()
    wait_for_param(page, "last_street", None)
    assert page.get_by_role("button", name="25 for all").count() == 0


@pytest.mark.long
def test_the_betting_tree_and_sizes_of_each_player(page: Any) -> None:
    """By keyboard: sizes of the big blind alone, a street that unfolds, a line that is taken out and put back."""
    page.goto(
        setup_address("preflop_holdem", last_street="flop", stack=20, raise_sizes="2.5x", bet_sizes="50%", flops="flops:25")
    )
    settle(page)
    page.get_by_role("button", name="Each player").press("Enter")
    page.get_by_label("BB: raise sizes before the flop").fill("3x,a")
    assert page.get_by_label("SB: donk sizes on the flop").count() == 0
    wait_for_param(page, "raise_sizes", {"preflop": ["3x,a", "2.5x"], "flop": ["2.5x", "2.5x"]})
    tree = page.get_by_role("region", name="Lines of the betting tree")
    before = tree.get_by_role("list", name="Before the flop")
    before.get_by_text("Raise to 7.5").first.wait_for()
    assert before.locator(".seat").first.inner_text() == "SB"
    assert "100%" in before.get_by_text("Raise to 7.5").last.inner_text()  # after 2.5: 5 more than the call, into 5
    page.get_by_role("button", name="Call flop after r2.5c/").press("Enter")
    tree.get_by_role("list", name="The flop after r2.5c/").get_by_text("Bet 2.5").first.wait_for()
    page.get_by_role("button", name="Take lines out").press("Space")
    page.get_by_role("button", name=re.compile("^Take out Call .*after the start")).press("Enter")
    wait_for_param(page, "removed", ["c"])
    page.reload()
    settle(page)
    assert page.get_by_label("BB: raise sizes before the flop").input_value() == "3x,a"
    assert page.get_by_label("SB: raise sizes before the flop").input_value() == "2.5x"
    page.get_by_role("button", name="Put back c").press("Enter")
    wait_for_param(page, "removed", None)
    page.get_by_role("button", name="Both alike").click()
    wait_for_param(page, "raise_sizes", {"preflop": "3x,a", "flop": "2.5x"})
    page.get_by_role("link", name="Fixed bets to the flop").click()
    before.get_by_text("Raise", exact=False).first.wait_for()
    assert page.get_by_role("button", name="Take lines out").count() == 0  # no lines of it can be removed


@pytest.mark.long
def test_a_fault_that_is_told_late_moves_nothing(page: Any) -> None:
    """Faults are known some time after the page is drawn, the later the more the machine has to do."""

    def late(route: Any) -> None:
        time.sleep(0.7)
        route.continue_()

    page.route("**/api/games/preflop_holdem/check", late)
    page.goto(setup_address("preflop_holdem", last_street="flop", stack="0.5"))
    page.get_by_text("Stack: must be more than the 1 that the player posts (blind and ante)").first.wait_for()
    settle(page)
    check_shifts(page)


@pytest.mark.long
def test_faults_of_the_set_up(page: Any) -> None:
    page.goto(setup_address("preflop_holdem", stack="0.5"))
    settle(page)
    page.get_by_text("Stack: must be more than the 1 that the player posts (blind and ante)").first.wait_for()
    assert page.get_by_role("button", name="Solve", exact=True).is_disabled()
    page.get_by_role("button", name="River", exact=True).click()
    page.get_by_label("Stack", exact=True).fill("100")
    page.get_by_text("It does not fit").wait_for()
    page.get_by_role("link", name="Fixed bets to the flop").click()
    page.wait_for_function("() => location.search.startsWith('?game=fhp')")
    page.get_by_text("1,755 distinct").wait_for()


def test_a_flop_is_chosen_card_by_card(page: Any, explorer: Any, policy_files: dict[str, Path]) -> None:
    page.goto(f"/browse/{explorer.ids['royal']}?line=cx")
    settle(page)
    page.get_by_role("button", name="Choose its cards").click()
    dialog = page.get_by_role("dialog", name="Choose the three cards of the flop")
    dialog.wait_for()
    assert dialog.get_by_role("button", name=re.compile("of (spades|hearts|diamonds|clubs)$")).count() == 20
    for card in ("T♦", "A♠", "A♠", "Q♠", "J♥"):  # one is taken back
        dialog.get_by_role("button", name=re.compile(f"^{card}")).click()
    settle(page)
    assert query_of(page)["line"] == "cx/QsJhTd"
    royal = report(policy_files["royal"])
    table = page.get_by_role("table", name="What BB does")
    checks = percent(royal.at("cx/QsJhTd").frequencies[0])
    assert checks in table.get_by_role("row", name=re.compile("^Check")).inner_text()
    page.goto(f"/browse/{explorer.ids['royal']}?line=cx")
    settle(page)
    page.get_by_role("button", name="Compare all flops").click()
    flops = page.get_by_role("region", name="Flops")
    flops.wait_for()
    assert "95 flops differ by more than suits: the 10 best for BB" in flops.inner_text()
    cards = royal.next_cards("cx")
    assert f"{cards.ev[0].max() / 100:.2f}" in flops.get_by_role("row").nth(1).inner_text()
    flops.get_by_role("button").first.click()
    settle(page)
    assert query_of(page)["line"] == f"cx/{cards.cards[int(cards.ev[0].argmax())]}"
