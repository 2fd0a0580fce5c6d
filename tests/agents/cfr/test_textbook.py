"""Regret matching and CFR to be read: equilibria of matrix games, best replies, seeds, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TextbookCFR, TextbookRegretMatching
from pokerzoo.envs import kuhn_v0, make_game, rps_v0
from pokerzoo.envs.games.rps import make_rps
from pokerzoo.evaluation import exploitability


def test_regret_matching_finds_the_equilibrium_of_an_uneven_matrix() -> None:
    payoffs = ((0.0, -1.0, 2.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))
    game = make_game("rps", payoffs=payoffs)
    learner = TextbookRegretMatching(game, seed=1).run(50_000)
    first, second = (np.array(strategy) for strategy in learner.average_strategies())
    assert first @ np.array(payoffs) @ second == pytest.approx(1 / 12, abs=0.02)  # by the linear program
    assert exploitability(game, learner.average_policy()) < 0.02 < exploitability(game, learner.current_policy())


def test_a_round_s_regrets_are_those_of_the_actions_drawn() -> None:
    """Of a hundred seeds each: what an action would have won, less what was won, at uniform play in the mean zero."""
    game = make_rps(((0.0, -1.0, 2.0), (1.0, 0.0, -1.0), (-2.0, 1.0, 0.0)))
    rounds = [TextbookRegretMatching(game, seed=seed).run(1) for seed in range(100)]
    for learner in rounds:
        result = np.array(learner.regrets[0])
        assert any(np.allclose(result, game.payoffs[:, b] - game.payoffs[a, b]) for a in range(3) for b in range(3))
        assert learner.sums == [[1 / 3] * 3] * 2


def test_regret_matching_learns_the_best_reply_to_a_fixed_strategy() -> None:
    learner = TextbookRegretMatching(rps_v0.parallel_env(), opponent=[0.4, 0.3, 0.3], seed=2).run(20_000)
    first, second = learner.average_strategies()
    assert first[1] > 0.95  # paper against too many rocks
    assert second == [0.4, 0.3, 0.3]


def test_regret_matching_is_deterministic_by_seed_in_whatever_pieces() -> None:
    runs = [TextbookRegretMatching(make_game("rps"), seed=seed).run(60).run(40).regrets for seed in (1, 2)]
    assert TextbookRegretMatching(make_game("rps"), seed=1).run(100).regrets == runs[0] != runs[1]


@pytest.mark.parametrize(
    ("game", "arguments", "message"),
    [
        (make_game("kuhn"), {}, "game=.*kuhn.*: must be a matrix game"),
        (make_game("rps"), {"opponent": [0.5, 0.5]}, "opponent=.*3 probabilities"),
        (make_game("rps"), {"opponent": [0.5, 0.6, -0.1]}, "opponent="),
        (make_game("rps"), {"seed": -1}, "seed=-1"),
    ],
)
def test_regret_matching_refuses(game: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TextbookRegretMatching(game, **arguments)
    with pytest.raises(ValueError, match="rounds=0"):
        TextbookRegretMatching(make_game("rps")).run(0)


def test_textbook_cfr_takes_environments_and_names() -> None:
    solver = TextbookCFR(kuhn_v0.env(), "cfr+").run(50)
    assert solver.alternating
    average = CFR(make_game("kuhn"), "cfr+").run(50).average_policy()
    np.testing.assert_allclose(solver.average_policy().probabilities, average.probabilities, atol=1e-12)
