"""
All-in or fold before the flop
==============================

With ten big blinds the small blind goes all-in (pushes) or folds, and the big blind
calls or folds.
The two charts are the equilibrium of this game.
"""

# %%
# Cards are dealt exactly, and all-in hands are worth their exact equity.

from pokerzoo.evaluation.pictures import preflop_picture
from pokerzoo.preflop import PushFoldSolver, push_fold_table

solver = PushFoldSolver(push_fold_table([10, 10])).run(1000, until="0.01 mbb")
print(f"largest gain: {solver.measure().gains.max():.1e} big blinds a hand")
figure = preflop_picture(solver.average_policy())
figure
