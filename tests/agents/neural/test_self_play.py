"""Parts that the learners by self-play share: costs, rows of all infosets, averages by own reach; and neural MMD.

Without torch (extra ``rl``) most tests are skipped.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import NeuralMMD, TabularPolicy
from pokerzoo.agents.neural.average import AverageStrategy, is_listed, listed_form
from pokerzoo.agents.neural.networks import IMPOSSIBLE, Network
from pokerzoo.agents.neural.played_hands import SelfPlayHands
from pokerzoo.agents.neural.self_play import all_advantages
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.evaluation import expected_values
from pokerzoo_testing.neural_trainers import KUHN, SMALL, gradient, needs_torch, small

PASS, BET = 1, 2  # also call


def averaged(game: Game) -> AverageStrategy:
    form = listed_form(game)
    assert form is not None
    return AverageStrategy(form)


def random_shares(average: AverageStrategy, rng: np.random.Generator) -> Any:
    weights = rng.uniform(0.1, 1.0, average.legal.shape) * average.legal
    return weights / weights.sum(axis=1, keepdims=True)


def played(average: AverageStrategy, game: Game, shares: Any, values: Any, costs: Any, trace: float, hands: int) -> Any:
    """Hands by a table of strategies, 2 chips a unit."""
    logs = np.where(shares > 0.0, np.log(np.where(shares > 0.0, shares, 1.0)), IMPOSSIBLE).astype(np.float32)
    player = SelfPlayHands(game, hands, 16, 2.0, (average.observations, average.legal))
    player.play(lambda seen, legal: (logs, values.astype(np.float32), costs), np.random.default_rng(1), trace)
    return player


def test_advantages_and_costs_of_a_line_worked_out_by_hand() -> None:
    """Player 0 checks and calls, player 1 bets: each hand has the same three decisions."""
    average = averaged(KUHN)
    shares, costs, values = np.zeros((12, 3)), np.zeros((12, 3), np.float32), np.zeros(12)
    at = KUHN.infosets.index
    for card, value in zip("JQK", (-0.5, 0.0, 0.5), strict=True):
        for line, action in (("", PASS), ("x", BET), ("b", PASS), ("xb", PASS)):
            shares[at(f"{card}|{line}"), action] = 1.0
        values[[at(f"{card}|"), at(f"{card}|xb"), at(f"{card}|x")]] = value, value / 2, value / 4
        costs[at(f"{card}|x"), BET] = 0.1  # player 1 pays player 0
        costs[at(f"{card}|xb"), PASS] = 0.01  # and this goes back
    player = played(average, KUHN, shares, values, costs, 0.5, 600)
    rows = player.rows
    assert player.num_decisions == 3 * 600
    sums = rows.gains + rows.losses
    king, later, other = at("K|"), at("K|xb"), at("K|x")
    # A king wins 2 chips, which count 1. At the call: -0.01 + 1 - 0.25; before it: 0.1 + 0.25 - 0.5, and half of that.
    hands = rows.taken[king, PASS]
    assert 100 < hands == rows.taken[later, PASS]
    assert sums[later, PASS] == pytest.approx(hands * 0.74, rel=1e-5)
    assert sums[king, PASS] == pytest.approx(hands * (-0.15 + 0.5 * 0.74), rel=1e-5)
    assert rows.target[king] == pytest.approx(0.22 + 0.5, rel=1e-5)
    # Player 1 with a king: -0.1 for the bet, +0.01 for the call that follows, +1 for the chips.
    assert sums[other, BET] == pytest.approx(rows.taken[other, BET] * (-0.1 + 0.01 + 1.0 - 0.125), rel=1e-5)
    jack = at("J|xb")
    assert sums[jack, PASS] == pytest.approx(rows.taken[jack, PASS] * (-0.01 - 1.0 + 0.25), rel=1e-5)
    assert set(np.flatnonzero(rows.taken.any(axis=1))) == {at(f"{card}|{line}") for card in "JQK" for line in ("", "x", "xb")}
    assert player.rows_met().infoset.tolist() == sorted(np.flatnonzero(rows.taken.any(axis=1)))


def test_with_all_infosets_listed_the_same_is_played() -> None:
    """As with those that come up in turn, whose rows are in another order."""
    average = averaged(make_game("leduc"))
    game, rng = make_game("leduc"), np.random.default_rng(2)
    shares, values = random_shares(average, rng), rng.normal(size=len(average.legal))
    listed = played(average, game, shares, values, 0.0, 0.7, 300)
    logs = np.log(np.where(average.legal, shares, 1.0)) + np.where(average.legal, 0.0, IMPOSSIBLE)
    number = {seen.tobytes(): i for i, seen in enumerate(average.observations)}

    def ask(seen: Any, legal: Any) -> Any:
        at = [number[row.tobytes()] for row in seen]
        assert np.array_equal(average.legal[at], legal)
        return logs[at].astype(np.float32), values[at].astype(np.float32), 0.0

    other = SelfPlayHands(game, 300, 16, 2.0)
    other.play(ask, np.random.default_rng(1), 0.7)
    order = np.argsort(other.rows.infoset[: other.num_rows])
    for name, ours, theirs in zip(other.rows._fields, listed.rows_met(), other.rows_met(), strict=True):
        assert ours == pytest.approx(theirs[order], abs=1e-4), name


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_mean_targets_are_expected_values(name: str) -> None:
    """With a trace of 1 the values that advantages start from drop out."""
    game = make_game(name)
    average, rng, hands = averaged(game), np.random.default_rng(3), 50_000
    shares = random_shares(average, rng)
    rows = played(average, game, shares, rng.normal(size=len(shares)), 0.0, 1.0, hands).rows
    first = np.flatnonzero(tree_of(game).rows.treeplexes[0].parent == 0)
    met = rows.taken[first].sum(axis=1)
    assert met.sum() == hands
    most = max(abs(x) for x in game.utility_range)
    exact = expected_values(game, TabularPolicy(game, shares[average.legal]))[0] * 0.5
    assert (rows.target[first] * met).sum() / hands == pytest.approx(exact, abs=5 * 0.5 * most / hands**0.5)
    taken = rows.taken.sum(axis=1, keepdims=True)
    often = (taken > 5000) & average.legal
    assert np.abs(rows.taken / np.maximum(taken, 1.0) - shares)[often].max() < 5 * 0.5 / 5000**0.5


@pytest.mark.parametrize("name", ["leduc", "holdem"])
def test_the_average_is_a_mixture(name: str) -> None:
    """Against anybody the average is worth the mean of what the strategies are worth."""
    game = make_game(name)
    average, rng, weights = averaged(game), np.random.default_rng(4), (1.0, 2.5, 0.5)
    strategies = [random_shares(average, rng) for _ in weights]
    uniform = TabularPolicy.uniform(game).probabilities
    assert average.probabilities() == pytest.approx(uniform)
    for strategy, weight in zip(strategies, weights, strict=True):
        average.add(strategy, weight)
    other = TabularPolicy(game, random_shares(average, rng)[average.legal])
    for seat in range(2):

        def value(probabilities: Any, seat: int = seat) -> float:
            policy = TabularPolicy(game, probabilities)
            return float(expected_values(game, [policy, other] if seat == 0 else [other, policy])[seat])

        mean = np.average([value(strategy[average.legal]) for strategy in strategies], weights=weights)
        assert value(average.probabilities()) == pytest.approx(mean, abs=1e-9)


def test_many_infosets_are_not_averaged() -> None:
    turn = make_game("holdem", board="Qs8h2cJd", ranges=("random", "random"))
    assert [is_listed(game) for game in (turn, make_game("texas_holdem"), make_game("fhp"))] == [True, False, False]
    assert [listed_form(game) for game in (turn, make_game("texas_holdem"), make_game("fhp"))] == [None] * 3


# Neural MMD


@needs_torch
def test_the_gradient_is_the_one_of_the_decisions_one_by_one() -> None:
    import torch

    trainer = small("neural mmd", make_game("leduc"), hands=150, importance_cap=None, updates=1, follow=0.5).run(2)
    player, rng = trainer._player, np.random.default_rng(5)
    trainer._slow_weights += 0.3 * rng.normal(size=trainer._slow_weights.shape).astype(np.float32)
    player.play(trainer._answer, rng, 0.9)
    rows, done, count = player.rows, player.decisions, player.num_decisions
    losses: list[Any] = []
    trainer._network.descend = lambda loss, rate: losses.append(gradient(trainer._network, loss))
    trainer._learn(player.rows_met(), count)
    options, left = trainer.options, 200.0 / 202.0
    entropy = options.entropy_scale * (left * len(player.rows_met().infoset) / count) ** 0.5
    total = torch.zeros(())
    for k in range(count):
        row, action = int(done.row[k]), int(done.action[k])
        seen, legal = torch.from_numpy(rows.observation[row])[None], torch.from_numpy(np.flatnonzero(rows.mask[row]))
        outputs = trainer._network(seen)[0]
        logs, magnet = (torch.log_softmax(scores[legal], 0) for scores in (outputs, trainer._magnet(seen)[0].detach()))
        old = torch.from_numpy(rows.log_probability[row])[legal]
        at = int((legal == action).nonzero())
        advantage = float(done.advantage[k])
        cost = (logs.exp() * (options.temperature * (logs - magnet) + (logs - old) / (3.0 * left) + entropy * logs)).sum()
        error = outputs[-1] - (advantage + float(rows.value[row]))
        total = total + options.value_weight * error**2 + cost - logs[at].exp() / old[at].exp() * advantage
    plain = gradient(trainer._network, total / count)
    assert np.abs(plain).max() > 0.001
    assert losses[0] == pytest.approx(plain, abs=2e-5 * float(np.abs(plain).max()) + 1e-6)


@needs_torch
def test_the_magnet_follows() -> None:
    still, moving, at_once = (small("neural mmd", follow=follow).run(5) for follow in (0.0, 0.2, 1.0))
    start = small("neural mmd")._network.weights
    assert np.array_equal(still._slow_weights, start)
    assert 0.0 < np.abs(moving._slow_weights - start).max() < np.abs(moving._network.weights - start).max()
    assert np.abs(at_once._slow_weights - at_once._network.weights).max() < 0.1 * np.abs(at_once._network.weights - start).max()


def test_one_decision_for_a_rare_action_weighs_as_one() -> None:
    """Divided by its probability it would weigh as ten."""
    average = averaged(KUHN)
    rows = played(average, KUHN, average.legal / 2, np.zeros(12), 0.0, 1.0, 16).rows_met()
    row = type(rows)(*(array[:1] for array in rows))
    row.probability[0] = 0.0, 0.999, 0.001
    row.taken[0], row.gains[0], row.losses[0] = (0.0, 99.0, 1.0), (0.0, 0.0, 0.5), 0.0
    assert all_advantages(row, 1.0)[0, 2] == pytest.approx(0.5)
    assert all_advantages(row, float("inf"))[0, 2] == pytest.approx(5.0)


@needs_torch
@pytest.mark.parametrize("kind", SMALL)
def test_policies_are_worked_out_on_one_thread(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of several threads need not have the same bits; what needs no torch has none."""
    import torch

    trainer, threads = small(kind).run(1), []
    ask = Network.__call__

    def counted(network: Network, inputs: Any) -> Any:
        threads.append(torch.get_num_threads())
        return ask(network, inputs)

    monkeypatch.setattr(Network, "__call__", counted)
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        trainer.current_policy()
        trainer.average_policy()
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
    assert set(threads) <= {1}


@needs_torch
def test_it_learns() -> None:
    trainer = small("neural mmd", hands=2000, updates=10, hidden=32, seed=1).run(60)
    assert trainer.exploitability < 0.15  # uniform play: 0.458
    assert trainer.decisions == pytest.approx(60 * 2000 * 2.4, rel=0.2)


@needs_torch
@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gate_mmd_solves_kuhn(seed: int) -> None:
    assert NeuralMMD(KUHN, seed=seed).run(500).exploitability < 0.005
