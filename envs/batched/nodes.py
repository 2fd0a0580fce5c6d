"""Engines of hands whose rows begin with a node of a table: of any game with a tree, and of bet/fold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import CHANCE, TERMINAL, Game, State, replay_history
from pokerzoo.envs.games.bet_fold import BetFoldGame, net_chips
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int32s, Int64s, Uint8s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import Generators, alias_table, draw_numbers, draw_uniform

ACTOR, INFOSET, ENTRY, KIND, PASSIVE, STAGE, NEXT = range(7)
"""Columns of ``NodeTables.nodes``.

The first two are the player to move (negative at the ends), and the infoset, or the first of the node's infosets (at the ends
the row of payoffs). The next are where its probabilities start in a policy, the row of ``NodeTables.legal``, and what is
played for an illegal action. Then comes how many public deals there were, and from ``NEXT`` on where each action leads.
"""
ILLEGAL = -1
"""In the place of a node: the action is not legal. Numbers below this stand for lotteries: ``-2 - number``."""
BLANK = 0
"""The row of observations that shows nothing."""


class NodeTables(NamedTuple):
    """Nodes, and what is legal and shown at each."""

    nodes: Int32s  # [nodes, NEXT + actions]
    legal_count: Int64s  # [kinds]: how many actions are legal, for each set of legal actions that occurs
    legal: Int64s  # [kinds, actions]: the legal ones, then zeros
    masks: Uint8s  # [kinds, actions]: 1 where legal; the first kind is that of the ends, with ones
    rows: Floats32  # [rows, entries]: observations, or their parts without cards; the first is all zeros
    shown: Int32s  # [nodes, players]: the row that each player is shown; -1 where it is not shown


class Lotteries(NamedTuple):
    """Chance by Walker's alias method: of each lottery a number of prizes."""

    first: Int64s  # [lotteries + 1]: where the prizes of each start
    threshold: Floats  # [prizes]: below it the prize itself is drawn, else its alias
    prize: Int32s  # [prizes, 2]: a node or a hand, and that of the alias
    weight: Floats  # [prizes]: how likely each is, in any unit


NO_LOTTERIES = Lotteries(np.zeros(1, np.int64), np.zeros(0), np.zeros((0, 2), np.int32), np.zeros(0))


def make_lotteries(all_prizes: Sequence[Sequence[int]], all_weights: Sequence[Sequence[float]]) -> Lotteries:
    """Lotteries of these prizes, with these weights."""
    if not all_prizes:
        return NO_LOTTERIES
    thresholds: list[npt.NDArray[np.float64]] = []
    prizes: list[npt.NDArray[np.int32]] = []
    for numbers, weights in zip(all_prizes, all_weights, strict=True):
        threshold, alias = alias_table(weights)
        values = np.array(numbers, dtype=np.int32)
        thresholds.append(threshold)
        prizes.append(np.stack([values, values[alias]], axis=1))
    return Lotteries(
        np.cumsum([0, *map(len, all_prizes)]).astype(np.int64),
        np.concatenate(thresholds),
        np.concatenate(prizes),
        np.concatenate([np.asarray(weights, dtype=np.float64) for weights in all_weights]),
    )


@kernel(cached=False, counted=False)
def draw_prize(lotteries: Lotteries, lottery: int, rng: Generators, i: int) -> int:
    """A prize of a lottery."""
    start = lotteries.first[lottery]
    scaled = draw_uniform(rng, i) * (lotteries.first[lottery + 1] - start)
    cell = np.int64(scaled)
    left = scaled - cell
    drawn: int = lotteries.prize[start + cell, 0 if left < lotteries.threshold[start + cell] else 1]
    return drawn


@kernel(nogil=True, counted=False)
def write_legal(nodes: Int32s, masks: Uint8s, rows: Int32s, out: Uint8s) -> None:
    """Write 1 for each legal action; where a hand is over for all."""
    for i in range(rows.shape[0]):
        kind = nodes[rows[i, 0], KIND]
        for action in range(out.shape[1]):
            out[i, action] = masks[kind, action]


@kernel(nogil=True, counted=False)
def write_is_legal(nodes: Int32s, masks: Uint8s, rows: Int32s, actions: Int64s, out: Bools) -> None:
    """Write whether each action is legal; where a hand is over any is."""
    for i in range(rows.shape[0]):
        node, action = rows[i, 0], actions[i]
        there = action >= 0 and action < masks.shape[1]
        out[i] = nodes[node, ACTOR] < 0 or (there and masks[nodes[node, KIND], action] == 1)


