"""R-NaD: rewards and gradients are the papers', the inner problem ends where it should, runs can be taken up again.

Tests that need torch (extra ``rl``) are skipped without it. The gate is marked long:

    pytest tests/agents/neural/test_rnad.py -m "long or not long"
"""

from __future__ import annotations

from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import RNaD, StoreError, TabularPolicy
from pokerzoo.agents.neural.networks import legal_actions, legal_mask, log_probabilities
from pokerzoo.agents.neural.rnad import infoset_weights, kept_within, regularisation_share
from pokerzoo.agents.neural.self_play import DecisionSums, all_advantages
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Bools, Floats
from pokerzoo.evaluation import exploitability as exact_exploitability
from pokerzoo_testing.neural_trainers import KUHN, small

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
GATE = 0.05
"""Chips a hand, NashConv / 2; uniform play in Kuhn is at 0.458."""


def new_sums(shape: tuple[int, ...]) -> DecisionSums:
    return DecisionSums(np.zeros(shape), np.zeros(shape), np.zeros(shape[:2]))


def softmax(scores: Floats, legal: Bools) -> Floats:
    powers = np.where(legal, np.exp(scores - np.where(legal, scores, -inf).max(axis=2, keepdims=True)), 0.0)
    return np.asarray(powers / powers.sum(axis=2, keepdims=True))


# The gate


@needs_torch
@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gate_the_last_strategies_solve_kuhn(seed: int) -> None:
    trainer = RNaD(KUHN, seed=seed).run(1000)
    assert exact_exploitability(KUHN, trainer.current_policy()) < GATE
    assert trainer.exploitability < GATE


# Rewards


@needs_torch
def test_rewards_of_a_line_worked_out_by_hand() -> None:
    """Check, bet, call in all hands; a king wins 2 chips, which count 0.5 each. What is certain costs eta * log(1 / 0.5)."""
    trainer = small("rnad", eta=0.1, hands=300, trace=1.0)
    rows = {row.key: (row.player, i % 6) for i, row in enumerate(KUHN.infosets)}
    strategy = np.zeros(trainer._mask.shape)
    for card in "JQK":
        for line, action in (("", 1), ("x", 2), ("xb", 1), ("b", 1)):
            strategy[*rows[f"{card}|{line}"], action] = 1.0
    trainer._play(strategy)
    means = {key: trainer._sums.returns[at] / max(trainer._sums.visits[at].sum(), 1.0) for key, at in rows.items()}
    cost = 0.1 * np.log(2.0)
    for card, won in (("K", 1.0), ("J", -1.0)):
        assert means[f"{card}|xb"] == pytest.approx(won - cost)
        assert means[f"{card}|"] == pytest.approx(won - cost + cost - cost)
        assert means[f"{card}|x"] == pytest.approx(won - cost + cost)


def test_costs_move_over_in_the_first_half() -> None:
    assert [regularisation_share(iteration, 8) for iteration in range(10)] == [
        0.0,
        0.25,
        0.5,
        0.75,
        1.0,
        1.0,
        1.0,
        1.0,
        0.0,
        0.25,
    ]
    assert [regularisation_share(iteration, 1) for iteration in range(3)] == [0.0, 0.0, 0.0]


@needs_torch
def test_the_target_network_becomes_the_regularisation_policy() -> None:
    trainer = small("rnad", eta=0.05).run(5)
    uniform = np.where(trainer._mask, -np.log(2.0), 0.0)
    first = log_probabilities(trainer._promised(), trainer._mask)
    assert np.abs(first - uniform).max() > 0.001
    assert np.array_equal(trainer._regularisation, np.stack([first, uniform]))
    trainer.run(2)
    before, promised = trainer._regularisation.copy(), trainer._promised()
    strategy = trainer._strategy()
    assert np.abs(strategy - promised).max() > 0.001  # the target is behind
    assert trainer.current_policy().probabilities == pytest.approx(trainer._entries(promised))
    trainer._play(strategy)  # iteration 7, the third of its five: 2 * 2 / 5
    assert trainer._costs == pytest.approx(
        0.05 * (log_probabilities(strategy, trainer._mask) - 0.8 * before[0] - 0.2 * before[1])
    )
    trainer.run(3)
    assert np.array_equal(trainer._regularisation[1], before[0])


