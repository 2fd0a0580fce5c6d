"""Notes on a spot that is not quite what was asked for: rounded bets, a cap of no rake, a missed target."""

from __future__ import annotations

import pytest

from pokerzoo.cli import main

SPOT = ["--board", "QsJh2h8d3c", "--oop", "AA,QQ", "--ip", "KK,TT", "--pot", "50", "--stack", "100"]


@pytest.mark.parametrize(
    ("more", "note"),
    [
        (["--pot", "5.5", "--bet", "33%"], "33% of 5.5 is 2 (36%)"),
        (["--pot", "6.5", "--bet", "33%,75%"], "33% of 6.5 is 2 (31%)"),
        (["--pot", "4.5", "--bet", "10%"], "10% of 4.5 is 1 (22%)"),
        (["--pot", "6", "--bet", "50% / 20%"], "20% of 6 is 1 (17%)"),
        (["--board", "QsJh2h8d", "--pot", "5", "--bet", "turn: 100%; river: 50%"], "50% of 5 is 3 (60%)"),
        (["--pot", "0.9", "--bet", "50%", "--param", "chip=0.1"], "50% of 0.9 is 1 (111%)"),
        (
            ["--pot", "1", "--bet", "15%", "--param", "chip=0.1", "--param", "min_bet=0.1"],
            "15% of 1 is 0.2 (20%)",
        ),  # half a chip, up
    ],
)
@pytest.mark.parametrize("command", ["tree", "solve"])
def test_rounded_bets_are_told(command: str, more: list[str], note: str, capsys: pytest.CaptureFixture[str]) -> None:
    limits = ["--iterations", "2"] if command == "solve" else []
    assert main([command, *SPOT, "--stack", "20", *more, *limits]) == 0
    assert note in capsys.readouterr().err


@pytest.mark.parametrize(
    "more", [["--pot", "5.5", "--param", "chip=0.1"], ["--pot", "100"], ["--pot", "55"], ["--pot", "5.5", "--bet", "2c,a"]]
)
def test_fine_chips_need_no_note(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", *SPOT, "--stack", "20", "--bet", "33%", *more]) == 0
    assert "bets are multiples" not in capsys.readouterr().err


@pytest.mark.parametrize("rate", [[], ["--param", "rake_rate=0"]])
@pytest.mark.parametrize("command", [["tree"], ["solve"], ["solve", "--preset", "3-bet"]])
def test_a_cap_needs_a_rate(command: list[str], rate: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, *([] if "--preset" in command else SPOT), *rate, "--param", "rake_cap=3"]) == 2
    assert "--param rake_cap=3: needs --param rake_rate" in capsys.readouterr().err
    if len(command) == 1:
        limits = ["--iterations", "2"] if command == ["solve"] else []
        assert main([*command, *SPOT, *limits, "--param", "rake_rate=0.05", "--param", "rake_cap=3"]) == 0


@pytest.mark.parametrize("output", [[], ["--json"], ["--quiet"]])
def test_a_missed_target_has_an_exit_code(output: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *SPOT, "--until", "0.0001%", "--iterations", "3", *output]) == 3
    out, err = capsys.readouterr()
    assert "the iterations ended far from --until: exploitability is" in err and (out == "") == (output == ["--quiet"])
    assert main(["solve", *SPOT, "--until", "10%", "--iterations", "3000", *output]) == 0
    assert main(["solve", *SPOT, "--iterations", "3", *output]) == 0
    assert "ended far" not in capsys.readouterr().err
