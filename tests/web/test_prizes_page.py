"""A spot in prize money in a real browser: set up, solved, looked at, and where it is told that something takes chips only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport
from pokerzoo_testing.browser import PHONE, check_axe, check_width, settle, watched_page

pytestmark = pytest.mark.web

SPOT = "/setup?board=2d2s2c7h3d&oop=AA,QQ&ip=KK&pot=40&stack=60&bet=a&raise=a"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from pokerzoo_testing.served import served

    with served(tmp_path_factory.mktemp("work")) as (client, _):
        yield str(client.base_url).rstrip("/")


def test_a_spot_in_prize_money(browser: Any, address: str) -> None:
    """Numbers are those of the same solve in Python; no page says that it is exploitable, in chips or in percent of the pot."""
    ranges = ("AA,QQ", "KK")
    game = make_game(
        "holdem", board="2d2s2c7h3d", ranges=ranges, pot=40, stack=(100, 60), bet_sizes="a", raise_sizes="a", payouts=(1, 1, 1),
        others=(80, 80),
    )  # fmt: skip
    solver = CFR(game).run(1_000, until="0.01%")
    with watched_page(browser, address) as page:
        page.goto(SPOT)
        settle(page)
        prizes = page.get_by_label("Prizes", exact=True)
        assert not prizes.is_visible()  # folded away
        page.get_by_text("Prize money", exact=True).click()
        prizes.fill("1,x")
        page.get_by_text("Prizes, character 3: must be numbers with commas between them").wait_for()
        assert prizes.get_attribute("aria-invalid") == "true"
        prizes.fill("1,1,1")
        page.get_by_label("Other players' stacks").fill("80,80")
        page.get_by_label("Stacks behind").fill("100/60")
        page.wait_for_url("**payouts=1*others=80*stacks=100*")
        assert page.get_by_label("Each gain below").input_value() == "0.01%" and "until" not in page.url
        page.reload()
        settle(page)
        assert prizes.input_value() == "1,1,1" and prizes.is_visible()
        page.get_by_text(re.compile("the stacks are worth OOP 0.8476, IP 0.7175 of 3 in prizes")).wait_for()
        check_axe(page)
        page.locator("#solve:enabled").click()

        gains = page.get_by_text("A best response gains, in prize money: OOP").inner_text(timeout=60_000)
        found = re.findall(r"([\d.e-]+)% of all prizes", gains)
        assert [float(share) for share in found] == pytest.approx((100 * solver.measure().gains / 3).tolist(), rel=5e-3)
        page.get_by_text("Play and Leaks take spots in chips").wait_for()
        told = page.locator("main").inner_text()
        assert "xploitab" not in told and " chips" not in told.replace("take spots in chips", "") and "of the pot" not in told
        check_axe(page)

        page.get_by_role("link", name="Look at the strategy").click()
        page.get_by_text("EV in prize money, of 3 in all").wait_for()
        settle(page)
        assert page.get_by_role("group", name="EVs in").count() == 0 and page.get_by_role("button", name="Leaks").count() == 0
        rows = page.get_by_role("table", name="Both ranges").locator("tbody tr")
        shown = [float(row.locator("td").last.inner_text().replace("\N{MINUS SIGN}", "-")) for row in rows.all()]
        true = SpotReport(game, solver.average_policy()).at("").mean_ev
        assert shown == pytest.approx(true.tolist(), abs=1e-4)
        assert "xploitab" not in page.locator("main").inner_text()
        assert page.get_by_role("navigation", name="The way to this node").get_by_text("stacks 100/60").count() == 1
        page.get_by_role("radio", name="EV", exact=True).or_(page.get_by_role("button", name="EV", exact=True)).first.click()
        settle(page)
        texts = page.locator(".range-text")
        assert any(text.startswith("\N{MINUS SIGN}.") for text in texts.all_inner_texts())
        assert all(len(text) <= 4 for text in texts.all_inner_texts())
        page.set_viewport_size(PHONE)
        assert texts.evaluate_all(
            "all => all.every(one => one.getBoundingClientRect().left >= one.parentElement.getBoundingClientRect().left)"
        )
        page.set_viewport_size({"width": 1280, "height": 800})
        with page.expect_download() as sent:
            page.get_by_role("link", name="CSV").click()
        assert "ev_prize" in sent.value.path().read_text().splitlines()[0]
        page.get_by_role("button", name="Ranges at this node").click()
        page.get_by_role("button", name="New spot from here").click()
        page.wait_for_url("**/setup?*payouts=1*stacks=100*")  # with all chips, also what nobody can call


def test_the_library_on_a_phone(browser: Any, address: str) -> None:
    with watched_page(browser, address, viewport=PHONE, color_scheme="dark") as page:
        page.goto("/")
        settle(page)
        row = page.get_by_role("list", name="Policies").get_by_role("listitem").first
        row.get_by_text("largest gain").wait_for()
        text = row.inner_text()
        assert "No Play or Leaks for prizes" in text and "of prizes" in text and "2 other players" in text
        check_width(page)
        check_axe(page)


def test_prizes_and_chips_are_kept_apart(browser: Any, address: str, tmp_path: Path) -> None:
    """A policy in chips is not offered to compare with, and an address that names it shows no grid; tables take chips only."""
    path = tmp_path / "chips.npz"
    chips = make_game("holdem", board="2d2s2c7h3d", ranges=("AA,QQ", "KK"), pot=40, stack=60, bet_sizes="a", raise_sizes="a")
    CFR(chips).run(2).average_policy().save(path)
    with httpx.Client(base_url=address) as client:
        prize = client.get("/api/policies").json()[0]["id"]
        sent = client.post(
            "/api/policies/upload", content=path.read_bytes(), headers={"Content-Type": "application/octet-stream"}
        )
        other = sent.json()["id"]
    with watched_page(browser, address) as page:
        page.goto(f"/browse/{prize}?tab=compare&with={other}")
        page.get_by_text("one spot is in prize money, the other in chips").wait_for()
        assert page.get_by_role("grid").count() == 2 and page.get_by_text("Other: ").count() == 0
        assert page.problems.pop().startswith("422 GET") and not page.problems
        assert page.get_by_label("Policy", exact=True).locator(f"option[value='{other}']").count() == 0
        page.goto("/play")
        page.locator(f"option[value='policy:{other}']").wait_for(state="attached")
        assert page.locator(f"option[value='policy:{prize}']").count() == 0
