"""The flat tree of a two-player zero-sum matrix game, without a walk."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.core import TERMINAL
from pokerzoo.envs.games.rps import MatrixGame

from .tree import Tree, make_tree
from .treeplex import make_treeplex


def matrix_tree(game: MatrixGame) -> Tree:
    """The tree of a matrix game, without the walk of ``tree_by_walk``, which would take a minute with some million payoffs."""
    payoffs = game.payoffs
    rows, columns = payoffs.shape
    row, column = np.arange(rows, dtype=np.int32), np.arange(columns, dtype=np.int32)
    first = 1 + row * np.int32(columns + 1)  # the nodes at which the second player moves
    terminal = (first[:, None] + (1 + column)).ravel()
    nodes = 1 + rows * (columns + 1)
    player = np.full(nodes, TERMINAL, dtype=np.int32)
    player[0], player[first] = 0, 1
    parent, action, infoset = (np.full(nodes, -1, dtype=np.int32) for _ in range(3))
    parent[first], parent[terminal] = 0, np.repeat(first, columns)
    action[first], action[terminal] = row, np.tile(column, rows)
    infoset[0], infoset[first] = 0, 1
    won, sure = payoffs.ravel(), np.ones(nodes)
    utilities = np.stack([won, 0.0 - won])
    sequences = np.stack([np.repeat(1 + row, columns), np.tile(1 + column, rows)])
    plexes = make_treeplex([rows], [0]), make_treeplex([columns], [0])
    children = np.concatenate([first, terminal])
    return make_tree(
        game, player, parent, action, infoset, sure, sure[: len(won)], utilities, sequences, plexes, children
    )  # fmt: skip
