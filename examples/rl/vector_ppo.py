"""PPO with masks in one file, as CleanRL writes it, on Gymnasium's vector environment: a best response to a frozen strategy.

Hundreds of hands are stepped at once by compiled code, with the opponent inside; the rest is torch. Beside it, the exact best
response says what there is to win.

python examples/rl/vector_ppo.py [--game leduc] [--steps N] [--seed S]
"""

import gymnasium
import numpy as np
import torch
from common import Curve, cross_table, make_game, options, say
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import nn
from torch.distributions import Categorical

from pokerzoo.agents import CFR
from pokerzoo.envs.registry import camel_case
from pokerzoo.evaluation import best_response, expected_values

STEPS = {"kuhn": 100_000, "leduc": 1_000_000}
CFR_ITERATIONS = {"kuhn": 10, "leduc": 20}
"""Of the opponent: few, so that there is something left to win."""
ENVS, LENGTH = 256, 16
"""Hands side by side, and decisions in each of them between updates."""
EPOCHS, MINIBATCHES = 4, 4
RATE, CLIP, ENTROPY, VALUE_LOSS, GAE = 2e-3, 0.2, 0.01, 0.5, 0.95
POINTS = 20
"""Points on the curve."""


class Agent(nn.Module):
    """An actor and a critic."""

    def __init__(self, inputs, actions):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, actions))
        self.critic = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))

    def distribution(self, seen, masks):
        """The distribution over legal actions."""
        return Categorical(logits=self.actor(seen).masked_fill(~masks, -1e9))

    def value(self, seen):
        """Rewards still to come, [n]."""
        return self.critic(seen).squeeze(-1)


def value_of(game, policy, target):
    """Mean that ``policy`` wins from ``target`` over both seats: the environment deals the seat anew each hand."""
    return (expected_values(game, [policy, target])[0] + expected_values(game, [target, policy])[1]) / 2


def advantages(rewards, values, over, last):
    """Generalised advantage estimates [length, envs]; ``over`` says where a hand ended with the step, gamma is 1."""
    result, ahead, following = torch.zeros_like(rewards), torch.zeros_like(last), last
    for step in reversed(range(len(rewards))):
        goes_on = 1.0 - over[step]
        ahead = rewards[step] + goes_on * following - values[step] + GAE * goes_on * ahead
        result[step], following = ahead, values[step]
    return result


def main(argv=None):
    """Train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_vector_ppo", STEPS, argv)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    game = make_game(args.game)
    target = CFR(game, "cfr").run(CFR_ITERATIONS[args.game]).average_policy()
    exact = sum(best_response(game, target, seat).value for seat in range(2)) / 2

    # What ends a hand deals the next in the same step, so that each step is a decision.
    envs = gymnasium.make_vec(
        f"pokerzoo/{camel_case(args.game)}-v0", num_envs=ENVS, opponent=target, mask_in="info", autoreset_mode="SameStep"
    )
    envs = RecordEpisodeStatistics(envs, buffer_length=10_000)
    inputs, actions = envs.single_observation_space.shape[0], envs.single_action_space.n
    agent = Agent(inputs, actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)

    seen = torch.zeros(LENGTH, ENVS, inputs)
    masks = torch.zeros(LENGTH, ENVS, actions, dtype=torch.bool)
    chosen = torch.zeros(LENGTH, ENVS, dtype=torch.int64)
    chances, rewards, over, values = (torch.zeros(LENGTH, ENVS) for _ in range(4))

    curve = Curve(game, f"PPO on make_vec against {CFR_ITERATIONS[args.game]} iterations of CFR")

    def measure_at(steps):
        curve.add(steps, agent, **{"value against CFR": value_of(game, agent, target)})

    updates = max(1, args.steps // (ENVS * LENGTH))
    observation, info = envs.reset(seed=args.seed)
    for update in range(updates):
        if update % max(1, updates // POINTS) == 0:
            measure_at(update * ENVS * LENGTH)
        optimizer.param_groups[0]["lr"] = RATE * (1.0 - update / updates)
        for step in range(LENGTH):
            seen[step] = torch.from_numpy(observation)
            masks[step] = torch.from_numpy(info["action_mask"] == 1)
            with torch.no_grad():
                distribution = agent.distribution(seen[step], masks[step])
                chosen[step] = distribution.sample()
                chances[step] = distribution.log_prob(chosen[step])
                values[step] = agent.value(seen[step])
            observation, reward, terminated, _, info = envs.step(chosen[step].numpy())
            rewards[step] = torch.from_numpy(reward.astype(np.float32))
            over[step] = torch.from_numpy(terminated.astype(np.float32))
        with torch.no_grad():
            gained = advantages(rewards, values, over, agent.value(torch.from_numpy(observation)))
        returns = gained + values
        flat = [rows.flatten(0, 1) for rows in (seen, masks, chosen, chances, gained, returns)]
        for _ in range(EPOCHS):
            for piece in torch.randperm(ENVS * LENGTH).chunk(MINIBATCHES):
                s, m, a, before, gain, wanted = (rows[piece] for rows in flat)
                distribution = agent.distribution(s, m)
                ratio = (distribution.log_prob(a) - before).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1.0 - CLIP, 1.0 + CLIP)).mean()
                value_loss = (agent.value(s) - wanted).square().mean()
                loss = policy_loss + VALUE_LOSS * value_loss - ENTROPY * distribution.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
    measure_at(updates * ENVS * LENGTH)
    curve.summary()
    say(f"won from CFR in the last {len(envs.return_queue):,} hands of training: {np.mean(envs.return_queue):.3f} chips a hand")
    say(f"value against CFR: learner {value_of(game, agent, target):.6f}, exact best response {exact:.6f} chips a hand")
    say("(A best response is made for one opponent, and may itself be easy to exploit.)")
    curve.save(args.picture, {"exact best response": exact})
    cross_table(game, agent, **{"its opponent": target})


if __name__ == "__main__":
    main()
