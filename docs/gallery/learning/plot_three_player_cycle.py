"""
A game for three in which CFR goes round in circles
===================================================

In Jordan's game (1993) each of three players shows heads or tails.
The first wants to show what the second shows, the second what the third shows,
and the third what the first does not show.
The only equilibrium is heads half of the time.
The picture shows how often each player has shown heads so far.
"""

# %%
# With three players regret matching need not lead to an equilibrium.
# Each player has one decision, so CFR is regret matching here.
# ``average`` counts all iterations alike, as CFR does, or with ``plus`` later ones
# more, as CFR+ does.

import matplotlib.pyplot as plt
import numpy as np


def run(iterations, plus):
    """How often each player has shown heads after each iteration."""
    regrets, sums = np.zeros((3, 2)), np.zeros((3, 2))
    heads, averages = np.array([0.9, 0.6, 0.3]), []
    for t in range(1, iterations + 1):
        faced = 2 * heads[[1, 2, 0]] - 1  # of the player that each one looks at
        values = np.stack([faced, -faced], axis=1) * [[1], [1], [-1]]
        strategy = np.stack([heads, 1 - heads], axis=1)
        regrets += values - (strategy * values).sum(axis=1, keepdims=True)
        sums += strategy * (t if plus else 1)
        averages.append(sums[:, 0] / sums.sum(axis=1))
        if plus:
            regrets = np.maximum(regrets, 0)
        shares = np.maximum(regrets, 0) + 1e-300  # half each without regret
        heads = shares[:, 0] / shares.sum(axis=1)
    return np.array(averages)


# %%
# The average of CFR keeps going round, ever more slowly: the axis of iterations is
# logarithmic.
# In this game CFR+ does come to the equilibrium. That is no proof for other games.

same = {"sharex": True, "sharey": True}
figure, plots = plt.subplots(2, figsize=(7, 5), layout="constrained", **same)
for plot, plus, name in zip(plots, (False, True), ("CFR", "CFR+"), strict=True):
    for player, line in enumerate(run(30_000, plus).T):
        plot.plot(np.arange(1, 30_001), line, label=f"player {player + 1}")
    plot.axhline(0.5, color="grey", linewidth=0.8, linestyle="dashed")
    plot.set(xscale="log", ylim=(0, 1), title=name, ylabel="share of heads so far")
plots[1].legend(ncols=3)
plots[1].set_xlabel("iterations")
figure
