"""
What the next card changes
==========================

On the turn one card is still to come. The report shows for each of the 48 cards who
gains by it,
and how the first player continues: how often they check and how often they bet.
"""

# %%
# Rows are suits and columns are ranks. ``"xx"`` is the line check, check.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation.pictures import next_card_picture

turn = make_game(
    "holdem",
    board="QsJh2h8d",
    ranges=("QQ+,AKs,AQs,KQs,JTs,T9s,87s,A5s", "JJ-99,A5s,KTs,AJs,QTs,98s,76s"),
    pot=100,
    stack=300,
    bet_sizes="60%",
)
policy = CFR(turn).run(100).average_policy()
figure = next_card_picture(policy, "xx")
figure
