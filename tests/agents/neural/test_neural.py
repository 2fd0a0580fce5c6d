"""Deep CFR converges, by the exact evaluator; its parts are what the paper says. Runs of all learners can be resumed.

Most tests need torch (extra ``rl``) and are skipped without it. The gates are marked long:

    pytest tests/agents/neural/test_neural.py -m "long or not long"
"""

from __future__ import annotations

import copy
import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, PPO
from pokerzoo.agents.neural.deep_cfr import DeepCFR, external_traversals, mean_targets, new_reservoir, store_sample
from pokerzoo.agents.neural.networks import Network, NetworkScores
from pokerzoo.envs import Game, make_game
from pokerzoo.evaluation import expected_values
from pokerzoo.evaluation import exploitability as exact_exploitability
from pokerzoo_testing.neural_trainers import KUHN, SMALL, gradient, needs_torch, small
from pokerzoo_testing.trainers import digest

LEDUC, THREE = make_game("leduc"), make_game("kuhn", num_players=3)
GATE = 0.05
"""Chips a hand, NashConv / 2; uniform play in Kuhn is at 0.458."""

KINDS = tuple(SMALL)
COPIES: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, lambda trainer: pickle.loads(pickle.dumps(trainer)))


# The gates


@needs_torch
@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gate_deep_cfr_solves_kuhn(seed: int) -> None:
    trainer = DeepCFR(KUHN, seed=seed).run(30)
    assert trainer.exploitability < GATE
    assert exact_exploitability(KUHN, trainer.average_policy()) == pytest.approx(trainer.exploitability, abs=1e-12)
    assert trainer.expected_value == pytest.approx(-1 / 18, abs=GATE)


# What they learn from


@pytest.mark.check
@needs_torch
def test_sampled_advantages_are_the_counterfactual_regrets_in_the_mean() -> None:
    trainer = DeepCFR(KUHN, seed=1, traversals=1, memory_size=1_000_000)
    count = 100_000
    uniform = trainer._current()
    for player in range(2):
        external_traversals(
            trainer._nodes, uniform, player, count, 1, np.random.default_rng(player), trainer._regrets, trainer._strategies,
            trainer._room, trainer._touched,
        )  # fmt: skip
    sums = np.zeros((2, 6, 2))
    for player in range(2):
        held = int(trainer._regrets.seen[player])
        np.add.at(sums[player], trainer._regrets.row[player, :held], trainer._regrets.values[player, :held])
    exact = CFR(KUHN, "cfr", alternating=False).run(1).regrets()
    assert np.abs(sums.ravel() / count - exact).max() < 5 * 4 / count**0.5  # chips differ by 4 at most
    seen = np.bincount(trainer._strategies.row[0, : int(trainer._strategies.seen[0])], minlength=6) / count
    # Traversals of player 1 come to player 0's first decision always, and to the second where he checked (1/2).
    by_key = {row.key: share for row, share in zip(KUHN.infosets, seen, strict=False)}
    assert [by_key[f"{card}|"] for card in "JQK"] == pytest.approx([1 / 3] * 3, abs=0.02)
    assert [by_key[f"{card}|xb"] for card in "JQK"] == pytest.approx([1 / 6] * 3, abs=0.02)


def test_a_reservoir_is_a_uniform_sample() -> None:
    rng = np.random.default_rng(1)
    memory = new_reservoir(50, 3)
    kept = np.zeros(200)
    for _ in range(200):
        memory.seen[1] = 0
        for k in range(200):
            store_sample(memory, rng, 1, k, k + 1, np.full(3, float(k)))
        kept += np.bincount(memory.row[1], minlength=200)
        assert np.array_equal(memory.iteration[1], memory.row[1] + 1) and np.array_equal(memory.values[1, :, 2], memory.row[1])
    assert memory.seen.tolist() == [0, 200]
    assert np.abs(kept / 200 - 0.25).max() < 5 * (0.25 * 0.75 / 200) ** 0.5


@needs_torch
@pytest.mark.parametrize("linear", [True, False])
def test_pooled_samples_have_the_gradient_of_the_samples(linear: bool) -> None:
    import torch

    rng = np.random.default_rng(2)
    memory = new_reservoir(500, 3)
    memory.row[...] = rng.integers(0, 6, memory.row.shape)
    memory.iteration[...] = rng.integers(1, 9, memory.row.shape)
    memory.values[...] = rng.normal(size=memory.values.shape)
    chosen = rng.integers(0, 500, 64)
    weights, targets = np.zeros((7, 1), dtype=np.float32), np.zeros((7, 3), dtype=np.float32)
    trainer = small("deep cfr", variant="lcfr" if linear else "cfr")
    inputs = torch.from_numpy(rng.normal(size=(7, 5)).astype(np.float32))
    network = Network((5, 8, 3))
    network.start(rng)
    network.weights += rng.normal(size=network.weights.shape).astype(np.float32)
    for taken, indices in ((np.zeros(0, dtype=np.int64), np.arange(500)), (chosen, chosen)):
        mean_targets(memory, 0, 500, taken, linear, weights, targets)
        legal = torch.ones((7, 3), dtype=torch.bool)
        pooled = trainer._squares(network(inputs), legal, torch.from_numpy(weights), torch.from_numpy(targets))
        weight = memory.iteration[0, indices].astype(np.float32) if linear else np.ones(len(indices), dtype=np.float32)
        errors = network(inputs)[memory.row[0, indices]] - torch.from_numpy(memory.values[0, indices]) / trainer._scale
        plain = (torch.from_numpy(weight / weight.sum())[:, None] * errors**2).sum()
        ours, theirs = (gradient(network, loss) for loss in (pooled, plain))
        assert np.allclose(ours, theirs, rtol=1e-4, atol=1e-6)


