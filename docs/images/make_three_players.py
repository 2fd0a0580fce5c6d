"""Draws docs/images/three_player_cycle.png: a game for three in which CFR goes round in circles.

    python docs/images/make_three_players.py

In Jordan's game (1993) each of three players shows heads or tails. The first wants to show what the second shows, the second
what the third shows, and the third what the first does not show. The only equilibrium is heads half of the time. Each player
has one decision, so CFR is regret matching.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt

ITERATIONS = 30_000
START = (0.9, 0.6, 0.3)
"""How often each player shows heads at first."""


def run(iterations: int, plus: bool) -> npt.NDArray[np.float64]:
    """float64 [iterations, 3]: how often each player has shown heads so far, under CFR or CFR+."""
    regrets, sums = np.zeros((3, 2)), np.zeros((3, 2))
    heads, averages = np.array(START), []
    for t in range(1, iterations + 1):
        faced = 2 * heads[[1, 2, 0]] - 1  # of the player that each one looks at
        values = np.stack([faced, -faced], axis=1) * [[1], [1], [-1]]
        strategy = np.stack([heads, 1 - heads], axis=1)
        regrets += values - (strategy * values).sum(axis=1, keepdims=True)
        sums += strategy * (t if plus else 1)
        averages.append(sums[:, 0] / sums.sum(axis=1))
        if plus:
            regrets = np.maximum(regrets, 0)
        shares = np.maximum(regrets, 0) + 1e-300  # half each where no regret is above zero
        heads = shares[:, 0] / shares.sum(axis=1)
    return np.array(averages)


def main() -> None:
    """Draw the picture."""
    figure, plots = plt.subplots(2, figsize=(7, 5), sharex=True, sharey=True, layout="constrained")
    for plot, plus, name in zip(plots, (False, True), ("CFR", "CFR+"), strict=True):
        for player, line in enumerate(run(ITERATIONS, plus).T):
            plot.plot(np.arange(1, ITERATIONS + 1), line, label=f"player {player + 1}")
        plot.axhline(0.5, color="grey", linewidth=0.8, linestyle="dashed")
        plot.set(xscale="log", ylim=(0, 1), title=name, ylabel="share of heads so far")
    plots[1].legend(ncols=3)
    plots[1].set_xlabel("iterations")
    figure.savefig(Path(__file__).with_name("three_player_cycle.png"), dpi=100)


if __name__ == "__main__":
    main()
