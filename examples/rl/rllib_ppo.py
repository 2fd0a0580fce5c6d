"""RLlib on the turn environment: its PettingZoo wrapper, action masks, and PPO for both players with one network.

RLlib 2.60 pins gymnasium 1.2.2, so that it needs a virtual environment of its own (docs/howto/reinforcement_learning.md).

python examples/rl/rllib_ppo.py [--game leduc] [--steps N] [--seed S]
"""

import logging

import ray
import torch
from common import Curve, cross_table, make_game, options
from gymnasium.spaces import Dict
from pettingzoo.utils.wrappers import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from pokerzoo.agents import RLAgent
from pokerzoo.envs import GameAECEnv

STEPS = {"kuhn": 8_000, "leduc": 40_000}
BATCH = 2048


class Plural(BaseWrapper):
    """RLlib's masked network wants the vector under ``observations``, and the mask in float32."""

    def observation_space(self, agent):
        """The same spaces under RLlib's names."""
        space = self.env.observation_space(agent)
        mask = type(space["action_mask"])(0.0, 1.0, space["action_mask"].shape)
        return Dict({"observations": space["observation"], "action_mask": mask})

    def observe(self, agent):
        """The same observation under RLlib's names."""
        seen = self.env.observe(agent)
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype("float32")}


class Logits(torch.nn.Module):
    """RLlib's network as observations to logits, for ``RLAgent.of``."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, seen):
        """Logits [n, actions]; the mask is RLAgent's business."""
        mask = torch.ones(len(seen), int(self.module.action_space.n))
        return self.module.forward_inference({"obs": {"observations": seen, "action_mask": mask}})["action_dist_inputs"]


def main(argv=None):
    """Train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_rllib", STEPS, argv)
    torch.set_num_threads(1)
    game = make_game(args.game)
    ray.init(num_cpus=1, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    # RLlib tries a random action before it starts, mask or no mask, hence "passive".
    register_env("pokerzoo", lambda _: PettingZooEnv(Plural(GameAECEnv(game, illegal="passive"))))
    config = (
        PPOConfig()
        .environment("pokerzoo")
        .framework("torch")
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, episode, **rest: "both")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [64, 64], "fcnet_activation": "tanh", "head_fcnet_hiddens": []},
            )
        )
        .training(
            train_batch_size_per_learner=BATCH,
            minibatch_size=512,
            num_epochs=4,
            lr=[[0, 3e-3], [args.steps, 1e-5]],
            gamma=1.0,
            entropy_coeff=0.2,
            use_kl_loss=False,
        )
        .debugging(seed=args.seed, log_level="ERROR")
    )
    algorithm = config.build_algo()
    curve = Curve(game, "RLlib's PPO against itself")

    def tabulated():
        return RLAgent.of(game, Logits(algorithm.get_module("both"))).tabulate()

    curve.add(0, tabulated())
    done = 0
    while done < args.steps:
        algorithm.train()
        done += BATCH
        curve.add(done, tabulated())
    policy = tabulated()
    algorithm.stop()
    ray.shutdown()
    curve.summary()
    curve.save(args.picture)
    cross_table(game, policy)


if __name__ == "__main__":
    main()
