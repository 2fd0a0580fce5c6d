"""PPO in self-play where infosets need not be listed: whole hands of hold'em by matches, a river with all hands exactly.

Nothing of a learning library is used but torch: ``PPO`` plays thousands of hands side by side and learns from them. A
river with all hands has too many histories for a tree, and is measured exactly all the same. Of a whole hand the infosets
cannot be listed: the learner plays matches against baselines, and a local best response plays against it.

python examples/rl/ppo.py [--game river] [--steps N] [--seed S]
"""

import torch
from common import Curve, cross_table, learned, options, say
from common import make_game as common_game

from pokerzoo.agents import PPO
from pokerzoo.envs import make_game
from pokerzoo.evaluation import local_best_response

STEPS = {"texas_holdem": 1_500_000, "river": 45_000_000, "leduc": 10_000_000, "kuhn": 5_000_000}
RIVER = {"board": "QsJh2h8d3c", "ranges": ("random", "random"), "pot": 100, "stack": 300, "raise_sizes": "60%,a"}
SETTINGS = {
    # A gradient has a row for each decision here: fewer passes, smaller batches. Few hands are about all 20 big blinds.
    "texas_holdem": {"epochs": 2, "batch_size": 1024, "chips_per_unit": 2.0},
    "river": {"hands": 65_536, "batch_size": 2048, "entropy": 0.03, "halving": 200.0},
}
POINTS = 8
"""Points on the curve."""


def main(argv=None):
    """Train, measure, print and draw."""
    args = options(__doc__.splitlines()[0], "rl_ppo", STEPS, argv)
    torch.set_num_threads(1)
    game = make_game("holdem", **RIVER) if args.game == "river" else common_game(args.game)
    trainer = PPO(game, seed=args.seed, **SETTINGS.get(args.game, {}))
    trainer.compile()
    curve = Curve(game, "PPO against itself")
    for point in range(POINTS + 1):
        while trainer.decisions < args.steps * point / POINTS:
            trainer.run(1)
        curve.add(trainer.decisions, learned(game, trainer.average_agent()))
    curve.summary()
    parts = ", ".join(f"{part} {seconds:.1f} s" for part, seconds in trainer.spent.items())
    say(f"{trainer.decisions / sum(trainer.spent.values()):,.0f} decisions a processor second: {parts}")
    curve.save(args.picture)
    if args.game == "river":
        return  # whose cross table would take minutes
    cross_table(game, learned(game, trainer.average_agent()))
    if args.game == "texas_holdem":
        result = local_best_response(game, trainer.average_agent(), hands=200, seed=1)
        say(f"local best response: exploitable for {result.exploitability_bound:.2f} big blinds a hand or more, by 200 hands")


if __name__ == "__main__":
    main()
