"""The rules of betting of whole hands, case by case: order, least and most raises, reopening, limits.

TDA are the Poker TDA Rules 2024, RR is Robert's Rules of Poker, version 11.
"""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs.betting.row import NUM_BETS
from pokerzoo.envs.core import TERMINAL
from pokerzoo_testing.hands_by_rule import actors, any_amount, options, play

# Who acts.


def test_of_two_players_the_button_acts_first_before_the_flop_and_last_after_it() -> None:
    assert actors(any_amount(), "c x / x x / x x / x b2 c") == [1, 0, 0, 1, 0, 1, 0, 1, 0, TERMINAL]
    assert actors(any_amount(button=0), "c x / x x") == [0, 1, 1, 0, 1]


def test_of_several_the_one_after_the_big_blind_acts_first_and_then_the_one_left_of_the_button() -> None:
    assert actors(any_amount(num_players=4), "c c c x / x x x x") == [2, 3, 0, 1, 0, 1, 2, 3, 0]
    assert actors(any_amount(num_players=4, button=1), "c f c x / x x x") == [0, 1, 2, 3, 2, 3, 0, 2]


def test_the_big_blind_may_raise_when_all_have_called() -> None:
    assert options(play(any_amount(num_players=3), "c c")) == (False, 2, (4, 200))
    assert actors(any_amount(num_players=3), "c c r6 c f") == [2, 0, 1, 2, 0, 1]


def test_a_raise_asks_everybody_else_once_more() -> None:
    assert actors(any_amount(num_players=3), "c c x / x b5 r20 c c / x") == [2, 0, 1, 0, 1, 2, 0, 1, 0, 1]


def test_the_straddle_acts_last_and_may_raise() -> None:
    game = any_amount(num_players=4, straddle=4)
    assert actors(game, "c c c x / x") == [3, 0, 1, 2, 0, 1]
    assert options(play(game, "")) == (True, 4, (8, 200))  # it is a new least bet, no raise: RR no-limit 2
    assert options(play(game, "c c c")) == (False, 4, (8, 200))
    assert options(play(game, "c c c x /")) == (False, 0, (2, 196))  # after the flop the big blind is the least again


def test_seats_without_chips_are_passed_over() -> None:
    game = any_amount(num_players=5, stack=(100, 0, 100, 0, 100), button=4)
    assert actors(game, "c c x / x x x") == [4, 0, 2, 0, 2, 4, 0]
    of_two = any_amount(num_players=4, stack=(0, 100, 0, 100), button=3)
    assert actors(of_two, "c x / x x") == [3, 1, 1, 3, 1]
    assert of_two.posted == (0, 2, 0, 1)
    dead_button = any_amount(num_players=4, stack=(100, 100, 100, 0), button=3)
    assert dead_button.posted == (1, 2, 0, 0)
    assert actors(dead_button, "c c x / x") == [2, 0, 1, 0, 1]


def test_whoever_has_all_chips_in_acts_no_more() -> None:
    game = any_amount(num_players=3, stack=(200, 200, 20))
    assert actors(game, "r20 c c / x b10 c / x x / x") == [2, 0, 1, 0, 1, 0, 0, 1, 0, 1]
    assert play(game, "r20 c c / x x / x x / x x").is_terminal


def test_no_one_acts_when_one_player_has_chips_and_nothing_to_call() -> None:
    game = any_amount(num_players=3, stack=(200, 50, 20))
    over = play(game, "r20 r50 c")
    assert over.is_terminal
    assert over.street == 3
    assert len(over.board) == 5
    # The big blind need not check when the small blind, all-in for less, is the only other one.
    short = any_amount(num_players=3, stack=(1, 200, 200), short_stacks=True)
    assert play(short, "f").is_terminal


def test_to_fold_is_legal_only_against_a_bet() -> None:
    assert options(play(any_amount(), "c"))[0] is False
    assert options(play(any_amount(), ""))[0] is True
    assert options(play(any_amount(), "c x /"))[0] is False


# No limit: by how much a raise is.


