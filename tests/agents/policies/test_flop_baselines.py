"""Baselines of games from the blinds on, which play without a table: their answers, and matches of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pokerzoo.agents.policies.baselines import equity_grade, hand_grades, showdown_equity
from pokerzoo.agents.policies.lazy_policy import LazyPolicy
from pokerzoo.agents.policies.participants import playing_policy
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.evaluation import head_to_head


def flop_holdem(**params: object) -> PokerGame:
    game = make_game("flop_holdem", **params)
    assert isinstance(game, PokerGame)
    return game


def test_honest_knows_its_equity_on_the_flop() -> None:
    game, board = flop_holdem(deck="royal"), (12, 7, 3)
    found = hand_grades(game)(0, board)
    hands = [hand for hand, own in enumerate(game.rules.hands) if not set(own) & set(board)]
    expected = [equity_grade(showdown_equity(game, hand, board)) for hand in hands]
    assert found[hands].tolist() == expected
    assert set(expected) == {-1, 0, 1}


def test_honest_knows_its_equity_before_the_flop() -> None:
    """Against a count of all flops and all hands of the other player."""
    game = flop_holdem(deck="royal")
    rules, found = game.rules, hand_grades(game)(0, ())
    grades = set()
    for hand in (0, 5, 100, 189):  # TdTc, QdTc and others
        twice, met, own = 0, 0, rules.hands[hand]
        for flop in combinations([card for card in range(20) if card not in own], 3):
            strengths = game.strengths(flop[::-1])
            dead = {*own, *flop}
            others = [strengths[k] for k, cards in enumerate(rules.hands) if dead.isdisjoint(cards)]
            twice += sum(2 * (strengths[hand] > one) + (strengths[hand] == one) for one in others)
            met += len(others)
        assert found[hand] == equity_grade(Fraction(twice, 2 * met))
        grades.add(int(found[hand]))
    assert len(grades) > 1


def test_baselines_of_the_full_deck_have_no_table() -> None:
    game = flop_holdem()
    names = ["random", "always_call", "always_raise", "honest"]
    assert all(isinstance(playing_policy(game, name), LazyPolicy) for name in names)
    assert isinstance(playing_policy(make_game("leduc"), "honest"), TabularPolicy)
    state = game.initial_state().after_chance(np.random.default_rng(0))
    assert playing_policy(game, "random").action_probabilities(state) == {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}
    result = head_to_head(game, [playing_policy(game, "honest"), playing_policy(game, "always_raise")], hands=600, seed=1)
    assert result.chips_per_hand[0] > 3 * result.standard_error[0]
    with pytest.raises(ValueError, match="needs about .* of memory, and .* are free; deck=.royal."):
        playing_policy(game, "best_response:random")


def test_honest_where_cards_come_after_the_flop() -> None:
    with pytest.raises(ValueError, match="honest: not for preflop_holdem.*, where cards come after the flop; allowed: random"):
        hand_grades(make_game("preflop_holdem"))  # type: ignore[arg-type]
