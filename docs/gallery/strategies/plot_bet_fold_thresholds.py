"""
Thresholds of the bet/fold game by number of players
====================================================

The more players there are, the better a card must be for a bet. The higher the
odds, the better, too.
All thresholds are exact.
"""

# %%
# Two thresholds for one game are a tie: one card does as well by a bet as by a
# fold.

from matplotlib import pyplot as plt

from pokerzoo.evaluation import bet_fold_thresholds

players, odds = range(2, 11), (2, 3, 4)
exact = bet_fold_thresholds(players, odds)
print("five players, odds 3:", exact[5, 3], " two players, odds 2:", exact[2, 2])

# %%
figure, axes = plt.subplots(figsize=(7.5, 4.8), layout="constrained")
for odd, colour, mark in zip(
    odds, ("#0072B2", "#D55E00", "#009E73"), "osD", strict=True
):
    axes.plot(
        players,
        [min(exact[n, odd]) for n in players],
        mark + "-",
        color=colour,
        linewidth=1.5,
    )
    for n in players:
        axes.plot([n] * len(exact[n, odd]), exact[n, odd], mark, color=colour)
    axes.annotate(
        f"odds {odd}",
        (10, min(exact[10, odd])),
        (9, 0),
        textcoords="offset points",
        va="center",
        color=colour,
    )
axes.set(
    xlabel="players",
    ylabel="lowest card that bets, of 0 to 100",
    title="Thresholds of the bet/fold game",
)
axes.spines[["top", "right"]].set_visible(False)
axes.grid(color="0.87")
figure
