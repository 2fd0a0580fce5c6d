"""The first lesson: regret matching on rock-paper-scissors, in self-play and against a predictable opponent.

python examples/rock_paper_scissors.py
"""

from pokerzoo.agents import TextbookRegretMatching
from pokerzoo.envs import make_game
from pokerzoo.evaluation import exploitability

game = make_game("rps")


def show(title: str, strategy: list[float]) -> None:
    """Print a mixed strategy."""
    print(f"{title:<42}", "  ".join(f"{name} {p:.3f}" for name, p in zip(game.actions, strategy, strict=True)))


self_play = TextbookRegretMatching(game, seed=1).run(200_000)
show("self-play, average of 200,000 rounds", self_play.average_strategies()[0])
show("self-play, the last round alone", self_play.current_strategies()[0])
print(f"exploitability of the average: {exploitability(game, self_play.average_policy()):.4f} chips a round\n")

predictable = [0.4, 0.3, 0.3]
show("an opponent with too many rocks", predictable)
exploiter = TextbookRegretMatching(game, opponent=predictable, seed=1).run(100_000)
show("what regret matching learns against it", exploiter.average_strategies()[0])
