"""
Equity and expected value of a range
====================================

Equity is the chance to win a showdown. Expected value (EV) also counts the bets
that follow.
The two grids show both for the range of the player who acts first on a river.
"""

# %%
# A ``SpotReport`` has the numbers of each hand at each node. ``at("")`` is the
# start.

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.colors import TwoSlopeNorm

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport

spot = make_game(
    "holdem",
    board="QsJh2h8d3c",
    ranges=(
        "22+,A2s+,KTs+,QTs+,JTs,T9s,ATo+,KQo",
        "22+,A2s+,K9s+,Q9s+,JTs,T9s,A9o+,KTo+,QJo",
    ),
    pot=100,
    stack=300,
    bet_sizes="33%,75%,a",
    raise_sizes="60%,a",
)
node = SpotReport(spot, CFR(spot).run(100).average_policy()).at("")

# %%
# Hands of a kind are put together, weighted by how likely each is. EV counts
# from here on: all the chips that the hand gets of the pot.


def by_kind(values):
    """Mean of each hand class, [13, 13]; NaN where there is none."""
    share = node.share[0]
    sums = np.bincount(node.hand_classes, share * np.nan_to_num(values), 169)
    weights = np.bincount(node.hand_classes, share, 169)
    with np.errstate(invalid="ignore"):  # 0 / 0: not in the range
        return (sums / weights).reshape(13, 13)


ranks = "AKQJT98765432"
panels = {
    "equity, % of the pot": 100 * by_kind(node.equity[0]),
    "EV, chips of a pot of 100": by_kind(node.ev[0]),
}
figure, grid = plt.subplots(1, 2, figsize=(13, 6.8), layout="constrained")
for axes, (title, values) in zip(grid, panels.items(), strict=True):
    most = max(100, np.nanmax(values))
    shades = axes.imshow(values, cmap="PuOr_r", norm=TwoSlopeNorm(50, 0, most))
    for row, column in np.ndindex(13, 13):
        high, low = sorted((row, column))
        suits = "" if row == column else "s" if column > row else "o"
        text, colour = ranks[high] + ranks[low] + suits, "0.7"
        if not np.isnan(values[row, column]):
            text += f"\n{values[row, column]:.0f}"
            dark = abs(shades.norm(values[row, column]) - 0.5) > 0.3
            colour = "white" if dark else "black"
        axes.text(
            column, row, text, ha="center", va="center", color=colour, fontsize=9
        )
    axes.set_title(title)
    axes.set_axis_off()
    figure.colorbar(shades, ax=axes, shrink=0.8, ticks=[0, 25, 50, 75, 100])
figure
