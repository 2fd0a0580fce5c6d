"""
One turn, all 48 rivers
=======================

A strategy depends on the board. A sweep solves the same situation on many boards.
Each bar is one river: how often the first player checks and bets there.
"""

# %%
# ``vary`` names what differs from spot to spot. Each river is solved until its
# exploitability is below 1% of the pot.

from tempfile import mkdtemp

from pokerzoo.evaluation import sweep

spots = {
    "board": "Td9d6h2c",
    "ranges": ["QQ+,TT,99,AdKd,KsQs,87s", "JJ-99,ATs,KTs,QTs,JTs,A9s,87s"],
    "pot": 40,
    "stack": 60,
    "bet_sizes": "33%,a",
    "vary": {"boards": "all-rivers"},
    "solve": {"until": "1%"},
}
rivers = sweep(spots, mkdtemp(), processes=1)
figure = rivers.aggregate("board", sort="frequency OOP check").picture()
figure
