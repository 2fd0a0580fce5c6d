"""No-limit hold'em from the blinds on: betting, sizes, payoffs and errors."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import PokerGame, make_game


def preflop(**params: Any) -> PokerGame:
    game = make_game("preflop_holdem", **params)
    assert isinstance(game, PokerGame)
    return game


def ends_of(game: PokerGame) -> list[str]:
    return [line.text for line in game.rules.betting.lines if line.is_over]


def test_after_the_flop_the_big_blind_is_first() -> None:
    """The big blind leads into the raiser with sizes of its own."""
    game = preflop(
        blinds=(1, 2), stack=100, last_street="flop", chip=1, bet_sizes="50%", donk_sizes="25%", add_allin_threshold=0,
        raise_cap=2, raise_sizes={"preflop": "3x", "flop": "a"},
    )  # fmt: skip
    raised = game.rules.root.after(2).child(1)
    assert raised.card_due
    flop = raised.deal(0)
    assert (flop.actor, flop.line.pot, flop.line.is_donk) == (0, 12.0, True)
    assert flop.line.action_names == ("check", "bet 3")
    assert flop.child(1).line.action_names == ("check", "bet 6")
    limped = game.rules.root.child(1).child(1).deal(0)
    assert limped.line.action_names == ("check", "bet 2")  # half of 4, which is the big blind


def test_two_streets_with_a_bet_of_the_pot_each() -> None:
    """One bet a street: the betting of the tutorial of slumbot2019 (its ``mb1b1``)."""
    game = preflop(
        blinds=(1, 2), stack=162, last_street="flop", showdown="at_once", bet_sizes="100%",
        raise_sizes={"preflop": "100%", "flop": ""}, raise_cap=2, chip=1,
    )  # fmt: skip
    flop = {4: ["xx", "xb4f", "xb4c", "b4f", "b4c"], 12: ["xx", "xb12f", "xb12c", "b12f", "b12c"]}
    expected = ["f", *(f"cx/?|{end}" for end in flop[4]), "cr6f", *(f"cr6c/?|{end}" for end in flop[12]), "r6f"]
    assert ends_of(game) == expected + [f"r6c/?|{end}" for end in flop[12]]
    assert game.size.sequences == ((4, 5), (12, 12))


def test_no_flop_no_drop() -> None:
    """Pots without a flop pay no rake, unless it is said; a pot that runs out does."""
    raked: dict[str, Any] = {"stack": 10, "raise_sizes": "a", "removed": ["c"], "rake_rate": 0.05, "rake_cap": 0.5}
    lines = {line.text: line for line in preflop(**raked).rules.betting.lines}
    assert lines["f"].payoffs((0,)) == (0.5, -0.5)
    assert lines["r10c/?|/?|/?|"].payoffs((0,)) == (9.5, -10.0)
    lines = {line.text: line for line in preflop(**raked, no_flop_no_drop=False).rules.betting.lines}
    assert lines["r10f"].payoffs((1,)) == pytest.approx((-1.0, 0.9))


def test_parameters_make_the_same_game() -> None:
    """The parameters that a game keeps make an equal game."""
    sizes: dict[str, Any] = {"bet_sizes": {"flop": "33%, 75%"}, "raise_sizes": {"preflop": "3BB", "flop": "60%"}}
    game = preflop(last_street="flop", showdown="at_once", stack=20, **sizes)
    assert game.params["raise_sizes"] == {"preflop": "3bb", "flop": "60%"}
    assert game.params["bet_sizes"] == "33%,75%"
    assert ends_of(preflop(**game.params)) == ends_of(game)
