"""CFR on spots for three players: against the tree of all histories, against two players, and gains of each player."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, lock_node
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.poker.infosets import decision_lines
from pokerzoo_testing.three_players import random_spot

BETTING: dict[str, Any] = {"board": "QsJh2h8d3c", "pot": 12, "stack": 30, "raise_sizes": "60%"}
OOP, MIDDLE = "QQ+,AhKh,KTs", "AJs,TT+"


@pytest.mark.parametrize("variant", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_hands_side_by_side_learn_what_histories_learn(variant: str) -> None:
    """The same sums in another order: after thirty iterations the average strategies agree."""
    game = random_spot(np.random.default_rng(5), most_hands=3)
    side_by_side, by_history = CFR(game, variant, layout="public").run(30), CFR(game, variant, layout="flat").run(30)
    rows, flat = side_by_side.average_policy().probabilities, by_history.average_policy().probabilities
    assert np.abs(rows - flat).max() < 1e-7
    assert side_by_side.measure().gains == pytest.approx(by_history.measure().gains, abs=1e-7)


def test_a_third_player_who_always_folds_leaves_the_game_for_two() -> None:
    """The third holds one hand that never wins, never bets, and folds to every bet: values are those of heads-up play.

    The part of the pot that a player owns differs: a third and a half.
    """
    three = make_holdem(ranges=(OOP, MIDDLE, "5s4c"), bet_sizes=("50%,a", "50%,a", ""), **BETTING)
    locks: dict[str, dict[str, float]] = {}
    for public in decision_lines(three.rules):
        if public.actor == 2:
            locks |= lock_node(three, public.history, {"fold" if public.line.to_call > 0 else "check": 1.0})
    solver = CFR(three, locks=locks).run(400)
    heads_up = CFR(make_holdem(ranges=(OOP, MIDDLE), bet_sizes="50%,a", **BETTING)).run(400)
    result, wanted = solver.measure(), heads_up.measure()
    assert result.gains[:2].max() < 0.002 and wanted.gains.max() < 0.002 and result.gains[2] == pytest.approx(0.0, abs=1e-12)
    assert result.values[:2] == pytest.approx(wanted.values + 12 / 2 - 12 / 3, abs=0.004)
    assert result.values[2] == pytest.approx(-12 / 3, abs=1e-9)


def test_gains_get_small() -> None:
    game = make_holdem(ranges=("99+,AJs+", "TT+,KQs,AQ", "88+,QJs"), bet_sizes="50%", **BETTING)
    solver = CFR(game).run(150)
    result = solver.measure()
    assert result.gains.shape == (3,) and (result.gains > -1e-5).all() and result.gains.max() < 0.001 * 12
    assert result.values.sum() == pytest.approx(0.0, abs=1e-5)
    assert result.nash_conv == pytest.approx(result.gains.sum()) and result.exploitability == pytest.approx(
        result.nash_conv / 3
    )
