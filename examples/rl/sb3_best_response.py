"""MaskablePPO of sb3-contrib against a frozen CFR strategy: an approximate best response, beside the exact one.

python examples/rl/sb3_best_response.py [--game leduc] [--steps N] [--seed S]
"""

import torch
from common import Curve, cross_table, make_game, options, say
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from pokerzoo.agents import CFR, RLAgent
from pokerzoo.envs import SingleAgentEnv
from pokerzoo.evaluation import best_response, expected_values

STEPS = {"kuhn": 40_000, "leduc": 300_000}
CFR_ITERATIONS = {"kuhn": 10, "leduc": 20}
"""Few, so that there is something left to win."""


def value_of(game, policy, target):
    """Mean that ``policy`` wins from ``target`` over both seats: it takes a seat at random, as in training."""
    return (expected_values(game, [policy, target])[0] + expected_values(game, [target, policy])[1]) / 2


class Measure(BaseCallback):
    """Puts the policy on the curve before each collection of experience."""

    def __init__(self, game, target, curve):
        super().__init__()
        self.game, self.target, self.curve = game, target, curve

    def measure(self):
        """Measure now."""
        drawn, greedy = (RLAgent.of(self.game, self.model, greedy=greedy).tabulate() for greedy in (False, True))
        values = {"value against CFR": value_of(self.game, drawn, self.target)}
        values["value of the likeliest actions"] = value_of(self.game, greedy, self.target)
        self.curve.add(self.num_timesteps, drawn, **values)

    def _on_rollout_start(self):
        self.measure()

    def _on_training_end(self):
        self.measure()

    def _on_step(self):
        return True


def main(argv=None):
    """Train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_sb3_best_response", STEPS, argv)
    torch.set_num_threads(1)
    game = make_game(args.game)
    target = CFR(game, "cfr").run(CFR_ITERATIONS[args.game]).average_policy()
    exact = sum(best_response(game, target, seat).value for seat in range(2)) / 2

    def env():
        # The agent's seat is drawn each hand. With the mask in the info the observation is the vector alone;
        # MaskablePPO asks the environment's action_masks().
        return SingleAgentEnv(game, target, mask_in="info")

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([env] * 16),
        n_steps=128,
        batch_size=512,
        n_epochs=5,
        learning_rate=lambda left: 1e-3 * left,
        gamma=1.0,  # a hand is one game: nothing is worth less for coming later
        ent_coef=0.01,
        seed=args.seed,
    )
    curve = Curve(game, f"MaskablePPO against {CFR_ITERATIONS[args.game]} iterations of CFR")
    model.learn(args.steps, callback=Measure(game, target, curve))
    curve.summary()
    learner = RLAgent.of(game, model).tabulate()
    greedy = RLAgent.of(game, model, greedy=True).tabulate()
    values = [value_of(game, policy, target) for policy in (learner, greedy)]
    learned = f"learner {values[0]:.6f}, its likeliest actions {values[1]:.6f}"
    say(f"value against CFR: {learned}, exact best response {exact:.6f} chips a hand")
    say("(A best response is made for one opponent, and may itself be easy to exploit.)")
    curve.save(args.picture, {"exact best response": exact})
    cross_table(game, learner, **{"its opponent": target})


if __name__ == "__main__":
    main()
