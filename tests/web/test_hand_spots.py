"""A spot from a hand that was played: by the API, and on the page."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from pokerzoo.evaluation.hands.site_hands import spot_of_text
from pokerzoo_testing.browser import check_axe, settle, setup_address
from pokerzoo_testing.served import error_of, json_of, served
from pokerzoo_testing.site_hand import OTHER_SITES, STARS

HAND = """\
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [
    "d dh p1 AsKs", "d dh p2 JhJd", "p2 cbr 5", "p1 cc", "d db AhJs7c", "p1 cc", "p2 cbr 4", "p1 cc",
    "d db 7d", "p1 cc", "p2 cc", "d db 2h", "p1 cbr 9", "p2 cbr 27", "p1 cc", "p2 sm JhJd", "p1 sm AsKs",
]
players = ["Ann", "Bob"]
"""
"""Before the flop each puts in 5, on the flop 4, on the turn nothing."""


@pytest.mark.parametrize(
    ("text", "told"),
    [("not PHH", "no TOML"), (HAND.replace('"NT"', '"PO"'), "variant"), (HAND.replace('"d db 2h", ', ""), "")],
)
def test_what_is_no_such_hand_is_told(tmp_path: Path, text: str, told: str) -> None:
    with served(tmp_path) as (client, _):
        error = error_of(client.post("/api/spots/from-hand", json={"text": text}))
        assert error["field"] == "text" and told in error["message"]


def test_a_hand_of_a_site_is_the_spot_of_evaluation(tmp_path: Path) -> None:
    pytest.importorskip("pokerkit")
    with served(tmp_path) as (client, _):
        for text in (STARS, *OTHER_SITES.values()):
            params, names = spot_of_text(text, "turn")
            found = json_of(client.post("/api/spots/from-hand", json={"street": "turn", "text": text}))
            assert found == json.loads(json.dumps({"params": params, "names": names}))


THREE = STARS.replace("Dan: folds", "Dan: calls $2").replace("$45", "$48.75")
for before, more in (("Ann: checks\nCyd: bets", "Dan: checks\n"), ("Ann: calls $1.75", "Dan: calls $1.75\n"),
                     ("Ann: raises", "Dan: folds\n")):  # fmt: skip
    THREE = THREE.replace(before, more + before)
"""The same with Dan in on the flop and the turn: 3 x 2.50 and 3 x 1.75 are in before the turn, where he folds to a bet."""


def test_a_hand_with_three_players_on_the_street_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pokerkit")
    with served(tmp_path) as (client, _):
        problem = error_of(client.post("/api/spots/from-hand", json={"text": THREE, "street": "turn"}))
        assert (problem["field"], problem["message"]) == (
            "text",
            "three players are in on the turn; the explorer has spots for two",
        )
        found = json_of(client.post("/api/spots/from-hand", json={"text": THREE, "street": "river"}))
        assert (found["params"]["pot"], found["params"]["stack"], found["names"]) == (48.75, 75, ["Ann", "Cyd"])


def test_without_pokerkit_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit.notation", None)
    with served(tmp_path) as (client, _):
        message = error_of(client.post("/api/spots/from-hand", json={"text": STARS, "street": "flop"}))["message"]
        assert "PokerStars needs pokerkit" in message and '".[hands]"' in message


@pytest.mark.web
@pytest.mark.long
def test_a_hand_becomes_the_set_up_of_its_spot(page: Any) -> None:
    page.goto(setup_address(board="Ks7d2c4h", ranges=["QQ+", "JJ+"], bet_sizes="33%"))
    settle(page)
    page.get_by_role("button", name="Hand …").click()
    dialog = page.get_by_role("dialog", name="A spot from a hand")
    dialog.get_by_label("Hand history").fill("nothing")
    dialog.get_by_role("button", name="Set it up").click()
    dialog.get_by_role("alert").wait_for()
    check_axe(page)
    dialog.get_by_label("Hand history").fill(HAND)
    dialog.get_by_role("button", name="Turn").click()
    dialog.get_by_role("button", name="Set it up").click()
    dialog.wait_for(state="detached")
    settle(page)
    assert (
        page.get_by_role("textbox", name="Pot", exact=True).input_value() == "18"
        and page.get_by_label("Stack behind").input_value() == "91"
    )
    assert page.get_by_role("textbox", name="OOP as text").input_value() == "QQ+"
    assert page.get_by_role("textbox", name="Board").input_value().replace(" ", "") == "AhJs7c7d"
    assert page.get_by_role("textbox", name="bet sizes on the turn").input_value() == "33%"  # the page's own sizes stay
    page.problems[:] = [problem for problem in page.problems if not problem.startswith("422")]
