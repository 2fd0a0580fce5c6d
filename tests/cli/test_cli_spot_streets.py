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
    text = printed("show", turn, "--at", "xx/2c", "--hands")
    node = report.at("xx/2c")
    number = node.hands.index("AsKs")
    ev, bet = node.ev[0, number], node.action_ev[1, number]
    row = rf"AsKs +0.5000 +{100 * node.equity[0, number]:.2f}% +{ev:.3f} +50\.0% +\S+ +50\.0% +{bet:.3f}"
    assert re.search(row.replace("+-", r"+\-"), text), text
    net = printed("show", turn, "--at", "xx/2c", "--hands", "--net")
    row = rf"AsKs +0.5000 +\S+ +{node.net[0, number]:+.3f} +50\.0% +\S+ +50\.0% +{node.action_net[1, number]:+.3f}"
    assert re.search(row.replace("+-", r"+\-").replace(" ++", r" +\+"), net), net
    assert re.search(r"^hand +reach +equity +EV", text, re.M) and re.search(r"^hand +reach +equity +net", net, re.M)
    evs = [float(line.split()[3]) for line in text.splitlines() if re.match(r"[2-9TJQKA][cdhs][2-9TJQKA][cdhs] ", line)]
    assert len(evs) == (node.reach[0] > 0).sum() and evs == sorted(evs, reverse=True)
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--at xb60c/x", "--at 'xb60c/x': a card is due after 'xb60c', not 'x'; give one, as xb60c/2c"),
        ("--at xx/Qs", "--at 'xx/Qs': the card Qs is on the board already; allowed: all but Qs Jh 2h 8d"),
        ("--at x/2c", "--at 'x/2c': no '2c' after 'x'; allowed: x, b60"),
        ("--at x --next-cards", "--at 'x': no card is due after 'x'; allowed: x, b60"),
        ("--hands --next-cards", "--hands: cannot be combined with --next-cards"),
        ("--hands --all", "--hands: cannot be combined with --infoset or --all"),
        ("--infoset AsKs|xb60c/2c/", "--infoset 'AsKs|xb60c/2c/': no key of holdem "),
        ("--infoset QsKs|xx", "--infoset 'QsKs|xx': no key of holdem "),
    ],
)
def test_show_errors(arguments: str, message: str, turn: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", turn, *arguments.split()]) == 2
    out, error = capsys.readouterr()
    assert out == "" and message in error and error.count("\n") == 1


def test_show_overwrites_no_input(turn: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", turn, "--csv", turn]) == 2
    assert f"--csv {turn}: is FILE already" in capsys.readouterr().err
    assert TabularPolicy.load(turn).game.name == "holdem"


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


def test_errors_of_pages(turn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = ("--page", str(tmp_path / "page.html"))
    assert main(["show", turn, "--at", "xx/x", *page]) == 2
    assert "--at 'xx/x': a card is due after 'xx', not 'x'; give one, as xx/2c" in capsys.readouterr().err
    TabularPolicy.uniform(make_game("kuhn")).save(tmp_path / "kuhn.npz")
    assert main(["show", str(tmp_path / "kuhn.npz"), "--at", "x", *page]) == 2
    assert "--at 'x': is for hold'em spots, not for kuhn" in capsys.readouterr().err
    for more, message in (
        (("--hands", *page), "--hands: cannot be combined with --page"),
        (("--log", "x"), "--log: needs --page"),
    ):
        assert main(["show", turn, *more]) == 2
        assert message in capsys.readouterr().err
