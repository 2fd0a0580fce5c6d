"""
A strategy as heat maps
=======================

The bet/raise game deals each player one card of ten.
Each panel is one public situation. Rows are cards, columns are actions, and the
colour is the probability.
"""

# %%
# The strategy bets with its best cards for value, and with its worst ones as a
# bluff.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation.pictures import strategy_picture

game = make_game("bet_raise")
policy = CFR(game, "cfr+").run(1000).average_policy()
figure = strategy_picture(policy)
figure
