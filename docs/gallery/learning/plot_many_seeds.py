"""
Many seeds in place of one run
==============================

A method that samples gives a different run for each seed. One run says little.
The line is the mean of eight runs, and the band is its 95% interval.
"""

# %%
# Monte Carlo CFR samples what it visits. We compare external sampling with
# outcome sampling on Kuhn poker.
# ``bench`` does the runs in processes of their own, and keeps each as a file in a
# folder.

from tempfile import mkdtemp

from pokerzoo.evaluation import bench
from pokerzoo.evaluation.pictures import experiment_picture

# %%
# Each process imports the script again, so a script starts them below ``if
# __name__ == "__main__":``. The left panel counts the histories that were visited.

if __name__ == "__main__":
    learners = ["mccfr_external", "mccfr_outcome"]
    runs = bench(
        ["kuhn"], learners, mkdtemp(), seeds=8, iterations=5000, processes=1
    )
    figure = experiment_picture(runs, title="Monte Carlo CFR on Kuhn poker")
