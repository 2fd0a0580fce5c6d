"""The page of drills: a session by keyboard, its address, and a mistake that is repeated."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("fastapi")

from httpx import Client

from pokerzoo_testing.browser import settle
from pokerzoo_testing.served import json_of

pytestmark = pytest.mark.web


def test_a_session_and_a_mistake_that_comes_again(page: Any, explorer: Any) -> None:
    river = explorer.ids["river"]
    page.goto(f"/train?set=policy:{river}")
    settle(page)
    assert page.get_by_role("checkbox", checked=True).count() == 1
    page.get_by_role("button", name="IP", exact=True).click()
    page.get_by_role("button", name="Start").click()
    page.locator(".train-spot").wait_for()
    settle(page)
    assert f"set=policy%3A{river}&" in page.url and "position=IP" in page.url and "n=0" in page.url
    assert "You are IP on the river" in page.locator(".train-spot").inner_text()

    with Client(base_url=explorer.address, timeout=60) as client:
        seed = page.url.partition("seed=")[2].partition("&")[0]
        for number in range(60):  # up to a decision at which an action is a mistake
            query = {"set": f"policy:{river}", "position": "IP", "seed": seed, "number": number}
            question = json_of(client.get("/api/train/question", params=query))["question"]
            place = {name: question[name] for name in ("spot", "line", "hand")}
            options = json_of(client.get("/api/train/answer", params=place | {"action": question["actions"][0]["token"]}))[
                "options"
            ]
            wrong = [k for k, one in enumerate(options) if one["verdict"] == "mistake"]
            if wrong:
                break
        best = max(range(len(options)), key=lambda k: options[k]["ev"])
    address = page.url.replace("n=0", f"n={number}")
    page.goto(address)
    page.locator(".train-spot").wait_for()
    page.keyboard.press(str(wrong[0] + 1))
    page.get_by_role("region", name="The answer").get_by_text("Mistake").wait_for()
    assert page.url == f"{address}&a={question['actions'][wrong[0]]['token']}"
    lost = page.get_by_role("status").first.inner_text()
    page.reload()
    page.get_by_role("region", name="The answer").wait_for()
    assert page.get_by_role("status").first.inner_text() == lost
    page.get_by_role("button", name="% of pot").click()
    page.get_by_role("columnheader", name="EV, % pot").wait_for()
    page.get_by_role("cell", name=f"{100 * options[wrong[0]]['lost'] / 50:.2f}", exact=True).first.wait_for()  # the pot is 50
    page.keyboard.press("n")
    page.get_by_role("heading", name=f"Question {number + 2}").wait_for()
    page.go_back()
    page.get_by_role("region", name="The answer").get_by_text("Mistake").wait_for()

    page.get_by_role("link", name="Change what is asked").click()
    page.get_by_role("link", name="Repeat it").click()
    page.get_by_role("heading", name="Once more").wait_for()
    page.locator(".train-spot").wait_for()
    page.keyboard.press(str(best + 1))
    page.get_by_role("region", name="The answer").get_by_text("Best", exact=True).wait_for()
    page.get_by_role("button", name="Done").click()
    page.get_by_text("0 due today, 1 later").wait_for()
