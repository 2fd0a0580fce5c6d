"""Values of decisions in push/fold at a table, with all 169 hands side by side.

Approximated, for more than three players, is who holds what. A player with a hand knows that others hold none of its cards.
The chance that an opponent goes in is the one beside this hand, times a factor for each opponent who acted before: how much
likelier it is once that opponent went in, or folded. Each factor is exact for the three hands concerned; together they leave
out what more than three hands do to each other. Given who is in, the hands of two players are dealt beside each other and each
player who folded; three are dealt exactly, and those who folded count beside each of them. The payoff to a player who folded
is the mean over these deals, for any hand of that player. So for two players nothing is left out. For three only that last is,
and cards of folded hands that cannot come on the board.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import GameLike, short_name
from pokerzoo.envs.games.preflop import MOST_ALL_IN, as_preflop
from pokerzoo.envs.poker.preflop_equities import BOARDS, DEALS, class_counts, class_weights
from pokerzoo.envs.poker.three_way import (
    HANDS,
    ORDERS,
    CardRemoval,
    OrderWeights,
    card_removal,
    held_weights,
    order_weights,
    permuted_orders,
    weight_beside,
)
from pokerzoo.envs.support.arrays import Bools, Floats, Int64s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.kernels import kernel

from .preflop_tree import ACTOR, COUNT, FIRST, PARENT, SINGLE, PreflopTree, end_line, preflop_tree

PLACED = (permuted_orders((0, 1, 2)), permuted_orders((1, 0, 2)), permuted_orders((2, 0, 1)))
"""By the player's place among three who are in: the order (own hand, the others) for each order of the three."""
THIRD_DEALS = 1128.0
"""Combos that two hands leave."""


In: TypeAlias = tuple[int, ...]
"""Players who are all-in, in the order of acting."""
PAIR_ORDERS = ((0, 1), (0, 0), (1, 0))
"""Ranks of two hands: the first wins, they tie, the second wins."""


class Ending(NamedTuple):
    """An end of the hand."""

    players: In  # who is in
    decisions: tuple[int, ...]  # for each player the number of their decision on the way; -1 where they have none
    payoffs: Floats  # float64 [orders, players]: 1 of one hand, 3 of two, 13 of three


def push_fold_tree(game: GameLike) -> PreflopTree:
    """The betting of push/fold; InputError if the game is something else."""
    game = as_preflop(game)
    if game.is_push_fold and game.params["deck"] == "standard" and not game.params["short_stacks"]:
        tree = preflop_tree(game)
        most_in = max(int(live).bit_count() for live in tree.kinds[:, SINGLE].tolist())
        if tree.nodes[:, COUNT].max() <= 2 and most_in <= MOST_ALL_IN:
            return tree
    raise InputError(f"game={short_name(game)}: must be a game from push_fold_table, with the standard deck")


def endings_of(tree: PreflopTree, nodes: Int64s) -> list[Ending]:
    """All ends, with the numbers of the decisions before them and what they pay."""
    number = np.full(len(tree.nodes), -1)
    number[nodes] = np.arange(len(nodes))
    seats, result = range(tree.game.num_players), []
    for node in range(len(tree.nodes)):
        first = int(tree.nodes[node, FIRST])
        for below in tree.child[first : first + tree.nodes[node, COUNT]].tolist():
            if below >= 0:
                continue
            kind = tree.kinds[~below].tolist()
            players = tuple([seat for seat in seats if kind[SINGLE] >> seat & 1])
            decisions, at = [-1] * len(seats), node
            while at >= 0:
                decisions[tree.nodes[at, ACTOR]] = int(number[at])
                at = int(tree.nodes[at, PARENT])
            result.append(Ending(players, tuple(decisions), payoffs_of(tree, kind, players)))
    return result


def payoffs_of(tree: PreflopTree, kind: list[int], players: In) -> Floats:
    """float64 [orders, players]: payoffs of an end by the order of the hands that are in."""
    end, rows = end_line(tree.game, kind), []
    for ranks in ([(0,)], PAIR_ORDERS, ORDERS.tolist())[len(players) - 1]:
        strengths = [0] * tree.game.num_players
        for player, rank in zip(players, ranks, strict=True):
            strengths[player] = -rank
        rows.append(tree.game.utility_of(end.payoffs_of(strengths)))
    return np.array(rows)


