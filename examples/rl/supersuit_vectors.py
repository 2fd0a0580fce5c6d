"""SuperSuit on the parallel environment: all tables and players as one vectorised environment, for PPO of Stable-Baselines3.

In a simultaneous game every player acts at each step, so that each is a slot of the vector with its own observation and reward;
one network plays them all. Every action is always legal in these games: plain PPO will do.

python examples/rl/supersuit_vectors.py [--game rps] [--steps N] [--seed S]
"""

import supersuit
import torch
from common import Curve, cross_table, options
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import set_random_seed

from pokerzoo.agents import RLAgent
from pokerzoo.envs import GameParallelEnv, make_game

GAMES = {
    "bet_fold": {"num_players": 2, "num_cards": 11},
    "rps": {"payoffs": ((0.0, -1.0, 2.0), (1.0, 0.0, -1.0), (-2.0, 1.0, 0.0))},  # one win counts twice
}
STEPS = {"bet_fold": 60_000, "rps": 60_000}
ENTROPY = {"bet_fold": 0.05, "rps": 0.5}
"""Weight of the entropy, in chips: it damps the circles in which self-play otherwise chases itself."""
RATE = {"bet_fold": 3e-3, "rps": 1e-3}
TABLES = 32


class Measure(BaseCallback):
    """Puts the policy on the curve before each collection of experience."""

    def __init__(self, game, curve):
        super().__init__()
        self.game, self.curve = game, curve

    def measure(self):
        """Measure now."""
        self.curve.add(self.num_timesteps, RLAgent.of(self.game, self.model).tabulate())

    def _on_rollout_start(self):
        self.measure()

    def _on_training_end(self):
        self.measure()

    def _on_step(self):
        return True


def main(argv=None):
    """Train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_supersuit", STEPS, argv)
    torch.set_num_threads(1)
    game = make_game(args.game, **GAMES[args.game])
    # SuperSuit takes observations that are arrays, hence the mask in the info.
    vector = supersuit.pettingzoo_env_to_vec_env_v1(GameParallelEnv(game, mask_in="info"))
    vector = supersuit.concat_vec_envs_v1(vector, TABLES, num_cpus=1, base_class="stable_baselines3")
    # PPO(seed=...) asks for a method of the vector that SuperSuit 3.11 lacks; this is what it would have done.
    set_random_seed(args.seed)
    vector.venv.reset(seed=args.seed)
    model = PPO(
        "MlpPolicy",
        vector,
        n_steps=32,
        batch_size=1024,
        n_epochs=4,
        learning_rate=lambda left: RATE[args.game] * left,
        gamma=1.0,
        ent_coef=ENTROPY[args.game],
        normalize_advantage=False,
        device="cpu",
    )
    curve = Curve(game, "PPO against itself, by SuperSuit")
    model.learn(args.steps, callback=Measure(game, curve))
    curve.summary()
    curve.save(args.picture)
    cross_table(game, RLAgent.of(game, model).tabulate())


if __name__ == "__main__":
    main()
