"""``pokerzoo solve`` of games from the blinds on: presets, what it prints, and errors."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.games.spot_presets import PRESETS, SPOT_PRESETS
from pokerzoo_testing.command_line import Printed


def made(name: str) -> Any:
    """The game of a preset."""
    return make_game(PRESETS[name].game, **PRESETS[name].params)


@pytest.mark.parametrize("name", PRESETS.keys() - SPOT_PRESETS.keys())
def test_each_preset_makes_a_game(name: str) -> None:
    """Each preset is a game from the blinds on, whose parameters make it again; a small machine can solve it."""
    game = made(name)
    assert game.rules.betting.blinds
    assert make_game(game.name, **game.params).params == game.params
    size = solving_size(game)  # of fhp, the largest: docs/howto/before_the_flop.md
    assert size.bytes["single"] < 4.2e9 and size.seconds_per_iteration is not None and size.seconds_per_iteration < 1.4


def test_ms1f3_has_one_bet_a_street() -> None:
    """The betting of the tutorial of slumbot2019: fold, call or a raise to three big blinds."""
    game = made("ms1f3")
    assert game.rules.root.line.action_names == ("fold", "call", "raise to 6")
    assert game.size.sequences == ((4, 5), (12, 12))


def test_summary_has_a_chart(printed: Printed) -> None:
    """The summary has values in chips, exploitability in mbb, and a line for each rank."""
    text = printed("solve", "--preset", "preflop-20bb", "--iterations", "5")
    assert "SB expects" in text and " mbb)" in text and "SB starts with" in text
    chart = [line.split() for line in text.splitlines()[-26:]]
    assert chart[0] == ["AA", "AKs", "AQs", "AJs", "ATs", "A9s", "A8s", "A7s", "A6s", "A5s", "A4s", "A3s", "A2s"] and {
        *map(len, chart)
    } == {13}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--preset", "fhp", "--stack", "5"), "--stack '5': no such parameter; allowed: "),
        (("--preset", "preflop-20bb", "--raise", "a/5q"), "--raise.*5q"),
        (("--preset", "ms1f3", "--board", "AsKsQs"), "--board .AsKsQs.: no such parameter; allowed: blinds"),
        (("--preset", "seed", "--param", "blinds=[1,2]"), "--param blinds=.*no such parameter"),
        (("--preset", "ms1f3", "--param", "blinds=1-2"), "--param blinds=.1-2"),
        (("--preset", "preflop-20bb", "--stack", "1"), "must be more than the 1 that the player posts"),
        (("--preset", "preflop-20bb", "--raise", "flop: 50%"), "the flop has no betting in this game"),
        (("--preset", "preflop-20bb", "--param", "last_street=river", "--raise", "50%"), "GB of memory"),
        (("--preset", "preflop-20bb", "--streets", "1"), "--streets 1: must be 0"),
    ],
)  # fmt: skip
def test_errors(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Settings that make no game are refused with a message that says why."""
    assert main(["solve", *arguments]) != 0
    assert re.search(message, " ".join(capsys.readouterr().err.split()))


def test_other_commands_want_a_spot(capsys: pytest.CaptureFixture[str]) -> None:
    """Only solving takes a preset from the blinds on."""
    assert main(["tree", "--preset", "fhp"]) != 0
    assert "'fhp' is not one of 'seed', 'full'" in capsys.readouterr().err
