"""The nodes of a tree as compiled code reads them when it walks from the root to the ends: one table for all kernels."""

from __future__ import annotations

from typing import NamedTuple

from pokerzoo.envs.support.arrays import Floats, Int32s

MOVER, CHILD, KIDS, ROW = 0, 1, 2, 3
"""Columns of ``NodeTable.nodes``."""


class NodeTable(NamedTuple):
    """Nodes numbered so that a node's children are neighbours; the root has the number 0."""

    # [nodes, 4], the four numbers that a walk needs at a node. They are who moves (a player, ``CHANCE`` or ``TERMINAL``), the
    # first child (the others follow in the order of the actions), the number of children, and a row. The row is of the
    # infoset's first action (at a terminal node its column in ``utility``, at a chance node 0)
    nodes: Int32s
    point: Int32s  # [nodes]: the node's infoset, counted among its player's; 0 where no player moves
    chance: Floats  # [nodes]: chance's probability of the node at the chance node above it; 1 elsewhere
    utility: Floats  # [players, terminals]: net chips, in depth-first order of the terminal nodes
