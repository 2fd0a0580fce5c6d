"""Payoffs at the end of a whole hand, case by case: pots, odd chips, what goes back, rake, strength under each deck.

TDA are the Poker TDA Rules 2024: 20 is about odd chips, 21 about side pots.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.row import RAKE
from pokerzoo_testing.hands_by_rule import any_amount, at_showdown, play

TIE = "AhKhQhJhTh"
"""A board that nobody beats."""


def test_returns_in_blinds() -> None:
    game = any_amount(num_players=3, rewards="blinds")
    assert at_showdown(game, "r10 c c x x x x x x x x x", ["AsAh", "KsKh", "QsQh"], "2c7d9h3s4d").returns() == (10, -5, -5)


def ten_stacks(order: list[int]) -> tuple[float, ...]:
    """Payoffs of ten players with 10, 20, ..., 100 chips who are all-in; ``order``: seats from the best hand on."""
    pairs = ["AcAd", "KcKd", "QcQd", "JcJd", "TcTd", "9c9d", "8c8d", "7c7d", "6c6d", "5c5d"]
    hands = [pairs[order.index(seat)] for seat in range(10)]
    game = any_amount(num_players=10, stack=tuple(range(10, 101, 10)), button=9)
    # Seat 2 is the first to act; all go all-in with more than the one before, and seat 9 calls.
    moves = " ".join([f"r{10 * (seat + 1)}" for seat in range(2, 9)] + ["c", "c", "c"])
    return at_showdown(game, moves, hands, "2h2s3h3s4h").returns()


def test_nine_side_pots() -> None:
    """Each level of 10 chips is a pot for those who reach it."""
    assert ten_stacks(list(range(10))) == (90, 70, 50, 30, 10, -10, -30, -50, -70, -90)
    assert ten_stacks(list(range(9, -1, -1))) == (*[-10 * (seat + 1) for seat in range(9)], 450)
    # Seat 4 has the best hand, seat 9 the next: five levels of ten, nine, eight, seven, six, and then four pots.
    assert ten_stacks([4, 9, 0, 1, 2, 3, 5, 6, 7, 8]) == (-10, -20, -30, -40, 350, -60, -70, -80, -90, 50)


def test_side_pots_of_hands_that_tie_are_split_each_by_itself() -> None:
    """TDA 21: 80 for three are 27, 27 and 26; the side pot of 55 for two of them 28 and 27."""
    game = any_amount(num_players=4, stack=(200, 20, 200, 200), button=3)
    state = at_showdown(game, "r20 c c c b5 c c b20 c f x x", ["2c3d", "4c5d", "6c7d", "8c9d"], TIE)
    assert list(state.pots) == [80, 55]
    assert state.returns() == (27 + 28 - 45, 27 - 20, 26 + 27 - 45, -25)


@pytest.mark.parametrize(
    ("button", "flop", "returns"),
    [
        (3, "b4 c c f", (1, 1, 0, -2)),
        (0, "b4 c f c", (0, 1, 1, -2)),
        (1, "b4 f c c", (1, 0, 1, -2)),
        (2, "x b4 c c f", (1, 1, 0, -2)),
    ],
)
def test_odd_chips_go_one_each_to_the_left_of_the_button(button: int, flop: str, returns: tuple[int, ...]) -> None:
    """TDA 20: a pot of 20 for seats 0, 1 and 2 is 7, 7 and 6. (pokerkit 0.7.7: 8, 6 and 6.)"""
    game = any_amount(num_players=4, button=button)
    state = at_showdown(game, f"c c c x {flop} x x x x x x", ["2c3d", "4c5d", "6c7d", "8c9d"], TIE)
    assert state.pot == 20
    assert state.returns() == returns


def test_a_pot_of_fewer_chips_than_winners() -> None:
    """Of 4 chips 3 are rake."""
    state = at_showdown(any_amount(rake_rate=0.8), "c x x x x x x x", ["2c3d", "4c5d"], TIE)
    assert state.returns() == (-1, -2)


def test_the_big_blinds_ante_is_in_the_main_pot() -> None:
    game = any_amount(num_players=3, blinds=(5, 10), big_blind_ante=10, stack=(200, 200, 15))
    assert game.initial_state().pot == 25
    assert play(game, "").to_call == 10  # it is no bet
    assert play(game, "f f").returns() == (-5, 5, 0)
    state = at_showdown(game, "r15 r50 c x b50 c x x x x", ["KcKd", "QcQd", "AcAd"], "2h2s3h4d7s")
    assert list(state.pots) == [55, 170]
    assert state.returns() == (70, -110, 40)


def test_an_ante_that_a_player_cannot_pay_in_full() -> None:
    """A player who is all-in for part of the ante wins that much of each other player's."""
    game = any_amount(num_players=3, ante=5, blinds=(1, 2), stack=(100, 100, 3), short_stacks=True)
    state = at_showdown(game, "c x x x x x x x", ["KcKd", "QcQd", "AcAd"], "2h2s3h4d7s")
    assert state.returns() == (1, -7, 6)


# Rake.


