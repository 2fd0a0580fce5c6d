"""The nodes of a flat tree as compiled code reads them when it walks from the root to the ends: one table for all kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .tree import Tree

MOVER, CHILD, KIDS, ROW = 0, 1, 2, 3
"""Columns of ``NodeTable.nodes``."""


class NodeTable(NamedTuple):
    """A tree with its nodes renumbered so that a node's children are neighbours; the root keeps the number 0."""

    # [nodes, 4], the four numbers that a walk needs at a node. They are who moves (a player, ``CHANCE`` or ``TERMINAL``), the
    # first child (the others follow in the order of the actions), the number of children, and a row. The row is of the
    # infoset's first action (at a terminal node its column in ``utility``, at a chance node 0)
    nodes: npt.NDArray[np.int32]
    point: npt.NDArray[np.int32]  # [nodes]: the node's infoset, counted among its player's; 0 where no player moves
    chance: npt.NDArray[np.float64]  # [nodes]: chance's probability of the node at the chance node above it; 1 elsewhere
    utility: npt.NDArray[np.float64]  # [players, terminals]: net chips, in the order of ``Tree.terminal_node``


def make_node_table(tree: Tree) -> NodeTable:
    """The table of ``tree``: its node 1 + j is the node ``tree.children[j]`` of the tree."""
    order = np.concatenate([[0], tree.children])
    decides = tree.node_infoset >= 0
    infoset = np.where(decides, tree.node_infoset, 0)
    start = np.concatenate([[0], np.cumsum(tree.num_infosets)])
    row = np.where(decides, tree.infosets.first[infoset] + tree.node_player + 1, 0)
    row[tree.terminal_node] = np.arange(tree.num_terminals)
    point = np.where(decides, infoset - start[np.maximum(tree.node_player, 0)], 0)
    nodes = np.stack([tree.node_player, tree.first_child + 1, tree.num_children, row], axis=1)
    return NodeTable(
        nodes=nodes.astype(np.int32)[order],
        point=point.astype(np.int32)[order],
        chance=np.concatenate([[1.0], tree.child_probability]),
        utility=tree.terminal_utility,
    )
