"""Spots for three players: nobody bets more than another can call, and donk bets into a later player."""

from __future__ import annotations

import pytest

from pokerzoo.envs import make_game


def test_nobody_bets_more_than_another_player_can_call() -> None:
    """The largest stack counts up to the second; and where only the short stack is left, up to that."""
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "TT", "99"), pot=3, stack=(60, 40, 12), bet_sizes="8c,a", raise_sizes="a",
        add_allin_threshold=0, force_allin_threshold=0,
    )  # fmt: skip
    line = game.rules.root.line
    assert game.rules.betting.stacks == (40.0, 40.0, 12.0)
    assert line.tokens == ("x", "b8", "b40")
    line = line.after(0).after(0).after(1).after(0)  # two checks, a bet of 8 by the short stack, OOP folds
    assert (line.text, line.actor, line.tokens) == ("xxb8f", 1, ("f", "c", "r12"))
    line = game.rules.root.line.after(2)
    assert (line.actor, line.tokens) == (1, ("f", "c"))  # nobody else has more
    short = line.after(1)
    assert (short.actor, short.to_call) == (2, 12.0)
    assert short.after(1).payoffs_of((1, 1, 2)) == (28.0 - 41.0, 28.0 - 41.0, 39.0 - 13.0)


@pytest.mark.parametrize(
    ("moves", "actor", "tokens"),
    [
        (["x", "b15", "c", "c"], 0, ("x", "b100")),
        (["x", "x", "b15", "f", "c"], 1, ("x", "b75")),  # OOP has folded
        (["b15", "c", "c"], 0, ("x", "b38")),
    ],
)
def test_donk_bets_are_into_a_later_player(moves: list[str], actor: int, tokens: tuple[str, ...]) -> None:
    game = make_game(
        "holdem", board="QsJh2h8d", ranges=("AA", "KK", "TT"), pot=30, stack=500, bet_sizes="50%", raise_sizes="",
        donk_sizes=("100c", "75c", "1c"), add_allin_threshold=0,
    )  # fmt: skip
    line = game.rules.root.line
    for token in moves:
        line = line.after(line.tokens.index(token))
    line = line.deal()
    assert (line.actor, line.tokens) == (actor, tokens)