# Gradients


@needs_torch
@pytest.mark.parametrize(("cap", "power"), [(None, 1.0), (2.0, 0.5)])
def test_pooled_decisions_have_the_gradient_of_the_decisions(cap: float | None, power: float) -> None:
    import torch

    rng = np.random.default_rng(3)
    trainer = small("rnad", importance_cap=cap, visit_power=power)
    trainer._policies.weights += rng.normal(size=trainer._policies.weights.shape).astype(np.float32) / 4
    strategy = trainer._strategy()
    trainer._costs[...] = np.where(trainer._mask, rng.normal(size=strategy.shape), 0.0)
    sums, decisions = new_sums(strategy.shape), []
    for _ in range(200):
        player, row = int(rng.integers(2)), int(rng.integers(4))
        action = int(rng.choice(3, p=strategy[player, row]))
        advantage = float(rng.normal())
        sums.visits[player, row, action] += 1.0
        sums.advantages[player, row, action] += advantage
        decisions.append((player, row, action, advantage))
    met = sums.visits.sum(axis=2)
    scores = trainer._policies(trainer._inputs)
    loss = torch.zeros(())
    for player, row, action, advantage in decisions:
        # Perolat and others 2022: all actions have their costs; the one taken has what came of it, over its probability.
        weight = 1.0 / strategy[player, row, action]
        if cap is not None:
            weight = min(weight, cap * met[player, row] / sums.visits[player, row, action])
        legal = trainer._legal[player, row]
        own = scores[player, row][legal]
        results = -trainer._costs[player, row].copy()
        results[action] += weight * (advantage + trainer._costs[player, row, action])
        moved = ((own - own.mean()) * torch.from_numpy(results.astype(np.float32))[legal]).sum()
        loss = loss - moved * float(met[player, row] ** (power - 1.0) / (met[player] ** power).sum())
    (plain,) = torch.autograd.grad(loss, trainer._policies._tensor)
    found = []
    trainer._policies.descend = lambda loss, rate: found.extend(  # type: ignore[method-assign]
        torch.autograd.grad(loss, trainer._policies._tensor)
    )
    trainer._learn(strategy, sums)
    assert plain.abs().max() > 0.01
    assert torch.allclose(found[0], plain, rtol=1e-4, atol=1e-6)


def test_scores_are_not_pushed_beyond_beta() -> None:
    legal = np.array([[[True, True, True], [True, False, True]]])
    scores = np.array([[[3.0, 0.0, -3.0], [1.0, 50.0, -1.0]]])
    advantages = np.array([[[1.0, 0.5, -0.9], [1.0, 7.0, -1.0]]])
    assert kept_within(advantages, scores, legal, 2.0)[0] == pytest.approx(
        np.array([[-1 / 6, 1 / 3, -1 / 6], [1.0, 0.0, -1.0]])  # only the middle of the first row may go
    )
    back = kept_within(-advantages, scores, legal, 2.0)[0, 0]
    assert back == pytest.approx(np.array([-1.0, -0.5, 0.9]) + 0.2)  # inwards all may go
    assert infoset_weights(np.array([[4.0, 0.0, 1.0], [0.0, 0.0, 0.0]]), 0.5)[0] == pytest.approx([2 / 3, 0.0, 1 / 3])
    assert infoset_weights(np.zeros((1, 3)), 0.0).tolist() == [[0.0, 0.0, 0.0]]


