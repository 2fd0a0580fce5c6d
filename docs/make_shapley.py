"""Draw regret matching in Shapley's game, whose average strategies go round in circles: docs/images/shapley.png.

Run ``python docs/make_shapley.py``. Shapley: Some Topics in Two-Person Games, 1964.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation.pictures.figures import COLOURS, DASHES, house_style, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIRST = np.eye(3)
"""Payoffs of the row player: 1 for the same number."""
SECOND = np.roll(np.eye(3), 1, axis=1)
"""Payoffs of the column player: 1 for the next number. So the two never win together, and in a third of cases neither wins."""
ROUNDS = 100_000
IMAGE = Path(__file__).with_name("images") / "shapley.png"


def played(plus: bool) -> tuple[Floats, Floats, Floats]:
    """Rounds that were looked at, the row player's average strategies there, and the sum of both gains (NashConv)."""
    looks = np.unique(np.geomspace(1, ROUNDS, 400).astype(int))
    regrets = np.zeros((2, 3))
    regrets[:, 0] = 1.0, 0.5  # a start off the equilibrium, which is all numbers alike
    sums, total = np.zeros((2, 3)), 0.0
    averages, gains = [], []
    for number in range(1, ROUNDS + 1):
        above = np.maximum(regrets, 0.0)
        size = above.sum(axis=1, keepdims=True)
        one, other = np.where(size > 0, above / np.where(size > 0, size, 1.0), 1 / 3)
        values = FIRST @ other, SECOND.T @ one
        regrets[0] += values[0] - one @ values[0]
        regrets[1] += values[1] - other @ values[1]
        weight = 1.0
        if plus:
            regrets = np.maximum(regrets, 0.0)
            weight = float(number)
        sums += weight * np.stack([one, other])
        total += weight
        if number in looks:
            mean, theirs = sums / total
            averages.append(mean)
            gains.append((FIRST @ theirs).max() + (SECOND.T @ mean).max() - mean @ (FIRST + SECOND) @ theirs)
    return looks, np.array(averages), np.array(gains)


def picture() -> Figure:
    """The row player's average strategy, and NashConv of both, by rounds."""
    with house_style("default"):
        figure = new_figure(9.6, 4.0)
        left, right = figure.subplots(1, 2)
        looks, averages, gains = played(plus=False)
        _, _, gains_plus = played(plus=True)
        names = ("one", "two", "three")
        for number, name in enumerate(names):
            left.plot(looks, averages[:, number], color=COLOURS[number], linestyle=DASHES[number], label=name)
        left.set(xscale="log", xlabel="rounds", ylabel="share in the average strategy", ylim=(0, 1))
        left.set_title("Regret matching: shares of three numbers", loc="left", fontsize=11)
        left.legend(loc="upper right", frameon=False)
        right.plot(looks, gains, color=COLOURS[0], linestyle=DASHES[0], label="regret matching")
        right.plot(looks, gains_plus, color=COLOURS[1], linestyle=DASHES[1], label="with the plus, weights by round")
        right.set(xscale="log", yscale="log", xlabel="rounds", ylabel="sum of both players' gains")
        right.set_title("Gains by best responses", loc="left", fontsize=11)
        right.legend(loc="lower left", frameon=False)
        return figure


if __name__ == "__main__":
    picture().savefig(IMAGE, dpi=120)
