"""Parameters of whole hands: what is refused and how that is told, and which ways of writing them are the same."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import make_game

BAD: list[tuple[dict[str, Any], str]] = [
    ({"num_players": 1}, "num_players=1: must be an integer from 2 to 10"),
    ({"num_players": 11}, "num_players=11: must be an integer from 2 to 10"),
    ({"num_players": 8, "deck": "royal"}, "num_players=8: a royal deck has cards for 7 players at most"),
    ({"deck": "tarot"}, "deck='tarot': must be one of 'standard', 'short', 'royal'"),
    ({"limit": "spread"}, "limit='spread': must be one of"),
    ({"blinds": (2, 1)}, r"blinds=\(2, 1\): must be"),
    ({"blinds": (0, 0)}, r"blinds\[1\]=0: must be a finite number from 1e-06"),
    ({"blinds": (1, 2, 4)}, "blinds=.*must be two numbers of chips"),
    ({"blinds": (0.5, 1)}, r"blinds\[0\]=0.5: must be a multiple of chip=1"),
    ({"blinds": (1, float("nan"))}, r"blinds\[1\]=nan: must be a finite number"),
    ({"stack": 2}, r"stack=2: must be more than the 2 that the player posts"),
    ({"stack": (200, -5)}, r"stack\[1\]=-5: must be a finite number from 0"),
    ({"stack": (200, 200, 200)}, "stack=.*must be a number, or 2 numbers of chips"),
    ({"stack": (200, 0)}, "stack=.*at least two players must have chips"),
    ({"stack": "many"}, "stack='many'"),
    ({"button": 2}, "button=2: must be an integer from 0 to 1"),
    ({"ante": -1}, "ante=-1"),
    ({"straddle": 4}, "straddle=4: must be 0, or with three players or more at least two big blinds, 4"),
    ({"num_players": 3, "straddle": 3}, "straddle=3"),
    ({"bet_sizes": "", "raise_sizes": ""}, "must have at least one size, else no bet is possible"),
    ({"bet_sizes": "50"}, "bet_sizes='50': at character 1, '50': a number needs a unit after it"),
    ({"bet_sizes": "2x"}, "bet_sizes='2x': at character 1, '2x': for raises only"),
    ({"bet_sizes": {"flop": "50%"}}, "bet_sizes=.*no sizes for the turn; must have them for flop, turn, river"),
    ({"bet_sizes": {"preflop": "50%", "flop": "a", "turn": "a", "river": "a"}}, "bet_sizes.*there is no bet before the flop"),
    ({"bet_sizes": ("50%", "75%")}, "bet_sizes=.*must be a string of sizes"),
    ({"raise_sizes": []}, "raise_sizes=.*must be a string of sizes, or a mapping from streets"),
    ({"raise_sizes": ",".join(f"{size}c" for size in range(1, 70))}, "72 sizes; at most 60, or 'any'"),
    ({"bet_sizes": "any", "raise_sizes": "3x"}, "raise_sizes='3x': the other sizes are 'any', so these must be 'any', too"),
    ({"bet_sizes": "75%", "raise_sizes": "any"}, "bet_sizes='75%': the other sizes are 'any', so these must be 'any', too"),
    ({"raise_cap": 0}, "raise_cap=0: must be an integer from 1"),
    ({"bet": (2, 4)}, "bet=.*only with limit='fixed-limit'"),
    ({"limit": "fixed-limit", "bet": (4, 2)}, "bet=.*must be two bets above 0, the first not the larger one"),
    ({"rake_rate": 1.5}, "rake_rate=1.5"),
    ({"rake_cap": 0.5}, "rake_cap=0.5: must be a multiple of chip=1"),
    ({"chip": 0}, "chip=0"),
    ({"rewards": "euros"}, "rewards='euros': must be one of 'chips', 'blinds'"),
    ({"short_stacks": 1}, "short_stacks=1: must be True or False"),
]


@pytest.mark.parametrize(("params", "told"), BAD)
def test_bad_parameters_are_told(params: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make_game("texas_holdem", **params)


def test_equal_games_are_equal() -> None:
    assert make_game("texas_holdem", stack=(200, 200)) == make_game("texas_holdem", stack=200.0, button=1)
    assert make_game("texas_holdem", bet_sizes="any") == make_game("texas_holdem", raise_sizes="any")
    by_street = dict.fromkeys(("flop", "turn", "river"), "50%, 100%, A")
    assert make_game("texas_holdem", bet_sizes=by_street) == make_game("texas_holdem")
    assert make_game("texas_holdem", stack=199) != make_game("texas_holdem")


def test_amounts_may_be_parts_of_chips() -> None:
    game = make_game("texas_holdem", blinds=(0.25, 0.5), stack=50, chip=0.25)
    state = game.initial_state().child(0).child(game.rules.deck.hands.index((51, 50)))  # type: ignore[attr-defined]
    assert [state.action_name(action) for action in state.legal_actions()] == [
        "fold", "call", "raise to 1", "raise to 1.5", "raise to 50",
    ]  # fmt: skip
    assert state.child(0).returns() == (0.25, -0.25)
    in_blinds = make_game("texas_holdem", blinds=(0.25, 0.5), stack=50, chip=0.25, rewards="blinds")
    folded = in_blinds.initial_state().child(0).child(1325).child(0)
    assert folded.returns() == (0.5, -0.5)
    assert in_blinds.stakes.big_blind == 1.0
