"""Draws docs/images/neural_mmd_leduc.png: NeuralMMD on Leduc before and after its settings changed, with and without sampling.

    python docs/images/make_neural_mmd.py

The left panel shows kept runs of the benchmark (docs/rl_benchmark). The right panel is worked out here: the same step in
tables with exact advantages, so that neither networks nor samples can be the cause of what it shows.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numba as nb
import numpy as np

from pokerzoo.agents.neural.average_table import AverageTable
from pokerzoo.agents.neural.networks import legal_actions, legal_mask
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation import RLBenchmark
from pokerzoo.evaluation.benchmark.bench_picture import draw_panel
from pokerzoo.evaluation.benchmark.results import LearningCurve
from pokerzoo.evaluation.pictures.figures import in_house_style, new_figure, png_bytes

DOCS = Path(__file__).resolve().parent.parent
KEPT, PICTURE = DOCS / "rl_benchmark", DOCS / "images" / "neural_mmd_leduc.png"
NAMES = ["before", "now"]
ITERATIONS = 4000
LOOKS = [int(k) for k in np.unique(np.geomspace(30, ITERATIONS, 22).astype(int))]


class Settings(NamedTuple):
    """The settings of NeuralMMD that decide how far strategies move; ``entropy`` in units of the largest payoff."""

    temperature: float
    step: float
    follow: float
    halving: float
    entropy: float


TABLES = {
    "before": Settings(temperature=0.1, step=5.0, follow=0.05, halving=100.0, entropy=0.0),
    # 0.09 times the standard error of its batches there, the root of 468 infosets over some 37,000 decisions.
    "now": Settings(temperature=0.15, step=3.0, follow=0.1, halving=200.0, entropy=0.01),
}


@nb.njit
def exact_advantages(table: Any, legal: Any, strategy: Floats, unit: float) -> Floats:
    """float64 [players, rows, actions] in a game of two: what actions bring beyond the infoset's value, others' reach alone."""
    nodes = table.nodes
    reach = np.ones((2, len(nodes)))  # of all but the player
    for node in range(len(nodes)):
        mover = nodes[node, MOVER]
        for k in range(nodes[node, KIDS] if mover != TERMINAL else 0):
            child = nodes[node, CHILD] + k
            share = (
                table.chance[child]
                if mover == CHANCE
                else strategy[mover, table.point[node], legal[mover, table.point[node], k]]
            )
            for player in range(2):
                reach[player, child] = reach[player, node] * (1.0 if player == mover else share)
    worth = np.zeros((2, len(nodes)))
    sums, total = np.zeros(strategy.shape), np.zeros(strategy.shape[:2])
    for node in range(len(nodes) - 1, -1, -1):
        mover, row = nodes[node, MOVER], table.point[node]
        if mover == TERMINAL:
            worth[:, node] = unit * table.utility[:, nodes[node, ROW]]
            continue
        for k in range(nodes[node, KIDS]):
            child = nodes[node, CHILD] + k
            share = table.chance[child] if mover == CHANCE else strategy[mover, row, legal[mover, row, k]]
            worth[:, node] += share * worth[:, child]
            if mover != CHANCE:
                sums[mover, row, legal[mover, row, k]] += reach[mover, node] * worth[mover, child]
        if mover != CHANCE:
            total[mover, row] += reach[mover, node]
    for player in range(2):
        for row in range(total.shape[1]):
            sums[player, row] /= max(total[player, row], 1e-300)
            sums[player, row] -= (strategy[player, row] * sums[player, row]).sum()
    return sums


def normalised(logarithms: Floats, legal: Any) -> Floats:
    """Logarithms of probabilities, 0 where not legal."""
    most = np.where(legal, logarithms, -np.inf).max(axis=2, keepdims=True)
    total = np.where(legal, np.exp(logarithms - most), 0.0).sum(axis=2, keepdims=True)
    return np.where(legal, logarithms - most - np.log(total), 0.0)


def in_tables(settings: Settings) -> list[float]:
    """Exploitability of the average strategy on Leduc after ``LOOKS`` iterations with exact advantages."""
    game = make_game("leduc")
    tree = game.tree()
    actions = legal_actions(tree)
    legal = legal_mask(actions, game.num_distinct_actions)
    average = AverageTable(tree.node_table, actions, game.num_distinct_actions)
    start = np.concatenate([[0], np.cumsum(tree.num_infosets)])
    evaluator, unit = game.evaluator(), 1.0 / max(abs(x) for x in game.utility_range)
    played = normalised(np.zeros(legal.shape), legal)
    magnet, found = played.copy(), []
    for k in range(1, ITERATIONS + 1):
        strategy = np.where(legal, np.exp(played), 0.0)
        average.add(strategy, float(k))
        left = settings.halving / (settings.halving + k - 1)
        step, follow, entropy = settings.step * left, settings.follow * left, settings.entropy * left**0.5
        advantages = exact_advantages(tree.node_table, actions, strategy, unit)
        moved = played + step * settings.temperature * magnet + step * advantages
        magnet = normalised((1.0 - follow) * magnet + follow * played, legal)
        played = normalised(moved / (1.0 + step * (settings.temperature + entropy)), legal)
        if k in LOOKS:
            table = average.strategy()
            shares = [table[row.player, i - start[row.player], list(row.actions)] for i, row in enumerate(tree.infosets)]
            found.append(evaluator.measure(TabularPolicy(game, np.concatenate(shares)).probabilities).exploitability)
    return found


@in_house_style
def draw() -> Any:
    """Draw both panels."""
    runs = {"before": RLBenchmark(KEPT / "before"), "now": RLBenchmark(KEPT)}
    networks = []
    for name, kept in runs.items():
        (curve,) = (one for one in kept.curves("leduc", "seconds", "average") if one.learner == "neural_mmd")
        networks.append(replace(curve, learner=name))
    nothing = np.full(len(LOOKS), np.nan)
    tables = []
    for name in NAMES:
        mean = np.array(in_tables(TABLES[name]))
        tables.append(LearningCurve(name, np.array(LOOKS, dtype=np.float64), mean, nothing, nothing, 1))
    figure = new_figure(13.0, 4.8)
    for place, (curves, title, across) in enumerate(
        [
            (networks, "NeuralMMD: networks, sampled hands", "processor seconds"),
            (tables, "the same steps in tables, exact advantages", "iterations"),
        ]
    ):
        axes = figure.add_subplot(1, 2, place + 1)
        draw_panel(axes, curves, NAMES)
        axes.set_title(title)
        axes.set_xlabel(across)
        if not place:
            axes.set_ylabel("exploitability of the average, chips a hand")
    for curves, what in ((networks, "networks"), (tables, "tables")):
        for one in curves:
            print(what, one.learner, *(f"{x:.4g}: {y:.4f}" for x, y in zip(one.x, one.mean, strict=True)), file=sys.stderr)
    return figure


if __name__ == "__main__":
    PICTURE.write_bytes(png_bytes(draw(), dpi=110))
