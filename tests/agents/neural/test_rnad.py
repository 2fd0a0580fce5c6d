"""R-NaD: rewards and gradients are the papers', the inner problem ends where it should.

Tests that need torch (extra ``rl``) are skipped without it. The gate is marked long:

    pytest tests/agents/neural/test_rnad.py -m "long or not long"
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import RNaD, TabularPolicy
from pokerzoo.agents.neural.networks import IMPOSSIBLE, softmax
from pokerzoo.agents.neural.played_hands import InfosetRows
from pokerzoo.agents.neural.rnad import kept_within, regularisation_share
from pokerzoo.agents.neural.self_play import all_advantages
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import CHILD, KIDS, MOVER, ROW
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation import exploitability as exact_exploitability
from pokerzoo_testing.neural_trainers import KUHN, gradient, needs_torch, small

GATE = 0.05
"""Chips a hand, NashConv / 2; uniform play in Kuhn is at 0.458."""


LEGAL = KUHN.infosets.masks(KUHN.num_distinct_actions) == 1


def rows_of(strategy: Floats, costs: Floats, taken: Floats, advantages: Floats) -> InfosetRows:
    """Rows of all infosets of Kuhn, as far as advantages need them."""
    fields: dict[str, Any] = dict.fromkeys(InfosetRows._fields, np.zeros(len(strategy), dtype=np.float32))
    sums = {"taken": taken, "gains": advantages, "losses": np.zeros(advantages.shape)}
    return InfosetRows(**(fields | {"mask": LEGAL, "probability": strategy, "cost": costs} | sums))


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
    """Check, bet, call in all hands; a king wins 2 chips, which count 1. What is certain costs eta * log(1 / 0.5)."""
    import torch

    trainer = small("rnad", eta=0.1, hands=300, trace=1.0)
    at = KUHN.infosets.index
    logs = np.where(LEGAL, -20.0, IMPOSSIBLE).astype(np.float32)
    for card in "JQK":
        for line, action in (("", 1), ("x", 2), ("xb", 1), ("b", 1)):
            logs[at(f"{card}|{line}"), action] = 0.0
    trainer._policy_and_values = lambda network, seen, legal: (
        torch.from_numpy(logs) if network is trainer._network else RNaD._policy_and_values(trainer, network, seen, legal)[0],
        torch.zeros(12),
    )
    trainer._player.play(trainer._answer, np.random.default_rng(1), 1.0)
    targets, cost = trainer._player.rows.target, 0.1 * np.log(2.0)
    for card, won in (("K", 1.0), ("J", -1.0)):
        assert targets[at(f"{card}|xb")] == pytest.approx(won - cost, abs=1e-5)
        assert targets[at(f"{card}|")] == pytest.approx(won - cost + cost - cost, abs=1e-5)
        assert targets[at(f"{card}|x")] == pytest.approx(won - cost + cost, abs=1e-5)


def test_costs_move_over_in_the_first_half() -> None:
    shares = [regularisation_share(iteration, 8) for iteration in range(10)]
    assert shares == [0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 1.0, 0.0, 0.25]
    assert [regularisation_share(iteration, 1) for iteration in range(3)] == [0.0, 0.0, 0.0]


@needs_torch
def test_the_target_network_becomes_the_regularisation_policy() -> None:
    trainer = small("rnad", eta=0.05).run(5)
    last, before = trainer._regularisation
    assert np.array_equal(last.weights, trainer._slow_weights)
    assert not before.weights.any()
    trainer.run(2)
    kept = [last.weights.copy(), before.weights.copy()]
    observations, legal = trainer._average.observations, trainer._average.legal
    log_policies = [np.log(softmax(network.outputs(observations)[:, :-1], legal), where=legal, out=np.zeros(legal.shape))
             for network in (trainer._network, last, before)]  # fmt: skip
    target = trainer.current_policy().probabilities
    assert np.abs(np.exp(log_policies[0][legal]) - target).max() > 0.001  # the target is behind
    logs, _, costs = trainer._answer(observations, legal)  # iteration 7, the third of its five: 2 * 2 / 5
    assert logs[legal] == pytest.approx(log_policies[0][legal], abs=1e-5)
    assert costs == pytest.approx(0.05 * (log_policies[0] - 0.8 * log_policies[1] - 0.2 * log_policies[2]), abs=1e-6)
    assert np.array_equal(kept[0], last.weights) and np.array_equal(kept[1], before.weights)
    trainer.run(3)
    assert np.array_equal(before.weights, kept[0])


# Gradients


@needs_torch
@pytest.mark.parametrize(("cap", "power"), [(None, 1.0), (2.0, 0.5)])
def test_pooled_decisions_have_the_gradient_of_the_decisions(cap: float | None, power: float) -> None:
    import torch

    rng = np.random.default_rng(3)
    trainer = small("rnad", importance_cap=cap, visit_power=power, hands=150, eta=0.2)
    trainer._network.weights += rng.normal(size=trainer._network.weights.shape).astype(np.float32) / 4
    player = trainer._player
    player.play(trainer._answer, rng, 0.9)
    rows, done, count = player.rows, player.decisions, player.num_decisions
    pooled: list[Floats] = []
    trainer._network.descend = lambda loss, rate: pooled.append(gradient(trainer._network, loss))
    trainer._learn(player.rows_met(), count)
    met = rows.taken.sum(axis=1)
    outputs = trainer._network(torch.from_numpy(rows.observation))
    loss = torch.zeros(())
    for k in range(count):
        # Perolat and others 2022: all actions have their costs; the one taken has what came of it, over its probability.
        row, action, advantage = int(done.row[k]), int(done.action[k]), float(done.advantage[k])
        factor = 1.0 / float(rows.probability[row, action])
        if cap is not None:
            factor = min(factor, cap * met[row] / rows.taken[row, action])
        legal = torch.from_numpy(rows.mask[row])
        scores = outputs[row, :-1][legal]
        results = -rows.cost[row].copy()
        results[action] += factor * (advantage + rows.cost[row, action])
        moved = ((scores - scores.mean()) * torch.from_numpy(results)[legal]).sum()
        error = outputs[row, -1] - (advantage + float(rows.value[row]))
        loss = loss - moved * float(met[row] ** (power - 1.0) / (met**power).sum())
        loss = loss + trainer.options.value_weight * error**2 / count
    plain = gradient(trainer._network, loss)
    assert np.abs(plain).max() > 0.01
    assert pooled[0] == pytest.approx(plain, abs=1e-5 * float(np.abs(plain).max()) + 1e-6)


def test_scores_are_not_pushed_beyond_beta() -> None:
    legal = np.array([[True, True, True], [True, False, True]])
    scores = np.array([[3.0, 0.0, -3.0], [1.0, 50.0, -1.0]])
    advantages = np.array([[1.0, 0.5, -0.9], [1.0, 7.0, -1.0]])
    assert kept_within(advantages, scores, legal, 2.0) == pytest.approx(
        np.array([[-1 / 6, 1 / 3, -1 / 6], [1.0, 0.0, -1.0]])  # only the middle of the first row may go
    )
    back = kept_within(-advantages, scores, legal, 2.0)[0]
    assert back == pytest.approx(np.array([-1.0, -0.5, 0.9]) + 0.2)  # inwards all may go


def exact_values(strategy: Floats, costs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """What actions of Kuhn are worth without their own costs, infosets, and reach by oneself and by the others."""
    tree = tree_of(KUHN)
    table = tree.table
    follows, others, own_reach = np.zeros(strategy.shape), np.zeros(12), np.ones(12)

    def walk(node: int, reach: tuple[float, float], chance: float) -> Floats:
        """Value of a history to each player."""
        mover, child, kids = table.nodes[node, [MOVER, CHILD, KIDS]]
        if mover == TERMINAL:
            return table.utility[:, table.nodes[node, ROW]] / 2.0
        below = range(child, child + kids)
        if mover == CHANCE:
            return np.asarray(sum(table.chance[k] * walk(k, reach, chance * table.chance[k]) for k in below))
        row, outside = tree.node_infoset[node], reach[1 - mover] * chance
        own_reach[row] = reach[mover]
        others[row] += outside
        worth = np.zeros(2)
        for k, action in zip(below, np.flatnonzero(LEGAL[row]), strict=True):
            share, cost = strategy[row, action], costs[row, action]
            then = walk(k, (reach[0] * share, reach[1]) if mover == 0 else (reach[0], reach[1] * share), chance)
            follows[row, action] += outside * then[mover]
            worth += share * (then + (cost if mover == 1 else -cost) * np.array([1.0, -1.0]))
        return worth

    walk(0, (1.0, 1.0), 1.0)
    follows /= others[:, None]
    return follows, (strategy * (follows - costs)).sum(axis=1), own_reach, others


def test_with_exact_values_it_ends_at_the_regularised_equilibrium() -> None:
    """There pi is proportional to pi_reg * exp(q / eta); replacing pi_reg leads to an equilibrium of the game."""
    scores = np.random.default_rng(2).normal(size=LEGAL.shape)
    eta, regularisation = 0.15, np.log(np.where(LEGAL, softmax(scores, LEGAL), 1.0))
    uniform = exact_exploitability(KUHN, TabularPolicy.uniform(KUHN))
    distances: list[float] = []
    for _ in range(8):
        for _ in range(60):
            strategy = softmax(scores, LEGAL)
            costs = eta * (np.log(np.where(LEGAL, strategy, 1.0)) - regularisation)
            follows, values, own_reach, others = exact_values(strategy, costs)
            taken = 1e15 * (own_reach * others)[:, None] * strategy
            rows = rows_of(strategy, costs, taken, taken * (follows - costs - values[:, None]))
            advantages = all_advantages(rows, 1.0)
            assert advantages[LEGAL] == pytest.approx((follows - costs - values[:, None])[LEGAL], abs=1e-6)
            scores += kept_within(advantages, scores, LEGAL, 10.0)
        if not distances:
            assert strategy == pytest.approx(softmax(np.asarray(regularisation + follows / eta), LEGAL), abs=0.01)
        regularisation = np.log(np.where(LEGAL, strategy, 1.0))
        distances.append(exact_exploitability(KUHN, TabularPolicy(KUHN, strategy[LEGAL])))
    assert uniform == pytest.approx(0.458, abs=0.001)
    assert distances[0] > 0.05 and distances[-1] < 0.005
