"""Draw games in which regret matching goes round in circles: docs/images/shapley.png and docs/images/three_player_cycle.png.

Run ``python docs/make_cycles.py``. Each player has one decision, so CFR is regret matching.

- Shapley ("Some Topics in Two-Person Games", 1964): two players choose one of three numbers. The first wants the same number
  as the other, the second the next one.
- Jordan (1993): each of three players shows heads or tails. The first wants to show what the second shows, the second what the
  third shows, and the third what the first does not show. The only equilibrium is heads half of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.envs.drawing.figures import DASHES, house_style, new_figure
from pokerzoo.envs.support.arrays import Floats, Int64s

if TYPE_CHECKING:
    from matplotlib.figure import Figure

IMAGES = Path(__file__).with_name("images")
POINTS = 400
"""Most rounds at which averages are measured."""
FIRST = np.eye(3)
"""Payoffs of Shapley's row player: 1 for the same number."""
SECOND = np.roll(np.eye(3), 1, axis=1)
"""Payoffs of the column player: 1 for the next number. So the two never win together, and in a third of cases neither wins."""
SHAPLEY_START = np.array([(1.0, 0.0, 0.0), (0.5, 0.0, 0.0)])
"""Regrets at first, off the equilibrium, which is all numbers alike."""
ROUNDS = 100_000
JORDAN_START = np.array([(0.9, 0.1), (0.6, 0.4), (0.3, 0.7)])
"""Regrets of each player at first, for heads and tails."""
JORDAN_ROUNDS = 30_000


def regret_matching(values_of: Callable[[Floats], Floats], regrets: Floats, rounds: int, plus: bool) -> tuple[Int64s, Floats]:
    """Measured rounds, and the average strategies there, float64 [points, players, actions].

    ``values_of`` has the values of all actions, [players, actions], against the strategies of a round, [players, actions].
    ``plus`` keeps regrets at zero or above and weights strategies by their round.
    """
    points = np.unique(np.geomspace(1, rounds, POINTS).astype(int))
    regrets, sums, total = regrets.copy(), np.zeros(regrets.shape), 0.0
    averages = []
    for number in range(1, rounds + 1):
        above = np.maximum(regrets, 0.0)
        size = above.sum(axis=1, keepdims=True)
        now = np.where(size > 0, above / np.where(size > 0, size, 1.0), 1 / regrets.shape[1])
        values = values_of(now)
        regrets += values - (now * values).sum(axis=1, keepdims=True)
        weight = 1.0
        if plus:
            regrets = np.maximum(regrets, 0.0)
            weight = float(number)
        sums += weight * now
        total += weight
        if number in points:
            averages.append(sums / total)
    return points, np.array(averages)


def shapley_values(strategies: Floats) -> Floats:
    """Values of Shapley's game."""
    row, column = strategies
    return np.stack([FIRST @ column, SECOND.T @ row])


def jordan_values(strategies: Floats) -> Floats:
    """Values of Jordan's game."""
    faced = 2 * strategies[[1, 2, 0], 0] - 1  # of the player that each one watches
    return np.stack([faced, -faced], axis=1) * [[1], [1], [-1]]


def played(plus: bool) -> tuple[Int64s, Floats, Floats]:
    """Shapley's game: measured rounds, the row player's averages there, and the sum of both gains (NashConv)."""
    points, averages = regret_matching(shapley_values, SHAPLEY_START, ROUNDS, plus)
    gains = [(FIRST @ theirs).max() + (SECOND.T @ mean).max() - mean @ (FIRST + SECOND) @ theirs for mean, theirs in averages]
    return points, averages[:, 0], np.array(gains)


def shapley_picture() -> Figure:
    """The row player's average strategy, and NashConv of both, by rounds."""
    with house_style("default"):
        figure = new_figure(9.6, 4.0)
        left, right = figure.subplots(1, 2)
        points, averages, gains = played(plus=False)
        _, _, gains_plus = played(plus=True)
        names = ("one", "two", "three")
        for number, name in enumerate(names):
            left.plot(points, averages[:, number], color=PALETTE[number], linestyle=DASHES[number], label=name)
        left.set(xscale="log", xlabel="rounds", ylabel="share in the average strategy", ylim=(0, 1))
        left.set_title("Regret matching: shares of three numbers", loc="left", fontsize=11)
        left.legend(loc="upper right", frameon=False)
        right.plot(points, gains, color=PALETTE[0], linestyle=DASHES[0], label="regret matching")
        right.plot(points, gains_plus, color=PALETTE[1], linestyle=DASHES[1], label="with the plus, weights by round")
        right.set(xscale="log", yscale="log", xlabel="rounds", ylabel="sum of both players' gains")
        right.set_title("Gains by best responses", loc="left", fontsize=11)
        right.legend(loc="lower left", frameon=False)
        return figure


def jordan_picture() -> Figure:
    """The share of heads of each player, under CFR and under CFR+, by iterations."""
    with house_style("default"):
        figure = new_figure(9.6, 4.0)
        plots = figure.subplots(1, 2, sharey=True)
        for plot, plus, name in zip(plots, (False, True), ("CFR", "CFR+"), strict=True):
            points, averages = regret_matching(jordan_values, JORDAN_START, JORDAN_ROUNDS, plus)
            for player in range(3):
                label = f"player {player + 1}"
                plot.plot(points, averages[:, player, 0], color=PALETTE[player], linestyle=DASHES[player], label=label)
            plot.axhline(0.5, color="grey", linewidth=0.8)
            plot.set(xscale="log", ylim=(0, 1), xlabel="iterations")
            plot.set_title(name, loc="left", fontsize=11)
        plots[0].set(ylabel="share of heads so far")
        plots[1].legend(loc="upper right", frameon=False)
        return figure


if __name__ == "__main__":
    shapley_picture().savefig(IMAGES / "shapley.png", dpi=120)
    jordan_picture().savefig(IMAGES / "three_player_cycle.png", dpi=120)
