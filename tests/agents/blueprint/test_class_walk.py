"""Iterations on drawn boards, added up over all boards, are those of CFR on the whole game."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.blueprint.class_strategy import ClassStrategy, class_counts
from pokerzoo.agents.blueprint.class_walk import ClassWalk
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.forms import boards_of, form_evaluator
from pokerzoo.envs.compiled.street_walk import DOWN, UP
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo_testing.class_of_each_hand import ClassOfEachHand

FLOP = make_game("fhp", deck="royal", raise_cap=2)
RANGE = "AA,KK,QQ,AKs,QJs,T9s,76s,55:0.5,A5s"
TURN = make_game("holdem", board="QsJh2h8d", ranges=(RANGE, "AA,JJ,22,AQ,KTs,98s:0.25"), pot=20, stack=60, bet_sizes="75%")


def all_boards(rules: PokerRules) -> list[tuple[int, ...]]:
    """Every set of the public cards that are to come."""
    left = [card for card in range(len(rules.deck.names)) if card not in rules.deck.board]
    return [board for board in permutations(left, sum(rules.betting.deals)) if list(board) == sorted(board)]


def whole_iterations(game: PokerGame, count: int) -> ClassStrategy:
    """The averages of linear CFR by walks over all boards, one at a time."""
    tree, classes = DrawnBoardTree(game), ClassOfEachHand(game)
    walk = ClassWalk(tree, class_counts(classes, game.rules), True, 1)
    regrets, gains, averages = (np.zeros(walk.num_floats + 16, np.float32) for _ in range(3))
    boards = all_boards(game.rules)
    for t in range(1, count + 1):
        for who in ((0, 1), (1, 2)):
            gains[:] = 0.0
            for board in boards:
                shown = [game.rules.deck.board + board[:cards] for cards in game.rules.betting.cards_through]
                walk.set_board(board, tuple(map(classes.on_street, shown)))
                walk.walk_part(0, DOWN, regrets, gains, averages, who, float(t))
                walk.walk_later_parts(regrets, gains, averages, who, float(t))
                walk.walk_part(0, UP, regrets, gains, averages, who, float(t))
            regrets += gains / len(boards)
    return ClassStrategy(tree, classes, averages)


@pytest.mark.check
@pytest.mark.parametrize("game", [FLOP, TURN], ids=["from the blinds", "turn"])
def test_walks_over_all_boards_are_linear_cfr(game: PokerGame) -> None:
    result = whole_iterations(game, 3)  # later regrets that are zero but for rounding decide by their last bits
    form = boards_of(game)
    assert form is not None
    expected = CFR(game, "lcfr", alternating=True).run(3)
    values, best = form_evaluator(form).evaluate_cumulative((result.rows_on_boards(form),))
    np.testing.assert_allclose(values, expected.measure().values, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(best, expected.measure().best_response_values, rtol=1e-5)
    for line in (game.rules.root.line, game.rules.root.line.after(1)):
        public = PublicState(game.rules, line, game.rules.deck.board)
        dealt = (
            np.array(game.rules.ranges.dealable)[public.actor]
            if game.rules.weights
            else np.ones(len(game.rules.deck.hands), bool)
        )
        shares = expected.average_policy().strategy(public)
        np.testing.assert_allclose(result.strategy(public)[:, dealt], shares[:, dealt], atol=1e-4)
