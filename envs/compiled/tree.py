"""Any game compiled history by history: its nodes, rows with one lane, and walks over all histories level by level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import CHANCE, TERMINAL, short_name
from pokerzoo.envs.game_check import check_once
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.infosets import MAX_NODES, may_have_tree, too_large
from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.errors import InputError

from .rows_form import RowsForm
from .simd import OneLane
from .terminal_evaluation import TerminalList
from .treeplex import Treeplex, make_treeplex

if TYPE_CHECKING:
    from pokerzoo.envs.core import Game, State

CHANCE_TOLERANCE = 1e-9
"""Largest distance from 1 of the sum of a chance node's probabilities."""


@dataclass(frozen=True)
class Tree:
    """A game's histories. The root is node 0; the children of a node are neighbours, in the order of the legal actions."""

    game: Game
    table: NodeTable  # the nodes as kernels read them
    node_parent: Int32s  # [nodes]: node above, -1 at the root
    node_action: Int32s  # [nodes]: action that led here, -1 at the root
    node_infoset: Int32s  # [nodes]: infoset, -1 where no player moves
    terminal_node: Int32s  # [terminals]: the node of each column of ``terminal_utility``, in depth-first order
    terminal_chance: Floats  # [terminals]: chance's reach
    rows: RowsForm  # the players' decision problems: point k of player p is the k-th of p's infosets

    @property
    def node_player(self) -> Int32s:
        """[nodes]: player to move, ``CHANCE`` or ``TERMINAL``."""
        return self.table.nodes[:, MOVER]

    @property
    def first_child(self) -> Int32s:
        """[nodes]: the first node below; the others follow."""
        return self.table.nodes[:, CHILD]

    @property
    def num_children(self) -> Int32s:
        """[nodes]: how many nodes follow."""
        return self.table.nodes[:, KIDS]

    @property
    def node_chance(self) -> Floats:
        """[nodes]: chance's probability of the node at the chance node above it; 1 elsewhere."""
        return self.table.chance

    @property
    def terminal_utility(self) -> Floats:
        """[players, terminals]: net chips."""
        return self.table.utility

    @property
    def num_nodes(self) -> int:
        """Histories, terminal ones and chance nodes included."""
        return len(self.node_parent)

    @property
    def num_terminals(self) -> int:
        """Terminal histories."""
        return len(self.terminal_node)

    @property
    def num_infosets(self) -> tuple[int, ...]:
        """Infosets of each player."""
        return tuple(len(plex.first) for plex in self.rows.treeplexes)


def check_chance(game: Game, where: str, probabilities: Sequence[float]) -> None:
    """ValueError, naming the game and ``where``, unless chance's probabilities there are a distribution."""
    total = sum(probabilities)
    if not all(p >= 0.0 for p in probabilities) or not abs(total - 1.0) <= CHANCE_TOLERANCE:
        raise InputError(
            f"{short_name(game)}: chance's probabilities {where} sum to {total}, "
            f"the least is {min(probabilities, default=0.0)}: must not be negative and sum to 1"
        )


@singledispatch
def compile_tree(game: Game) -> Tree:
    """Compile a game by a walk over its histories, unless its class has a way of its own."""
    check_once(game)
    if not may_have_tree(game):
        raise too_large(game)
    return tree_by_walk(game)


