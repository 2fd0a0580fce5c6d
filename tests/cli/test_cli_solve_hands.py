"""``pokerzoo solve`` of games from the blinds on: presets, what it prints, and errors."""

from __future__ import annotations

from typing import Any

import pytest

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