@kernel(nogil=True, counted=False)
def apply_actions(nodes: Int32s, lotteries: Lotteries, rows: Int32s, rng: Generators, actions: Int64s, movers: Int64s) -> None:
    """Go where each action leads, with the chance moves after it; -1 leaves a hand as it is."""
    for i in range(rows.shape[0]):
        if actions[i] >= 0:
            place = nodes[rows[i, 0], NEXT + actions[i]]
            if place < 0:
                place = draw_prize(lotteries, -2 - place, rng, i)
            rows[i, 0], movers[i] = place, nodes[place, ACTOR]


@kernel(nogil=True, counted=False)
def write_random(
    nodes: Int32s, legal_count: Int64s, legal: Int64s, rows: Int32s, numbers: Floats, which: Bools, out: Int64s
) -> None:
    """Write a legal action of the marked hands, all equally likely."""
    for i in range(rows.shape[0]):
        if which[i]:
            kind = nodes[rows[i, 0], KIND]
            out[i] = legal[kind, np.int64(numbers[i] * legal_count[kind])]


@kernel(nogil=True, counted=False)
def write_drawn(
    tables: NodeTables,
    rows: Int32s,
    infosets: Int64s,
    policies: Floats,
    seats: Int64s,
    numbers: Floats,
    which: Bools,
    out: Int64s,
) -> None:
    """Write an action of the marked hands, by the strategies of all seats but one, float64 [others, entries], in seat order."""
    nodes, legal_count, legal = tables.nodes, tables.legal_count, tables.legal
    for i in range(rows.shape[0]):
        if not which[i]:
            continue
        node = rows[i, 0]
        kind, mover = nodes[node, KIND], nodes[node, ACTOR]
        entry = nodes[node, ENTRY] + (infosets[i] - nodes[node, INFOSET]) * legal_count[kind]
        other, left = mover - (1 if mover > seats[i] else 0), numbers[i]
        for k in range(legal_count[kind]):
            probability = policies[other, entry + k]
            if probability > 0.0:
                out[i] = legal[kind, k]
                left -= probability
                if left < 0.0:
                    break


class NodeEngine:
    """Base of engines whose rows, int32 [hands, words], begin with a node."""

    words: int
    tables: Any  # a ``NodeTables``, or a tuple with its fields
    lotteries: Lotteries = NO_LOTTERIES
    has_tables = True

    def rows(self, hands: int) -> Int32s:
        return np.zeros((hands, self.words), dtype=np.int32)

    def apply(self, rows: Any, rng: Generators, actions: Int64s, movers: Int64s) -> None:
        apply_actions(self.tables.nodes, self.lotteries, rows, rng, actions, movers)

    def legal(self, rows: Any, out: Uint8s) -> None:
        write_legal(self.tables.nodes, self.tables.masks, rows, out)

    def is_legal(self, rows: Any, actions: Int64s) -> Bools:
        result = np.empty(len(rows), np.bool_)
        write_is_legal(self.tables.nodes, self.tables.masks, rows, actions, result)
        return result

    def passive(self, rows: Any) -> Int64s:
        result: Int64s = self.tables.nodes[rows[:, 0], PASSIVE].astype(np.int64)
        return result

    def random_actions(self, rows: Any, numbers: Floats, which: Bools, out: Int64s) -> None:
        write_random(self.tables.nodes, self.tables.legal_count, self.tables.legal, rows, numbers, which, out)

    def drawn_actions(self, rows: Any, policies: Floats, seats: Int64s, numbers: Floats, which: Bools, out: Int64s) -> None:
        """Write actions of the marked hands by the others' strategies, float64 [others, entries], in seat order."""
        tables = NodeTables(*(getattr(self.tables, name) for name in NodeTables._fields))
        write_drawn(tables, rows, self.infosets(rows), policies, seats, numbers, which, out)

    def infosets(self, rows: Any) -> Int64s:
        raise NotImplementedError