@pytest.mark.parametrize(
    ("params", "moves", "rake"),
    [
        ({"rake_rate": 0.05}, "r10 c x x x x x x", 1),  # 5% of 20
        ({"rake_rate": 0.05}, "r19 c x x x x x x", 1),  # 5% of 38 are 1.9
        ({"rake_rate": 0.05}, "r20 c x x x x x x", 2),
        ({"rake_rate": 0.05, "rake_cap": 1}, "r20 c x x x x x x", 1),
        ({"rake_rate": 0.05, "rake_cap": 0}, "r20 c x x x x x x", 0),
        ({"rake_rate": 0.5}, "r20 f", 0),  # no flop, no drop
        ({"rake_rate": 0.5, "no_flop_no_drop": False}, "r20 f", 2),  # of 4: 18 went back
        ({"rake_rate": 0.5}, "r20 c b100 f", 20),  # of 40
        ({"rake_rate": 0.5, "chip": 0.5}, "r20.5 c b100 f", 20.5),
        ({"rake_rate": 0.05, "chip": 0.5}, "r19 c x x x x x x", 1.5),  # down to a whole chip: 1.9
        ({"rake_rate": 1.0}, "r20 c x x x x x x", 40),
    ],
)
def test_rake_is_a_share_of_what_was_matched_rounded_down(params: dict[str, float], moves: str, rake: float) -> None:
    game = any_amount(**params)
    state = at_showdown(game, moves, ["2c3d", "AcAd"], "7h8h9sTsKd")
    assert int(state.row[RAKE]) * game.chip == rake
    assert sum(state.returns()) == -rake


def test_rake_is_taken_of_all_pots_together_from_the_main_pot_on() -> None:
    """A main pot of 60 and a side pot of 80: of 10% with a cap of 7 the main pot bears 6, the side pot 1."""
    game = any_amount(num_players=3, stack=(200, 200, 20), rake_rate=0.1, rake_cap=7)
    state = at_showdown(game, "r20 c c b40 c x x x x", ["KcKd", "QcQd", "AcAd"], "2h2s3h4d7s")
    assert state.returns() == (80 - 1 - 60, -60, 60 - 6 - 20)


@pytest.mark.parametrize(("cap", "side"), [(None, 2), (3, 1), (2, 0)])
def test_each_pot_pays_what_it_adds_to_the_rake_of_the_sum(cap: int | None, side: int) -> None:
    """Of 5% a main pot of 51 pays 2 of 2.55, and both together 4 of 4.05: the side pot 2, though 5% of its 30 is 1.5."""
    game = any_amount(num_players=3, stack=(200, 200, 17), rake_rate=0.05, rake_cap=cap)
    state = at_showdown(game, "r17 c c b15 c x x x x", ["KcKd", "QcQd", "AcAd"], "2h2s3h4d7s")
    assert state.returns() == (30 - side - 32, -32, 51 - 2 - 17)


# Strength.


def winner_of(deck: str, first_hand: str, second_hand: str, board: str) -> str:
    """``first``, ``second`` or ``tie``, from the payoffs of a hand in which both call."""
    game = make_texas_holdem(deck=deck, bet_sizes="any")
    first, _ = at_showdown(game, "c x x x x x x x", [first_hand, second_hand], board).returns()
    return "first" if first > 0 else "second" if first < 0 else "tie"


def test_a_short_deck_has_a_flush_above_a_full_house_and_the_rest_as_usual() -> None:
    """Each beats the next: the order of pokerkit's ShortDeckHoldemHand, and of short deck as it is played."""
    board = "9h9c8h7hKd"
    order = ["ThJh", "9s9d", "AhQh", "8s8c", "TsJs", "9dAs", "KcAc", "AhJc"]
    for better, worse in pairwise(order):
        assert winner_of("short", better, worse, board) == "first", (better, worse)
        assert winner_of("short", worse, better, board) == "second", (better, worse)
    assert winner_of("standard", "8s8c", "AhQh", board) == "first"


def test_ace_to_nine_is_the_lowest_straight_of_a_short_deck() -> None:
    board = "7h8c9dQsQd"
    assert winner_of("short", "As6d", "QcKh", board) == "first"  # three queens
    assert winner_of("short", "As6d", "Td6c", board) == "second"  # six to ten
    assert winner_of("standard", "As6d", "KdKc", board) == "second"  # a pair of queens
    board = "7h8h9hQdQs"
    assert winner_of("short", "Ah6h", "QhQc", board) == "first"  # a straight flush, and four queens
    assert winner_of("short", "Ah6h", "ThJh", board) == "second"  # seven to jack
    assert winner_of("short", "Ah6h", "KhJh", board) == "first"  # a flush


def test_a_royal_deck_has_one_straight_and_no_card_below_the_ten() -> None:
    game = make_texas_holdem(deck="royal", bet_sizes="any")
    assert len(game.rules.deck.names) == 20
    assert game.rules.deck.names[0] == "Tc"
    board = "QhJhThAsQs"
    assert winner_of("royal", "AcKc", "TdTs", board) == "second"  # a straight, and a full house
    assert winner_of("royal", "AhKh", "QcQd", board) == "first"  # a straight flush, and four queens