def tree_by_walk(game: Game) -> Tree:
    """Any game's tree, by a walk over all histories; see ``compile_tree``."""
    table = game.infosets
    known = list(table)
    players = game.num_players
    start = [table.of_player(player).start for player in range(players)]
    offset = [int(table.first[s]) - 1 for s in start]  # sequence of an entry = entry - offset
    parent_of = np.full(len(table), -1, dtype=np.int64)

    nodes: list[tuple[int, ...]] = []  # number, player, first child, children, row, parent, action, infoset
    chance: list[tuple[int, float]] = []  # number and probability of the nodes below chance nodes
    terminals: list[tuple[float, tuple[int, ...], tuple[float, ...]]] = []
    none = (0,) * players
    stack: list[tuple[State, int, int, int, float, tuple[int, ...]]] = [(game.initial_state(), 0, -1, -1, 1.0, none)]
    count = 1  # nodes that have a number: children get theirs when the node above is visited, depth first
    while stack:
        state, number, above, action, reach, sequences = stack.pop()
        if len(nodes) >= MAX_NODES:
            raise too_large(game)
        mover, first, row, infoset = state.current_player, count, 0, -1
        if mover == TERMINAL:
            returns = state.returns()
            if not all(map(isfinite, returns)):
                raise InputError(f"{short_name(game)}: payoffs {returns} after history {state.history()}: must be finite")
            row = len(terminals)
            terminals.append((reach, sequences, returns))
        elif mover == CHANCE:
            outcomes = state.chance_outcomes()
            check_chance(game, f"after history {state.history()}", [p for _, p in outcomes])
            chance += [(first + k, p) for k, (_, p) in enumerate(outcomes)]
            count += len(outcomes)
            for k in range(len(outcomes) - 1, -1, -1):
                a, p = outcomes[k]
                stack.append((state.child(a), first + k, number, a, reach * p, sequences))
        else:
            infoset = state.infoset_index()
            actions = state.legal_actions()
            if actions != known[infoset].actions or mover != known[infoset].player:
                raise InputError(f"infoset {known[infoset].key!r} has different actions in different histories")
            if parent_of[infoset] not in (-1, sequences[mover]):
                raise InputError(f"imperfect recall: player {mover} forgot an own action at {known[infoset].key!r}")
            parent_of[infoset] = sequences[mover]
            sequence = int(table.first[infoset]) - offset[mover]
            row = int(table.first[infoset]) + mover + 1
            count += len(actions)
            for k in range(len(actions) - 1, -1, -1):
                below = (*sequences[:mover], sequence + k, *sequences[mover + 1 :])
                stack.append((state.child(actions[k]), first + k, number, actions[k], reach, below))
        nodes.append((number, mover, first if count > first else 0, count - first, row, above, action, infoset))
    if np.any(parent_of < 0):
        raise InputError(f"infoset {known[int(np.argmin(parent_of))].key!r} is never reached")

    mine = [table.of_player(player) for player in range(players)]
    met = np.array(nodes, dtype=np.int32)
    columns = np.empty((len(nodes), 7), dtype=np.int32)
    columns[met[:, 0]] = met[:, 1:]
    probability = np.ones(len(nodes))
    if chance:
        at, probabilities = zip(*chance, strict=True)
        probability[list(at)] = probabilities
    reaches, ends, utilities = zip(*terminals, strict=True)
    return make_tree(
        game,
        columns[:, :4].copy(),
        columns[:, 4].copy(),
        columns[:, 5].copy(),
        columns[:, 6].copy(),
        met[met[:, 1] == TERMINAL, 0].copy(),
        probability,
        np.array(reaches),
        np.array(utilities, dtype=np.float64).T.copy(),
        np.array(ends, dtype=np.int32).T.copy(),
        tuple(make_treeplex(table.counts()[rows].tolist(), parent_of[rows].tolist()) for rows in mine),
    )


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


def make_tree(
    game: Game,
    nodes: Int32s,
    parent: Int32s,
    action: Int32s,
    infoset: Int32s,
    terminal: Int32s,
    chance: Floats,
    reach: Floats,
    utility: Floats,
    sequences: Int32s,
    treeplexes: tuple[Treeplex, ...],
) -> Tree:
    """A tree of its nodes, as in ``NodeTable`` and ``Tree``.

    ``terminal`` and ``reach`` [terminals] are their nodes and chance's reach of them, ``sequences`` [players, terminals] has
    each player's last one.
    """
    starts = np.array([game.infosets.of_player(player).start for player in range(len(treeplexes))], dtype=np.int32)
    point = np.where(infoset >= 0, infoset - starts[np.maximum(nodes[:, MOVER], 0)], np.int32(0))
    ones = (np.ones(1),) * len(treeplexes)
    rows = RowsForm(
        game, treeplexes, TerminalList(sequences, utility * reach), OneLane(), ones, (np.ones(1, dtype=np.bool_),) * len(ones)
    )
    return Tree(game, NodeTable(nodes, point, chance, utility), parent, action, infoset, terminal, reach, rows)


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
    values = np.zeros((tree.game.num_players, tree.num_nodes))
    values[:, tree.terminal_node] = tree.terminal_utility
    for level in reversed(levels):
        for player_values in values:
            player_values += np.bincount(tree.node_parent[level], moves[level] * player_values[level], tree.num_nodes)
    return values


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
