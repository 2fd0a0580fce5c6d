"""Locks are part of a policy: kept in its file, and every measure keeps to them and tells what breaking them gains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, lock_node
from pokerzoo.envs import Game, make_game
from pokerzoo.evaluation import best_response, exploitability, measure

RANGES = {"ranges": ("AA,KQs,QJs", "KK,QJs,99"), "pot": 10, "stack": 20, "bet_sizes": "50%"}
TURN = {"board": "QsJh2h8d", "ranges": ("22+", "22+,AKs"), "pot": 10, "stack": 20, "bet_sizes": "50%"}
CASES: dict[str, tuple[str, dict[str, Any], str, dict[str, float], list[str] | None]] = {
    "kuhn": ("kuhn", {}, "", {"bet": 1.0}, None),
    "kuhn for three": ("kuhn", {"num_players": 3}, "", {"bet": 1.0}, None),
    "leduc, one hand": ("leduc", {}, "b", {"fold": 1.0}, ["Ks"]),
    "river": ("holdem", {"board": "Td9d6h2c3s", **RANGES}, "", {"check": 1.0}, None),
    "river of IP": ("holdem", {"board": "Td9d6h2c3s", **RANGES}, "x", {"check": 1.0}, None),
    "turn": ("holdem", TURN, "", {"check": 1.0}, None),
    "turn, suits told apart": ("holdem", TURN, "", {"bet 5": 1.0}, ["AhAd", "2c2s"]),
}


def solved(case: str) -> tuple[Game, CFR, dict[str, Any]]:
    name, params, line, strategy, hands = CASES[case]
    game = make_game(name, **params)
    locks = lock_node(game, line, strategy, hands)
    return game, CFR(game, locks=locks).run(100), locks


@pytest.mark.parametrize("case", list(CASES))
def test_a_measure_keeps_to_the_locks_of_a_file(case: str, tmp_path: Path) -> None:
    game, solver, locks = solved(case)
    solver.average_policy().save(tmp_path / "p.npz")
    policy = TabularPolicy.load(tmp_path / "p.npz")
    assert sorted(policy.locked) == sorted(locks)
    found, own, free = measure(game, policy), solver.measure(), policy.measured_by(game.evaluator())
    np.testing.assert_allclose(found.gains, own.gains, atol=1e-6)
    assert found.method.endswith(", the locks kept") and own.method == found.method
    assert found.locks_broken is not None
    assert found.exploitability_with_locks_broken == found.locks_broken.exploitability == free.exploitability
    assert free.exploitability > found.exploitability + 1e-4
    assert exploitability(game, policy) == found.exploitability
    assert "if locks may be broken" in str(found)
    for player in range(game.num_players):
        response = best_response(game, policy, player)
        assert response.gain == pytest.approx(found.gains[player], abs=1e-6)
        for key in policy.locked:
            assert response.policy[key] == pytest.approx(policy[key], abs=1e-6)


def test_a_policy_without_locks_is_measured_as_ever() -> None:
    game = make_game("kuhn")
    policy = CFR(game).run(100).average_policy()
    found = measure(game, policy)
    assert policy.locked == () and found.locks_broken is None and found.exploitability_with_locks_broken is None
    assert "locks" not in found.method and "locks" not in str(found)


@pytest.mark.parametrize("locks", [3, [], {"b": 1}, {"b": ["no hand"]}, {"no line": ["K"]}])
def test_locks_of_a_file_that_are_none(locks: Any) -> None:
    game = make_game("kuhn")
    policy = TabularPolicy(game, game.infosets.uniform(), {"locks": locks})
    with pytest.raises(ValueError, match="metadata: locks"):
        _ = policy.locked
