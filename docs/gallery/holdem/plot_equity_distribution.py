"""
Who has the stronger range?
===========================

A range is ordered from its worst hand to its best. The curve shows the equity at
each point of this order.
Two ranges compare point by point: who has more strong hands, who has more weak
ones.
"""

# %%
# OOP (out of position) acts first, IP (in position) acts last. One card is still
# to come: equities are over all rivers.

import numpy as np
from matplotlib import pyplot as plt

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport

spot = make_game(
    "holdem",
    board="QsJh2h8d",
    ranges=(
        "99+,AQ,KQs,QJs,JTs,T9s,A5s,A4s,98s,KhTh",
        "JJ-66,ATs+,KTs+,QTs+,J9s+,T8s+,97s+,87s,76s,AJo,KQo",
    ),
    pot=100,
    stack=300,
)
node = SpotReport(spot, TabularPolicy.uniform(spot)).at("")
oop, ip = 100 * node.equity_distribution(101)
print("mean equity, %:", (100 * node.mean_equity).round(1))

# %%
figure, axes = plt.subplots(figsize=(7.5, 4.8), layout="constrained")
part = np.linspace(0, 100, 101)
for name, curve, colour in (("OOP", oop, "#0072B2"), ("IP", ip, "#D55E00")):
    axes.plot(part, curve, color=colour, linewidth=2)
    axes.text(60, curve[60] + 2, name, color=colour, fontsize=12)
axes.set_xlabel("part of the range, from its worst hand to its best, %")
axes.set_ylabel("equity, %")
axes.set_title("Equity of two ranges on Qs Jh 2h 8d")
axes.spines[["top", "right"]].set_visible(False)
axes.grid(color="0.87")
figure
