"""
Does the last strategy converge, or the average?
================================================

CFR's current strategy stays far from an equilibrium of Kuhn poker. Its average
strategy comes close.
Magnetic mirror descent (MMD, Sokota and others 2023) is made so that its current
strategy comes close, too.
"""

# %%
# ``current_policy`` is what a solver would play next. ``average_policy`` is the
# average over all iterations.
# We measure both after the same numbers of iterations.

from matplotlib import pyplot as plt

from pokerzoo.agents import CFR, MMD
from pokerzoo.envs import make_game
from pokerzoo.evaluation import exploitability

kuhn = make_game("kuhn")
iterations = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
curves = {}
for name, solver in {"CFR": CFR(kuhn, "cfr"), "MMD": MMD(kuhn)}.items():
    current, average = [], []
    for iteration in iterations:
        solver.run(iteration - solver.iteration)
        current.append(exploitability(kuhn, solver.current_policy()))
        average.append(exploitability(kuhn, solver.average_policy()))
    curves[f"{name}, current"], curves[f"{name}, average"] = current, average

# %%
# Full lines are current strategies, broken lines are averages.

figure, axes = plt.subplots(figsize=(7.5, 4.8), layout="constrained")
for name, values in curves.items():
    colour, style = (
        "#0072B2" if "CFR" in name else "#D55E00",
        "-" if "current" in name else "--",
    )
    axes.loglog(iterations, values, style, color=colour, linewidth=2)
    axes.annotate(
        name,
        (iterations[-1], values[-1]),
        (6, 0),
        textcoords="offset points",
        va="center",
        color=colour,
    )
axes.set(
    xlabel="iterations",
    ylabel="exploitability, chips a hand",
    title="Current and average strategies on Kuhn poker",
)
axes.spines[["top", "right"]].set_visible(False)
axes.grid(color="0.87")
figure
