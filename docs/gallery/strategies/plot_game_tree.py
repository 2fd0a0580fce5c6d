"""
The tree of Kuhn poker with its strategy
========================================

A small game fits on one page as a tree.
At each decision the bars show what the player does with each card.
"""

# %%
# CFR+ solves the game within a fraction of a second.
# The percentage behind the name of an action is how often the hand takes this
# way, all cards together.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation.pictures import game_tree_picture

kuhn = make_game("kuhn")
policy = CFR(kuhn, "cfr+").run(1000).average_policy()
figure = game_tree_picture(policy)
figure
