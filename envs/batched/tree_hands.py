"""Batches of any game with a tree: a hand is a history, chance left out."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import CHANCE, TERMINAL, Game, State, replay_history
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import Generators

from .nodes import (
    ACTOR,
    BLANK,
    ENTRY,
    ILLEGAL,
    INFOSET,
    KIND,
    NEXT,
    PASSIVE,
    STAGE,
    LegalActionSets,
    Lotteries,
    NodeEngine,
    NodeTables,
    draw_prize,
    make_lotteries,
)


class TreeEngine(NodeEngine):
    """Look-ups in a game's tree without its chance nodes: the decisions, then the ends."""

    words = 1

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tree = tree = tree_of(game)
        self.tree_node = np.concatenate([np.flatnonzero(tree.node_player >= 0), tree.terminal_node])
        place = np.full(tree.num_nodes, ILLEGAL, dtype=np.int64)
        place[self.tree_node] = np.arange(len(self.tree_node))
        self.lotteries = self._collect_chance(place)
        self.root = int(place[0])
        self.tables = self._node_tables(place)
        self.utilities = np.ascontiguousarray(tree.terminal_utility.T)

    def deal(self, rows: Any, rng: Generators, which: Bools, movers: Int64s) -> None:
        deal_trees(self.tables.nodes, self.root, self.lotteries, rows, rng, which, movers)

    def payoffs(self, rows: Any, which: Bools, out: Floats) -> None:
        write_utilities(self.tables.nodes, self.utilities, rows, which, out)

    def observe(self, rows: Any, seats: Int64s, out: Floats32) -> None:
        write_shown(self.tables.shown, self.tables.rows, rows, seats, out)

    def infosets(self, rows: Any) -> Int64s:
        result = np.empty(len(rows), np.int64)
        write_node_infosets(self.tables.nodes, rows, result)
        return result

    def state(self, row: Any) -> State:
        tree, history = self.tree, []
        node = int(self.tree_node[row[0]])
        while node > 0:
            history.append(int(tree.node_action[node]))
            node = int(tree.node_parent[node])
        return replay_history(self.game, tuple(reversed(history)))

    def _node_tables(self, place: Int64s) -> NodeTables:
        game, tree = self.game, self.tree
        count = len(self.tree_node)
        nodes = np.full((count, NEXT + game.num_distinct_actions), ILLEGAL, dtype=np.int32)
        nodes[:, ACTOR] = tree.node_player[self.tree_node]
        nodes[:, INFOSET] = tree.node_infoset[self.tree_node]
        nodes[count - tree.num_terminals :, INFOSET] = np.arange(tree.num_terminals)
        nodes[:, KIND] = nodes[:, STAGE] = 0
        decisions = nodes[:, ACTOR] >= 0
        nodes[decisions, ENTRY] = game.infosets.first[nodes[decisions, INFOSET]]
        chosen = 1 + np.flatnonzero(tree.node_player[tree.node_parent[1:]] >= 0)  # nodes that a player's action leads to
        nodes[place[tree.node_parent[chosen]], NEXT + tree.node_action[chosen]] = place[chosen]
        legal = LegalActionSets(game.num_distinct_actions)
        shown = np.full((count, game.num_players), -1, dtype=np.int32)
        rows = {bytes(4 * len(game.observation_names)): BLANK}
        stack = [(game.initial_state(), 0)]
        while stack:
            state, node = stack.pop()
            mover, first = state.current_player, int(tree.first_child[node])
            if mover != CHANCE:
                where = place[node]
                if mover != TERMINAL:
                    nodes[where, KIND], nodes[where, PASSIVE] = legal(state.legal_actions()), state.passive_action()
                for player in range(game.num_players) if mover == TERMINAL else (mover,):
                    vector = np.asarray(state.observation(player), dtype=np.float32).tobytes()
                    shown[where, player] = rows.setdefault(vector, len(rows))
            kids = range(first, first + int(tree.num_children[node]))
            stack += [(state.child(int(tree.node_action[kid])), kid) for kid in reversed(kids)]
        observations = np.frombuffer(b"".join(rows), dtype=np.float32).reshape(len(rows), -1)
        return NodeTables(nodes, **legal.arrays(), rows=observations, shown=shown)

    def _collect_chance(self, place: Int64s) -> Lotteries:
        """All lotteries: the chance moves in a row are one. Its number is in ``place`` at its first chance node."""
        tree = self.tree
        below: dict[int, tuple[list[int], list[float]]] = {}
        all_prizes: list[list[int]] = []
        all_weights: list[list[float]] = []
        # Children come after their parents: from the end on, all below a chance node is known when it is met.
        for node in np.flatnonzero(tree.node_player == CHANCE)[::-1].tolist():
            first = int(tree.first_child[node])
            prizes: list[int] = []
            weights: list[float] = []
            for kid in range(first, first + int(tree.num_children[node])):
                probability = float(tree.node_chance[kid])
                further, shares = below.pop(kid, ([int(place[kid])], [1.0]))
                prizes += further
                weights += [probability * share for share in shares]
            above = int(tree.node_parent[node])
            if above >= 0 and tree.node_player[above] == CHANCE:
                below[node] = prizes, weights
            else:
                place[node] = -2 - len(all_prizes)
                all_prizes.append(prizes)
                all_weights.append(weights)
        return make_lotteries(all_prizes, all_weights)


@kernel(nogil=True, counted=False)
def deal_trees(
    nodes: Int32s, root: int, lotteries: Lotteries, rows: Int32s, rng: Generators, which: Bools, movers: Int64s
) -> None:
    """Deal the marked hands, up to the first decision."""
    for i in range(rows.shape[0]):
        if which[i]:
            place = root if root >= 0 else draw_prize(lotteries, -2 - root, rng, i)
            rows[i, 0], movers[i] = place, nodes[place, ACTOR]


@kernel(nogil=True, counted=False)
def write_utilities(nodes: Int32s, utilities: Floats, rows: Int32s, which: Bools, out: Floats) -> None:
    """Write each player's net chips in the marked hands, which are over; zeros in the others."""
    for i in range(rows.shape[0]):
        end = nodes[rows[i, 0], INFOSET]
        for player in range(out.shape[1]):
            out[i, player] = utilities[end, player] if which[i] else 0.0


@kernel(nogil=True, counted=False)
def write_shown(shown: Int32s, observations: Floats32, rows: Int32s, seats: Int64s, out: Floats32) -> None:
    """Write what these seats see; zeros for seats below 0."""
    for i in range(rows.shape[0]):
        row = shown[rows[i, 0], seats[i]] if seats[i] >= 0 else BLANK
        for k in range(out.shape[1]):
            out[i, k] = observations[row, k]


@kernel(nogil=True, counted=False)
def write_node_infosets(nodes: Int32s, rows: Int32s, out: Int64s) -> None:
    """Write the infoset of the player to move, -1 where a hand is over."""
    for i in range(rows.shape[0]):
        node = rows[i, 0]
        out[i] = nodes[node, INFOSET] if nodes[node, ACTOR] >= 0 else -1
