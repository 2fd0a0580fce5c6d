"""Baselines of games from the blinds on, which play without a table: their answers, and matches of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pokerzoo.agents.policies.asked_baseline import Baseline
from pokerzoo.agents.policies.equity_on_board import Equities
from pokerzoo.agents.policies.named_players import named_player
from pokerzoo.agents.policies.players import to_player
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import FixedBets, PokerGame, Round, make_game
from pokerzoo.envs.games.fhp import make_fhp
from pokerzoo.envs.poker.cards import parse_cards
from pokerzoo.evaluation import head_to_head
from pokerzoo_testing.rules import poker_rules
from pokerzoo_testing.showdown_equity import equity_grade, showdown_equity


def counted_equity(game: PokerGame, hand: int, board: tuple[int, ...], shown: int = 5) -> Fraction:
    """The equity of a hand with cards to come, by a look at every full board and every hand of the other player."""
    rules, cards = game.rules, game.rules.deck.hands[hand]
    left = [card for card in range(len(rules.deck.names)) if card not in cards + board]
    full = np.array([board + more for more in combinations(left, shown - len(board))])
    strengths = rules.strength.of_boards(rules.deck.hand_cards, full)  # type: ignore[attr-defined]
    met = (rules.deck.hand_cards[None, :, :, None] != full[:, None, None, :]).all(axis=(2, 3))
    met &= ~np.isin(rules.deck.hand_cards, cards).any(axis=1)
    mine = strengths[:, hand, None]
    return Fraction(2 * int((mine > strengths)[met].sum()) + int((mine == strengths)[met].sum()), 2 * int(met.sum()))


@pytest.mark.parametrize(("board", "kinds"), [((12, 7, 3), {-1, 0, 1}), ((), {0, 1})])
def test_honest_knows_its_equity_where_the_flop_is_the_last(board: tuple[int, ...], kinds: set[int]) -> None:
    """Against a count of all flops and all hands of the other player."""
    game = make_fhp(deck="royal")
    hands = [hand for hand in range(0, 190, 9) if not set(game.rules.deck.hands[hand]) & set(board)]
    expected = [equity_grade(counted_equity(game, hand, board, 3)) for hand in hands]
    assert Equities(game).grades(0, board)[hands].tolist() == expected
    assert set(expected) == kinds


def test_baselines_of_the_full_deck_have_no_table() -> None:
    game = make_fhp()
    names = ["random", "always_call", "always_raise", "honest"]
    assert all(isinstance(named_player(game, name), Baseline) for name in names)
    assert isinstance(named_player(make_game("leduc"), "honest"), TabularPolicy)
    state = game.initial_state().after_chance(np.random.default_rng(0))
    assert to_player(game, "random").action_probabilities(state) == {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}
    result = head_to_head(game, ["honest", "always_raise"], hands=600, seed=1)
    assert result.chips_per_hand[0] > 3 * result.standard_error[0]
    with pytest.raises(ValueError, match="needs about .* of memory, and .* are free; deck=.royal."):
        named_player(game, "best_response:random")


@pytest.mark.parametrize("board", ["Qs7h2h", "Qs7h2h7c", "Qs7h2h7cAd"])
def test_honest_knows_its_equity_with_cards_to_come(board: str) -> None:
    game = make_game("preflop_holdem", last_street="river", stack=6, bet_sizes="a", raise_sizes="a")
    assert isinstance(game, PokerGame)
    cards = tuple(parse_cards(board))
    result = Equities(game).grades(0, cards)
    hands = [hand for hand in range(0, 1326, 101) if not set(game.rules.deck.hands[hand]) & set(cards)]
    expected = [equity_grade(counted_equity(game, hand, cards)) for hand in hands]
    assert result[hands].tolist() == expected
    assert set(expected) == {-1, 0, 1}
    public = game.rules.root.child(1).child(1).deal(game.rules.deck.card_sets(3).number[frozenset(cards[:3])])
    for card in cards[3:]:
        public = public.child(1).child(1).deal(card)
    answer = Baseline(game, "honest").strategy(public)
    wanted = {-1: 0, 0: 0, 1: 1}  # check, or go all-in
    assert answer[:, hands].argmax(axis=0).tolist() == [wanted[grade] for grade in expected]


def test_honest_knows_its_equity_before_all_five_cards() -> None:
    """Published equities against a random hand: AA 85.2%, 88 69.2%, 77 66.2%, 32s 36.0%, 72o 34.6%, 32o 32.3%."""
    game = make_game("preflop_holdem")
    assert isinstance(game, PokerGame)
    results = Equities(game).grades(1, ())
    names = game.rules.deck.hand_names
    wanted = {"AsAh": 1, "8d8c": 1, "7h7c": 0, "3s2s": 0, "7d2c": 0, "3h2c": -1}
    assert {name: results[names.index(name)] for name in wanted} == wanted
    result = head_to_head(game, ["honest", "always_fold"], hands=50, seed=1)
    assert result.chips_per_hand[0] > 0


def test_honest_where_hands_are_compared_by_a_function_of_one_s_own() -> None:
    """The strength function knows no boards; it may give any numbers that can be compared."""
    rules = poker_rules(
        deck=tuple(rank + suit for rank in "9TJQ" for suit in "hs"),
        antes=(1.0, 1.0),
        rounds=(
            Round(0, FixedBets(1.0, (1, 1))),
            Round(2, FixedBets(1.0, (1, 1)), at_once=True),
            Round(1, FixedBets(1.0, (1, 1))),
        ),
        strength=lambda hand, board: Fraction(sum(card // 2 in {other // 2 for other in board} for card in hand), 3),
        hole_cards=2,
    )
    game = PokerGame("own", {}, rules)
    for board in ((), (5, 2), (5, 2, 6)):
        result = Equities(game).grades(0, board)
        for hand, cards in enumerate(rules.deck.hands):
            if not set(cards) & set(board):
                assert result[hand] == equity_grade(showdown_equity(game, hand, board)), (cards, board)
