"""Hold'em spots in show, evaluate, train, match and play."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.games.spot_presets import PRESETS
from pokerzoo.evaluation.spots.spot_report import SpotReport
from pokerzoo_testing.command_line import Printed, json_manual, keys_of


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy file: the article's spot."""
    path = tmp_path_factory.mktemp("spots") / "seed.npz"
    CFR(make_game("holdem"), "dcfr").run(500).average_policy().save(path)
    return str(path)


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy file: all hands on both sides, 20 iterations."""
    path = tmp_path_factory.mktemp("spots") / "wide.npz"
    CFR(make_game("holdem", **PRESETS["full"].params), "dcfr").run(20).average_policy().save(path, "half")
    return str(path)


def test_show_prints_the_grid(printed: Printed, seed: str) -> None:
    text = printed("show", seed)
    assert "At the start: OOP to act, pot 50" in text
    assert "OOP's range" in text
    assert "iterations   500" in text
    assert text.count("\nAA ") == 1
    assert text == printed("show", seed, "--at", "")
    node = printed("show", seed, "--at", "b25/r100")
    assert ": OOP to act, pot 175, 75 to call" in node
    assert "fold" in node
    assert "IP's range" in printed("show", seed, "--player", "ip")
    assert "IP's range" in printed("show", seed, "--at", "b25")
    assert "the hand is over" in printed("show", seed, "--at", "b25c")


def test_show_node_as_json_is_documented(printed: Printed, seed: str) -> None:
    section = json_manual().partition("### One node")[2].partition("\n##")[0]
    documented = set(re.findall(r"^\| `([^`]+)` \|", section, re.M))
    for line in ("", "b25"):
        assert keys_of(printed.json("show", seed, "--at", line), documented) == documented
    report = SpotReport(TabularPolicy.load(seed).game, TabularPolicy.load(seed))
    assert printed.json("show", seed)["node"] == report.at().to_dict()
    assert printed.json("show", seed, "--at", "x")["spot"]["hands"] == list(report.at("x").hands)


def test_show_lists_infosets_if_asked(printed: Printed, seed: str) -> None:
    rows = printed.json("show", seed, "--infoset", "AsAd", "--player", "oop")["infosets"]
    assert [row["infoset"] for row in rows] == ["AsAd|", "AsAd|xb25", "AsAd|b25r100"]
    assert len(printed.json("show", seed, "--all")["infosets"]) == 108
    assert "average strategy of player 1" in printed("show", seed, "--all")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--at b26", "--at 'b26': no 'b26' at the start; allowed: x, b25"),
        ("--at b25c/x", "the hand is over after 'b25c'"),
        ("--at b25 --all", "--at 'b25': cannot be combined with --infoset or --all"),
        ("--player 2", "has players 0 to 1"),
        ("--player utg", "--player utg: holdem 2d 2s"),
    ],
)
def test_show_errors(arguments: str, message: str, seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", seed, *arguments.split()]) == 2
    out, error = capsys.readouterr()
    assert out == "" and message in error and error.count("\n") == 1


def test_at_is_for_spots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kuhn.npz"
    TabularPolicy.uniform(make_game("kuhn")).save(path)
    assert main(["show", str(path), "--at", "b"]) == 2
    assert "--at 'b': is for hold'em spots" in capsys.readouterr().err
    assert main(["show", str(path), "--player", "ip"]) == 0


def test_evaluate_names_both_units(printed: Printed, seed: str) -> None:
    result = printed.json("evaluate", seed)
    for row in result["players"]:
        assert row["expected_pot_share_chips"] == row["expected_chips"] + 25
        assert row["gain_pot_percent"] == pytest.approx(2 * row["gain_chips"])
    text = printed("evaluate", seed)
    assert "pot share" in text and "gain, % of pot" in text
    assert re.search(r"exploitability +[\d.e-]+ chips a hand \([\d.e-]+% of the pot\)", text)


def test_train_names_both_units(printed: Printed) -> None:
    result = printed.json("train", "holdem", "--iterations", "50", "--param", "pot=40", "--param", 'ranges=["AA","KK:0.5"]')
    assert result["parameters"]["ranges"] == ["AA", "KK:0.5"]
    assert result["expected_pot_share_chips"] == result["expected_chips"] + 20
    assert result["exploitability_pot_percent"] == pytest.approx(2.5 * result["exploitability_chips"])
    text = printed("train", "holdem", "--iterations", "50")
    assert re.search(r"player 0 expects +-1\.\d+ chips a hand net, a pot share of 23\.\d+ \(average strategy\)", text)


def test_match_and_play(printed: Printed, seed: str) -> None:
    result = printed.json("match", seed, "honest", "--hands", "200", "--seed", "1")
    for row in result["players"]:
        assert row["pot_percent_per_hand"] == pytest.approx(2 * row["chips_per_hand"])
    assert "% of pot" in printed("match", seed, "random", "--hands", "20")
    text = printed("play", seed, "--seat", "0", "--hands", "1", "--seed", "1", typed="check\nfold\ncall\n")
    assert "you have: four of a kind, deuces" in text
    assert printed.json("play", "honest", "--game", "holdem", "--seed", "1", typed="q\n")["hands"] == 0


def test_wide_ranges_stay_short(printed: Printed, wide: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("holdem", **PRESETS["full"].params)
    shown = ["Qs Jh 2h 8d 3c, pot 100, stack 300", "OOP random", "IP random", "bet 33%, 75%, 150%, a", "raise 60%, a"]
    assert game_lines(game) == shown
    assert game_text(game) == f"holdem {shown[0]}"
    for command in (["show", wide], ["match", wide, "random", "--hands", "2"]):
        assert all(f"  {line}\n" in printed(*command) for line in shown)
    assert f"holdem {shown[0]} against {wide}.\n  OOP random\n" in printed("play", wide, typed="q\n")
    assert "A9s" in printed("show", wide, "--at", "b33/r133")
    parsed = make_game("holdem", board="QsJh2h8d3c", ranges=("QQ+,AJs:0.5", "random,AA:0"), raise_cap=2)
    lines = game_lines(parsed)
    assert lines[1] == "OOP QQ+, AJs:0.5" and "AA" not in lines[2]  # told by what is left: AA has no weight
    assert "raise-cap 2" in lines
    assert sum(map(len, lines)) < 500


def test_json_is_all_there_is_on_stdout(printed: Printed, seed: str) -> None:
    for command in (
        ["solve", "--preset", "seed"],
        ["solve", "--preset", "seed", "--quiet"],
        ["tree", "--preset", "full"],
        ["show", seed, "--at", "x"],
    ):
        assert isinstance(printed.json(*command), dict)
        assert printed.error == ""


def test_sizes_by_street(printed: Printed) -> None:
    spot = "--board Td9d6h5c --oop KK --ip QQ --pot 50 --stack 100 --bet 'Turn: 33% 75% / 50%; river: a / 50%'"
    more = "--raise 'turn: 2.5x;river:' --donk 'turn:; river: 20%' --remove xx/b100"
    result = printed.json("tree", *shlex.split(f"{spot} {more}"))
    params = result["parameters"]
    assert params["bet_sizes"] == {"turn": ["33%,75%", "50%"], "river": ["a", "50%"]}
    assert params["raise_sizes"] == {"turn": "2.5x", "river": ""}
    assert params["donk_sizes"] == "20%"


WRONG_STREETS = [
    ("--bet 'turn: 5%'", "--bet {'turn': '5%'}: no sizes for the river"),
    ("--bet 'turn: 5%; 5%'", "--bet 'turn: 5%; 5%': '5%' names no street; must be as 'flop: 33%; turn: 60%,a; river: 60%,a'"),
    ("--bet 'turn: 5%; turn: 5%'", "--bet 'turn: 5%; turn: 5%': the turn occurs twice"),
    ("--bet 'flop: 9%; turn: 5%; river: 5%'", "--bet (flop) '9%': the flop is over on a board of 4 cards"),
    ("--bet 'turn: 5%; river: a/5'", "--bet (river) '5': at character 1, '5': a number needs a unit after it"),
    ("--raise 'turn: 50%/5%'", "--raise {'turn': ('50%', '5%')}: no sizes for the river"),
    ("--donk 'turn: 5; river: 5%'", "--donk (turn) '5': at character 1, '5'"),
    ("--board Td9d", "--board 'Td9d': has 2 cards, must have 3 or 4 or 5"),
    ("--board Td9dTd", "--board 'Td9dTd': at character 5, 'Td': this card occurs twice"),
    ("--ip TdTs", "--ip 'TdTs': the board Td 9d 6h 5c leaves no hand of it"),
    ("--remove xx/2h/b25", "--remove 'xx/2h/b25': must be without cards"),
]


@pytest.mark.parametrize(("flags", "message"), WRONG_STREETS)
def test_errors_of_streets_name_the_flag(flags: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", *shlex.split(f"--board Td9d6h5c --oop KK --ip QQ --pot 50 --stack 100 {flags}")]) != 0
    assert f"error: {message}" in capsys.readouterr().err
