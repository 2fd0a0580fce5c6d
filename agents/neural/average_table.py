"""The average of strategies over iterations, weighted by own reach, for strategies that stand in tables."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, NodeTable
from pokerzoo.envs.core import TERMINAL
from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .networks import ActionTables


class AverageTable:
    """Average strategy weighted by own reach (Zinkevich, Johanson, Bowling, Piccione 2007, equation 4)."""

    def __init__(self, table: NodeTable, legal: Int32s, actions: int) -> None:
        """Find out which own action leads to each infoset."""
        self._before, self._by = own_action_before(table, legal)
        depth = decision_depths(self._before)
        self._order = np.argsort(depth, axis=1, kind="stable")
        self.longest = int(depth.max()) + 1
        """The most decisions of a player in a hand."""
        self._legal = legal
        self.cumulative = np.zeros((*self._before.shape, actions))

    def add(self, strategy: Floats, weight: float) -> None:
        """Add a strategy, float64 [players, rows, actions]."""
        add_by_reach(self._before, self._by, self._order, strategy, weight, self.cumulative)

    def strategy(self) -> Floats:
        """The average, float64 [players, rows, actions]; uniform where no strategy ever goes."""
        legal = (self._legal[..., None] == np.arange(self.cumulative.shape[2])).any(axis=2)
        sums = np.where(self.cumulative.sum(axis=2, keepdims=True) > 0.0, self.cumulative, legal)
        total = sums.sum(axis=2, keepdims=True)
        return np.asarray(sums / np.where(total > 0.0, total, 1.0))


@kernel
def own_action_before(table: NodeTable, legal: Int32s) -> tuple[Int64s, Int64s]:
    """int64 [players, rows] each: the player's infoset before, and the action there; -1 and -1 where there was none."""
    nodes = table.nodes
    players, rows = legal.shape[0], legal.shape[1]
    last = np.full((players, nodes.shape[0]), -1, dtype=np.int64)
    by = np.full((players, nodes.shape[0]), -1, dtype=np.int64)
    before = np.full((players, rows), -1, dtype=np.int64)
    action = np.full((players, rows), -1, dtype=np.int64)
    for node in range(nodes.shape[0]):  # children come after their parents
        mover, row = nodes[node, MOVER], table.point[node]
        if mover == TERMINAL:
            continue
        if mover >= 0:  # the same at all nodes of an infoset: perfect recall
            before[mover, row], action[mover, row] = last[mover, node], by[mover, node]
        for k in range(nodes[node, KIDS]):
            child = nodes[node, CHILD] + k
            last[:, child], by[:, child] = last[:, node], by[:, node]
            if mover >= 0:
                last[mover, child], by[mover, child] = row, legal[mover, row, k]
    return before, action


@kernel
def decision_depths(before: Int64s) -> Int64s:
    """int64 [players, rows]: the number of own decisions before."""
    depth = np.zeros(before.shape, dtype=np.int64)
    for player in range(before.shape[0]):
        for row in range(before.shape[1]):
            above = before[player, row]
            while above >= 0:
                depth[player, row] += 1
                above = before[player, above]
    return depth


@kernel
def add_by_reach(
    before: Int64s, by: Int64s, order: Int64s, strategy: ActionTables, weight: float, cumulative: ActionTables
) -> None:
    """Add ``weight`` times own reach times the strategy; ``order`` lists each player's rows, those before first."""
    reach = np.zeros(before.shape)
    for player in range(before.shape[0]):
        for at in range(before.shape[1]):
            row = order[player, at]
            above = before[player, row]
            reach[player, row] = weight if above < 0 else reach[player, above] * strategy[player, above, by[player, row]]
            for action in range(cumulative.shape[2]):
                cumulative[player, row, action] += reach[player, row] * strategy[player, row, action]
