"""The bet/fold game's leaks and values of decisions, which need no tree, against those of the tree."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.games.bet_fold import make_bet_fold
from pokerzoo.evaluation import leaks
from pokerzoo.evaluation.measures.leak_values import row_leaks
from pokerzoo.evaluation.spots.decision_values import decision_values


@pytest.fixture
def policy() -> TabularPolicy:
    game, rng = make_bet_fold(num_players=3, num_cards=5), np.random.default_rng(4)
    bet = rng.random(15)
    return TabularPolicy(game, np.stack((1.0 - bet, bet), axis=1).ravel())


def test_decisions_are_the_trees(policy: TabularPolicy) -> None:
    game = make_bet_fold(num_players=3, num_cards=5)
    own, tree = decision_values(game, policy), decision_values.dispatch(Game)(game, policy)
    state = game.initial_state().child(4).child(0).child(2)
    for choice in (0, 1, 0):
        np.testing.assert_allclose(own.at(state).net, tree.at(state).net, atol=1e-12)
        state = state.child(choice)


def test_leaks_are_the_trees(policy: TabularPolicy) -> None:
    game = make_bet_fold(num_players=3, num_cards=5)
    result, tree = leaks(game, policy), row_leaks(tree_of(game).rows, policy)
    for index, infoset in enumerate(game.infosets):
        chips, best = tree.at_infoset(index)
        assert result[infoset.key].chips == pytest.approx(chips, abs=1e-12)
        if chips > 1e-9:
            assert result[infoset.key].best == infoset.action_names[best]
