"""Menus of sizes in whole hands: each unit against arithmetic, limits, sizes that come to the same total, streets and lists."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.row import BET
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.hands_by_rule import play


def menu_game(sizes: str, **params: Any) -> TexasHoldemGame:
    game = make_game("texas_holdem", **({"bet_sizes": "a", "raise_sizes": sizes} | params))
    assert isinstance(game, TexasHoldemGame)
    return game


def sizes_of(state: TexasHoldemState) -> dict[str, float]:
    """Size -> total of all bets and raises that are legal."""
    return {
        state.game.rules.betting.size_name(state.street, action - BET): state.total_of(action)
        for action in state.legal_actions()
        if action >= BET
    }


def test_shares_of_the_pot() -> None:
    game = menu_game("50%,100%,6c", num_players=3, bet_sizes="33%,50%,200%")
    assert sizes_of(play(game, "")) == {"50%": 5, "100%": 7, "6c": 8}  # the pot after a call is 5, half of it 2.5
    # After a raise to 8 the small blind calls 7 more: a pot of 1 + 2 + 8 + 7 = 18.
    assert sizes_of(play(game, "r8")) == {"50%": 17, "100%": 26, "6c": 14}
    # Three callers, a pot of 6: a third is 2, a half 3.
    assert sizes_of(play(game, "c c x /")) == {"33%": 2, "50%": 3, "200%": 12}


def test_multiples_blinds_and_chips() -> None:
    game = menu_game("2.5x,3bb,5bb,20c,3x", num_players=2, blinds=(1, 2))
    assert sizes_of(play(game, "")) == {"2.5x": 5, "3bb": 6, "5bb": 10, "20c": 22}  # 3x is 6, as 3bb
    assert sizes_of(play(game, "r10")) == {"2.5x": 25, "3bb": 18, "20c": 30}  # the least is 18
    three = menu_game("2.25x", num_players=2, blinds=(1, 2))
    assert sizes_of(play(three, "")) == {"2.25x": 5}  # 4.5, rounded half up


def test_a_size_is_at_least_the_least_and_at_most_all_in() -> None:
    game = menu_game("10%,500%", num_players=2, stack=50, bet_sizes="1%,1000%")
    assert sizes_of(play(game, "")) == {"10%": 4, "500%": 22}
    assert sizes_of(play(game, "r22")) == {"10%": 42, "500%": 50}
    assert sizes_of(play(game, "c x /")) == {"1%": 2, "1000%": 40}
    assert sizes_of(play(game, "c x / b40")) == {"10%": 48}  # all-in, both


def test_of_sizes_that_come_to_the_same_total_the_first_is_legal_and_all_in_before_all() -> None:
    game = menu_game("50%,2bb,100%,a,2x", num_players=2, stack=7)
    assert sizes_of(play(game, "")) == {"50%": 4, "100%": 6, "all-in": 7}
    other = menu_game("2x,500%,a,900%", num_players=2, stack=9)
    assert sizes_of(play(other, "")) == {"2x": 4, "all-in": 9}


def test_all_in_is_the_pot_under_pot_limit() -> None:
    game = menu_game("a,30%,900%", num_players=3, limit="pot-limit")
    assert sizes_of(play(game, "")) == {"a": 7, "30%": 4}


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


def test_geometric_sizes_put_the_stack_in_by_the_river() -> None:
    """Each bet, called, is the same share of the pot; the last one is all-in."""
    game = menu_game("a", bet_sizes="e", blinds=(5, 10), stack=1310, chip=0.5)
    state = play(game, "c x /")
    first = sizes_of(state)["e"]
    # A pot of 20 and stacks of 1,300: it has to become 2,620, 131 times as much; its third root is 5.0788.
    assert first == 41  # (5.0788 - 1) / 2 of 20 are 40.79
    second = sizes_of(play(game, f"c x / b{first:g} c /"))["e"]
    assert second == pytest.approx(102 * (((20 + 2 * 1300) / 102) ** 0.5 - 1) / 2, abs=0.5)
    assert sizes_of(play(game, f"c x / b{first:g} c / b{second:g} c /")) == {"all-in": 1300 - first - second}
    two = menu_game("a", bet_sizes="2e,1e,3e60%", blinds=(5, 10), stack=1310)
    # Over two streets the square root of 131: 11.4455; over one all-in; 60% of 20 is less than what three take.
    assert sizes_of(play(two, "c x /")) == {"2e": 104, "all-in": 1300, "3e60%": 12}


def test_the_second_raise_has_one_street_less() -> None:
    """Of three streets it has two left: the pot after the call grows by the same factor twice, until all chips are in."""
    game = menu_game("3e", bet_sizes="100%", blinds=(5, 10), stack=1010)
    first = sizes_of(play(game, "c x / b20"))["3e"]
    called, behind = 20 + 2 * first, 1000 - first
    factor = ((called + 2 * behind) / called) ** (1 / 2)
    assert sizes_of(play(game, f"c x / b20 r{first:g}"))["3e"] == first + int((factor - 1) / 2 * called + 0.5)


def test_geometric_raises_count_down() -> None:
    """The first raise of a round counts all its streets, the next one fewer, down to all-in."""
    game = menu_game("2e", bet_sizes="100%", blinds=(5, 10), stack=1010)
    first = sizes_of(play(game, "c x / b20"))["2e"]
    # A call makes the pot 60, with 980 behind: (1 + 1960 / 60) ** 0.5 = 5.80; 2.40 of 60 are 144.
    assert first == 20 + 144
    assert sizes_of(play(game, f"c x / b20 r{first:g}"))["2e"] == 1000


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
