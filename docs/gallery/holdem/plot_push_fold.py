"""
All-in or fold before the flop
==============================

With ten big blinds the small blind goes all-in (pushes) or folds, and the big blind
calls or folds.
The two charts are the equilibrium of this game.
"""

# %%
# Cards are dealt exactly, and all-in hands are worth their exact equity.

from pokerzoo.evaluation.pictures import push_fold_picture
from pokerzoo.push_fold import push_fold_table, solve_push_fold

solution = solve_push_fold(push_fold_table([10, 10]))
print(f"largest gain: {solution.largest_gain_share:.1e} big blinds a hand")
figure = push_fold_picture(solution)
figure