@needs_torch
def test_a_network_is_torch_s_in_arrays() -> None:
    """As a plain module with the same weights and torch's own Adam; without torch it says the same."""
    import torch

    rng = np.random.default_rng(3)
    network = Network((5, 8, 4, 3))
    network.start(rng)
    inputs = rng.normal(size=(7, 5)).astype(np.float32)
    assert not network.outputs(inputs).any()  # zero at first
    network.weights += rng.normal(size=network.weights.shape).astype(np.float32)
    plain = copy.deepcopy(network.module)
    optimizer = torch.optim.Adam(plain.parameters(), lr=0.01)
    seen = torch.from_numpy(inputs)
    for _ in range(20):
        network.descend((network(seen) - 1.0).pow(2).sum(), 0.01)
        optimizer.zero_grad()
        (plain(seen) - 1.0).pow(2).sum().backward()
        optimizer.step()
    assert network.outputs(inputs) == pytest.approx(plain(seen).detach().numpy(), abs=1e-5)
    assert (
        np.concatenate([p.detach().numpy().ravel() for p in network.module.parameters()]).tolist() == network.weights.tolist()
    )
    scores = NetworkScores(network.widths, network.weights)
    assert scores(inputs, np.ones((7, 2), np.int8)) == pytest.approx(network.outputs(inputs)[:, :2], abs=1e-5)
    assert network.steps.tolist() == [20.0]
    network.restart()
    assert not network.steps.any() and not network.mean.any() and not network.square.any()


# Runs


@needs_torch
@pytest.mark.parametrize("kind", KINDS)
def test_pieces_copies_and_threads_change_no_bit(kind: str) -> None:
    import torch

    whole, before = digest(small(kind).run(12)), torch.get_num_threads()
    for copied in COPIES:
        first = small(kind).run(1)
        kept, second = digest(first), copied(first)
        for count in (4, 7):
            torch.set_num_threads(count % 2 + 1)
            second.run(count)
            assert torch.get_num_threads() == count % 2 + 1
            looked = exact_exploitability(KUHN, second.average_policy().to_dict())
            assert second.exploitability == pytest.approx(looked, abs=1e-12)  # of this iteration; looking changes nothing
        assert digest(second) == whole and digest(first) == kept
    torch.set_num_threads(before)
    assert digest(small(kind, seed=6).run(12)) != whole
    assert small(kind, seed=None).seed != small(kind, seed=None).seed


@needs_torch
@pytest.mark.parametrize("kind", KINDS)
def test_ctrl_c_waits_for_the_end_of_an_iteration(kind: str, tmp_path: Path) -> None:
    trainer = small(kind)
    network = trainer._advantages[0] if kind == "deep cfr" else trainer._network
    descend = network.descend
    steps = 0

    def interrupted(*arguments: Any) -> None:
        nonlocal steps
        steps += 1
        if steps == 8:
            signal.raise_signal(signal.SIGINT)
        descend(*arguments)

    network.descend = interrupted
    with pytest.raises(KeyboardInterrupt):
        trainer.run(20, every=20, checkpoint=tmp_path)
    assert 0 < trainer.iteration < 20
    assert digest(trainer) == digest(small(kind).run(trainer.iteration))
    assert digest(small(kind).run(20, checkpoint=tmp_path)) == digest(small(kind).run(20))


@needs_torch
@pytest.mark.parametrize(
    ("kind", "game"),
    [
        ("deep cfr", LEDUC), ("deep cfr", make_game("holdem")), ("ppo", make_game("rps")), ("ppo", THREE),
        ("neural mmd", make_game("bet_raise")), ("neural mmd", THREE), ("rnad", make_game("holdem")), ("rnad", THREE),
    ],
    ids=str,
)  # fmt: skip
def test_other_games(kind: str, game: Game) -> None:
    trainer = small(kind, game).run(3)
    policy, measured = trainer.average_policy(), trainer.measure()
    assert measured.values == pytest.approx(expected_values(game, policy.to_dict()), abs=1e-9)
    assert measured.values.sum() == pytest.approx(0, abs=1e-9) and np.isfinite(measured.gains).all()


@needs_torch
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: small("deep cfr", THREE), "game=kuhn.*: DeepCFR cannot do this: it is for two players"),
        (lambda: small("deep cfr", make_game("holdem", ranges=("random", "random"))), "too large"),
        (lambda: DeepCFR(KUHN, seed=-1), "seed=-1: must be"),
        (lambda: DeepCFR(KUHN, seed=1.5), "seed=1.5: must be"),  # type: ignore[arg-type]
        (lambda: PPO(KUHN, device="abacus"), "device='abacus': .*allowed: 'auto', 'cpu', 'cuda'"),
        (lambda: PPO(KUHN, device="meta"), "device='meta': holds no numbers"),
    ],
)
def test_what_is_not_allowed_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@needs_torch
def test_options_of_deep_cfr() -> None:
    kept = small("deep cfr", reinitialise=False).run(4)
    assert digest(kept) != digest(small("deep cfr").run(4)) != digest(small("deep cfr", variant="cfr").run(4))
    assert kept.current_policy().metadata["strategy"] == "current"
    assert kept.nodes_touched > 0


def test_without_torch_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r'need torch: .* -m pip install "\.\[rl\]"'):
        DeepCFR(KUHN)