def test_a_raise_is_by_at_least_the_largest_bet_or_raise_of_the_round() -> None:
    """TDA 43 and its illustration: blinds 50-100, a raise by 400 more is followed by one of at least 400."""
    game = any_amount(num_players=3, blinds=(50, 100), stack=10000)
    assert options(play(game, "")) == (True, 100, (200, 10000))
    assert options(play(game, "r500")) == (True, 500, (900, 10000))
    assert options(play(game, "r500 r900")) == (True, 900, (1300, 10000))
    assert options(play(game, "r500 r2000")) == (True, 2000, (3500, 10000))
    assert options(play(game, "c c x /")) == (False, 0, (100, 9900))
    assert options(play(game, "c c x / b300")) == (True, 300, (600, 9900))


def test_a_bet_all_in_of_less_is_raised_by_the_least_bet() -> None:
    """RR no-limit 2: with a least bet of 100, an all-in of 20 is raised to at least 120."""
    game = any_amount(num_players=3, blinds=(50, 100), stack=(120, 5000, 5000))
    assert options(play(game, "c c x /")) == (False, 0, (20, 20))
    assert options(play(game, "c c x / b20")) == (True, 20, (120, 4900))


def test_a_raise_all_in_of_less_leaves_the_least_raise_as_it_was() -> None:
    game = any_amount(num_players=4, stack=(200, 200, 200, 14))
    state = play(game, "r10 r14")
    assert options(state) == (True, 14, (22, 200))  # by 8, the last full raise
    assert state.current_player == 0


def test_an_incomplete_raise_does_not_reopen_the_betting() -> None:
    """TDA 47; RR no-limit 3. Who has acted calls or folds; who has not may raise, and then it is reopened."""
    game = any_amount(num_players=4, stack=(200, 200, 200, 14))
    assert options(play(game, "r10 r14 f f")) == (True, 14, None)
    assert options(play(game, "r10 r14 c c")) == (True, 14, None)
    assert options(play(game, "r10 r14 f r22")) == (True, 22, (30, 200))
    # Who has checked has acted.
    bets = any_amount(num_players=3, blinds=(50, 100), stack=(5000, 120, 5000))
    assert options(play(bets, "c c x / x b20 c")) == (True, 20, None)
    assert options(play(bets, "c c x / x b20 r120")) == (True, 120, (220, 4900))


def test_a_full_raise_all_in_reopens_the_betting() -> None:
    game = any_amount(num_players=4, stack=(200, 200, 200, 18))
    assert options(play(game, "r10 r18 c c")) == (True, 18, (26, 200))


def test_several_incomplete_raises_add_up_for_those_who_face_a_full_one() -> None:
    """TDA 47: 100, called, all-in 150, called, all-in 200. Who bet 100 faces 100 more; who called 150 faces 50."""
    game = any_amount(num_players=5, blinds=(50, 100), stack=(300, 5000, 5000, 250, 5000), button=4)
    line = "c c c c x / x b100 c r150 c r200"
    assert options(play(game, line)) == (True, 200, (300, 4900))  # seat 1, who bet
    assert options(play(game, line + " c")) == (True, 200, (300, 4900))  # seat 2, who called 100
    after = play(game, line + " c c")
    assert after.current_player == 4
    assert options(after) == (True, 200, None)  # called 150


def test_a_later_incomplete_raise_does_not_close_what_earlier_ones_opened() -> None:
    """TDA 47: 100, all-in 150, all-in 200, all-in 230: who bet 100 faces 130. (pokerkit 0.7.7 counts the last 30 alone.)"""
    game = any_amount(num_players=5, blinds=(50, 100), stack=(5000, 5000, 250, 300, 330), button=4)
    state = play(game, "c c c c x / b100 c r150 r200 r230")
    assert options(state) == (True, 230, (330, 4900))


def test_nobody_raises_when_nobody_could_answer() -> None:
    game = any_amount(stack=(50, 200))
    assert options(play(game, "r50")) == (True, 50, None)
    assert options(play(any_amount(stack=(200, 50)), "r50")) == (True, 50, None)
    # To call with the last chip is no answer either: both others have 50.
    assert options(play(any_amount(num_players=3, stack=(200, 50, 50)), "r50")) == (True, 50, None)
    # But while one of several can, everything may be bet.
    three = any_amount(num_players=3, stack=(60, 50, 200))
    assert options(play(three, "")) == (True, 2, (4, 200))
    assert options(play(three, "r50")) == (True, 50, (60, 60))
    assert options(play(three, "r60")) == (True, 60, None)
    assert options(play(three, "r60 f")) == (True, 50, None)


