"""
Forty matches and their confidence intervals
============================================

A match gives an estimate and a 95% confidence interval. About one interval in
twenty misses the true value.
Here the true value is known, because the game is small enough to work it out.
"""

# %%
# Two strategies play Leduc poker: CFR after 10 iterations, and CFR+ after 200.
# Each match has 5,000 hands. Every deal is played twice with the seats exchanged,
# which takes much of the luck out.

import numpy as np
from matplotlib import pyplot as plt

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import head_to_head

leduc = make_game("leduc")
strong, weak = (
    CFR(leduc, "cfr+").run(200).average_policy(),
    CFR(leduc, "cfr").run(10).average_policy(),
)
matches = [
    head_to_head(leduc, [strong, weak], hands=5000, seed=seed) for seed in range(40)
]
exact = matches[0].exact[0]
missed = np.array(
    [
        not match.interval[0].low <= exact <= match.interval[0].high
        for match in matches
    ]
)
print(f"exact value: {exact:.3f} chips a hand")
print(f"intervals that miss it: {missed.sum()} of {len(matches)}")

# %%
figure, axes = plt.subplots(figsize=(8, 4.6), layout="constrained")
for number, match in enumerate(matches, start=1):
    colour = "#D55E00" if missed[number - 1] else "#0072B2"
    axes.plot(
        [number, number],
        [match.interval[0].low, match.interval[0].high],
        color=colour,
        linewidth=2.5,
        alpha=0.6,
    )
    axes.plot(number, match.chips_per_hand[0], "o", color=colour, markersize=4)
axes.axhline(exact, color="black", linewidth=1)
axes.text(
    1.01, exact, "exact value", transform=axes.get_yaxis_transform(), va="center"
)
axes.set(
    xlabel="match",
    ylabel="chips a hand",
    title="What CFR+ wins from CFR: 40 matches of 5,000 hands, 95% intervals",
)
axes.spines[["top", "right"]].set_visible(False)
figure
