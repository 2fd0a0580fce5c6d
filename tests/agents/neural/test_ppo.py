"""PPO at the tables of a ``BatchedGame``: own turns are credited, gradients are plain ones, it learns, runs go on.

Tests of learning need torch (extra ``rl``) and are skipped without it.
"""

from __future__ import annotations

import copy
import pickle
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from pokerzoo.agents import PPO, RLAgent
from pokerzoo.agents.neural.networks import IMPOSSIBLE, Network
from pokerzoo.agents.neural.played_hands import SelfPlayHands
from pokerzoo.agents.training import UnsupportedError
from pokerzoo.envs import Game, TurnWrapper, make_game
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.evaluation import exploitability
from pokerzoo_testing.neural_trainers import KUHN, gradient, needs_torch, small
from pokerzoo_testing.trainers import digest

LEDUC = make_game("leduc")
WHOLE = make_game("texas_holdem", stack=20, rewards="blinds")
THREE = make_game("bet_fold", num_players=3, num_cards=9)
GAMES = {"kuhn": KUHN, "leduc": LEDUC, "whole hands": WHOLE, "three players": THREE, "simultaneous": make_game("rps")}
SMALL: dict[str, Any] = {"hands": 64, "at_once": 16, "hidden": 16, "batch_size": 32, "device": "cpu"}


def value_of(observation: Any) -> float:
    """Some value that only this observation has."""
    return crc32(np.ascontiguousarray(observation, dtype=np.float32).tobytes()) / 2**32


class Says:
    """In place of a network: scores that are ``spread`` apart at random, by what is seen, and values of ``value_of``."""

    def __init__(self, game: Game, spread: float) -> None:
        self.actions, self.spread, self.asked = game.num_distinct_actions, spread, 0

    def scores(self, observation: Any) -> Any:
        return self.spread * np.random.default_rng(crc32(observation.tobytes())).random(self.actions)

    def __call__(self, observations: Any, legal: Any) -> Any:
        self.asked += len(observations)
        scores = np.where(legal, [self.scores(observation) for observation in observations], -np.inf)
        logs = scores - np.log(np.exp(scores - scores.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True))
        logs = np.where(legal, logs - scores.max(axis=1, keepdims=True), IMPOSSIBLE)
        return logs.astype(np.float32), np.array([*map(value_of, observations)], dtype=np.float32), 0.0


def played(name: str, hands: int, tables: int, trace: float, spread: float = 1.0, seed: int = 1) -> tuple[SelfPlayHands, Says]:
    """Hands that were played, 2 chips a unit."""
    player, says = SelfPlayHands(GAMES[name], hands, tables, 2.0), Says(GAMES[name], spread)
    player.play(says, np.random.default_rng(seed), trace)
    return player, says


# Hands and credit


@pytest.mark.parametrize("name", GAMES)
def test_all_hands_are_played_to_their_ends(name: str) -> None:
    player, says = played(name, 50, 7, 0.5)
    done, count, rows = player.decisions, player.num_decisions, player.rows
    over = done.last[:count]
    assert np.bincount(done.table[:count][over], minlength=7).tolist() == [8, 7, 7, 7, 7, 7, 7]
    assert np.abs(done.paid[:count][over].sum(axis=1)).max() < 1e-6
    assert says.asked == player.num_rows  # nothing twice
    assert rows.taken[: player.num_rows].sum() == count
    if name == "whole hands":
        assert player.num_rows == count
    else:
        assert len(set(rows.infoset[: player.num_rows].tolist())) == player.num_rows
    assert rows.mask[done.row[:count], done.action[:count]].all()


