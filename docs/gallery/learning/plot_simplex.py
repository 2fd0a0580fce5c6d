"""
The current strategy circles, the average converges
===================================================

Two players learn rock, paper, scissors by regret matching. A win with rock pays
twice as much as another win.
The current strategy moves around the equilibrium and does not come to rest.
The average strategy goes to the equilibrium.
"""

# %%
# A mixed strategy over three actions is a point in a triangle. A corner plays one
# action always.
# On a game with one decision the first form of ``CFR`` is regret matching.
# We write down both strategies of the first player after each round.

import numpy as np
from matplotlib import pyplot as plt

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import solve_lp

game = make_game("rps", payoffs=[[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
solver = CFR(game, "cfr", alternating=False)
current, average = [], []
for _ in range(1000):
    solver.run(1)
    current.append(solver.current_policy().probabilities[:3])
    average.append(solver.average_policy().probabilities[:3])

equilibrium = solve_lp(game).policies[0].probabilities[:3]
print("equilibrium:     ", equilibrium.round(3))
print("average strategy:", average[-1].round(3))
print("current strategy:", current[-1].round(3))

# %%
# To draw the triangle we give each action a corner. A strategy is the weighted
# mean of the corners.
# The blue points are the current strategy. It runs along the border, from rock to
# paper to scissors and to rock again.

corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])
blue, red = "#0072B2", "#D55E00"
figure, axes = plt.subplots(figsize=(6.4, 5.8), layout="constrained")
axes.plot(*corners[[0, 1, 2, 0]].T, color="0.8", linewidth=1)
axes.plot(
    *(np.array(current) @ corners).T, "o", color=blue, alpha=0.2, clip_on=False
)
axes.plot(*(np.array(average) @ corners).T, color=red, linewidth=1.5)
axes.plot(*(equilibrium @ corners), "k*", markersize=15)
line = {"arrowstyle": "-"}
axes.annotate("equilibrium", equilibrium @ corners, (0.47, 0.5), arrowprops=line)
axes.text(0.25, 0.07, "average strategy", color=red, ha="center")
axes.text(0.22, 0.47, "current strategy", color=blue, ha="center", rotation=60)
axes.text(0.0, -0.03, "rock", ha="center", va="top", fontsize=12)
axes.text(1.0, -0.03, "paper", ha="center", va="top", fontsize=12)
axes.text(0.5, 0.9, "scissors", ha="center", va="bottom", fontsize=12)
axes.set_aspect("equal")
axes.set_axis_off()
axes.set_title("1,000 rounds of regret matching", pad=22)
figure
