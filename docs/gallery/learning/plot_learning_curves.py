"""
Learning curves of three reinforcement learners
===============================================

Three learners with neural networks play Leduc poker against themselves.
We measure how exploitable they are: exactly, by a best response on the whole game.
The bands are 95% intervals of the mean over seeds.
"""

# %%
# The runs were made by ``pokerzoo bench`` and are kept beside this program.

from pokerzoo.evaluation import Experiment
from pokerzoo.evaluation.pictures import experiment_picture

runs = Experiment("leduc.parquet")
print(runs)

# %%
# The left panel counts decisions, the right one processor seconds.

figure = experiment_picture(runs, learners=["deep_cfr", "rnad", "neural_mmd"])
figure