class PushFoldValues:
    """Values of strategies at a table: float64 [decisions, 169], the probability to go in with each hand.

    ``set_strategies`` gives it the strategies of some decisions. It keeps what depends on strategies alone. For each end with
    two or three hands it also keeps how often each of their orders comes up (``outlooks``): players who folded ask for that.
    """

    def __init__(self, game: GameLike, deals: int = DEALS, seed: int = 0) -> None:
        self.tree = push_fold_tree(game)
        self.num_players, self.deals, self.seed = self.tree.game.num_players, deals, seed
        self.nodes: Int64s = np.flatnonzero(self.tree.nodes[:, COUNT] == 2)  # where others are in, players have to fold
        self.endings = endings_of(self.tree, self.nodes)
        weights = class_weights().astype(np.float64)
        counts = class_counts()
        self.hand_chances: Floats = weights.sum(axis=1) / weights.sum()
        self.beside: Floats = weights / weights.sum(axis=1, keepdims=True)  # [own, other]: probability of the other's hand
        # [3, own, other]: ways to deal both, times the probability that the own hand wins, ties, loses
        wins = counts.wins / BOARDS
        self.pairs: Floats = np.stack([wins, counts.ties / BOARDS, wins.T])
        number, seats = len(self.nodes), range(self.num_players)
        self.decisions_of = [np.flatnonzero(self.tree.nodes[self.nodes, ACTOR] == player) for player in seats]
        self.paths: Int64s = np.array([ending.decisions for ending in self.endings])
        self.live: Bools = np.array([[player in ending.players for player in seats] for ending in self.endings])
        self.strategies: Floats = np.zeros((number, HANDS))
        self.chances: Floats = np.zeros((number, HANDS))  # that a decision's player goes in, by another one's hand
        self.beside_two: Floats = np.zeros((number, HANDS, HANDS))  # the same, by two others' hands
        self.both: Floats = np.zeros((number, number, HANDS))  # [later, earlier]: that both go in, by a third one's hand
        orders = [len(ending.payoffs) for ending in self.endings]
        self.all_outlooks: Floats = np.repeat(1.0 / np.array(orders), orders)
        self.outlooks = np.split(self.all_outlooks, np.cumsum(orders)[:-1])  # parts of it

    @cached_property
    def orders(self) -> OrderWeights:
        """Outcomes of three hands, of a table for three or more."""
        return order_weights(self.deals, self.seed)

    def set_strategies(self, decisions: Int64s, strategies: Floats) -> None:
        """Take the strategies of some decisions, and work out what depends on them."""
        self.strategies[decisions] = strategies
        self.chances[decisions] = strategies @ self.beside.T
        if self.num_players > 2:
            removal = card_removal()
            for decision in decisions.tolist():
                put_beside_two(removal, self.strategies[decision], self.beside_two[decision])
            # What is compatible with two hands, summed over one of them.
            shared = self.beside[None] * self.beside_two
            self.both[:, decisions] = np.matmul(shared, strategies.T).transpose(0, 2, 1)
            self.both[decisions] = np.matmul(shared[decisions], self.strategies.T).transpose(0, 2, 1)

    def showdown(self, ending: Ending, player: int) -> Floats:
        """float64 [orders, 169]: weight of each order by the hand of a player who is in, over the others' hands."""
        theirs = [self.strategies[ending.decisions[seat]] for seat in ending.players if seat != player]
        place = ending.players.index(player)
        folded = [k for seat, k in enumerate(ending.decisions) if seat not in ending.players and k >= 0]
        if len(theirs) == 1:
            if folded:
                weights = np.prod(1.0 - self.beside_two[folded], axis=0) * theirs[0]
                result = np.einsum("oxy,xy->ox", self.pairs, weights)
            else:
                result = self.pairs @ theirs[0]
            return np.asarray(result if place == 0 else result[::-1])
        result = np.zeros((len(ending.payoffs), HANDS))
        others = np.prod(1.0 - self.chances[folded], axis=0)
        add_orders(self.orders.ways, self.orders.exchanged, theirs[0] * others, theirs[1] * others, result)
        return np.asarray(result[PLACED[place]] * others)

    def update_outlook(self, k: int, player: int, weights: Floats | None = None) -> None:
        """Update an end's outlook from a player's hands, whose ``showdown`` may be passed."""
        ending = self.endings[k]
        if len(ending.players) > 1:
            result = self.showdown(ending, player) if weights is None else weights
            sums = result @ self.strategies[ending.decisions[player]]
            if sums.sum() > 0.0:
                self.outlooks[k][:] = sums / sums.sum()

    def update_outlooks(self) -> None:
        """Update the outlooks of all ends."""
        for k, ending in enumerate(self.endings):
            self.update_outlook(k, ending.players[0])

    def player_values(self, player: int) -> tuple[Floats, Floats, dict[int, Floats]]:
        """Values of a player's decisions.

        Returns:
            float64 [2, decisions, 169]: to fold and to go in at each own decision, times the chance to get there. Then float64
            [169]: what comes without a decision. Then ``showdown`` by the number of the end.
        """
        values = np.zeros((2, len(self.nodes), HANDS))
        rest = np.zeros(HANDS)
        seen: dict[int, Floats] = {}
        weights = np.empty((len(self.endings), HANDS))
        put_ending_chances(player, self.paths, self.live, self.chances, self.both, weights)
        for k, ending in enumerate(self.endings):
            payoffs = ending.payoffs[:, player]
            if len(payoffs) > 1 and player in ending.players:
                seen[k] = self.showdown(ending, player)
                total = seen[k].sum(axis=0)
                value_by_hand = (payoffs @ seen[k]) / np.where(total > 0.0, total, 1.0)
                value_by_hand[total <= 0.0] = payoffs[-1 if len(payoffs) > 3 else 1]  # no such deal: as if they tied
            else:
                value_by_hand = np.full(HANDS, self.outlooks[k] @ payoffs)
            decision = ending.decisions[player]
            if decision < 0:
                rest += weights[k] * value_by_hand
            else:
                values[int(player in ending.players), decision] += weights[k] * value_by_hand
        return values, rest, seen

    def measure(self) -> tuple[Floats, Floats]:
        """(value of the strategies, value of a best response to the others'), float64 [players] each."""
        self.update_outlooks()
        result = np.zeros((2, self.num_players))
        for player, decisions in enumerate(self.decisions_of):
            values, rest, _ = self.player_values(player)
            fold, go = values[:, decisions]
            result[0, player] = self.hand_chances @ (rest + (fold + self.strategies[decisions] * (go - fold)).sum(axis=0))
            result[1, player] = self.hand_chances @ (rest + np.maximum(fold, go).sum(axis=0))
        return result[0], result[1]