def exact_sums(strategy: Floats, costs: Floats) -> tuple[DecisionSums, Floats, Floats]:
    """Result of infinitely many hands of Kuhn, from a walk over all histories; action values without own costs, and values."""
    tree = tree_of(KUHN)
    legal, table = legal_actions(tree), tree.table
    follows, others, own = np.zeros(strategy.shape), np.zeros(strategy.shape[:2]), np.ones(strategy.shape[:2])

    def walk(node: int, reach: tuple[float, float], chance: float) -> Floats:
        """Value of a history to each player."""
        mover, child, kids = table.nodes[node, [MOVER, CHILD, KIDS]]
        if mover == TERMINAL:
            return table.utility[:, table.nodes[node, ROW]] / 2.0
        below = range(child, child + kids)
        if mover == CHANCE:
            return np.asarray(sum(table.chance[k] * walk(k, reach, chance * table.chance[k]) for k in below))
        row, outside = table.point[node], reach[1 - mover] * chance
        own[mover, row] = reach[mover]
        others[mover, row] += outside
        worth = np.zeros(2)
        for k, action in zip(below, legal[mover, row], strict=False):
            share, cost = strategy[mover, row, action], costs[mover, row, action]
            then = walk(k, (reach[0] * share, reach[1]) if mover == 0 else (reach[0], reach[1] * share), chance)
            follows[mover, row, action] += outside * then[mover]
            worth += share * (then + (cost if mover == 1 else -cost) * np.array([1.0, -1.0]))
        return worth

    walk(0, (1.0, 1.0), 1.0)
    follows /= others[..., None]
    values = (strategy * (follows - costs)).sum(axis=2)
    visits = 1e15 * (own * others)[..., None] * strategy
    advantages = visits * (follows - costs - values[..., None])
    return DecisionSums(visits, advantages, visits.sum(axis=2) * values), follows, values


def test_with_exact_sums_it_ends_at_the_regularised_equilibrium() -> None:
    """There pi is proportional to pi_reg * exp(q / eta); replacing pi_reg leads to an equilibrium of the game."""
    legal = legal_mask(legal_actions(tree_of(KUHN)), 3)
    scores = np.random.default_rng(2).normal(size=legal.shape)
    eta, regularisation = 0.15, np.log(np.where(legal, softmax(scores, legal), 1.0))
    uniform = exact_exploitability(KUHN, TabularPolicy.uniform(KUHN))
    found: list[float] = []
    for _ in range(8):
        for _ in range(60):
            strategy = softmax(scores, legal)
            costs = eta * (np.log(np.where(legal, strategy, 1.0)) - regularisation)
            sums, follows, values = exact_sums(strategy, costs)
            advantages = all_advantages(sums, strategy, costs, 1.0)
            assert advantages[legal] == pytest.approx((follows - costs - values[..., None])[legal], abs=1e-9)
            scores += kept_within(advantages, scores, legal, 10.0)
        if not found:
            fixed = softmax(regularisation + follows / eta, legal)
            assert strategy == pytest.approx(fixed, abs=0.01)
        regularisation = np.log(np.where(legal, strategy, 1.0))
        probabilities = np.array([strategy[row.player, i % 6, a] for i, row in enumerate(KUHN.infosets) for a in row.actions])
        found.append(exact_exploitability(KUHN, TabularPolicy(KUHN, probabilities)))
    assert uniform == pytest.approx(0.458, abs=0.001)
    assert found[0] > 0.05 and found[-1] < 0.005


@needs_torch
def test_a_checkpoint_holds_the_target_and_the_regularisation_policies(tmp_path: Path) -> None:
    whole = small("rnad").run(18)
    small("rnad").run(12, every=4, checkpoint=tmp_path)
    again = small("rnad").run(18, every=4, checkpoint=tmp_path)
    assert again.current_policy() == whole.current_policy() != whole.average_policy()
    assert np.array_equal(again._regularisation, whole._regularisation)
    with pytest.raises(StoreError, match="eta is"):
        small("rnad", eta=0.1).run(24, checkpoint=tmp_path)


@pytest.mark.parametrize(
    "options",
    [
        {"eta": 0.0},
        {"replace_every": 0},
        {"replace_every": 1.5},
        {"hands": 0},
        {"policy_rate": -1.0},
        {"value_rate": float("nan")},
        {"target_rate": 0.0},
        {"target_rate": 1.5},
        {"beta": 0.0},
        {"importance_cap": 0.5},
        {"visit_power": 1.1},
        {"trace": -0.1},
        {"average_power": -1.0},
    ],
)
def test_bad_numbers(options: dict[str, Any]) -> None:
    ((name, value),) = options.items()
    with pytest.raises(ValueError, match=f"{name}={value!r}: must be "):
        RNaD(KUHN, **options)
