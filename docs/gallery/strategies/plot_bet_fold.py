"""
From which card to bet
======================

In the bet/fold game all players look at one card of 101 and decide at the same
time: bet or fold.
The equilibrium has a threshold. Lower cards fold, higher cards bet.
"""

# %%
# Regret matching finds the threshold. We look at the average strategy after 10,
# 30 and 300 iterations.
# ``bet_fold_thresholds`` has the exact threshold of the equilibrium.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import bet_fold_thresholds
from pokerzoo.evaluation.pictures import bet_fold_picture

game = make_game("bet_fold", num_players=5, odds=3)
strategies = {}
solver = CFR(game, "dcfr")
for iterations in (10, 30, 300):
    solver.run(iterations - solver.iteration)
    strategies[f"{iterations} iterations"] = solver.average_policy()
figure = bet_fold_picture(
    strategies,
    thresholds=bet_fold_thresholds([5], [3])[5, 3],
    title="Bet/fold, five players, odds 3",
)
figure
