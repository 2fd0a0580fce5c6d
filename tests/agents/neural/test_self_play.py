"""Self-play from tables: what is added up is what was played, gradients are those of the decisions one by one, averages mix.

Without torch (extra ``rl``) most tests are skipped.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import NeuralMMD, TabularPolicy
from pokerzoo.agents.neural.average_table import AverageTable
from pokerzoo.agents.neural.networks import Networks, legal_actions, legal_mask
from pokerzoo.agents.neural.self_play import DecisionSums, HandBuffer, play_hands
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.evaluation import expected_values
from pokerzoo_testing.neural_trainers import KUHN, SMALL, small

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
PASS, BET = 1, 2  # also call
FOLD = 0


class Table:
    """Parts of a game that ``play_hands`` needs."""

    def __init__(self, game: Game) -> None:
        self.game, self.tree = game, tree_of(game)
        self.legal = legal_actions(self.tree)
        self.mask = legal_mask(self.legal, game.num_distinct_actions)
        self.average = AverageTable(self.tree.table, self.legal, game.num_distinct_actions)
        self.start = np.concatenate([[0], np.cumsum(self.tree.num_infosets)])
        self.place = {row.key: (row.player, i - int(self.start[row.player])) for i, row in enumerate(game.infosets)}

    def play(self, strategy: Any, values: Any, costs: Any, trace: float, hands: int, seed: int = 1) -> tuple[DecisionSums, int]:
        players, rows, actions = self.mask.shape
        sums = DecisionSums(*(np.zeros((players, rows, actions)) for _ in range(2)), np.zeros((players, rows)))
        size = players, self.average.longest
        room = HandBuffer(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size), np.zeros(players, np.int64))
        decisions = np.zeros(1, dtype=np.int64)
        source = np.random.default_rng(seed)
        play_hands(
            self.tree.table, self.legal, strategy, values, costs, trace, 0.5, hands, source, room, sums, decisions
        )  # fmt: skip
        return sums, int(decisions[0])

    def random(self, rng: np.random.Generator) -> Any:
        weights = rng.uniform(0.1, 1.0, self.mask.shape) * self.mask
        return weights / weights.sum(axis=2, keepdims=True)

    def policy(self, strategy: Any) -> TabularPolicy:
        infosets = self.game.infosets
        probabilities = np.concatenate([strategy[self.place[row.key]][list(row.actions)] for row in infosets])
        return TabularPolicy(self.game, probabilities)


def test_advantages_and_costs_of_a_line_worked_out_by_hand() -> None:
    """Player 0 checks and calls, player 1 bets: each hand has the same three decisions."""
    table = Table(KUHN)
    strategy = np.zeros(table.mask.shape)
    values, costs = np.zeros(table.mask.shape[:2]), np.zeros(table.mask.shape)
    for card, worth in zip("JQK", (-0.5, 0.0, 0.5), strict=True):
        for line, action in (("", PASS), ("x", BET), ("b", PASS), ("xb", PASS)):
            strategy[*table.place[f"{card}|{line}"], action] = 1.0
        values[table.place[f"{card}|"]] = worth
        values[table.place[f"{card}|xb"]] = worth / 2
        values[table.place[f"{card}|x"]] = worth / 4
        costs[*table.place[f"{card}|x"], BET] = 0.1  # player 1 pays player 0
        costs[*table.place[f"{card}|xb"], PASS] = 0.01  # and this goes back
    sums, decisions = table.play(strategy, values, costs, trace=0.5, hands=600)
    assert decisions == 3 * 600
    king, later, other = table.place["K|"], table.place["K|xb"], table.place["K|x"]
    # A king wins 2 chips, which count 0.5 each. At the call: -0.01 + 1 - 0.25; before it: 0.1 + 0.25 - 0.5, and half of that.
    hands = sums.visits[*king, PASS]
    assert 100 < hands == sums.visits[*later, PASS]
    assert sums.advantages[*later, PASS] == pytest.approx(hands * 0.74)
    assert sums.advantages[*king, PASS] == pytest.approx(hands * (-0.15 + 0.5 * 0.74))
    assert sums.returns[king] == pytest.approx(hands * (0.22 + 0.5))
    # Player 1 with a king: -0.1 for the bet, +0.01 for the call that follows, +1 for the chips.
    assert sums.advantages[*other, BET] == pytest.approx(sums.visits[*other, BET] * (-0.1 + 0.01 + 1.0 - 0.125))
    jack = table.place["J|xb"]
    assert sums.advantages[*jack, PASS] == pytest.approx(sums.visits[*jack, PASS] * (-0.01 - 1.0 + 0.25))
    assert not sums.visits[:, :, FOLD].any()


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_mean_returns_are_expected_values(name: str) -> None:
    """With a trace of 1 the values that advantages start from drop out."""
    table = Table(make_game(name))
    rng = np.random.default_rng(3)
    strategy = table.random(rng)
    hands = 200_000
    sums, _ = table.play(strategy, rng.normal(size=table.mask.shape[:2]), np.zeros(table.mask.shape), 1.0, hands)
    first = table.average._before[0, : table.tree.num_infosets[0]] < 0  # in Leduc player 0 has one first decision, as in Kuhn
    total = sums.returns[0, : len(first)][first].sum() / hands
    most = max(abs(x) for x in table.game.utility_range)
    exact = expected_values(table.game, table.policy(strategy))[0] * 0.5
    assert sums.visits[0, : len(first)][first].sum() == hands
    assert total == pytest.approx(exact, abs=5 * 0.5 * most / hands**0.5)
    played = sums.visits.sum(axis=2, keepdims=True)
    often = (played > 5000) & table.mask
    share = sums.visits / np.maximum(played, 1)
    assert np.abs(share - strategy)[often].max() < 5 * 0.5 / 5000**0.5


def test_the_average_is_a_mixture() -> None:
    """Against anybody the average is worth the mean of what the strategies are worth."""
    table = Table(make_game("leduc"))
    rng = np.random.default_rng(4)
    average, weights = table.average, (1.0, 2.5, 0.5)
    strategies = [table.random(rng) for _ in weights]
    assert table.policy(average.strategy()).probabilities == pytest.approx(TabularPolicy.uniform(table.game).probabilities)
    for strategy, weight in zip(strategies, weights, strict=True):
        average.add(strategy, weight)
    other = table.policy(table.random(rng))
    for seat in range(2):

        def worth(strategy: Any, seat: int = seat) -> float:
            policy = table.policy(strategy)
            return float(expected_values(table.game, [policy, other] if seat == 0 else [other, policy])[seat])

        mean = np.average([worth(strategy) for strategy in strategies], weights=weights)
        assert worth(average.strategy()) == pytest.approx(mean, abs=1e-12)


def decisions_of(trainer: Any, strategy: Any, hands: int) -> list[tuple[int, int, int, float]]:
    """(player, row, action, advantage) of each decision, played one hand after the other."""
    found = []
    for _ in range(hands):
        trainer.options = replace(trainer.options, hands=1)
        trainer._play(strategy)
        advantages = trainer._sums.advantages
        found += [(p, r, a, float(advantages[p, r, a])) for p, r, a in np.argwhere(trainer._sums.visits).tolist()]
    return found


@needs_torch
@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_the_gradient_is_the_one_of_the_decisions_one_by_one(game: str) -> None:
    import torch

    hands = 150
    trainer, again = (small("neural mmd", make_game(game), hands=hands, importance_cap=None) for _ in range(2))
    rng = np.random.default_rng(5)
    for one in (trainer, again):
        one.run(2)
        assert one._rng.bit_generator.state == trainer._rng.bit_generator.state
    strategy = trainer._strategy()
    trainer._play(strategy)
    decisions = decisions_of(again, strategy, hands)
    trainer._policies.weights += 0.3 * rng.normal(size=trainer._policies.weights.shape).astype(np.float32)  # not on policy now
    scores = trainer._policies(trainer._inputs)
    pooled = trainer._objective(scores, 0.9, 0.07, *trainer._parts(strategy, trainer._sums))
    counts = [sum(1 for one in decisions if one[0] == player) for player in range(2)]
    assert sum(counts) == trainer._sums.visits.sum()
    plain = torch.zeros(())
    logarithms = torch.log_softmax(scores.masked_fill(~trainer._legal, -1e9), dim=2)

    def cost(player: int, row: int) -> Any:
        """Penalty that the neural MMD takes off at an infoset: divergences from magnet and last strategy, less entropy."""
        legal = trainer._legal[player, row]
        own, p = logarithms[player, row][legal], logarithms[player, row].exp()[legal]
        magnet = torch.from_numpy(trainer._magnet[player, row]).float()[legal]
        old = torch.from_numpy(np.log(strategy[player, row][legal.numpy()])).float()
        return (p * (trainer.options.temperature * (own - magnet) + (own - old) / 0.9 + 0.07 * own)).sum()

    for player, row, action, advantage in decisions:
        ratio = torch.exp(logarithms[player, row][action]) / strategy[player, row, action]
        plain = plain + (ratio * advantage - cost(player, row)) / counts[player]
    # Infosets without decisions are held, as if there were one without an advantage.
    for player, row in np.argwhere(trainer._sums.visits.sum(axis=2) == 0).tolist():
        if row < trainer.tree.num_infosets[player]:
            plain = plain - cost(player, row) / counts[player]
    assert float(pooled.detach()) == pytest.approx(float(plain.detach()), rel=1e-4, abs=1e-6)
    ours, theirs = (torch.autograd.grad(loss, trainer._policies._tensor, retain_graph=True)[0] for loss in (pooled, plain))
    assert float(theirs.abs().max()) > 0.001
    assert torch.allclose(ours, theirs, rtol=1e-3, atol=1e-6)


@needs_torch
def test_values_learn_the_mean_returns() -> None:
    trainer = small("neural mmd", hands=20_000, value_rate=0.02, trace=1.0)
    strategy = trainer._strategy()
    trainer._play(strategy)
    trainer._fit_values(trainer._sums, 800, 0.01)
    found = trainer._values.table(trainer._inputs)[:, :, 0] * trainer._scale
    # Uniform play: player 1 with a king facing a bet wins 2 by calling and loses 1 by folding.
    row = next(i - 6 for i, row in enumerate(KUHN.infosets) if row.key == "K|b")
    assert found[1, row] == pytest.approx(0.5, abs=0.05)


@needs_torch
def test_the_magnet_follows() -> None:
    still, moving, at_once = (small("neural mmd", follow=follow) for follow in (0.0, 0.2, 1.0))
    uniform = still._magnet.copy()
    for one in (still, moving, at_once):
        one.run(5)
    assert np.array_equal(still._magnet, uniform)
    assert np.where(moving._mask, np.exp(moving._magnet), 0.0).sum(axis=2) == pytest.approx(np.ones(moving._mask.shape[:2]))
    assert 0.0 < np.abs(moving._magnet - uniform).max() < 1.0
    before = at_once._strategy()
    at_once._move_magnet(before, 1.0)
    assert np.exp(at_once._magnet)[at_once._mask] == pytest.approx(before[at_once._mask], abs=1e-6)


def share_of_entropy(trainer: Any) -> float:
    """The mean entropy of what the policies play now, as a share of uniform play's."""
    strategy = trainer._strategy()
    entropies = -(strategy * np.log(np.where(strategy > 0.0, strategy, 1.0))).sum(axis=2)
    return float(entropies.mean() / np.log(trainer._mask.sum(axis=2)).mean())


