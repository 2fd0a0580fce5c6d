"""The n-player bet/fold game in three pictures.

    python examples/bet_fold.py [FOLDER]

Prints the article's thresholds beside the exact ones and writes to FOLDER (here, if none is given; needs matplotlib):

- bet_fold_strategies.png: how often each card bets, for several numbers of players: sampled runs beside the equilibrium;
- bet_fold_thresholds.png: the lowest card that bets by number of players, exact and as the article has it;
- bet_fold_convergence.png: what a deviation from the average strategy gains, by iteration, sampled and exact.
"""

import sys
from pathlib import Path

import numpy as np

from pokerzoo.agents import CFR, SymmetricRegretMatching
from pokerzoo.envs import make_game
from pokerzoo.evaluation import BET_FOLD_ARTICLE, bet_fold_gain, bet_fold_thresholds, threshold_strategy

ODDS = (2, 3, 4)
COLOURS = ("tab:blue", "tab:orange", "tab:green", "tab:red")
GAMES = 300_000


def print_table(exact):
    """The article's table beside the exact one, with what a best response gains from a player who believes the article."""
    print("lowest card that bets: exact / article (gain by a deviation from the article's, bb a game)")
    print("players" + "".join(f"   {f'odds {odds}':<24}" for odds in ODDS).rstrip())
    for players, article in BET_FOLD_ARTICLE.items():
        cells = []
        for odds, theirs in zip(ODDS, article, strict=True):
            game = make_game("bet_fold", num_players=players, odds=odds)
            gain = bet_fold_gain(game, threshold_strategy(theirs)).bb
            ours = exact[players, odds]
            note = "" if theirs in ours else f" ({gain:.6f})"
            text = " or ".join(map(str, ours)) + f" / {theirs}{note}"
            cells.append(f"   {text:<24}")
        print(f"{players:>7}" + "".join(cells).rstrip())
    right = sum(theirs in exact[n, odds] for n, row in BET_FOLD_ARTICLE.items() for odds, theirs in zip(ODDS, row, strict=True))
    print(f"{right} of {len(exact)} cells of the article are exact; the others are low.\n")


def draw_strategies(axes, exact):
    """Probability of a bet by card: dots for sampled runs, steps for the equilibrium."""
    cards = np.arange(101)
    for players, colour, size in zip((2, 3, 5, 8), COLOURS, (7.5, 6, 4.5, 3), strict=True):
        game = make_game("bet_fold", num_players=players, odds=3)
        bet = SymmetricRegretMatching(game, seed=1).run(GAMES).average_strategy()
        threshold = min(exact[players, 3])
        axes.plot([0, threshold - 0.5, threshold - 0.5, 100.5], [0, 0, 1, 1], "-", color=colour, linewidth=1.2)
        axes.plot(cards, bet, "o", color=colour, markersize=size, label=f"{players} players: {threshold} and higher")
    axes.set(xlim=(49.5, 100.5), ylim=(-0.03, 1.03), xlabel="card", ylabel="probability of a bet")
    axes.set_title(f"Odds 3. Dots: average of {GAMES:,} sampled games. Lines: equilibrium")
    axes.legend(loc="center right", title="equilibrium: bet with", framealpha=1)


def draw_thresholds(axes, exact):
    """Threshold by number of players for each odds: circles are exact, crosses the article's."""
    for i, (odds, colour) in reversed(list(enumerate(zip(ODDS, COLOURS[:3], strict=True)))):
        result = [(players, t) for players in BET_FOLD_ARTICLE for t in exact[players, odds]]
        axes.plot(*zip(*result, strict=True), "o", color=colour, markersize=7)
        middle = [np.mean(exact[players, odds]) for players in BET_FOLD_ARTICLE]
        axes.plot(list(BET_FOLD_ARTICLE), middle, "-", color=colour, linewidth=1.2, label=f"odds {odds}")
        axes.plot(list(BET_FOLD_ARTICLE), [row[i] for row in BET_FOLD_ARTICLE.values()], "x", color="black", markersize=6)
    axes.plot([], [], "o", color="gray", markersize=7, label="exact (two: a tie)")
    axes.plot([], [], "x", color="black", markersize=6, label="the article's")
    axes.set(xlabel="players", ylabel="lowest card that bets (of 0 to 100)", xticks=list(BET_FOLD_ARTICLE))
    axes.set_title("Equilibrium thresholds")
    axes.legend(loc="lower right")


def draw_convergence(axes):
    """Best-response gain of the average strategy by iteration, five players, odds 3."""
    game = make_game("bet_fold", num_players=5, odds=3)
    runs = [("sampled games (cfr)", SymmetricRegretMatching(game, seed=1), 10_000_000, "tab:gray")]
    for variant, colour in zip(("cfr", "cfr+", "dcfr"), COLOURS, strict=False):
        runs.append((f"exact values, {variant}", CFR(game, variant), 100_000, colour))
    for name, solver, last, colour in runs:
        iterations, gains = [], []
        for step in np.unique(np.geomspace(1, last, 80).astype(int)):
            solver.run(int(step) - solver.iteration)
            iterations.append(solver.iteration)
            gains.append(solver.exploitability)
        axes.loglog(iterations, gains, color=colour, linewidth=1.8, label=name)
        print(f"{name:>20}: {gains[-1]:.1e} bb a game after {last:,}")
    axes.set(xlabel="iteration (sampled: games)", ylabel="best-response gain, bb a game", ylim=(1e-15, 2))
    axes.set_title("Average strategy, five players, odds 3")
    axes.legend(loc="lower left")


def main(folder):
    """Print the table and write the pictures."""
    import matplotlib.pyplot as plt

    exact = bet_fold_thresholds()
    print_table(exact)
    pictures = {
        "bet_fold_strategies.png": lambda axes: draw_strategies(axes, exact),
        "bet_fold_thresholds.png": lambda axes: draw_thresholds(axes, exact),
        "bet_fold_convergence.png": draw_convergence,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in pictures.items():
        figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
        draw(axes)
        axes.grid(which="major", alpha=0.3)
        figure.savefig(folder / name, dpi=120)
        plt.close(figure)
        print(f"wrote {folder / name}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
