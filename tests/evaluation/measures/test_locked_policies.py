"""Locks are part of a policy: kept in its file, and every measure keeps to them and tells what breaking them gains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, lock_node
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.evaluation import best_response, exploitability, leaks, measure

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
    result, own, free = measure(game, policy), solver.measure(), policy.measured_by(evaluator_of(game))
    np.testing.assert_allclose(result.gains, own.gains, atol=1e-6)
    assert result.method.endswith(", the locks kept") and own.method == result.method
    assert result.locks_broken is not None
    assert result.exploitability_with_locks_broken == result.locks_broken.exploitability == free.exploitability
    assert free.exploitability > result.exploitability + 1e-4
    assert exploitability(game, policy) == result.exploitability
    assert "if locks may be broken" in str(result)
    for player in range(game.num_players):
        response = best_response(game, policy, player)
        assert response.gain == pytest.approx(result.gains[player], abs=1e-6)
        for key in policy.locked:
            assert response.policy[key] == pytest.approx(policy[key], abs=1e-6)


@pytest.mark.check
@pytest.mark.parametrize("case", list(CASES))
def test_leaks_keep_to_the_locks(case: str) -> None:
    game, solver, _ = solved(case)
    policy = solver.average_policy()
    result, gains = leaks(game, policy), measure(game, policy).gains
    np.testing.assert_allclose(result.gains, gains, atol=1e-6)
    for player, gain in enumerate(gains.tolist()):
        assert sum(leak.chips for leak in result.ranked(None, player=player)) == pytest.approx(gain, abs=1e-5)
    assert [result[key].chips for key in policy.locked] == [0.0] * len(policy.locked)
    assert str(result).partition(":")[0].endswith("a hand, the locks kept")


@pytest.mark.parametrize("case", list(CASES))
def test_a_policy_for_each_player_keeps_the_locks_of_its_seat(case: str) -> None:
    game, solver, locks = solved(case)
    policy, others = solver.average_policy(), CFR(game).run(100).average_policy()
    whole, each = measure(game, policy), measure(game, [policy] * game.num_players)
    np.testing.assert_allclose(each.gains, whole.gains, atol=1e-6)
    assert each.method == whole.method and each.locks_broken is not None
    locked = game.infosets[game.infosets.index(next(iter(locks)))].player
    for player in range(game.num_players):
        seats = [policy if seat == player else others for seat in range(game.num_players)]
        result = measure(game, seats)
        assert (result.locks_broken is not None) == (player == locked)
        if player == locked:
            free = measure(game, [TabularPolicy(game, one.probabilities) for one in seats])
            assert result.gains[player] <= free.gains[player] + 1e-6


def test_locks_that_treat_suits_alike_in_a_policy_that_does_not() -> None:
    game, solver, _ = solved("turn")
    policy = solver.average_policy()
    shares = policy.probabilities.copy()
    key = next(key for key in ("AhAc|xb5", "AsAc|xb5") if key in game.infosets)
    shares[game.infosets.slice(game.infosets.index(key))] = [1.0, 0.0] + [0.0] * (len(policy[key]) - 2)
    changed = TabularPolicy(game, shares, policy.metadata)
    result = measure(game, changed)
    assert result.locks_broken is not None and result.exploitability < result.locks_broken.exploitability - 1e-4
    np.testing.assert_allclose(leaks(game, changed).gains, result.gains, atol=1e-6)


def test_a_policy_without_locks_is_measured_as_ever() -> None:
    game = make_game("kuhn")
    policy = CFR(game).run(100).average_policy()
    result = measure(game, policy)
    assert policy.locked == () and result.locks_broken is None and result.exploitability_with_locks_broken is None
    assert "locks" not in result.method and "locks" not in str(result)


@pytest.mark.parametrize("locks", [3, [], {"b": 1}, {"b": ["no hand"]}, {"no line": ["K"]}])
def test_locks_of_a_file_that_are_none(locks: Any) -> None:
    game = make_game("kuhn")
    policy = TabularPolicy(game, game.infosets.uniform(), {"locks": locks})
    with pytest.raises(ValueError, match="metadata: locks"):
        _ = policy.locked
