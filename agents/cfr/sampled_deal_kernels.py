"""CFR with sampled chance, compiled: ``CFR(chance="sample")``, as tutorials do it.

This is chance-sampled CFR (Lanctot, Waugh, Zinkevich, Bowling: Monte Carlo sampling for regret minimization in extensive
games, 2009). An iteration draws one outcome at each chance node that it comes to, and goes through all choices of all
players below.

``MCCFR(game, sampling="chance")`` samples the same way, in ``mccfr_kernels``. What differs:

- This is ``CFR``: any of its variants, those that discount all regrets in each iteration included, and players who update
  together or take turns. With ``MCCFR`` they take turns, and only regrets that were visited change.
- Here all players' reaches and values come from one pass over the deal, and a strategy is added to the average once for each
  infoset of a deal. There a pass finds one player's values, and each history of an infoset adds to the average. The averages
  are different estimates of the same average strategy.
- Here regrets and averages are kept player by player as ``CFR`` has them. There all players' lie in one array, which external
  and outcome sampling, baselines and lazy averages share.
"""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.compiled.arrays import AllRows, Counter, Cumulative, Factors, PlayerValues, Strategy
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.kernels import kernel


@kernel(error_model="numpy")
def match_regrets(regret: Cumulative, first: int, count: int, strategy: Strategy) -> None:
    """Write the strategy of one decision point: shares of positive regret, equal where there is none."""
    total = 0.0
    for row in range(first, first + count):
        total += max(regret[row], 0.0)
    for row in range(first, first + count):
        strategy[row] = max(regret[row], 0.0) / total if total > 0.0 else 1.0 / count


@kernel(nogil=True)
def iterate_deals(
    table: NodeTable,
    alternating: bool,
    factors: Factors,
    strategies: AllRows,
    regrets: AllRows,
    averages: AllRows,
    value_sums: PlayerValues,
    iteration: Counter,
    rng: np.random.Generator,
) -> None:
    """As many iterations as ``factors`` has rows; alternating ones draw a new deal for each player's update."""
    nodes, chance, utility = table.nodes, table.chance, table.utility
    players = len(regrets)
    empty = np.empty(players, np.int64)  # each player's first row
    rows = 0
    for player in range(players):
        empty[player] = rows
        rows += regrets[player].shape[0]
    size = nodes.shape[0]
    order = np.empty(size, np.int64)  # visited nodes, parents before children
    below = np.empty(size, np.int64)  # where a visited node's children start in that order
    reach = np.empty((size, players))
    value = np.empty((size, players))
    seen = np.zeros(rows, np.int64)
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
                player, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], nodes[node, ROW]
                below[at] = count
                if player == CHANCE:
                    draw = rng.random()
                    k = 0
                    while k < kids - 1 and draw >= chance[child + k]:
                        draw -= chance[child + k]
                        k += 1
                    order[count] = child + k
                    for other in range(players):
                        reach[count, other] = reach[at, other]
                    count += 1
                elif player != TERMINAL:
                    first = row - empty[player]
                    if seen[row] != stamp:
                        match_regrets(regrets[player], first, kids, strategies[player])
                        if not alternating or player == turn:
                            for k in range(kids):
                                averages[player][first + k] += reach[at, player] * strategies[player][first + k]
                        seen[row] = stamp
                    for k in range(kids):
                        order[count] = child + k
                        for other in range(players):
                            reach[count, other] = reach[at, other]
                        reach[count, player] *= strategies[player][first + k]
                        count += 1
                at += 1
            for at in range(count - 1, -1, -1):
                node = order[at]
                player, kids, row = nodes[node, MOVER], nodes[node, KIDS], nodes[node, ROW]
                if player == TERMINAL:
                    for other in range(players):
                        value[at, other] = utility[other, row]
                    continue
                if player == CHANCE:
                    for other in range(players):
                        value[at, other] = value[below[at], other]
                    continue
                first = row - empty[player]
                for other in range(players):
                    value[at, other] = 0.0
                    for k in range(kids):
                        value[at, other] += strategies[player][first + k] * value[below[at] + k, other]
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
