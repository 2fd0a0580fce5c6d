"""The blueprint that comes with the package."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents.blueprint.blueprint_policy import shipped_blueprint
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.keys import state_at_key
from pokerzoo.evaluation import head_to_head


def test_it_opens_with_aces_and_folds_the_worst_hand() -> None:
    policy = shipped_blueprint()
    state = policy.game.initial_state().after_chance(np.random.default_rng(1))
    result, names = policy.strategy(state), policy.game.rules.deck.hand_names
    assert result[0, names.index("AsAh")] < 0.01
    assert result[0, names.index("7h2s")] > 0.9


def test_it_wins_from_simple_play_by_name() -> None:
    game = make_texas_holdem()
    for other in ("always_call", "random"):
        result = head_to_head(game, ["blueprint", other], hands=100, seed=3, aivat=True)
        assert result.chips_per_hand[0] > 0


def test_other_games_are_told_to_train_one() -> None:
    with pytest.raises(ValueError, match=r"stack 200 big blinds \(blueprint: 100\).*pokerzoo blueprint"):
        head_to_head(make_texas_holdem(stack=400), ["blueprint", "tight"], hands=4, seed=1)
    scaled = make_texas_holdem(blinds=(50, 100), stack=10_000, bet_sizes="33%,75%,a")
    assert head_to_head(scaled, ["blueprint", "tight"], hands=4, seed=1).hands == 4


def test_bets_are_those_of_its_sizes_in_whatever_order_the_game_has_them() -> None:
    answers = []
    for sizes in ("a,100%", "100%,a"):
        for raises in ("100%,a", "a"):  # with these, the all-in comes before the pot or after it
            game = make_texas_holdem(bet_sizes=sizes, raise_sizes=raises)
            policy = shipped_blueprint(game)
            state = state_at_key(game, "3d3c|cx/QsJh2h|xx/8d|xx/5c|")
            result = policy.strategy(state)
            answers.append(
                {state.total_of(action): row for action, row in zip(state.legal_actions()[1:], result[1:], strict=True)}
            )
    for answer in answers:
        assert sorted(answer) == [4.0, 198.0] and answer[4.0].mean() > 0.2 > answer[198.0].mean()
        np.testing.assert_array_equal(answer[4.0], answers[0][4.0])
