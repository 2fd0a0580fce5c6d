"""Turn and river cards in one table on the page to browse: numbers of the report, by mouse, keyboard and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.support.records import json_keys
from pokerzoo.evaluation import RunOutReport, SpotReport
from pokerzoo.web.library import Library
from pokerzoo_testing.browser import PHONE, check_axe, check_width, settle, watched_page
from pokerzoo_testing.served import error_of, json_of, served

pytestmark = pytest.mark.web


@pytest.fixture(scope="module")
def report() -> SpotReport:
    game = make_game(
        "holdem", board="QsJh2h", ranges=("QQ+", "JJ-TT"), pot=100, stack=60, bet_sizes="30%", raise_cap=1,
        add_allin_threshold=0.0,
    )  # fmt: skip
    return SpotReport(game, CFR(game, "dcfr").run(3).average_policy())


@pytest.fixture(scope="module")
def flop(report: SpotReport, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str]]:
    folder = tmp_path_factory.mktemp("flop")
    path: Path = folder / "flop.npz"
    report.policy.save(path)
    library = Library()
    id = library.open(path).id
    with served(folder / "work", library) as (client, _):
        yield client, id


@pytest.fixture
def open_flop(browser: Any, flop: tuple[Any, str]) -> Iterator[Callable[..., Any]]:
    with ExitStack() as stack:
        address = str(flop[0].base_url).rstrip("/")
        yield lambda **context: stack.enter_context(watched_page(browser, address, **context))


def test_the_answer_is_the_report(flop: tuple[Any, str], report: SpotReport) -> None:
    client, id = flop
    asked: dict[str, str] = {"line": "xx", "then": "xb30c", "turns": "2c,9d"}
    found, true = json_of(client.get(f"/api/spots/{id}/run-outs", params=asked)), report.run_outs("xx", "xb30c", ["2c", "9d"])
    assert set(found) == set(json_keys(RunOutReport)) and found["turns"] == ["2c", "9d"]
    for name in ("probability", "equity", "ev", "frequencies"):
        np.testing.assert_allclose(np.array(found[name], float), getattr(true, name), rtol=1e-4, atol=1e-6)
    text = client.get(f"/api/spots/{id}/run-outs.csv", params=asked).text
    assert text.count("\n") == 97 and "net_chips" not in text
    csv = f"/api/spots/{id}/run-outs.csv"
    here, net = (client.get(csv, params={**asked, "ev": ev}).text.splitlines() for ev in ("here", "net"))
    columns = here[0].split(",").index("ev_chips OOP"), net[0].split(",").index("net_chips OOP")
    numbers = [float(lines[1].split(",")[column]) for lines, column in zip((here, net), columns, strict=True)]
    assert numbers[0] == pytest.approx(numbers[1] + 80) and text.splitlines() == here  # 50 and a bet of 30
    for query, field in (
        ({"line": "x"}, "line"),
        ({"line": "xx", "then": "b1c"}, "then"),
        ({"line": "xx", "turns": "Zz"}, "turns"),
    ):
        assert error_of(client.get(f"/api/spots/{id}/run-outs", params=query))["field"] == field


@pytest.mark.long
def test_run_outs_are_pointed_at_and_opened(open_flop: Callable[..., Any], flop: tuple[Any, str], report: SpotReport) -> None:
    page = open_flop()
    page.goto(f"/browse/{flop[1]}?line=xx")
    settle(page)
    page.get_by_role("button", name="Turn and river in one table").click()
    matrix = page.get_by_role("grid", name=re.compile("^Run-outs by OOP equity"))
    matrix.wait_for()
    page.wait_for_function("() => !document.querySelector('.more progress')")
    stop = matrix.locator("[tabindex='0']")
    assert stop.count() == 1
    stop.focus()
    for key in ("ArrowDown", "ArrowLeft", "ArrowUp"):  # around the king that cannot come twice
        page.keyboard.press(key)
    told = page.locator(".run-out-told").inner_text()
    river = report.at("xx/Ks/xx/As")
    assert f"OOP equity {100 * river.mean_equity[0]:.1f}%, EV {river.mean_ev[0]:.2f}" in told
    assert f"OOP check {100 * river.frequencies[0]:.0f}%" in told
    check_axe(page)
    page.get_by_label("Betting on the turn").select_option("xb30c")
    page.wait_for_function("() => !document.querySelector('.more progress') && document.querySelector('.run-out-matrix')")
    found = report.run_outs("xx", "xb30c")
    mean = np.nansum(found.equity[0] * found.probability) / np.nansum(found.probability)
    assert f"All run-outs: {100 * mean:.1f}%" in page.locator(".more").inner_text()
    stop.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("line=xx(%2F|/)[AKT98765432J][shdc](%2F|/)xb30c"))
    settle(page)


def test_ranks_have_numbers_on_a_phone(open_flop: Callable[..., Any], flop: tuple[Any, str], report: SpotReport) -> None:
    page = open_flop(viewport=PHONE, color_scheme="dark")
    page.goto(f"/browse/{flop[1]}?line=xx&tab=runouts")
    page.wait_for_function("() => !document.querySelector('.more progress') && document.querySelector('.rank-table')")
    found = report.run_outs("xx")
    here = np.array([[t[0] == "A" and r[0] == "K" for r in found.rivers] for t in found.turns]) & (found.probability > 0)
    mean = (found.equity[0] * found.probability)[here].sum() / found.probability[here].sum()
    assert page.locator(".rank-table tbody tr").first.locator("td").nth(1).inner_text() == f"{100 * mean:.0f}"
    check_width(page)
    check_axe(page)
    page.get_by_role("button", name="All cards").click()
    page.get_by_role("grid").wait_for()
    check_width(page)
