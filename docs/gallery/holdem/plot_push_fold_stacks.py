"""
Up to which stack to go all-in
==============================

The chart for push or fold depends on the stack. Here each cell has the highest
stack at which the hand is played.
"""

# %%
# One equilibrium is solved for each stack, in big blinds.

from pokerzoo.evaluation.pictures import push_fold_stacks_picture
from pokerzoo.preflop import push_fold_thresholds

charts = push_fold_thresholds([1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20])
figure = push_fold_stacks_picture(charts)
figure