def test_whoever_has_less_than_a_call_calls_with_all() -> None:
    game = any_amount(stack=(30, 200))
    state = play(game, "r100")
    assert options(state) == (True, 30, None)
    assert state.to_call == 28
    assert play(game, "r100 c").stacks[0] == 0


def test_a_short_blind_is_called_in_full_where_two_others_have_chips() -> None:
    """RR no-limit 2: who enters does so for the whole blind, and who raises at least doubles it."""
    game = any_amount(num_players=4, blinds=(50, 100), stack=(1000, 30, 1000, 1000), short_stacks=True)
    assert options(play(game, "")) == (True, 100, (200, 1000))
    assert options(play(game, "c f")) == (True, 100, (200, 1000))
    # Against the short blind alone there is no more to win: the small blind has called already.
    assert play(game, "f f").is_terminal
    higher = any_amount(num_players=4, blinds=(50, 100), stack=(1000, 70, 1000, 1000), short_stacks=True)
    assert options(play(higher, "f f")) == (True, 70, None)


def test_blinds_that_stacks_do_not_cover_are_all_in() -> None:
    game = any_amount(num_players=3, blinds=(5, 10), ante=2, stack=(4, 1, 50), short_stacks=True)
    state = game.initial_state()
    assert state.stacks == (0, 0, 48)
    assert state.round_contributions == (2, 0, 0)
    assert state.contributions == (4, 1, 2)
    state = play(game, "")
    assert options(state) == (True, 2, None)  # no more than the small blind has put in
    one_ante = any_amount(num_players=3, blinds=(5, 10), big_blind_ante=10, stack=(50, 13, 50), short_stacks=True)
    state = one_ante.initial_state()
    assert state.round_contributions == (5, 10, 0)  # the blind comes before the ante
    assert state.pot == 18


# The cap on raises.


def test_a_cap_counts_the_blinds_as_one() -> None:
    game = any_amount(raise_cap=2, num_players=3)
    assert options(play(game, "r6")) == (True, 6, None)
    assert options(play(game, "c c x / b2 r4")) == (True, 4, None)


@pytest.mark.parametrize("limit", ["no-limit", "pot-limit"])
def test_a_cap_counts_all_ins_however_short(limit: str) -> None:
    """After a bet of 6 an all-in to 10 is no full raise, and is the second that counts."""
    two, three = (any_amount(limit=limit, num_players=3, stack=(200, 12, 200), raise_cap=cap) for cap in (2, 3))
    moves = "c c x / b6 r10"
    assert options(play(two, moves)) == (True, 10, None)
    assert options(play(three, moves))[2] is not None
    assert int(play(two, moves).row[NUM_BETS]) == 2


# Pot limit.


@pytest.mark.parametrize(
    ("params", "moves", "limits"),
    [
        ({"num_players": 2}, "", (4, 6)),  # 1 + 2 + 1 to call = 4, on top of 2
        ({"num_players": 3}, "", (4, 7)),
        ({"num_players": 3, "blinds": (5, 10)}, "", (20, 35)),
        ({"num_players": 3}, "r7", (12, 23)),  # 1 + 2 + 7 and 6 to call: 16 on top of 7
        ({"num_players": 3}, "c c x /", (2, 6)),
        ({"num_players": 3}, "c c x / b6", (12, 24)),
        ({"num_players": 3, "ante": 1}, "", (4, 10)),
        ({"num_players": 3, "big_blind_ante": 2}, "", (4, 9)),
        ({"num_players": 3, "stack": (200, 200, 5)}, "", (4, 5)),
    ],
)
def test_pot_limit_is_the_pot_as_it_is_after_the_call(params: dict[str, Any], moves: str, limits: tuple[int, int]) -> None:
    assert options(play(any_amount(limit="pot-limit", **params), moves))[2] == limits


def test_the_pot_of_100_with_a_bet_of_50_is_raised_to_250() -> None:
    """RR pot-limit: call 50 and raise by 200."""
    game = any_amount(limit="pot-limit", blinds=(25, 50), stack=5000)
    assert options(play(game, "c x / b50"))[2] == (100, 250)


# Fixed limit.


