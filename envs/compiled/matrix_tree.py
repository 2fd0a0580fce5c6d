"""The flat tree of a two-player zero-sum matrix game, without a walk."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import TERMINAL, Game

from .terminal_evaluation import TerminalList
from .tree import Tree
from .treeplex import make_treeplex


def matrix_tree(game: Game, payoffs: npt.NDArray[np.float64]) -> Tree:
    """The tree of a matrix game, without the walk of ``tree_by_walk``, which would take a minute with some million payoffs."""
    rows, columns = payoffs.shape
    first = 1 + np.arange(rows) * (columns + 1)  # the nodes at which the second player moves
    terminal = (first[:, None] + 1 + np.arange(columns)).ravel()
    nodes = 1 + rows * (columns + 1)
    number = np.zeros(nodes, dtype=np.int32)
    number[0], number[first] = rows, columns
    player = np.full(nodes, TERMINAL, dtype=np.int32)
    player[0], player[first] = 0, 1
    parent = np.full(nodes, -1, dtype=np.int32)
    parent[first], parent[terminal] = 0, np.repeat(first, columns)
    action = np.full(nodes, -1, dtype=np.int32)
    action[first], action[terminal] = np.arange(rows), np.tile(np.arange(columns), rows)
    infoset = np.full(nodes, -1, dtype=np.int32)
    infoset[0], infoset[first] = 0, 1
    won = payoffs.ravel()
    utilities = np.stack([won, 0.0 - won])
    sequences = np.stack([np.repeat(np.arange(1, rows + 1), columns), np.tile(np.arange(1, columns + 1), rows)]).astype(
        np.int32
    )
    return Tree(
        game=game,
        infosets=game.infosets,
        node_player=player,
        node_parent=parent,
        node_action=action,
        node_infoset=infoset,
        first_child=np.concatenate([[0], np.cumsum(number)[:-1]]).astype(np.int32),
        num_children=number,
        children=np.concatenate([first, terminal]).astype(np.int32),
        child_probability=np.ones(nodes - 1),
        terminal_node=terminal.astype(np.int32),
        terminal_utility=utilities,
        terminal_chance=np.ones(len(terminal)),
        treeplexes=(make_treeplex([rows], [0]), make_treeplex([columns], [0])),
        terminals=TerminalList(sequences, utilities.copy()),
    )
