"""The library's page: what is open, files that are sent, titles, what is solved at the moment, and a first visit."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokerzoo_testing.browser import check_axe, check_shifts, check_width, settle, watched_page

pytestmark = pytest.mark.web

DROP = """async (name) => {
  const bytes = await (await fetch("/api/policies/" + name + "/file")).arrayBuffer();
  const data = new DataTransfer();
  data.items.add(new File([bytes], "dropped one.npz"));
  const at = document.querySelector(".library");
  const about = { dataTransfer: data, bubbles: true, cancelable: true };
  for (const kind of ["dragover", "drop"]) at.dispatchEvent(new DragEvent(kind, about));
}"""


def row(page: Any, title: str) -> Any:
    return page.locator(".policy").filter(has=page.get_by_role("heading", name=title, exact=True))


@pytest.mark.long
def test_a_policy_at_a_glance(page: Any, explorer: Any) -> None:
    page.goto("/")
    settle(page)
    river = row(page, "river")
    river.get_by_text("% of pot").wait_for()
    measured = httpx.get(f"{explorer.address}/api/policies/{explorer.ids['river']}/measure").json()
    value, distance = river.locator("dd").all_inner_texts()
    assert float(value) == pytest.approx(
        measured["players"][0]["expected_chips"] + 50 / 2, abs=0.005
    )  # as Browse says it: from here on
    assert float(distance.partition("%")[0]) == pytest.approx(measured["exploitability_pot_percent"], rel=0.005)
    assert "pot 50, stacks 100, bets 50%, all-in" in river.inner_text()
    assert river.locator(".card").count() == 5
    assert row(page, "kuhn").locator("dd").first.inner_text() == "\N{MINUS SIGN}0.0556"  # -1/18
    hrefs = [one.get_attribute("href") for one in river.get_by_role("link").all()]
    id = explorer.ids["river"]
    assert hrefs == [f"/browse/{id}", f"/browse/{id}", f"/play?policy={id}", f"/browse/{id}?leaks=1"]
    assert (
        row(page, "kuhn").get_by_role("link", name="Tree kuhn").get_attribute("href") == f"/games/kuhn/{explorer.ids['kuhn']}"
    )
    check_shifts(page)


def test_sent_renamed_compared_and_removed(page: Any, explorer: Any, policy_files: dict[str, Path]) -> None:
    page.goto("/")
    settle(page)
    page.get_by_label("Open a file").set_input_files(policy_files["river"])
    page.get_by_text("river is open.").wait_for()
    sent = page.locator(".policy").filter(has_text="sent here").first
    today = page.evaluate("() => new Date().toLocaleDateString('en-GB', { dateStyle: 'medium' })")
    assert sent.locator("time").inner_text() == today
    assert sent.locator("time").get_attribute("title").startswith(today)
    sent.get_by_label("More for").click()
    check_axe(page)
    page.get_by_role("button", name="Name and note").click()
    page.get_by_role("textbox", name="Name").fill("My river")
    page.get_by_role("textbox", name="Note").fill("Half pot, then all-in.")
    page.get_by_role("button", name="Save").click()
    mine = row(page, "My river")
    mine.get_by_text("Half pot, then all-in.").wait_for()
    settle(page)  # its numbers come, too
    mine.get_by_label("More for").click()
    assert (page.get_by_role("link", name="Compare").get_attribute("href") or "").endswith("?tab=compare")
    page.keyboard.press("Escape")
    mine.get_by_label("More for").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.path().read_bytes() == policy_files["river"].read_bytes()
    mine.get_by_label("More for").click()
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    mine.wait_for(state="detached")
    settle(page)


def test_files_are_dropped_and_what_is_no_policy_is_told(page: Any, explorer: Any, tmp_path: Path) -> None:
    page.goto("/")
    settle(page)
    page.evaluate(DROP, explorer.ids["leduc"])
    row(page, "dropped one").wait_for()
    wrong = tmp_path / "wrong.npz"
    wrong.write_bytes(b"no policy at all")
    page.locator("input[type=file]").set_input_files(wrong)
    page.locator(".notice.bad").wait_for()
    assert "wrong.npz" in page.locator(".notice.bad").inner_text()
    assert page.problems.pop().startswith("422 POST")
    row(page, "dropped one").get_by_label("More for").click()
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    row(page, "dropped one").wait_for(state="detached")


def test_what_is_solved_is_seen_and_then_listed(page: Any, explorer: Any) -> None:
    page.goto("/")
    settle(page)
    asked = {"game": "leduc", "until": 1e-12, "iterations": 10**9, "title": "Leduc for long"}
    with httpx.Client(base_url=explorer.address) as client:
        solve = client.post("/api/tasks", json=asked).json()["id"]
        page.get_by_role("heading", name="Solving now").wait_for()
        page.get_by_role("link", name="Leduc for long").wait_for()
        while client.get(f"/api/tasks/{solve}").json()["iterations"] == 0:  # kernels may have to be compiled first
            time.sleep(0.05)
        client.post(f"/api/tasks/{solve}/stop")
        row(page, "Leduc for long").wait_for()
        assert "solved here" in row(page, "Leduc for long").inner_text()
        page.get_by_role("heading", name="Solving now").wait_for(state="detached")
        policy = client.get(f"/api/tasks/{solve}").json()["policy"]
        client.delete(f"/api/policies/{policy}").raise_for_status()
        client.delete(f"/api/tasks/{solve}").raise_for_status()


def test_many_are_searched(page: Any, explorer: Any, policy_files: dict[str, Path]) -> None:
    with httpx.Client(base_url=explorer.address, headers={"Content-Type": "application/octet-stream"}) as client:
        content = policy_files["kuhn"].read_bytes()
        sent = [client.post(f"/api/policies/upload?title=copy {number}", content=content).json()["id"] for number in range(5)]
        page.goto("/?find=copy 3")
        settle(page)
        assert page.locator(".policy h2").all_inner_texts() == ["copy 3"]
        page.get_by_label("Find policies").fill("2h8d")
        page.wait_for_url("**/?find=2h8d")
        assert sorted(page.locator(".policy h2").all_inner_texts()) == ["river", "turn"]
        page.get_by_label("Find policies").fill("nothing like it")
        page.get_by_text("No policy has").wait_for()
        for id in sent:
            client.delete(f"/api/policies/{id}")


def test_a_first_visit_and_a_server_that_is_gone(browser: Any, tmp_path: Path) -> None:
    from pokerzoo_testing.served import served

    with served(tmp_path / "one") as (client, _):
        address = str(client.base_url).rstrip("/")
        with watched_page(browser, address) as page:
            page.goto("/")
            settle(page)
            page.get_by_text("Nothing is open yet").wait_for()
            assert page.locator(".ways a").count() == 4
            check_axe(page)
            check_width(page)
            check_shifts(page)
            for link in page.locator(".ways a").all():
                assert re.match(
                    r"/(setup|games/kuhn\?learn=1|play|games/leduc\?leaks=1&who=baseline%3Ahonest)$",
                    link.get_attribute("href") or "",
                )
            page.route("**/api/**", lambda route: route.abort())
            page.evaluate("() => import('/static/app/api.js').then((api) => api.get('/info').catch(() => null))")
            page.get_by_text("The server does not answer").wait_for()
            check_axe(page)
            page.unroute("**/api/**")
            page.get_by_text("The server does not answer").wait_for(state="detached")


@pytest.mark.long
def test_a_policy_that_is_gone(page: Any, open_page: Callable[..., Any]) -> None:
    page.goto("/solves/nothing-like-it")
    page.get_by_role("link", name="To the library").wait_for()
    assert all(problem.startswith("404 GET /api/tasks/nothing-like-it") for problem in page.problems)
    page.problems.clear()
