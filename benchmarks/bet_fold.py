"""The bet/fold game: sampled regret matching beside the article's algorithm in plain Python, and exact solving of all 27 cells.

python benchmarks/bet_fold.py [--games 100000]
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median

from rich.console import Console

from pokerzoo.agents import CFR, SymmetricRegretMatching
from pokerzoo.envs import make_game
from pokerzoo.evaluation import bet_fold_gain


def article(games: int, players: int, odds: float, cards: int, seed: int) -> list[float]:
    """The article's algorithm, written plainly: deal, act, regret the other action, for each player; one common table."""
    rng = random.Random(seed)
    regrets = [[0.0, 0.0] for _ in range(cards)]
    sums = [[0.0, 0.0] for _ in range(cards)]

    def strategy(card: int) -> list[float]:
        positive = [max(r, 0.0) for r in regrets[card]]
        total = sum(positive)
        return [p / total for p in positive] if total > 0 else [0.5, 0.5]

    def payoff(dealt: list[int], actions: list[int], player: int) -> float:
        bettors = [p for p in range(players) if actions[p]]
        if not bettors:
            return 0.0
        if not actions[player]:
            return -1.0
        if max(bettors, key=lambda p: dealt[p]) == player:
            return odds * (len(bettors) - 1) + (players - len(bettors))
        return -odds

    for _ in range(games):
        dealt = rng.sample(range(cards), players)
        chosen = [strategy(card) for card in dealt]
        actions = [int(rng.random() < own[1]) for own in chosen]
        for player in range(players):
            won = payoff(dealt, actions, player)
            other = [*actions]
            other[player] = 1 - actions[player]
            regrets[dealt[player]][other[player]] += payoff(dealt, other, player) - won
            for action in range(2):
                sums[dealt[player]][action] += chosen[player][action]
    return [own[1] / sum(own) if sum(own) else 0.5 for own in sums]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    console = Console(width=120)
    game = make_game("bet_fold", num_players=5, odds=3.0)
    SymmetricRegretMatching(game, seed=0).run(1)
    plain, ours = [], []
    for seed in range(3):
        start = time.perf_counter()
        strategy = article(games, 5, 3.0, 101, seed)
        plain.append(time.perf_counter() - start)
        solver = SymmetricRegretMatching(game, seed=seed)
        start = time.perf_counter()
        solver.run(games)
        ours.append(time.perf_counter() - start)
    gains = [bet_fold_gain(game, s).bb for s in (strategy, solver.average_strategy())]
    console.print(f"5 players, odds 3, {games:,} games, medians of 3:")
    console.print(f"  plain Python  {median(plain):8.3f} s   best-response gain of the average {gains[0]:.5f} bb")
    console.print(f"  pokerzoo      {median(ours):8.4f} s   best-response gain of the average {gains[1]:.5f} bb")
    console.print(f"  {median(plain) / median(ours):.0f} times faster per game")
    CFR(game).run(1)
    start, worst, most = time.perf_counter(), 0.0, 0
    for players in range(2, 11):
        for odds in (2, 3, 4):
            game = make_game("bet_fold", num_players=players, odds=odds)
            exact = CFR(game)
            gain = 1.0
            while gain > 1e-9 and exact.iteration < 200_000:
                gain = exact.run(500).exploitability
            worst, most = max(worst, gain), max(most, exact.iteration)
    seconds = time.perf_counter() - start
    console.print(f"CFR, all 27 cells: {seconds:.2f} s, up to {most:,} updates")
    console.print(f"  best-response gain of the average strategies: at most {worst:.1e} bb")


if __name__ == "__main__":
    main()
