"""
Many seeds in place of one run
==============================

A method that samples gives a different run for each seed. One run says little.
The line is the median of eight runs, and the band goes from the best run to the
worst.
"""

# %%
# Monte Carlo CFR samples what it visits. We compare external sampling with
# outcome sampling on Kuhn poker.
# ``training_runs`` does the runs in processes of their own, and keeps each as a
# file in a folder.

from tempfile import mkdtemp

from pokerzoo.envs import make_game
from pokerzoo.evaluation import Training, runs_picture, training_runs

kuhn = make_game("kuhn")
trainings = [
    Training(kuhn, "MCCFR", options={"sampling": sampling})
    for sampling in ("external", "outcome")
]

# %%
# Processes read the file of a script anew. So a script starts them below ``if
# __name__ == "__main__":``.

if __name__ == "__main__":
    runs = training_runs(
        trainings, mkdtemp(), seeds=8, iterations=5000, processes=1
    )
    figure = runs_picture(runs, title="Monte Carlo CFR on Kuhn poker")