@needs_torch
def test_the_bonus_for_entropy_is_in_units_of_the_standard_error_of_a_batch() -> None:
    options = {"hands": 2000, "updates": 10, "policy_rate": 0.02, "halving": 1e9}
    found = [share_of_entropy(small("neural mmd", entropy_scale=scale, **options).run(40)) for scale in (0.0, 2.0, 50.0)]
    assert found[0] < found[1] - 0.02 < found[2] - 0.04 and found[2] > 0.98
    few, many = (small("neural mmd", hands=hands).run(1) for hands in (500, 50_000))
    for trainer in (few, many):
        decisions = trainer._sums.visits.sum(axis=(1, 2))
        assert trainer._standard_errors(trainer._sums)[:, 0, 0] == pytest.approx((6 / decisions) ** 0.5)
    assert (few._standard_errors(few._sums) > 9 * many._standard_errors(many._sums)).all()


@needs_torch
def test_one_decision_for_a_rare_action_weighs_as_one() -> None:
    """Divided by its probability it would weigh as ten; infosets without visits weigh as with one."""
    capped, plain = (small("neural mmd", importance_cap=cap) for cap in (1.0, None))
    strategy = capped._strategy()
    row, (often, rare) = 0, np.flatnonzero(capped._mask[0, 0])
    strategy[0, row, [often, rare]] = 0.999, 0.001
    for trainer, expected in ((capped, 0.5), (plain, 5.0)):
        for array in trainer._sums:
            array[...] = 0.0
        trainer._sums.visits[0, row, [often, rare]] = 99.0, 1.0
        trainer._sums.advantages[0, row, rare] = 0.5
        _, _, advantages, weights = trainer._parts(strategy, trainer._sums)
        assert float(advantages[0, row, rare]) == pytest.approx(expected)
        assert weights[0].tolist() == pytest.approx([1.0] + [0.01] * 5)


