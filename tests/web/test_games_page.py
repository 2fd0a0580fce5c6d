"""The pages of small games in a browser: the tree, infosets, CFR step by step; by mouse, by keyboard, on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo_testing.browser import check_shifts, settle

pytestmark = pytest.mark.web


def test_from_the_list_to_kuhns_tree(page: Any) -> None:
    page.goto("/games")
    settle(page)
    titles = page.locator("h2").all_inner_texts()
    assert titles[0] == "Kuhn poker" and len(titles) >= 5
    page.get_by_role("link", name="Tree and strategies of Kuhn poker").click()
    settle(page)
    page.wait_for_selector(".tree .node")
    assert page.url.endswith("/games/kuhn")
    assert page.locator(".tree .node").count() == 24 and page.locator(".infosets tbody tr").count() == 12
    page.get_by_role("button", name="Player 1, K after a check: check 0.0%, bet 100.0%").first.click()
    page.get_by_role("heading", name="K after a check", exact=True).wait_for()
    assert "at=K%7Cx" in page.url and page.locator(".tree .node.on").count() == 2
    page.reload()
    settle(page)
    page.get_by_role("heading", name="K after a check", exact=True).wait_for()


def test_the_tree_by_keyboard(page: Any) -> None:
    page.goto("/games/kuhn?at=J%7C")
    settle(page)
    first = page.locator(".tree .node[tabindex='0']")
    first.focus()
    heading = page.locator(".detail h2")
    steps = [
        ("ArrowRight", "Q after a check"),
        ("ArrowRight", "J after a check and a bet"),
        ("ArrowLeft", "Q after a check"),
        ("ArrowLeft", "J at the start"),
        ("ArrowDown", "J at the start"),
        ("ArrowDown", "Q at the start"),
    ]
    for key, told in steps:
        page.keyboard.press(key)
        page.wait_for_function("told => document.querySelector('.detail h2').textContent === told", arg=told)
    assert heading.inner_text() == "Q at the start"
    assert page.evaluate("() => document.activeElement.classList.contains('node')")


def test_kuhns_family_of_equilibria(page: Any) -> None:
    page.goto("/games/kuhn")
    settle(page)
    page.get_by_label("p = 0.200").fill("60")
    page.get_by_text("Kuhn's equilibrium with p = 0.333").wait_for()
    assert "of=kuhn%3A0.333333" in page.url
    assert "bet 33.3%" in page.get_by_role("button", name="Player 0, J at the start").first.get_attribute("aria-label")


def test_watching_cfr_learn(page: Any) -> None:
    page.goto("/games/kuhn?learn=1&variant=cfr&at=J%7C")
    settle(page)
    page.get_by_text("before the first iteration").wait_for()
    trainer = CFR(make_game("kuhn"), "cfr")
    for name, step in [("+1", 1), ("+10", 10), ("+100", 100)]:
        page.get_by_role("button", name=name, exact=True).click()
        trainer.run(step)
        page.get_by_text(f"iteration {trainer.iteration}", exact=False).first.wait_for()
        row = page.locator(".worked tr", has_text="= sum of regrets").locator("td").all_inner_texts()
        assert [float(text.replace("\N{MINUS SIGN}", "-")) for text in row] == pytest.approx(
            trainer.regrets()[:2].tolist(), abs=5e-4
        )
    page.get_by_role("button", name="\N{MINUS SIGN}1", exact=True).click()
    page.get_by_text("iteration 110", exact=False).first.wait_for()
    page.get_by_label("Compare with").select_option("cfr+")
    page.get_by_text("With cfr+:").wait_for()
    assert "with=cfr%2B" in page.url and "iteration=110" in page.url
    page.go_back()
    page.get_by_text("With cfr+:").wait_for(state="detached")


def test_rock_paper_scissors_begins_at_its_equilibrium(page: Any) -> None:
    page.goto("/games/rps?learn=1&iteration=3")
    settle(page)
    page.get_by_role("link", name="Let rock win 2 from scissors").click()
    page.get_by_text("nothing to learn").wait_for(state="detached")
    page.locator(".worked").get_by_text(re.compile(r"[+\N{MINUS SIGN}]0\.333")).first.wait_for()


@pytest.mark.long
def test_playing_through_iterations(page: Any) -> None:
    page.goto("/games/kuhn?learn=1&variant=cfr")
    settle(page)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('iteration')) >= 2")
    page.get_by_role("button", name="Pause").click()
    assert "play" not in page.url


@pytest.mark.long
def test_leducs_cards_open_the_second_round(page: Any, explorer: Any) -> None:
    page.goto(f"/games/leduc/{explorer.ids['leduc']}")
    settle(page)
    page.wait_for_selector(".tree .box")
    boxes = page.locator(".tree .box").count()
    page.get_by_role("button", name="Open the Kh after xx").click()
    page.wait_for_function("boxes => document.querySelectorAll('.tree .box').length > boxes", arg=boxes)
    assert "Kh" in page.locator(".detail h2").inner_text()
    leaks = page.get_by_role("main").get_by_role("link", name="Leaks")
    assert leaks.get_attribute("href") == f"/games/leduc/{explorer.ids['leduc']}?leaks=1"
    page.get_by_text("100 iterations, measured").wait_for()
    assert page.locator(".trust span").first.inner_text().startswith("Exploitable for ")
    check_shifts(page)


def test_another_game_by_its_parameters(page: Any) -> None:
    page.goto("/games/kuhn")
    settle(page)
    page.get_by_label("Players", exact=True).fill("3")
    page.get_by_role("button", name="Show this game").click()
    page.get_by_text("All 48 infosets").wait_for()
    assert page.get_by_label("Cards", exact=True).get_attribute("placeholder") == "4"
    page.problems.clear()
    page.get_by_label("Cards", exact=True).fill("2")
    page.get_by_role("button", name="Show this game").click()
    page.get_by_text("Cards: must be an integer from 4").wait_for()  # by the field's label, beside which the name is left out
    assert page.locator(".field .wrong").inner_text().startswith("must be an integer from 4")
    assert page.get_by_label("Cards", exact=True).get_attribute("aria-invalid") == "true"
    page.problems.clear()  # the answer 422 is meant
