"""OpenSpiel's PPO (``open_spiel.python.pytorch.ppo``) in self-play, as a learner of the benchmark.

    pokerzoo bench --games leduc --learners benchmarks/learners/openspiel_ppo.py ...

Networks, losses, optimizer and update are OpenSpiel's class as it stands. That class is made for one agent in an environment,
so how hands of both players get into its buffers is this file's: ``num_envs`` tables of OpenSpiel's ``SyncVectorEnv`` are
played by the one network, which acts for whoever is to move, and a column of a buffer holds the decisions of one player in one
hand, one after the other, its return at the last of them, then those of another. So no value of one player is taken for the
next value of the other. A hand that does not fit goes on in the next batch, as one does in OpenSpiel's own loop; so do the few
decisions that one column has more than another.

Settings: ``settings="example"`` are those of OpenSpiel's ``ppo_example.py``. ``settings="paper"``, the default, are what
Rudolph, Lichtlé, Mohammadpour and others (Reevaluating policy gradient methods for imperfect-information games, 2026) publish
as the best of their search for phantom tic-tac-toe: the example's with an entropy coefficient of 0.05 for 0.01. Their networks
are larger (three layers of 512; here the class's own, two of 64), and their runs have 10 million decisions. Rewards of their
games lie between -1 and 1, so rewards are divided by the most that a player can win. ``anneal`` is the number of decisions
over which the learning rate falls to zero; it stays at its last value thereafter.

Needs open_spiel 2 and torch: ``pip install -r benchmarks/learners/openspiel.txt ".[sweeps]"``.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.evaluation import openspiel_game, openspiel_states

EXAMPLE: dict[str, Any] = {
    "learning_rate": 2.5e-4,
    "num_envs": 8,
    "steps_per_batch": 128,
    "num_minibatches": 4,
    "update_epochs": 4,
    "gamma": 0.99,
    "gae_lambda": 0.95,
    "clip_coef": 0.1,
    "entropy_coef": 0.01,
    "value_coef": 0.5,
    "max_grad_norm": 0.5,
}
PAPER: dict[str, Any] = EXAMPLE | {"entropy_coef": 0.05}
SETTINGS = {"example": EXAMPLE, "paper": PAPER}


class Decision(NamedTuple):
    """One decision in a buffer, with its reward."""

    observation: Any
    mask: Any
    action: int
    logprob: float
    value: float
    reward: float
    done: bool


class OpenSpielPPO:
    """See the module; a ``Learner`` of the benchmark, whose steps are updates."""

    def __init__(self, game: Game, seed: int | None, settings: str, anneal: int, options: dict[str, Any]) -> None:
        import torch
        from open_spiel.python import rl_environment, vector_env
        from open_spiel.python.pytorch import ppo

        torch.set_num_threads(1)
        torch.manual_seed(seed or 0)
        np.random.seed(seed)  # noqa: NPY002 - OpenSpiel shuffles minibatches with it
        self.game, self.decisions, self.anneal = game, 0, anneal
        self._torch, self._mask = torch, ppo.legal_actions_to_mask
        theirs = openspiel_game(game)
        self.agent = ppo.PPO(
            input_shape=tuple(theirs.information_state_tensor_shape()),
            num_actions=theirs.num_distinct_actions(),
            num_players=theirs.num_players(),
            agent_fn=ppo.PPOAgent,
            **SETTINGS[settings] | options,
        )
        tables, first = self.agent.num_envs, 1000 * (seed or 0)
        samplers = [rl_environment.ChanceEventSampler(seed=first + i) for i in range(tables)]
        self.tables = vector_env.SyncVectorEnv(
            [rl_environment.Environment(theirs, chance_event_sampler=sampler) for sampler in samplers]
        )
        self._steps = self.tables.reset()
        self._hands: list[list[list[Decision]]] = [[[] for _ in range(game.num_players)] for _ in range(tables)]
        self._columns: list[deque[Decision]] = [deque() for _ in range(tables)]
        self._scale = 1.0 / theirs.max_utility()
        states = openspiel_states(game)
        self._observations = torch.tensor(np.array([state.information_state_tensor() for state in states]), dtype=torch.float32)
        self._masks = self._mask([state.legal_actions() for state in states], theirs.num_distinct_actions())
        self._entries = np.nonzero(self._masks.numpy())
        self._nothing = np.zeros(theirs.information_state_tensor_size(), dtype=np.float32)

    def advance(self, steps: int) -> None:
        for _ in range(steps):
            while min(map(len, self._columns)) < self.agent.steps_per_batch:
                self._play()
            self._fill()
            # As in ppo_example.py; the class refuses a rate of zero.
            done, planned = self.agent.updates_done, max(1, self.anneal // self.agent.batch_size)
            self.agent.anneal_learning_rate(min(done, planned - 1), planned)
            self.agent.learn([_Next(column[0].observation if column else self._nothing) for column in self._columns])

    def _play(self) -> None:
        """A move at each table; a hand that has ended goes to the shortest columns."""
        torch, movers = self._torch, [step.observations["current_player"] for step in self._steps]
        seen = [step.observations["info_state"][mover] for step, mover in zip(self._steps, movers, strict=True)]
        rows = np.array(seen, dtype=np.float32)
        masks = self._mask(
            [step.observations["legal_actions"][mover] for step, mover in zip(self._steps, movers, strict=True)],
            self.agent.num_actions,
        )
        with torch.no_grad():
            actions, logprobs, _, values, _ = self.agent.get_action_and_value(torch.from_numpy(rows), legal_actions_mask=masks)
        legal = masks.numpy()
        told = zip(movers, actions.tolist(), logprobs.tolist(), values.flatten().tolist(), strict=True)
        for i, (mover, action, logprob, value) in enumerate(told):
            self._hands[i][mover].append(Decision(rows[i], legal[i], action, logprob, value, 0.0, False))
        self.decisions += len(movers)
        outputs = [_Move(action) for action in actions.tolist()]
        self._steps, rewards, ended, _ = self.tables.step(outputs, reset_if_done=True)
        for i in np.flatnonzero(ended):
            for player, decisions in enumerate(self._hands[i]):
                if decisions:
                    decisions[-1] = decisions[-1]._replace(reward=rewards[i][player] * self._scale, done=True)
                    min(self._columns, key=len).extend(decisions)
            self._hands[i] = [[] for _ in range(self.game.num_players)]

    def _fill(self) -> None:
        """As many decisions as a batch has, from the columns into the agent's buffers."""
        agent, torch = self.agent, self._torch
        rows = [[column.popleft() for _ in range(agent.steps_per_batch)] for column in self._columns]
        for i, row in enumerate(rows):
            agent.obs[:, i] = torch.from_numpy(np.array([one.observation for one in row]))
            agent.legal_actions_mask[:, i] = torch.from_numpy(np.array([one.mask for one in row]))
            for buffer, values in (
                (agent.actions, [one.action for one in row]),
                (agent.logprobs, [one.logprob for one in row]),
                (agent.values, [one.value for one in row]),
                (agent.rewards, [one.reward for one in row]),
                (agent.dones, [one.done for one in row]),
            ):
                buffer[:, i] = torch.tensor(values, dtype=torch.float32)
        agent.total_steps_done += agent.batch_size

    def current(self) -> TabularPolicy:
        """The network's policy; it is asked about all infosets at once."""
        with self._torch.no_grad():
            nothing = self._torch.zeros(len(self._observations))  # an action is given, so that none is drawn
            probabilities = self.agent.get_action_and_value(self._observations, self._masks, action=nothing)[-1]
        values = probabilities.numpy().astype(np.float64)
        values = values / np.where(self._masks.numpy(), values, 0.0).sum(axis=1, keepdims=True)
        return TabularPolicy(self.game, values[self._entries])

    def average(self) -> None:
        """It keeps none."""


class _Move(NamedTuple):
    """An action, as ``SyncVectorEnv`` takes one."""

    action: int


class _Next:
    """Step after a column's last decision, as ``PPO.learn`` asks for it; it does not count where that ended a hand."""

    def __init__(self, observation: Any) -> None:
        self.observations = {"info_state": [observation]}


def make(game: Game, seed: int | None, settings: str = "paper", anneal: int = 10_000_000, **options: Any) -> OpenSpielPPO:
    """The learner; ``options`` are those of OpenSpiel's ``PPO``."""
    if settings not in SETTINGS:
        raise ValueError(f"settings={settings!r}: allowed: {', '.join(SETTINGS)}")
    return OpenSpielPPO(game, seed, settings, anneal, options)