def test_fixed_limit_bets_one_blind_and_two_from_the_turn_on() -> None:
    game = any_amount(limit="fixed-limit", num_players=3)
    assert options(play(game, ""))[2] == (4, 4)
    assert options(play(game, "r4"))[2] == (6, 6)
    assert options(play(game, "c c x / b2"))[2] == (4, 4)
    assert options(play(game, "c c x / x x x / b4"))[2] == (8, 8)
    assert options(play(game, "c c x / x x x / x x x / b4 r8"))[2] == (12, 12)


def test_fixed_limit_has_a_bet_and_three_raises_the_blind_being_a_bet() -> None:
    """ACPC: four bets a round, three raises before the flop. RR betting 3."""
    game = any_amount(limit="fixed-limit")
    assert options(play(game, "r4 r6 r8")) == (True, 8, None)
    assert options(play(game, "r4 r6"))[2] == (8, 8)
    assert options(play(game, "c x / b2 r4 r6 r8")) == (True, 8, None)
    assert options(play(game, "c x / b2 r4 r6"))[2] == (8, 8)


LIMIT = {"limit": "fixed-limit", "num_players": 4, "blinds": (10, 20), "button": 3}


def test_half_a_bet_all_in_counts_as_a_raise_under_fixed_limit() -> None:
    """RR betting 6, with its example: an all-in of 15 on a round of 20 is raised to 35."""
    game = any_amount(**LIMIT, stack=(500, 35, 500, 500))
    state = play(game, "c c c x / x b15")
    assert options(state) == (True, 15, (35, 35))
    assert int(state.row[NUM_BETS]) == 1
    assert options(play(game, "c c c x / x b15 c c")) == (True, 15, (35, 35))  # half a bet reopens: TDA 47


def test_less_than_half_a_bet_all_in_is_completed_and_does_not_reopen() -> None:
    """RR betting 6."""
    game = any_amount(**LIMIT, stack=(500, 29, 500, 500))
    state = play(game, "c c c x / x b9")
    assert options(state) == (True, 9, (20, 20))
    assert int(state.row[NUM_BETS]) == 0
    assert options(play(game, "c c c x / x b9 c c")) == (True, 9, None)  # has checked
    assert options(play(game, "c c c x / x b9 r20"))[2] == (40, 40)
    assert options(play(game, "c c c x / x b9 r20 f")) == (True, 20, (40, 40))  # completed: reopened


def test_a_raise_all_in_under_fixed_limit() -> None:
    short, half = any_amount(**LIMIT, stack=(500, 49, 500, 500)), any_amount(**LIMIT, stack=(500, 50, 500, 500))
    assert options(play(short, "c c c x / b20 r29")) == (True, 29, (40, 40))
    assert options(play(short, "c c c x / b20 r29 c c")) == (True, 29, None)
    assert options(play(half, "c c c x / b20 r30")) == (True, 30, (50, 50))
    assert options(play(half, "c c c x / b20 r30 c c")) == (True, 30, (50, 50))


def test_all_ins_of_less_than_half_a_bet_add_up_under_fixed_limit() -> None:
    """RR betting 6: if what a player faces is half a bet, the betting is reopened."""
    game = any_amount(**LIMIT, stack=(500, 47, 53, 500))
    state = play(game, "c c c x / b20 r27 r33 c")
    assert state.current_player == 0
    assert options(state) == (True, 33, (53, 53))  # 13 more


def test_all_ins_of_less_than_half_a_bet_do_not_count_for_the_cap() -> None:
    game = any_amount(**LIMIT, stack=(500, 29, 500, 500), raise_cap=2)
    assert options(play(game, "c c c x / x b9 r20"))[2] == (40, 40)
    assert options(play(game, "c c c x / x b9 r20 r40"))[2] is None


def test_a_straddle_under_fixed_limit_is_raised_by_a_bet() -> None:
    game = any_amount(limit="fixed-limit", num_players=4, straddle=4)
    assert options(play(game, ""))[2] == (6, 6)


def test_an_empty_seat_posts_no_straddle() -> None:
    """The next player after the big blind does, and the one after that acts first."""
    game = any_amount(num_players=5, stack=(100, 100, 0, 100, 100), straddle=4)
    assert game.posted == (1, 2, 0, 4, 0)
    assert play(game, "").current_player == 4
