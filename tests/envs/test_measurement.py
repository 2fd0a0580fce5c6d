"""The record of a measurement, and every game's way to one."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy, baseline_policy
from pokerzoo.envs import make_game
from pokerzoo.envs.measurement import Measurement
from pokerzoo.evaluation import exploitability, measure


def test_what_follows_from_values() -> None:
    """By hand: gains 1.5, 0 and 0.75, their sum 2.25, a third of which is 0.75; the ante is a chip."""
    game = make_game("kuhn", num_players=3)
    result = Measurement(game, np.array([-0.5, 0.25, 0.25]), np.array([1.0, 0.25, 1.0]))
    assert result.gains.tolist() == [1.5, 0.0, 0.75]
    assert (result.nash_conv, result.exploitability) == (2.25, 0.75)
    assert result.largest_gain == result.distance == 1.5
    assert (result.exploitability_mbb, result.exploitability_pot_percent) == (750.0, None)
    assert result.to_dict()["exploitability"] == 0.75
    river = Measurement(make_game("holdem", pot=40), np.array([1.0, -1.0]), np.array([3.5, 0.5]))
    assert (river.exploitability_mbb, river.exploitability_pot_percent) == (None, 5.0)
    assert (river.largest_gain, river.distance) == (2.5, 2.0)


def test_it_names_its_method() -> None:
    """bet_fold has 10**10 deals: no tree, and no need of one."""
    game = make_game("bet_fold", num_players=5, odds=2.1, blind=0.3)
    assert measure(game, "random").method == "best responses by combinatorics over the others' cards"


def test_whether_it_takes_seconds() -> None:
    assert make_game("kuhn").exact_takes_seconds
    assert make_game("holdem").exact_takes_seconds
    assert make_game("bet_fold").exact_takes_seconds and (make_game("bet_fold").num_histories or 0) > 10**10
    assert not make_game("kuhn", num_players=10, num_cards=13).exact_takes_seconds


def test_a_policy_for_too_many_different_players_is_refused() -> None:
    game = make_game("bet_fold", num_players=15, num_cards=20)
    assert measure(game, "random").values == pytest.approx(np.zeros(15), abs=1e-12)
    probabilities = baseline_policy(game, "random").probabilities.copy()
    probabilities[:2] = 0.0, 1.0
    assert measure(game, TabularPolicy(game, probabilities)).nash_conv > 0.0  # one of them differs
    probabilities[::2] = np.linspace(0.1, 0.9, 300)
    probabilities[1::2] = 1.0 - probabilities[::2]
    with pytest.raises(ValueError, match="profiles of different strategies are exact up to 14 players"):
        exploitability(game, TabularPolicy(game, probabilities))
