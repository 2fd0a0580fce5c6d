"""
What a range does on a river
============================

The grid has all 169 hand classes: pairs on the diagonal, suited hands
above it, offsuit hands below.
A cell is filled as far as the player can hold the hand, and coloured by what they
do with it.
"""

# %%
# A spot is a board, two ranges, the pot, the stacks and the bets that are allowed.
# OOP (out of position) is the player who acts first.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation.pictures import range_grid_picture

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
solver = CFR(spot).run(200)
print(f"exploitability: {solver.exploitability_percent:.2f}% of the pot")

# %%
figure = range_grid_picture(solver.average_policy())
figure
