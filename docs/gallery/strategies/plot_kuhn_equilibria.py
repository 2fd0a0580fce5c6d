"""
The whole family of equilibria of Kuhn poker
============================================

Kuhn poker has infinitely many equilibria. The first player chooses how often a jack
bets: any frequency from 0 to 1/3.
A king must then bet three times as often. A queen that checked must call a bet with
the jack's frequency plus 1/3.
"""

# %%
# Harold Kuhn published this family in 1950. We check it: each point of the
# picture is one strategy, measured by best responses.
# The second player's strategy is the one of the equilibrium throughout: a third
# of the jacks bluff, a third of the queens call.

import numpy as np
from matplotlib import pyplot as plt

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import exploitability

kuhn = make_game("kuhn")


def strategy(jack_bets, king_bets):
    """The policy as a table; the second action of an infoset is a bet or a call."""
    aggressive = {
        "J|": jack_bets, "Q|": 0, "K|": king_bets,
        "J|xb": 0, "Q|xb": jack_bets + 1 / 3, "K|xb": 1,
        "J|x": 1 / 3, "Q|x": 0, "K|x": 1,
        "J|b": 0, "Q|b": 1 / 3, "K|b": 1,
    }  # fmt: skip
    second = [aggressive[infoset.key] for infoset in kuhn.infosets]
    return TabularPolicy(
        kuhn, np.array([probability for p in second for probability in (1 - p, p)])
    )


jacks, kings = np.linspace(0, 1 / 3, 25), np.linspace(0, 1, 25)
lost = np.array(
    [
        [exploitability(kuhn, strategy(jack, king)) for jack in jacks]
        for king in kings
    ]
)
family = max(exploitability(kuhn, strategy(alpha, 3 * alpha)) for alpha in jacks)
print(f"the most exploitable strategy on the line: {family:.1e} chips a hand")

# %%
# Along the white line nothing can be won: these are the equilibria. Away from it
# the second player has something to win.

figure, axes = plt.subplots(figsize=(7, 5.2), layout="constrained")
shades = axes.pcolormesh(jacks, kings, lost, cmap="viridis", shading="gouraud")
axes.plot(jacks, 3 * jacks, color="white", linewidth=2.5)
axes.text(0.16, 0.55, "equilibria", color="white", fontsize=12, ha="right")
axes.set(
    xlabel="how often a jack bets",
    ylabel="how often a king bets",
    title="Kuhn poker: strategies of the first player",
)
figure.colorbar(shades, label="exploitability, chips a hand")
figure
