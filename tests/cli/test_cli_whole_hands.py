"""Baselines of whole hands on the command line: matches, round robins, and errors in one line."""

from __future__ import annotations

import pytest

from pokerzoo.cli import main
from pokerzoo.cli.game_facts import game_text
from pokerzoo.envs import make_game
from pokerzoo_testing.command_line import Printed


def test_a_match_of_three(printed: Printed) -> None:
    game = ("--game", "texas_holdem", "--param", "num_players=3", "--param", "stacks=40")
    result = printed.json("match", "tight", "loose", "always_fold", *game, "--hands", "60", "--seed", "1", "--aivat")
    assert [row["name"] for row in result["players"]] == ["tight", "loose", "always_fold"]
    assert (result["hands"], result["deals"], result["estimator"]) == (60, 20, "aivat")
    assert sum(row["won_chips_per_hand"] for row in result["players"]) == pytest.approx(0.0, abs=1e-9)
    assert result["players"][0]["mbb_per_hand"] == pytest.approx(500 * result["players"][0]["chips_per_hand"])


def test_a_round_robin(printed: Printed) -> None:
    result = printed.json(
        "round-robin", "always_raise", "always_fold", "--game", "texas_holdem", "--hands", "20", "--seed", "1"
    )
    assert result["chips_per_hand"] == [[0.0, 1.5], [-1.5, 0.0]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tight", "honest", "--game", "texas_holdem"), "'honest': not for texas_holdem; baselines: random, always_fold"),
        (("tight", "loose", "--game", "leduc"), "'tight': is for whole hands (texas_holdem)"),
        (("tight", "lose", "--game", "texas_holdem"), "did you mean 'loose'?"),
        (("tight", "loose"), "which game? give --game GAME"),
    ],
)
def test_errors(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str) -> None:
    assert main(["match", *arguments]) != 0
    told = capsys.readouterr()
    assert said in " ".join(told.err.split()) and "Traceback" not in told.err and told.out == ""


def test_of_many_parameters_those_are_told_that_matter() -> None:
    game = make_game("texas_holdem", num_players=3, ante=1, stacks=(50, 100, 200))
    told = "texas_holdem(num_players=3, limit='no-limit', blinds=(1, 2), stacks=(50, 100, 200), ante=1)"
    assert game_text(game) == told
    assert game_text(make_game("push_fold", stack=8)) == "push_fold(num_players=2, stack=8)"
    assert "ante=0.1" in game_text(make_game("push_fold", ante=0.1))
