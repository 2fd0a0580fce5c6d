"""The rest of a hand of poker without cards to come, as a linear program over realization plans (Koller and others 1996)."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats


class RestOfHand:
    """All that two players can do below a public state, straight from the rules.

    Attributes:
        hands: numbers of the hands that the board leaves.
        points: of each player, (first sequence, sequence above) by public state; sequence 0 is the start.
        payoffs: float64 [players, hands, sequences of the first player, hands, sequences of the second]: net chips of each.
    """

    def __init__(self, root: PublicState) -> None:
        deck, board = root.rules.deck, root.board
        self.hands = [hand for hand, cards in enumerate(deck.hands) if not {*cards} & {*board}]
        self.counts = [1, 1]
        self.points: tuple[dict[PublicState, tuple[int, int]], ...] = ({}, {})
        ends: list[tuple[int, int, PublicState]] = []
        stack = [(root, (0, 0))]
        while stack:
            public, rows = stack.pop()
            if public.is_over:
                ends.append((*rows, public))
                continue
            player, first = public.actor, self.counts[public.actor]
            self.points[player][public] = (first, rows[player])
            self.counts[player] += len(public.line.moves)
            for k in range(len(public.line.moves)):
                stack.append((public.after(k), (first + k, rows[1]) if player == 0 else (rows[0], first + k)))
        cards = deck.hand_cards[self.hands]
        self.apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
        strengths = np.array([root.rules.strength(deck.hands[hand], board) for hand in self.hands])
        ahead = np.sign(strengths[:, None] - strengths[None])
        self.payoffs = np.zeros((2, len(self.hands), self.counts[0], len(self.hands), self.counts[1]))
        for row, column, public in ends:
            lose, tie, win = (np.array(public.line.payoffs(winners))[:, None, None] for winners in ((1,), (0, 1), (0,)))
            if any(public.line.folded):
                lose = tie = win = (win, lose)[public.line.folded.index(False)]
            self.payoffs[:, :, row, :, column] += np.where(ahead > 0, win, np.where(ahead < 0, lose, tie)) * self.apart

    def plan(self, player: int, policy: TabularPolicy) -> Floats:
        """[hands, sequences]: a policy of the game from here on as a realization plan."""
        result = np.ones((len(self.hands), self.counts[player]))
        for public, (first, above) in self.points[player].items():
            shares = policy.strategy(public)[:, self.hands].T
            result[:, first : first + shares.shape[1]] = result[:, [above]] * shares
        return result

    def best(self, player: int, against: Floats) -> Floats:
        """[hands]: what a best response of the player is worth against the other's weighted plans [hands, sequences]."""
        if player == 0:
            worth = np.einsum("iajb,jb->ia", self.payoffs[0], against)
        else:
            worth = np.einsum("iajb,ia->jb", self.payoffs[1], against)
        for public, (first, above) in reversed(self.points[player].items()):
            worth[:, above] += worth[:, first : first + len(public.line.moves)].max(axis=1)
        return np.asarray(worth[:, 0])

    def constraints(self, player: int) -> Floats:
        """[1 + points, sequences] of one hand."""
        rows = np.zeros((1 + len(self.points[player]), self.counts[player]))
        rows[0, 0] = 1.0
        for k, (public, (first, above)) in enumerate(self.points[player].items()):
            rows[k + 1, above], rows[k + 1, first : first + len(public.line.moves)] = -1.0, 1.0
        return rows

    def solve(self, player: int, ours: Floats, theirs: Floats, worth: Floats | None = None) -> tuple[Floats, float]:
        """(Plans [hands, sequences] of a player, what they leave) for weights of both players' hands.

        What the other's hands win together is least; if they are held to ``worth`` [hands], what they win above it.
        """
        n, other = len(self.hands), 1 - player
        mine, their = self.constraints(player), self.constraints(other)
        columns, duals = n * self.counts[player], n * len(their)
        theirs_won = self.payoffs[1] if player == 0 else self.payoffs[0].transpose(2, 3, 0, 1)
        # Variables: plans, values of the other's points, and how much each hand is worth more than allowed.
        gain = (theirs_won * ours[:, None, None, None]).reshape(columns, n * self.counts[other])
        rows = np.hstack([gain.T, -np.kron(np.eye(n), their.T), np.zeros((gain.shape[1], n))])
        cost, limits = np.zeros(columns + duals + n), np.zeros(len(rows))
        roots = columns + np.arange(n) * len(their)
        if worth is None:
            cost[roots] = theirs
        else:
            cost[-n:] = theirs
            over = np.zeros((n, len(cost)))
            over[np.arange(n), roots] = 1.0
            over[np.arange(n), columns + duals + np.arange(n)] = -1.0
            rows, limits = np.vstack([rows, over]), np.concatenate([limits, worth])
        equal = np.hstack([np.kron(np.eye(n), mine), np.zeros((n * len(mine), duals + n))])
        starts = np.tile(np.eye(len(mine))[0], n)
        bounds = [(0, None)] * columns + [(None, None)] * duals + [(0, None)] * n
        result = linprog(cost, A_ub=rows, b_ub=limits, A_eq=equal, b_eq=starts, bounds=bounds)
        assert result.status == 0, result.message
        return result.x[:columns].reshape(n, -1), float(result.fun)


def weights_of(game: PokerGame, rest: RestOfHand) -> tuple[Floats, float]:
    """(Both players' weights of the hands that are left, the sum over all pairs of hands)."""
    assert game.rules.weights is not None
    weights = np.array(game.rules.weights)[:, rest.hands]
    return weights, float(weights[0] @ rest.apart @ weights[1])


def least_excess(game: PokerGame, player: int, worth: Floats) -> float:
    """The least that a strategy of a player leaves the opponent's hands above ``worth`` [hands]."""
    rest = RestOfHand(game.rules.root)
    weights, pairs = weights_of(game, rest)
    return rest.solve(player, weights[player] / pairs, weights[1 - player], worth[rest.hands])[1]


def worth_against(game: PokerGame, player: int, policy: TabularPolicy) -> Floats:
    """float64 [hands]: what a best response to a player's strategy is worth with each hand."""
    rest, result = RestOfHand(game.rules.root), np.zeros(len(game.rules.deck.hands))
    weights, pairs = weights_of(game, rest)
    held = np.where(weights[1 - player] > 0, rest.best(1 - player, rest.plan(player, policy) * weights[player][:, None]), 0.0)
    result[rest.hands] = held / pairs
    return result