class LegalActionSets:
    """Collects the sets of legal actions. The first is that of the ends: everything goes."""

    def __init__(self, num_actions: int) -> None:
        self.num_actions = num_actions
        self.index: dict[tuple[int, ...], int] = {}
        self(tuple(range(num_actions)))

    def __call__(self, actions: tuple[int, ...]) -> int:
        """The number of this set."""
        return self.index.setdefault(actions, len(self.index))

    def arrays(self) -> dict[str, Any]:
        """The columns of ``NodeTables`` about them."""
        size = len(self.index), self.num_actions
        count, actions, mask = np.zeros(size[0], np.int64), np.zeros(size, np.int64), np.zeros(size, np.uint8)
        for legal, row in self.index.items():
            count[row] = len(legal)
            actions[row, : len(legal)] = legal
            mask[row, list(legal)] = 1
        return {"legal_count": count, "legal": actions, "masks": mask}


class BetFoldEngine(NodeEngine):
    """Steps hands whose node is how many have chosen; the cards follow, then the choices."""

    def __init__(self, game: BetFoldGame) -> None:
        self.game = game
        players, cards = game.num_players, game.num_cards
        self.words = 1 + 2 * players
        # float64 [bets, wins, other bets]
        self.net_chips = np.array(
            [
                [
                    [net_chips(bets, wins, others, players, game.blind, game.stake) for others in range(players)]
                    for wins in (False, True)
                ]
                for bets in (False, True)
            ]
        )
        nodes = np.zeros((players + 1, NEXT + game.num_distinct_actions), dtype=np.int32)
        nodes[:players, ACTOR] = np.arange(players)
        nodes[players, ACTOR] = TERMINAL
        nodes[:players, INFOSET] = np.arange(players) * cards
        nodes[:players, ENTRY] = game.infosets.first[nodes[:players, INFOSET]]
        nodes[:, NEXT:] = np.arange(1, players + 2)[:, None]
        rows = np.zeros((1 + players, len(game.observation_names)), dtype=np.float32)
        rows[1:, :players] = np.eye(players)
        shown = np.tile(1 + np.arange(players, dtype=np.int32), (players + 1, 1))
        self.tables = NodeTables(nodes, **LegalActionSets(game.num_distinct_actions).arrays(), rows=rows, shown=shown)

    def deal(self, rows: Any, rng: Generators, which: Bools, movers: Int64s) -> None:
        players, numbers = self.game.num_players, np.empty(len(rows))
        dealt = np.zeros((int(which.sum()), players), dtype=np.int64)
        for player in range(players):
            draw_numbers(rng, which, numbers)
            card = (numbers[which] * (self.game.num_cards - player)).astype(np.int64)
            for other in np.sort(dealt[:, :player], axis=1).T:  # the card's place among those that are left
                card += card >= other
            dealt[:, player] = card
        rows[which] = 0
        rows[which, 1 : 1 + players] = dealt
        movers[which] = 0

    def apply(self, rows: Any, rng: Generators, actions: Int64s, movers: Int64s) -> None:
        plays = np.flatnonzero(actions >= 0)
        rows[plays, 1 + self.game.num_players + rows[plays, 0]] = actions[plays]
        rows[plays, 0] += 1
        movers[plays] = self.tables.nodes[rows[plays, 0], ACTOR]

    def payoffs(self, rows: Any, which: Bools, out: Floats) -> None:
        players = self.game.num_players
        cards, bets = rows[which, 1 : 1 + players], rows[which, 1 + players :]
        best = np.where(bets == 1, cards, -1).max(axis=1, keepdims=True)
        out[:] = 0.0
        out[which] = self.net_chips[bets, np.int64(cards == best), bets.sum(axis=1, keepdims=True) - bets]

    def observe(self, rows: Any, seats: Int64s, out: Floats32) -> None:
        players, deck, each = self.game.num_players, self.game.num_cards, np.flatnonzero(seats >= 0)
        seat = seats[each]
        card, choices = rows[each, 1 + seat], rows[each, 1 + players + seat]
        out[:] = 0.0
        out[each, seat] = out[each, players + card] = 1.0
        out[each, players + deck] = card / (deck - 1)
        over = rows[each, 0] == players
        out[each[over], players + deck + 1 + choices[over]] = 1.0

    def infosets(self, rows: Any) -> Int64s:
        players, acted = self.game.num_players, rows[:, 0].astype(np.int64)
        held = rows[np.arange(len(rows)), 1 + np.minimum(acted, players - 1)]
        return np.where(acted < players, acted * self.game.num_cards + held, -1)

    def state(self, row: Any) -> State:
        players, acted = self.game.num_players, int(row[0])
        return replay_history(self.game, tuple(row[1 : 1 + players].tolist() + row[1 + players :][:acted].tolist()))


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
