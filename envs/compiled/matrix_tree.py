"""The flat tree of a two-player zero-sum matrix game, without a walk."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.core import TERMINAL
from pokerzoo.envs.games.rps import MatrixGame

from .node_table import CHILD, MOVER, ROW
from .tree import Tree, make_tree
from .treeplex import make_treeplex


def matrix_tree(game: MatrixGame) -> Tree:
    """The tree of a matrix game, without the walk of ``tree_by_walk``, which would take a minute with some million payoffs."""
    payoffs = game.payoffs
    rows, columns = payoffs.shape
    row, column = np.arange(rows, dtype=np.int32), np.arange(columns, dtype=np.int32)
    first = 1 + row  # the nodes at which the second player moves
    terminal = 1 + rows + np.arange(payoffs.size, dtype=np.int32)
    count = 1 + rows + payoffs.size
    nodes = np.zeros((count, 4), dtype=np.int32)
    nodes[0] = 0, 1, rows, 1
    nodes[first] = 1, 0, columns, rows + 2
    nodes[first, CHILD] = 1 + rows + row * columns
    nodes[terminal, MOVER], nodes[terminal, ROW] = TERMINAL, np.arange(payoffs.size)
    parent, action, infoset = (np.full(count, -1, dtype=np.int32) for _ in range(3))
    parent[first], parent[terminal] = 0, np.repeat(first, columns)
    action[first], action[terminal] = row, np.tile(column, rows)
    infoset[0], infoset[first] = 0, 1
    won, sure = payoffs.ravel(), np.ones(count)
    utilities = np.stack([won, 0.0 - won])
    sequences = np.stack([np.repeat(1 + row, columns), np.tile(1 + column, rows)])
    plexes = make_treeplex([rows], [0]), make_treeplex([columns], [0])
    return make_tree(
        game, nodes, parent, action, infoset, terminal, sure, sure[: len(won)], utilities, sequences, plexes
    )  # fmt: skip
