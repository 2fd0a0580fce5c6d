"""
All-in or fold before the flop
==============================

With ten big blinds the small blind goes all-in (pushes) or folds, and the big blind
calls or folds.
The two charts are the equilibrium of this game.
"""

# %%
# Cards are dealt exactly, and all-in hands are worth their exact equity.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import push_fold_picture

game = make_game("push_fold", stack=10)
solver = CFR(game, "dcfr").run(300)
print(f"exploitability: {solver.exploitability:.1e} big blinds a hand")
figure = push_fold_picture(solver.average_policy())
figure