@kernel(nogil=True)
def put_beside_two(removal: CardRemoval, strategy: Floats, out: Floats) -> None:
    """Write the chance [169, 169] that a player goes in, by the hands of two others."""
    held = np.empty(13)
    total = held_weights(removal, strategy, held)
    for x in range(out.shape[0]):
        for y in range(x + 1):
            result = weight_beside(removal, x, y, strategy, total, held) / (removal.pairs[x, y] * THIRD_DEALS)
            out[x, y] = out[y, x] = result


@kernel(nogil=True)
def put_ending_chances(player: int, paths: Int64s, live: Bools, chances: Floats, both: Floats, out: Floats) -> None:
    """Write the chance [endings, 169] that the opponents act as in each end, by the hand of a player."""
    for ending in range(paths.shape[0]):
        for x in range(out.shape[1]):
            reached = 1.0
            for later in range(paths.shape[1]):
                decision = paths[ending, later]
                if later == player or decision < 0:
                    continue
                alone = chances[decision, x]
                likely = alone
                for earlier in range(later):
                    before = paths[ending, earlier]
                    if earlier == player or before < 0 or alone <= 0.0:
                        continue
                    first, together = chances[before, x], both[decision, before, x]
                    if not live[ending, earlier]:
                        first, together = 1.0 - first, alone - together
                    if first > 1e-12:
                        likely *= max(0.0, together) / (first * alone)
                likely = min(likely, 1.0)
                reached *= likely if live[ending, later] else 1.0 - likely
            out[ending, x] = reached


@kernel(nogil=True)
def add_orders(ways: npt.NDArray[np.float32], exchanged: Int64s, first: Floats, second: Floats, out: Floats) -> None:
    """Add to ``out`` the ways of each order (own hand, one, other), weighted by how often the two go in with their hands."""
    orders, hands = out.shape
    for z in range(hands):
        for y in range(z + 1):
            straight = first[y] * second[z]
            crossed = first[z] * second[y] if y != z else 0.0
            if straight != 0.0 or crossed != 0.0:
                row = ways[z * (z + 1) // 2 + y]
                for order in range(orders):
                    direct, turned = row[order], row[exchanged[order]]
                    for x in range(hands):
                        out[order, x] += straight * direct[x] + crossed * turned[x]