@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("name", GAMES)
def test_advantages_decision_by_decision(name: str, trace: float) -> None:
    """The sum of later errors of the same player in the same hand, each weighted by trace to how much later (equation 16)."""
    player, _ = played(name, 40, 3, trace)
    done, rows = player.decisions, player.rows
    hands: list[list[int]] = []
    at_table: dict[int, list[int]] = {}
    for k in range(player.num_decisions):
        at_table.setdefault(int(done.table[k]), []).append(k)
        if done.last[k]:
            hands.append(at_table.pop(int(done.table[k])))
    assert len(hands) == 40 and not at_table
    for hand in hands:
        for seat in range(GAMES[name].num_players):
            decisions = [k for k in hand if done.player[k] == seat]
            values = [value_of(rows.observation[done.row[k]]) for k in decisions] + [float(done.paid[hand[-1], seat])]
            errors = np.diff(values)
            for i, k in enumerate(decisions):
                expected = sum(error * trace**later for later, error in enumerate(errors[i:]))
                assert done.advantage[k] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(("name", "hands"), [("kuhn", 300), ("leduc", 1500)])
def test_own_turns_are_those_of_the_turn_wrapper(name: str, hands: int) -> None:
    """If actions follow from observations, the cards decide all; in this many hands all cards come."""
    game = GAMES[name]
    player, says = played(name, hands, 64, 0.0, spread=1e6)
    done, rows, count = player.decisions, player.rows, player.num_decisions
    seen, acts = rows.observation[done.row[:count]], done.action[:count]
    target = done.advantage[:count] + rows.value[done.row[:count]]
    ours = {(row.tobytes(), int(act), round(float(x), 4)) for row, act, x in zip(seen, acts, target, strict=True)}
    turns, theirs = TurnWrapper(GameAECEnv(game)), set()
    turns.reset(seed=1)
    for _ in range(hands // 2):
        turns.reset()
        while turns.agent is not None:
            legal = np.where(turns.action_mask == 1, says.scores(turns.observation), -np.inf)
            for t in turns.step(int(legal.argmax())):
                then = t.reward / 2.0 if t.done else value_of(t.next_observation)
                theirs.add((t.observation.tobytes(), int(t.action), round(then, 4)))
    assert ours == theirs


def test_actions_are_drawn_by_the_softmax() -> None:
    player, says = played("kuhn", 40_000, 64, 1.0, spread=2.0)
    done, rows = player.decisions, player.rows
    for row in range(player.num_rows):
        taken = done.action[: player.num_decisions][done.row[: player.num_decisions] == row]
        weights = np.exp(says.scores(rows.observation[row])) * rows.mask[row]
        wanted = weights / weights.sum()
        assert np.exp(rows.log_probability[row]) == pytest.approx(wanted, abs=1e-6)
        shares = np.bincount(taken, minlength=len(wanted)) / len(taken)
        assert np.abs(shares - wanted).max() < 5 * (0.25 / len(taken)) ** 0.5


def test_hands_do_not_depend_on_how_often_was_played_before() -> None:
    """All that carries over is the generator."""
    player, says = played("leduc", 30, 8, 0.5)
    player.play(says, np.random.default_rng(9), 0.5)
    other, _ = played("leduc", 30, 8, 0.5, seed=9)
    count = other.num_decisions
    assert player.num_decisions == count
    assert np.array_equal(player.decisions.advantage[:count], other.decisions.advantage[:count])


# Learning


@needs_torch
@pytest.mark.parametrize("name", ["leduc", "whole hands"])
def test_the_gradient_is_that_of_the_decisions_one_by_one(name: str) -> None:
    import torch

    trainer = PPO(GAMES[name], seed=1, **SMALL, clip=0.1)
    rng = np.random.default_rng(1)
    weights = trainer._network.weights
    weights += 0.1 * rng.normal(size=weights.shape).astype(np.float32)
    trainer._player.play(trainer._answer, rng, 0.9)
    weights += 0.1 * rng.normal(size=weights.shape).astype(np.float32)
    player, met = trainer._player, trainer._player.rows_met()
    rows, done = player.rows, player.decisions
    columns = (met.observation, met.mask, met.log_probability, met.taken, met.gains, met.losses, met.target)
    pooled = gradient(trainer._network, trainer._loss(0.05, *map(torch.from_numpy, columns)))

    total = torch.zeros(())
    clipped = 0
    for k in range(player.num_decisions):
        row = int(done.row[k])
        legal = torch.from_numpy(np.flatnonzero(rows.mask[row]))
        outputs = trainer._network(torch.from_numpy(rows.observation[row])[None])[0]
        policy = torch.softmax(outputs[legal], 0)
        at = int((legal == int(done.action[k])).nonzero())
        ratio = policy[at] / float(np.exp(rows.log_probability[row, done.action[k]]))
        advantage = float(done.advantage[k])
        surrogate = torch.minimum(ratio * advantage, ratio.clamp(0.9, 1.1) * advantage)
        clipped += abs(float(ratio.detach()) - 1.0) > 0.1
        entropy = -(policy * policy.log()).sum()
        error = outputs[-1] - (advantage + float(rows.value[row]))
        total = total - surrogate - 0.05 * entropy + trainer.options.value_weight * error**2
    assert clipped > 10
    plain = gradient(trainer._network, total)
    assert np.allclose(pooled, plain, atol=2e-5 * float(np.abs(plain).max()))


@needs_torch
def test_it_learns_kuhn() -> None:
    """From 0.458 chips a hand, in about two processor seconds."""
    trainer = PPO(KUHN, seed=1, hands=4096, epochs=10, halving=1000.0, device="cpu").run(100)
    assert trainer.exploitability < 0.1
    assert exploitability(KUHN, trainer.average_agent()) == pytest.approx(trainer.exploitability)
    assert trainer.decisions > 2 * trainer.hands_played
    assert trainer.hands_played == 100 * 4096
    assert set(trainer.spent) == {"environment", "network", "update"} and min(trainer.spent.values()) > 0.0


@needs_torch
def test_where_infosets_cannot_be_listed_agents_are_had(tmp_path: Any) -> None:
    trainer = PPO(WHOLE, seed=1, **SMALL).run(2)
    for ask, instead in ((trainer.current_policy, "current_agent"), (trainer.average_policy, "average_agent")):
        with pytest.raises(UnsupportedError, match=rf"PPO cannot do this: .*texas_holdem.*{instead}\(\) plays"):
            ask()
    with pytest.raises(UnsupportedError, match="average_agent"):
        print(trainer.exploitability)
    agent = trainer.current_agent()
    assert isinstance(agent, RLAgent)
    seen, masks = WHOLE_SEEN
    before = agent.action_probabilities_batch(seen, masks)
    again = pickle.loads(pickle.dumps(agent))
    straight = PPO(WHOLE, seed=1, **SMALL).run(4)
    trainer.run(2)
    assert np.array_equal(before, agent.action_probabilities_batch(seen, masks))  # training on does not change it
    assert np.array_equal(before, again.action_probabilities_batch(seen, masks))
    assert not np.array_equal(before, trainer.current_agent().action_probabilities_batch(seen, masks))
    PPO(WHOLE, seed=1, **SMALL).run(2, checkpoint=tmp_path)
    again = PPO(WHOLE, seed=1, **SMALL).run(4, checkpoint=tmp_path)
    for name, array in straight.state().items():
        assert np.array_equal(trainer.state()[name], array), name
        assert np.array_equal(again.state()[name], array), name


WHOLE_SEEN = (np.eye(5, len(WHOLE.observation_names), dtype=np.float32), np.ones((5, WHOLE.num_distinct_actions), np.int8))


@needs_torch
def test_a_network_on_a_device_learns_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of a GPU, gone on the processor: with copies in place of shared memory."""
    import torch

    plain = small("rnad", LEDUC).run(6)
    monkeypatch.setattr(torch, "from_numpy", torch.tensor)
    init = Network.__init__

    def made(network: Network, *arguments: Any) -> None:
        init(network, *arguments)
        network._copies = True

    monkeypatch.setattr(Network, "__init__", made)
    there = small("rnad", LEDUC).run(6)
    for name, array in plain.state().items():
        assert there.state()[name] == pytest.approx(array, abs=1e-4), name
    twin = copy.deepcopy(there)
    assert digest(twin.run(2)) == digest(there.run(2))
