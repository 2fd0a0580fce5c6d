"""
Regrets and strategies of single infosets
=========================================

A run can be watched at chosen infosets. An infoset is all that a player knows when
they act.
The rows are infosets. The columns are the regret of each action, the current
strategy, and the average strategy.
"""

# %%
# A ``Trajectory`` is a callback. It writes down the numbers of its infosets each
# time it is called.
# ``K|`` is a king at the start. ``Q|xb`` is a queen that checked and now has to
# answer a bet.

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation.pictures import Trajectory, trajectory_picture

kuhn = make_game("kuhn")
trajectory = Trajectory(["K|", "Q|xb"])
CFR(kuhn, "cfr").run(1000, callbacks=[trajectory], every=5)
figure = trajectory_picture(trajectory)
figure
