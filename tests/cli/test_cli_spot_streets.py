"""Spots with cards to come in show and report."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pandas as pd
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.evaluation.spots.spot_report import SpotReport
from pokerzoo_testing.command_line import Printed, json_manual, keys_of

TURN = {"board": "QsJh2h8d", "pot": 100, "stack": 250, "bet_sizes": "60%", "raise_sizes": "60%", "raise_cap": 1}
RANGES = ("88+,A9s+,KTs+,QJs,ATo+", "77+,A8s+,KTs+,QTs+,AJo+,JTs:0.5")


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy file: a turn of which every action is as likely as another."""
    path = tmp_path_factory.mktemp("spots") / "turn.npz"
    TabularPolicy.uniform(make_game("holdem", ranges=RANGES, **TURN)).save(path)
    return str(path)


@pytest.fixture(scope="module")
def report(turn: str) -> SpotReport:
    policy = TabularPolicy.load(turn)
    return SpotReport(policy.game, policy)


def test_show_any_node(printed: Printed, turn: str, report: SpotReport) -> None:
    assert "At the start: OOP to act, pot 100" in printed("show", turn)
    text = printed("show", turn, "--at", "xx")
    assert "xx, after a check and a check: a card is due, pot 100" in text and "One of them: --at xx/2c." in text
    for line in ("xb60c/2c/x", "xb60c/2c|x", "XB60C 2C X"):
        assert ": IP to act, pot 220" in printed("show", turn, "--at", line)
    result = printed.json("show", turn, "--at", "xb60c/2c/x")["node"]
    assert result == report.at("xb60c/2c/x").to_dict()
    assert result["board"] == ["Qs", "Jh", "2h", "8d", "2c"] and not result["card_due"]
    assert printed.json("show", turn, "--at", "xx/")["node"]["card_due"]


def test_show_hands(printed: Printed, turn: str, report: SpotReport) -> None:
    node = report.at("xx/2c")
    for flags, ev in ((("--hands",), node.ev), (("--hands", "--net"), node.net)):
        text = printed("show", turn, "--at", "xx/2c", *flags)
        rows = {
            line.split()[0]: float(line.split()[3]) for line in text.splitlines() if re.match(r"[2-9TJQKA][cdhs]\S\S ", line)
        }
        assert rows["AsKs"] == pytest.approx(ev[0, node.hands.index("AsKs")], abs=1e-3)
        assert len(rows) == (node.reach[0] > 0).sum() and [*rows.values()] == sorted(rows.values(), reverse=True)
    assert "bet 60" not in printed("show", turn, "--at", "xx/2c", "--hands", "--player", "ip").partition("hand ")[2]


def test_show_next_cards(printed: Printed, turn: str, report: SpotReport, tmp_path: Path) -> None:
    files = {kind: str(tmp_path / f"cards.{kind}") for kind in ("csv", "parquet", "png")}
    flags = ("--csv", files["csv"], "--parquet", files["parquet"], "--picture", files["png"])
    text = printed("show", turn, "--at", "xb60c", "--next-cards", *flags)
    cards = report.next_cards("xb60c")
    assert "xb60c, after a check, a bet of 60 and a call: each card that can come, pot 220" in text and "OOP bet 190" in text
    assert len(re.findall(r"^\w[cdhs] ", text, re.M)) == 48
    with open(files["csv"], newline="") as file:
        assert [row["card"] for row in csv.DictReader(file)] == list(cards.cards)
    assert pd.read_parquet(files["parquet"]).equals(cards.to_dataframe())
    assert Path(files["png"]).read_bytes()[:4] == b"\x89PNG"
    assert printed.json("show", turn, "--at", "xb60c", "--next-cards")["next_cards"] == cards.to_dict()


def test_show_next_cards_as_json_is_documented(printed: Printed, turn: str) -> None:
    section = json_manual().partition("### The next card")[2].partition("\n##")[0]
    documented = set(re.findall(r"^\| `([^`]+)` \|", section, re.M))
    assert keys_of(printed.json("show", turn, "--at", "xx", "--next-cards"), documented) == documented


def test_show_writes_a_node(printed: Printed, turn: str, report: SpotReport, tmp_path: Path) -> None:
    table, picture = tmp_path / "node.csv", tmp_path / "node.png"
    assert f"csv written      {table}" in printed("show", turn, "--at", "x", "--csv", str(table), "--picture", str(picture))
    with open(table, newline="") as file:
        assert len(list(csv.DictReader(file))) == 2 * len(report.at("x").hands)
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_show_infosets(printed: Printed, turn: str) -> None:
    rows = printed.json("show", turn, "--infoset", "AsKs|xb60c/2c|")["infosets"]
    keys = ["AsKs|xb60c/2c|", "AsKs|xb60c/2c|xb190", "AsKs|xb60c/2c|x", "AsKs|xb60c/2c|b190"]
    assert [row["infoset"] for row in rows] == keys
    assert [row["player"] for row in rows] == [0, 0, 1, 1]
    one = printed.json("show", turn, "--infoset", "AsKs|xb60c/2c|x", "--player", "ip")["infosets"]
    assert one == [{"player": 1, "infoset": "AsKs|xb60c/2c|x", "probabilities": {"check": 0.5, "bet 190": 0.5}}]


def test_too_many_infosets_are_not_listed(
    turn: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerzoo.cli.show.MOST_ROWS", 100)
    assert main(["show", turn, "--all"]) == 2
    assert "--all: more than 100 infosets; give --infoset a key" in capsys.readouterr().err


def test_a_page_on_one_node(printed: Printed, turn: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    made = printed.json("show", turn, "--at", "xb60c", "--page", str(page))
    names = [picture["name"] for picture in made["pictures"]]
    assert names == ["range-xb60c-oop", "range-xb60c-ip", "next-card-xb60c"]
    text = page.read_text(encoding="utf-8")
    assert "The node after a check, a bet of 60 and a call" in text
    assert "each hand" in text and "each card that can come" in text
