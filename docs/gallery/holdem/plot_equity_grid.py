"""
Equity before the flop
======================

How often does each of the 169 hand classes win against a range if both are all-in
before the flop?
The numbers are exact, over all boards.
"""

# %%
# Blue hands win more than half of the pot, red ones less.

from pokerzoo.evaluation.pictures import equity_picture

figure = equity_picture("77+,AT+,KQ")
figure
