"""Hold'em spots in show, evaluate, train, match and play."""

from __future__ import annotations

import re
import shlex

import pytest

from pokerzoo.agents import CFR, TabularPolicy
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
    assert "A9s" in printed("show", wide, "--at", "b33/r133")
    parsed = make_game("holdem", board="QsJh2h8d3c", ranges=("QQ+,AJs:0.5", "random,AA:0"), raise_cap=2)
    lines = game_lines(parsed)
    assert lines[1] == "OOP QQ+, AJs:0.5" and "AA" not in lines[2]  # told by what is left: AA has no weight
    assert "raise-cap 2" in lines
    assert sum(map(len, lines)) < 500


def test_json_is_all_there_is_on_stdout(printed: Printed, seed: str) -> None:
    for command in (
        ["solve", "--preset", "river"],
        ["solve", "--preset", "river", "--quiet"],
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
