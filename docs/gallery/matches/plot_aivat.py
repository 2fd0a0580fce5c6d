"""
The same match with less luck: AIVAT
====================================

AIVAT (Burch and others, 2018) takes the luck of the cards and of known players'
dice out of a match.
The estimate keeps the same mean, and its interval is far narrower.
"""

# %%
# Both estimates come from the same hands. ``match.chips`` is the result without
# AIVAT.
# The same seed deals the same cards, so a longer match continues where a shorter
# one ended.

from matplotlib import pyplot as plt

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import head_to_head

leduc = make_game("leduc")
strong, weak = (
    CFR(leduc, "cfr+").run(200).average_policy(),
    CFR(leduc, "cfr").run(10).average_policy(),
)
hands = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]
matches = [
    head_to_head(leduc, [strong, weak], hands=count, seed=3, aivat=True)
    for count in hands
]
results = {
    "chips that were won": [match.chips for match in matches],
    "AIVAT": matches,
}

# %%
figure, axes = plt.subplots(figsize=(7.5, 4.8), layout="constrained")
for (name, played), colour in zip(results.items(), ("C1", "C0"), strict=True):
    low = [result.interval[0].low for result in played]
    high = [result.interval[0].high for result in played]
    mean = [result.chips_per_hand[0] for result in played]
    axes.fill_between(hands, low, high, color=colour, alpha=0.25, linewidth=0)
    axes.plot(hands, mean, "o-", color=colour, markersize=4, label=name)
axes.axhline(
    matches[0].exact[0], color="black", linestyle="--", label="exact value"
)
axes.set_xscale("log")
axes.set(
    xlabel="hands",
    ylabel="chips a hand, with 95% intervals",
    title="What CFR+ wins from CFR on Leduc poker",
)
axes.legend(frameon=False)
axes.spines[["top", "right"]].set_visible(False)
figure
