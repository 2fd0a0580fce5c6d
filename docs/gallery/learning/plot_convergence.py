"""
How fast variants of CFR learn
==============================

Five variants of counterfactual regret minimization (CFR) learn Leduc poker.
The picture shows the exploitability of the average strategy after each number of
iterations.
Both axes are logarithmic, so a straight line is a power law.
"""

# %%
# Each variant is a name. ``metrics`` has the iteration, the seconds and the
# exploitability of a solver as a dictionary.
# We collect these dictionaries while the solver runs.

from pokerzoo.agents import CFR
from pokerzoo.agents.training import metrics
from pokerzoo.envs import make_game
from pokerzoo.evaluation.pictures import convergence_picture

game = make_game("leduc", suit_isomorphism=True)
variants = {
    "CFR": "cfr",
    "linear CFR": "lcfr",
    "CFR+": "cfr+",
    "discounted CFR": "dcfr",
    "predictive CFR+": "pcfr+",
}
runs = {}
for name, variant in variants.items():
    points = []
    solver = CFR(game, variant)
    for iteration in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000):
        solver.run(iteration - solver.iteration)
        points.append(metrics(solver))
    runs[name] = points

# %%
# The unit is chips a hand. Leduc's ante is one chip.
# CFR is proven to fall with one over the square root of the iterations (Zinkevich
# and others, 2007). The other variants are faster here.

figure = convergence_picture(runs, title="Five variants of CFR on Leduc poker")
figure
