"""Tianshou 2 on the turn environment: two agents with a PPO of their own each.

Tianshou keeps one stream of steps for all agents, in which a player's reward stands at the step it was paid on. Its own PPO for
several agents reads it at the player's own steps only, so that it never hears of a hand that another's action ended.
``credit_own_turns`` moves each reward to the decision that it belongs to.

python examples/rl/tianshou_two_agents.py [--game leduc] [--steps N] [--seed S]
"""

import logging

import numpy as np
import torch
from common import Curve, cross_table, learned, make_game, options
from tianshou.algorithm import PPO
from tianshou.algorithm.algorithm_base import policy_within_training_step
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOnPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from torch import nn

from pokerzoo.agents import RLAgent, profile
from pokerzoo.envs import GameAECEnv

STEPS = {"kuhn": 30_000, "leduc": 120_000, "texas_holdem": 60_000}
TABLES, HANDS = 64, 512
"""Environments side by side, and hands for each update."""


def network(inputs, outputs):
    """A small perceptron."""
    return nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs))


class Actor(nn.Module):
    """Observations of ``PettingZooEnv`` to logits, with illegal actions out of reach."""

    def __init__(self, inputs, actions):
        super().__init__()
        self.net = network(inputs, actions)

    def forward(self, obs, state=None, info=None):
        """(logits, state)."""
        illegal = ~torch.as_tensor(obs.mask, dtype=torch.bool)
        return self.net(torch.as_tensor(obs.obs, dtype=torch.float32)).masked_fill(illegal, -1e9), state


class Critic(nn.Module):
    """Observations of ``PettingZooEnv`` to values."""

    def __init__(self, inputs):
        super().__init__()
        self.net = network(inputs, 1)

    def forward(self, obs):
        """Values [n, 1]."""
        return self.net(torch.as_tensor(obs.obs, dtype=torch.float32))


def credit_own_turns(batch, buffer, indices):
    """Give each decision what its player was paid until its next one, and end its hand at the last; in place.

    ``batch`` holds whole hands, one after the other.
    """
    players = batch.rew.shape[1]
    seats = np.array([int(name.rpartition("_")[2]) for name in batch.obs.agent_id])
    over = batch.terminated | batch.truncated
    owed, ended, following = np.zeros(players), np.ones(players, dtype=bool), np.zeros(players, dtype=int)
    for i in range(len(seats) - 1, -1, -1):
        if over[i]:
            owed[:], ended[:] = 0.0, True
        owed += batch.rew[i]
        seat = seats[i]
        batch.rew[i] = 0.0
        batch.rew[i, seat] = owed[seat]
        batch.terminated[i] = ended[seat]
        if not ended[seat]:
            batch.obs_next[i] = batch.obs[following[seat]]
        owed[seat], ended[seat], following[seat] = 0.0, False, i
    # The values of what follows a last decision are struck out by the buffer's flags.
    buffer.rew[indices] = batch.rew
    buffer.terminated[indices] = batch.terminated
    buffer.done[indices] = batch.terminated


class TwoAgents(MultiAgentOnPolicyAlgorithm):
    """Tianshou's frame for several on-policy learners, with rewards where they belong."""

    def _preprocess_batch(self, batch, buffer, indices):
        credit_own_turns(batch, buffer, indices)
        return super()._preprocess_batch(batch, buffer, indices)


def make_agent(game, env, rate, entropy):
    """A PPO for one seat."""
    inputs = len(game.observation_names)
    policy = DiscreteActorPolicy(actor=Actor(inputs, game.num_distinct_actions), action_space=env.action_space)
    return PPO(
        policy=policy,
        critic=Critic(inputs),
        optim=AdamOptimizerFactory(lr=rate),
        gamma=1.0,
        ent_coef=entropy,
        advantage_normalization=False,
    )


def both(game, algorithm):
    """The policies of the two agents as one table; of a whole hand the first one's, which plays both seats."""
    agents = [learned(game, RLAgent.of(game, algorithm.get_algorithm(f"player_{i}"))) for i in range(2)]
    return profile(game, agents) if game.exact_takes_seconds else agents[0]


def main(argv=None):
    """Train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_tianshou", STEPS, argv)
    torch.set_num_threads(1)
    logging.getLogger("tianshou").setLevel(logging.ERROR)  # it warns that rewards of several players have several columns
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)  # noqa: NPY002 - what Tianshou shuffles batches with
    game = make_game(args.game)
    envs = DummyVectorEnv([lambda: PettingZooEnv(GameAECEnv(game))] * TABLES)
    envs.seed(args.seed)
    first = PettingZooEnv(GameAECEnv(game))
    entropy = 0.2
    agents = [make_agent(game, first, 3e-3, entropy) for _ in range(2)]
    algorithm = TwoAgents(algorithms=agents, env=first)
    buffer = VectorReplayBuffer(TABLES * HANDS, TABLES)
    collector = Collector(algorithm, envs, buffer)
    curve = Curve(game, "two agents with Tianshou's PPO")
    collector.reset()
    done = 0
    curve.add(0, both(game, algorithm))
    while done < args.steps:
        left = 1.0 - done / args.steps
        for agent in agents:
            agent.ent_coef = entropy
            for group in agent.optim._optim.param_groups:
                group["lr"] = 3e-3 * left
        with policy_within_training_step(algorithm.policy):
            done += collector.collect(n_episode=HANDS).n_collected_steps
            algorithm.update(buffer, batch_size=256, repeat=4)
        collector.reset_buffer(keep_statistics=True)
        curve.add(done, both(game, algorithm))
    curve.summary()
    curve.save(args.picture)
    cross_table(game, both(game, algorithm))


if __name__ == "__main__":
    main()