@needs_torch
@pytest.mark.parametrize("kind", SMALL)
def test_policies_are_worked_out_on_one_thread(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of several threads need not have the same bits."""
    import torch

    trainer, threads = small(kind).run(1), []
    table = Networks.table

    def told(networks: Networks, inputs: Any) -> Any:
        threads.append(torch.get_num_threads())
        return table(networks, inputs)

    monkeypatch.setattr(Networks, "table", told)
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        trainer.current_policy()
        asked = len(threads)
        trainer.average_policy()
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
    assert asked > 0 and set(threads) == {1}


@needs_torch
def test_it_learns() -> None:
    trainer = small("neural mmd", hands=2000, updates=10, hidden=32, policy_rate=0.01, seed=1).run(60)
    assert trainer.exploitability < 0.15  # uniform play: 0.458
    assert trainer.decisions == pytest.approx(60 * 2000 * 2.4, rel=0.2)


@needs_torch
@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gate_mmd_solves_kuhn(seed: int) -> None:
    assert NeuralMMD(KUHN, seed=seed).run(500).exploitability < 0.005


@needs_torch
@pytest.mark.long
def test_gate_mmd_gets_no_worse_on_leduc() -> None:
    """Without its bonus for entropy and with rare actions at full weight the average is best after some 400 iterations."""
    trainer = NeuralMMD(make_game("leduc"), seed=1).run(400)
    before = trainer.exploitability
    assert trainer.run(800).exploitability < min(before, 0.1)


@pytest.mark.parametrize(
    "options",
    [
        {"temperature": -0.1},
        {"step": 0.0},
        {"follow": 1.5},
        {"value_updates": 0},
        {"entropy_scale": -0.01},
        {"importance_cap": 0.5},
        {"value_rate": -1.0},
        {"hands": 0},
        {"updates": 0},
        {"halving": 0.0},
        {"trace": 1.1},
        {"average_power": float("nan")},
        {"average_power": 100.0},
        {"policy_rate": 0.0},
    ],
)
def test_bad_numbers(options: dict[str, Any]) -> None:
    ((name, value),) = options.items()
    with pytest.raises(ValueError, match=f"{name}={value!r}: must be "):
        NeuralMMD(KUHN, **options)
