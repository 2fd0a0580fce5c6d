"""The blueprint that comes with the package."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents.blueprint.shipped_blueprint import FILE, shipped_blueprint
from pokerzoo.envs import make_game
from pokerzoo.evaluation import head_to_head


def test_it_is_small_and_says_how_it_was_made() -> None:
    policy = shipped_blueprint()
    assert FILE.stat().st_size < 5_000_000
    assert (policy.metadata["iterations"], policy.metadata["seed"]) == (120_000, 1)
    assert policy.metadata["hand_classes"] == [169, 9 * 50, 44 * 25, 73 * 25]


def test_it_opens_with_aces_and_folds_the_worst_hand() -> None:
    policy = shipped_blueprint()
    state = policy.game.initial_state().after_chance(np.random.default_rng(1))
    found, names = policy.probabilities_for_hands(state), policy.game.rules.hand_names  # type: ignore[arg-type]
    assert found[0, names.index("AsAh")] < 0.01
    assert found[0, names.index("7h2s")] > 0.9


def test_it_wins_from_simple_play_by_name() -> None:
    game = make_game("texas_holdem")
    for other in ("always_call", "random"):
        result = head_to_head(game, ["blueprint", other], hands=100, seed=3, aivat=True)
        assert result.chips_per_hand[0] > 0


def test_other_games_are_told_to_train_one() -> None:
    with pytest.raises(ValueError, match=r"stack 200 big blinds \(blueprint: 100\).*--method blueprint"):
        head_to_head(make_game("texas_holdem", stacks=400), ["blueprint", "tight"], hands=4, seed=1)
    scaled = make_game("texas_holdem", blinds=(50, 100), stacks=10_000, bet_sizes="33%,75%,a")
    assert head_to_head(scaled, ["blueprint", "tight"], hands=4, seed=1).hands == 4
