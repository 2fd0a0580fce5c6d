"""Menus of sizes in whole hands: each unit against arithmetic, limits, sizes that come to the same total, streets and lists."""

from __future__ import annotations

from typing import Any

from pokerzoo.envs.betting.row import BET
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.hands_by_rule import play


def menu_game(sizes: str, **params: Any) -> TexasHoldemGame:
    game = make_texas_holdem(**({"bet_sizes": "a", "raise_sizes": sizes} | params))
    return game


def sizes_of(state: TexasHoldemState) -> dict[str, float]:
    """Size -> total of all bets and raises that are legal."""
    return {
        state.game.rules.betting.size_name(state.street, action - BET): state.total_of(action)
        for action in state.legal_actions()
        if action >= BET
    }


def test_sizes_by_street_and_by_number_of_raises() -> None:
    game = menu_game(
        "a",
        bet_sizes={"flop": "50%", "turn": "100%", "river": "a"},
        raise_sizes={"preflop": "3x | 2x,4x | a", "flop": "2x", "turn": "3x | a", "river": "2x,3x"},
    )
    assert sizes_of(play(game, "")) == {"3x": 6}
    assert sizes_of(play(game, "r6")) == {"2x": 12, "4x": 24}
    assert sizes_of(play(game, "r6 r12")) == {"all-in": 200}
    assert sizes_of(play(game, "c x /")) == {"50%": 2}
    assert sizes_of(play(game, "c x / b2")) == {"2x": 4}
    assert sizes_of(play(game, "c x / b2 r4")) == {"2x": 8}
    assert sizes_of(play(game, "c x / x x /")) == {"100%": 4}
    assert sizes_of(play(game, "c x / x x / b4")) == {"3x": 12}
    assert sizes_of(play(game, "c x / x x / b4 r12")) == {"all-in": 198}
    assert sizes_of(play(game, "c x / x x / x x /")) == {"all-in": 198}
    assert game.num_distinct_actions == 2 + 4  # three sizes before the flop, and all-in


def test_sizes_of_very_many_chips_are_all_in() -> None:
    """Products that would not fit in 64 bits."""
    big = 10**9
    game = menu_game(f"1000%,10000000x,{10**30}c,{10**30}bb", num_players=10, blinds=(big // 4, big // 2), stack=big)
    assert sizes_of(play(game, "")) == {"all-in": big}
    others = menu_game("500%,10000x", num_players=2, blinds=(1, 2), stack=big, raise_cap=3)
    assert sizes_of(play(others, "")) == {"500%": 22, "10000x": 20000}
    assert sizes_of(play(others, "r20000")) == {"500%": 220000, "10000x": 2 * 10**8}


def test_sizes_that_are_not_named_where_one_acts_leave_fold_and_call() -> None:
    game = menu_game("a", bet_sizes={"flop": "", "turn": "50%", "river": "a"})
    state = play(game, "c x /")
    assert sizes_of(state) == {}
    assert state.legal_actions() == (1,)
