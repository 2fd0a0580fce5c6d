"""``pokerzoo solve --payouts``: spots in prize money, what it prints, the file, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo_testing.command_line import Printed

SPOT = ("--board", "9s8h7d6c2c", "--oop", "AA,T9s,KQs", "--ip", "KK,T8s,QJs", "--pot", "40", "--bet", "a", "--raise", "a")
MONEY = ("--stacks", "90/60", "--payouts", "50,30,20", "--others", "150,20.5")


def test_solve_is_the_api(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "prizes.npz"
    result = printed.json("solve", *SPOT, *MONEY, "--out", str(path))
    game = make_game(
        "holdem", board="9s8h7d6c2c", ranges=("AA,T9s,KQs", "KK,T8s,QJs"), pot=40, stack=(90, 60), bet_sizes="a",
        raise_sizes="a", payouts=(50, 30, 20), others=(150, 20.5),
    )  # fmt: skip
    solver = CFR(game).run(until=0.01)  # 0.01% of 100
    assert result["parameters"] == json.loads(json.dumps(game.params))
    assert TabularPolicy.load(path) == solver.average_policy()
    assert [own["gain_prize"] for own in result["players"]] == solver.measure().gains.tolist()
    assert result["stopped_by"] == "until" and result["largest_gain_prize"] == solver.measure().largest_gain <= 0.01
    assert sum(own["expected_prize"] for own in result["players"]) < -0.01


def test_what_is_promised(printed: Printed) -> None:
    told = printed("solve", *SPOT, *MONEY)
    assert "payouts 50, 30, 20" in told and "others 150, 20.5" in told and "stacks 90 / 60" in told
    assert "an approximate equilibrium: no player gains more than" in told and "of all prizes; others may pay otherwise" in told
    assert "which the tournament's other players gain" in told and "chips" not in told
    short = printed("solve", *SPOT, *MONEY, "--iterations", "2")
    assert "none: for prizes CFR may not converge; the gains above are exact" in short and "equilibrium" not in short
    two_left = printed("solve", *SPOT, "--payouts", "50,30", "--iterations", "2")  # zero-sum: CFR converges
    assert "none: no limit was given; the gains above are exact" in two_left and "other players" not in two_left
    for all_told in (("--payouts", "50,30"), (*MONEY, "--prize-model", "winner_takes_all")):
        told = printed("solve", *SPOT, *all_told)
        assert "of all prizes" in told and "others may pay otherwise" not in told and "other players gain" not in told


def test_other_commands_take_the_file(printed: Printed, tmp_path: Path) -> None:
    path, page = str(tmp_path / "prizes.npz"), tmp_path / "page.html"
    printed("solve", *SPOT, *MONEY, "--iterations", "3", "--out", path, "--lock-at", "x", "QJs: check 1")
    told = printed("evaluate", path, "--leaks", "2")
    assert "Expected prize money a hand" in told and "loses, prize money" in told and "chips" not in told
    found = printed.json("evaluate", path, "--leaks", "1")
    assert found["nash_conv_prize"] == pytest.approx(sum(own["gain_prize"] for own in found["players"]))
    assert found["leaks"]["lines"][0]["prize"] > 0
    printed("report", path, "--out", str(page))
    text = page.read_text(encoding="utf-8")
    assert "expects, prize money a hand" in text and "net chips" not in text
    assert "prize money" in printed("play", path, "--hands", "1", "--seed", "1", typed="x\nc\nf\n" * 3)


def test_a_file_of_settings(printed: Printed, tmp_path: Path) -> None:
    (tmp_path / "spot.toml").write_text('stacks = "90/60"\npayouts = "50,30"\n')
    assert printed.json("tree", "--config", str(tmp_path / "spot.toml"))["parameters"]["payouts"] == [50, 30]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("solve", "--payouts", "50,x"), "--payouts '50,x': must be numbers with commas between them"),
        (("solve", "--payouts", "50,30,20"), "--payouts: 3 prizes for 2 players"),
        (("solve", "--others", "50"), "--others (50,): only with payouts"),
        (("solve", "--prize-model", "proportional"), "--prize-model 'proportional': only with payouts"),
        (("solve", "--payouts", "5", "--prize-model", "icn"), "did you mean 'icm'?"),
        (("solve", "--payouts", "5,3", "--stacks", "3/4/5"), "--stacks '3/4/5': must be as 100/60, the stacks of OOP and IP"),
        (("solve", "--payouts", "5,3", "--until", "5 mbb"), "must be prize money (0.05) or percent of all prizes ('0.01%')"),
        (("solve", "--payouts", "5,3", "--rivers", "solve"), "--rivers solve: must be all with payouts"),
        (("solve", "--payouts", "5,3", "--rake-rate", "0.05"), "--rake-rate 0.05: must be 0 with payouts"),
        (("solve", "--payouts", "5,3", "--board", "9s8h7d"), "--payouts: must be empty with a flop"),
        (("solve", "--payouts", "5,3", "--preset", "fhp"), "--payouts: only on a turn or a river"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], error: str) -> None:
    assert main([*arguments]) == 2
    told = capsys.readouterr().err
    assert error in told and "Traceback" not in told


def test_nodes_say_prize_money(printed: Printed, tmp_path: Path) -> None:
    path, csv = str(tmp_path / "prizes.npz"), tmp_path / "hands.csv"
    printed("solve", *SPOT, "--board", "9s8h7d6c", *MONEY, "--iterations", "3", "--out", path)
    assert "EV (prize money)" in printed("show", path) and "net chips" not in printed("show", path, "--at", "x", "--hands")
    node = printed.json("show", path, "--at", "x", "--csv", str(csv))["node"]
    assert sum(own["ev"] for own in node["players"]) < 0 and node["players"][0]["pot_share"] is None
    assert "ev_prize" in csv.read_text() and "chips" not in csv.read_text().splitlines()[0]
    cards = printed("show", path, "--at", "xx", "--next-cards")
    assert "OOP EV" in cards and "the rest of" not in cards


def test_three_players(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "three.npz")
    told = printed("solve", *SPOT, "--middle", "QQ,Th9h", *MONEY[2:], "--stacks", "90/60/40", "--out", path)
    assert (
        "an approximate equilibrium: no player gains more than" in told
        and "all together" in told
        and "stacks 90 / 60 / 40" in told
    )
    assert "MP expects" in told and "chips" not in told
    assert "EV (prize money)" in printed("show", path, "--at", "x", "--player", "mp")
    assert "loses, prize money" in printed("evaluate", path, "--leaks", "1")
    played = printed("play", path, "--hands", "1", "--seed", "1", typed="x\nc\nf\n" * 3)
    assert "they have 90, 60, 40 left" in played and "net chips" not in played
    page = tmp_path / "page.html"
    printed("report", path, "--out", str(page))
    text = page.read_text(encoding="utf-8")
    assert "a third of the pot counted as each player" in text and "then MP, in the middle, then IP" in text
    assert "The game is not zero-sum" in text
    printed("solve", *SPOT, "--payouts", "50,30", "--iterations", "2", "--out", path)
    printed("report", path, "--out", str(page))
    text = page.read_text(encoding="utf-8")
    assert "The game is zero-sum: what one player loses, the other gains." in text and "equilibria may differ" not in text
