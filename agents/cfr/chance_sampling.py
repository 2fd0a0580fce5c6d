"""CFR with sampled chance, as tutorials do it: one deal an iteration, all of both players' choices below it.

Chance-sampled CFR (Lanctot, Waugh, Zinkevich, Bowling: Monte Carlo sampling for regret minimization in extensive games,
2009). Walks the flat tree's nodes below the sampled chance outcomes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba as nb
import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.tree import Tree
from pokerzoo.envs.core import CHANCE, TERMINAL


class Nodes(NamedTuple):
    """The flat tree as the kernel reads it; see ``Tree``. ``point`` counts within the node's player."""

    player: npt.NDArray[np.int32]
    point: npt.NDArray[np.int32]
    first_child: npt.NDArray[np.int32]
    num_children: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]
    probability: npt.NDArray[np.float64]
    utility: npt.NDArray[np.float64]


def sampling_nodes(tree: Tree) -> Nodes:
    """The arrays of ``tree`` that the kernel needs; utility is [players, nodes]."""
    utility = np.zeros((len(tree.treeplexes), tree.num_nodes))
    utility[:, tree.terminal_node] = tree.terminal_utility
    start = np.array([tree.infosets.of_player(player).start for player in range(len(tree.treeplexes))])
    point = np.where(tree.node_infoset >= 0, tree.node_infoset - start[np.maximum(tree.node_player, 0)], -1)
    return Nodes(
        tree.node_player,
        point.astype(np.int32),
        tree.first_child,
        tree.num_children,
        tree.children,
        tree.child_probability,
        utility,
    )


@nb.njit(cache=True, error_model="numpy")
def match_regrets(regret: Any, first: int, count: int, strategy: Any) -> None:
    """Write the strategy of one decision point: shares of positive regret, equal where there is none."""
    total = 0.0
    for row in range(first, first + count):
        total += max(regret[row], 0.0)
    for row in range(first, first + count):
        strategy[row] = max(regret[row], 0.0) / total if total > 0.0 else 1.0 / count


@nb.njit(cache=True, nogil=True)
def sampled_iterations(
    nodes: Any,
    plexes: Any,
    alternating: bool,
    factors: Any,
    strategies: Any,
    regrets: Any,
    averages: Any,
    value_sums: Any,
    iteration: Any,
    rng: Any,
) -> None:
    """As many iterations as ``factors`` has rows; alternating ones draw a new deal for each player's update."""
    players = len(plexes)
    size = nodes.player.shape[0]
    order = np.empty(size, np.int64)  # visited nodes, parents before children
    below = np.empty(size, np.int64)  # where a visited node's children start in that order
    reach = np.empty((size, players))
    value = np.empty((size, players))
    seen = np.zeros((players, max([plex.first.shape[0] for plex in plexes])), np.int64)
    stamp = 0
    for t in range(factors.shape[0]):
        positive, negative, discount = factors[t, 0], factors[t, 1], factors[t, 2]
        if discount != 1.0:
            for player in range(players):
                averages[player][:] *= discount
        for turn in range(players if alternating else 1):
            stamp += 1
            order[0] = 0
            reach[0] = 1.0
            count = 1
            at = 0
            while at < count:
                node = order[at]
                player, kids = nodes.player[node], nodes.num_children[node]
                child = nodes.first_child[node]
                below[at] = count
                if player == CHANCE:
                    draw = rng.random()
                    k = 0
                    while k < kids - 1 and draw >= nodes.probability[child + k]:
                        draw -= nodes.probability[child + k]
                        k += 1
                    order[count] = nodes.children[child + k]
                    reach[count] = reach[at]
                    count += 1
                elif player != TERMINAL:
                    first = plexes[player].first[nodes.point[node]]
                    if seen[player, nodes.point[node]] != stamp:
                        match_regrets(regrets[player], first, kids, strategies[player])
                        if not alternating or player == turn:
                            for k in range(kids):
                                averages[player][first + k] += reach[at, player] * strategies[player][first + k]
                        seen[player, nodes.point[node]] = stamp
                    for k in range(kids):
                        order[count] = nodes.children[child + k]
                        reach[count] = reach[at]
                        reach[count, player] *= strategies[player][first + k]
                        count += 1
                at += 1
            for at in range(count - 1, -1, -1):
                node = order[at]
                player, kids = nodes.player[node], nodes.num_children[node]
                if player == TERMINAL:
                    value[at] = nodes.utility[:, node]
                    continue
                if player == CHANCE:
                    value[at] = value[below[at]]
                    continue
                first = plexes[player].first[nodes.point[node]]
                value[at] = 0.0
                for k in range(kids):
                    value[at] += strategies[player][first + k] * value[below[at] + k]
                if alternating and player != turn:
                    continue
                others = 1.0
                for other in range(players):
                    if other != player:
                        others *= reach[at, other]
                for k in range(kids):
                    regrets[player][first + k] += others * (value[below[at] + k, player] - value[at, player])
            for player in range(players):
                if not alternating or player == turn:
                    value_sums[player] += value[0, player]
                if (alternating and player != turn) or (positive == 1.0 and negative == 1.0):
                    continue
                regret = regrets[player]
                for row in range(regret.shape[0]):
                    regret[row] *= positive if regret[row] > 0.0 else negative
        iteration[0] += 1
