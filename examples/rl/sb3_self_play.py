"""MaskablePPO of sb3-contrib against itself: one network in both seats, each seat with transitions of its own.

PPO wants, of each decision, what the same player saw and was paid next. ``TurnWrapper`` returns just that; this recipe puts
it into MaskablePPO's buffer in place of what a Gymnasium environment would show.

python examples/rl/sb3_self_play.py [--game leduc] [--steps N] [--seed S]
"""

import numpy as np
import torch
from common import Curve, cross_table, learned, make_game, options
from sb3_contrib import MaskablePPO

from pokerzoo.agents import RLAgent
from pokerzoo.envs import GameAECEnv, SingleAgentEnv, TurnWrapper

STEPS = {"kuhn": 120_000, "leduc": 400_000, "texas_holdem": 200_000}
ENTROPY = {"kuhn": 0.2, "leduc": 0.2, "texas_holdem": 1.0}
"""Weight of the entropy, in chips: it damps the circles in which self-play otherwise chases itself."""


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO whose experience is whole hands played against itself.

    ``hands`` are played for each update, at 128 tables side by side, so that the network answers for all of them at once.
    """

    def __init__(self, game, hands, curve, **settings):
        # The environment is there for its spaces only: hands are played in collect_rollouts.
        super().__init__("MlpPolicy", SingleAgentEnv(game, mask_in="info"), **settings)
        self.game, self.hands, self.curve = game, hands, curve
        self.tables = [TurnWrapper(GameAECEnv(game)) for _ in range(128)]
        for number, table in enumerate(self.tables):
            table.env.reset(seed=settings["seed"] + number)

    def measure(self):
        """Put the present policy on the curve."""
        self.curve.add(self.num_timesteps, learned(self.game, RLAgent.of(self.game, self)))

    def collect_rollouts(self, env, callback, rollout_buffer, n_rollout_steps, use_masking=True):
        """Play whole hands, and put them into the buffer one player's hand after the other."""
        self.measure()
        self.policy.set_training_mode(False)
        callback.on_rollout_start()
        lives = self.play_hands()
        rollout_buffer.buffer_size = sum(map(len, lives))  # however many decisions these hands took
        rollout_buffer.reset()
        for life in lives:
            for number, step in enumerate(life):
                value, log_probability = step.note
                rollout_buffer.add(
                    step.observation[None],
                    np.array([[step.action]]),
                    np.array([step.reward], dtype=np.float32),
                    np.array([number == 0]),  # whether a hand begins here
                    value,
                    log_probability,
                    action_masks=step.action_mask[None],
                )
        rollout_buffer.compute_returns_and_advantage(torch.zeros(1), np.array([True]))  # the last hand is over too
        self.num_timesteps += rollout_buffer.buffer_size
        callback.update_locals(locals())
        callback.on_rollout_end()
        return callback.on_step()

    def play_hands(self):
        """``hands`` hands: for each of them and each player the list of its transitions."""
        finished, started, lives = [], 0, {}
        active = list(self.tables)
        for table in active:
            table.reset()
            started += 1
        while active:
            seen = torch.as_tensor(np.stack([table.observation for table in active]))
            masks = np.stack([table.action_mask for table in active])
            with torch.no_grad():
                actions, values, log_probabilities = self.policy(seen, action_masks=masks)
            for number, table in enumerate(active):
                note = values[number], log_probabilities[number]
                for step in table.step(int(actions[number]), note):
                    life = lives.setdefault((id(table), step.agent), [])
                    life.append(step)
                    if step.done:
                        finished.append(lives.pop((id(table), step.agent)))
                if table.agent is None and started < self.hands:
                    table.reset()
                    started += 1
            active = [table for table in active if table.agent is not None]
        return finished


def main(argv=None):
    """Train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_sb3_self_play", STEPS, argv)
    torch.set_num_threads(1)
    game = make_game(args.game)
    curve = Curve(game, "MaskablePPO against itself")
    model = SelfPlayPPO(
        game,
        curve=curve,
        hands=2048,
        ent_coef=ENTROPY[args.game],
        batch_size=1024,
        n_epochs=4,
        learning_rate=lambda left: 2e-3 * left,
        gamma=1.0,  # a hand is one game: nothing is worth less for coming later
        normalize_advantage=False,  # close to an equilibrium advantages are small, and should stay so
        seed=args.seed,
    )
    model.learn(args.steps)
    model.measure()
    curve.summary()
    curve.save(args.picture)
    cross_table(game, learned(game, RLAgent.of(game, model)))


if __name__ == "__main__":
    main()
