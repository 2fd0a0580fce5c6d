"""MaskablePPO of sb3-contrib against a baseline or the blueprint in whole hands of hold'em, measured by matches.

python examples/rl/sb3_whole_hands.py [--opponent loose] [--players 2] [--stacks 40] [--steps N] [--hands N] [--seed S]
python examples/rl/sb3_whole_hands.py --opponent blueprint --stacks 200

The infosets of whole hands cannot be listed, so nothing here is exact: the learner plays duplicate matches before and after.
"""

import argparse
import time

import torch
from common import at_least
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from pokerzoo.agents import RLAgent
from pokerzoo.envs import SingleAgentEnv, make_game
from pokerzoo.evaluation import head_to_head


def measured(game, learner, opponent, hands, seed):
    """(mbb a hand of the learner, half of its 95% interval) against the opponent in all other seats."""
    result = head_to_head(game, [learner] + [opponent] * (game.num_players - 1), hands, seed, aivat=True)
    return result.mbb_per_hand[0], 500 * result.interval[0].width / game.stakes.big_blind


def main(argv=None):
    """Train, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponent", default="loose", metavar="NAME", help="who sits in all other seats (loose)")
    parser.add_argument("--players", type=at_least(2), default=2, metavar="N", help="at the table (2)")
    parser.add_argument("--stacks", type=at_least(4), default=40, metavar="N", help="chips, with blinds of 1 and 2 (40)")
    parser.add_argument("--steps", type=at_least(1), default=100_000, metavar="N", help="decisions to train for (100,000)")
    parser.add_argument("--hands", type=at_least(1), default=2_000, metavar="N", help="of each match (2,000)")
    parser.add_argument("--seed", type=at_least(0), default=1, metavar="N", help="of the network and of the cards (1)")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    # In big blinds, so that rewards are of a size that networks like.
    game = make_game("texas_holdem", num_players=args.players, stack=args.stacks, rewards="blinds")

    def env():
        return SingleAgentEnv(game, args.opponent, mask_in="info")

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
    # Each is a snapshot of the model.
    results = [measured(game, RLAgent.of(game, model), args.opponent, args.hands, args.seed)]
    start = time.perf_counter()
    model.learn(args.steps)
    seconds = time.perf_counter() - start
    results.append(measured(game, RLAgent.of(game, model), args.opponent, args.hands, args.seed))
    for when, (mean, half) in zip(("before", "after"), results, strict=True):
        print(f"learner against {args.opponent} {when} training: {mean:+.0f} ± {half:.0f} thousandths of a big blind a hand")
    print(f"{args.steps:,} decisions in {seconds:.0f} s")


if __name__ == "__main__":
    main()
