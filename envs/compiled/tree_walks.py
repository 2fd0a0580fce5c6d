"""Walks over all histories of a compiled tree under a strategy, level by level: reach and expected chips."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats

from .tree import Tree

Levels: TypeAlias = list[npt.NDArray[np.int64]]
"""The nodes of a tree by the number of moves that lead to them, without the root."""


def levels_of(tree: Tree) -> Levels:
    """The nodes below the root, level by level."""
    depth = np.zeros(tree.num_nodes, dtype=np.int64)
    above = tree.node_parent
    while (deeper := above >= 0).any():
        depth += deeper
        above = np.where(deeper, tree.node_parent[above], -1)
    return np.split(np.argsort(depth, kind="stable"), np.cumsum(np.bincount(depth))[:-1])[1:]


def entries_of(tree: Tree) -> npt.NDArray[np.int64]:
    """int64 [nodes]: where a policy has the probability of the move to each node; -1 below chance and at the root."""
    parent = tree.node_parent
    infoset = np.where(parent >= 0, tree.node_infoset[parent], -1)
    entry = tree.game.infosets.first[infoset] + np.arange(tree.num_nodes) - tree.first_child[parent]
    return np.where(infoset >= 0, entry, -1)


def move_probabilities(tree: Tree, probabilities: Floats) -> Floats:
    """float64 [nodes]: probability of the move that leads to each node under a behavioural strategy; 1 at the root."""
    entry = entries_of(tree)
    return np.where(entry >= 0, probabilities[entry], tree.node_chance)


def reach_of(tree: Tree, levels: Levels, moves: Floats) -> Floats:
    """float64 [nodes]: the product of ``moves`` along the way to each node; the root has 1."""
    reach = np.ones(tree.num_nodes)
    for level in levels:
        reach[level] = reach[tree.node_parent[level]] * moves[level]
    return reach


def history_values(tree: Tree, levels: Levels, probabilities: Floats) -> Floats:
    """float64 [players, nodes]: expected net chips from each history on."""
    moves = move_probabilities(tree, probabilities)
    worth = np.zeros((tree.game.num_players, tree.num_nodes))
    worth[:, tree.terminal_node] = tree.terminal_utility
    for level in reversed(levels):
        for values in worth:
            values += np.bincount(tree.node_parent[level], moves[level] * values[level], tree.num_nodes)
    return worth
