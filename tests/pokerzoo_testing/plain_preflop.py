"""A plain twin of poker for two from the blinds on: betting, a flop of several cards at once, betting, showdown.

Written from the papers and the rules of the game, in float64, without symmetry and without any code of the package. There is
a number for each betting line, each flop and each hand. A table has an array [actions, flops, hands] for each point at which
a player acts; before the flop there is one "flop" there. Chips are net, chances exact, regrets weighed with the chance that
cards and the opponent lead there, the chance of the own hand among it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, inf
from typing import Any

import numpy as np

Floats = np.ndarray
Pair = tuple[Floats, Floats]
RaiseTo = Callable[[float, float, float, float, int], Sequence[float]]
"""(own chips of this round, the opponent's, the pot before the round, the most to go to, bets so far) -> totals to go to."""
Weights = Callable[[int], Sequence[float]]
"""Iteration from 1 -> factor of positive regrets, of others, of the average, of the forecast."""


@dataclass(frozen=True)
class PlainRules:
    """A game. The big blind is player 0, the small blind player 1, who acts first before the flop and last after it."""

    deck: tuple[str, ...]  # names; the later in the deck, the earlier in the name of a hand or flop
    strength: Callable[[tuple[int, ...], tuple[int, ...]], int]  # (own cards, public cards)
    raise_to: tuple[RaiseTo, ...]  # for each of the one or two rounds
    hole: int = 2
    flop: int = 3  # cards before the second round; 0 if there is none
    run_out: int = 0  # cards after the last round
    blinds: tuple[float, float] = (2.0, 1.0)  # (0, 0): none, and player 0 acts first before the flop, too
    antes: tuple[float, float] = (0.0, 0.0)
    stack: float | None = None  # chips of each player before anything is put in; None: enough
    sized: bool = False  # whether moves are written with their totals
    flop_weight: Callable[[tuple[int, ...]], int] | None = None  # how often each flop comes; None: all alike

    def __post_init__(self) -> None:
        if (len(self.raise_to), self.flop > 0) not in ((1, False), (2, True)):
            raise ValueError(f"raise_to: must have one round without a flop and two with one, not {len(self.raise_to)}")
        if self.stack is not None and self.stack <= max(a + b for a, b in zip(self.antes, self.blinds, strict=True)):
            raise ValueError(f"stack={self.stack}: must be more than what is posted")


def fixed_limit(bet: float, most_bets: int) -> RaiseTo:
    """Bets of one size; before the flop the big blind is the first of ``most_bets``."""
    return lambda own, other, pot, most, bets: (min(other + bet, most),) if bets < most_bets else ()


@dataclass(eq=False)
class Node:
    """A point of the betting, whatever cards lie there."""

    kind: str  # a player acts, the flop is dealt, someone has folded, or hands are shown: "act", "deal", "fold", "show"
    text: tuple[str, str]  # the moves before and after the flop
    dealt: bool  # whether the flop lies there
    player: int  # who acts, or has folded
    before: tuple[float, float]  # chips put in before this round
    put: tuple[float, float]  # chips put in, in all
    bets: int = 0
    to_act: int = 2
    moves: tuple[str, ...] = ()
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


def betting_tree(rules: PlainRules) -> Node:
    """The root of the betting, with all below it."""
    posted = rules.antes[0] + rules.blinds[0], rules.antes[1] + rules.blinds[1]
    blind = max(rules.blinds) > 0
    root = Node("act", ("", ""), False, int(blind), rules.antes, posted, int(blind))
    grow(rules, root)
    return root


def grow(rules: PlainRules, node: Node) -> None:
    """Give a point its moves, and what follows from each."""
    me, you = node.player, 1 - node.player
    own, other = node.put[me] - node.before[me], node.put[you] - node.before[you]
    most = inf if rules.stack is None else rules.stack - node.before[me]
    totals = [t for t in rules.raise_to[node.dealt](own, other, sum(node.before), most, node.bets) if t > other]
    moves = [("f", own)] if other > own else []
    moves += [("c" if other > own else "x", other)]
    moves += [(("r" if node.bets else "b") + (f"{total:g}" if rules.sized else ""), total) for total in totals]
    node.moves = tuple(name for name, _ in moves)
    for name, total in moves:
        first, then = node.text
        text = (first, then + name) if node.dealt else (first + name, then)
        put = tuple(node.before[me] + total if p == me else node.put[p] for p in (0, 1))
        assert len(put) == 2
        raised = name[0] in "br"
        below = Node("act", text, node.dealt, you, node.before, put, node.bets + raised, 1 if raised else node.to_act - 1)
        node.children.append(below)
        if name == "f":
            below.kind, below.player = "fold", me
        elif below.to_act == 0 and node.dealt + 1 < len(rules.raise_to):
            below.kind = "deal"
            below.children = [Node("act", text, True, 0, put, put)]
            if put[0] == rules.stack:  # nothing is left to bet
                below.children[0].kind = "show"
            else:
                grow(rules, below.children[0])
        elif below.to_act == 0:
            below.kind = "show"
        else:
            grow(rules, below)


Table = dict[Node, Floats]
"""[actions, flops, hands] of each point."""


class PlainPreflop:
    """The cards of a game, and the walk over all of it.

    Attributes:
        hands: the cards of each hand, ascending.
        flops: the cards of each flop, ascending.
        dealt: [hands, hands]: how likely each pair of hands is dealt.
        pairs: [hands, hands]: the same if all flops came alike.
        live: [flops, hands]: 1 where flop and hand share no card.
        edges: [flops, hands, hands]: the chance of the pair, times what player 0 wins of one chip at a showdown.
        chance: [flops, 1]: times ``pairs`` how likely two hands and a flop are that they leave.
        points: the points at which players act, player 0's first.
    """

    def __init__(self, rules: PlainRules) -> None:
        self.rules, cards = rules, range(len(rules.deck))
        self.hands = sorted(combinations(cards, rules.hole), key=lambda hand: hand[::-1])
        weight = rules.flop_weight or (lambda flop: 1)
        every = list(combinations(cards, rules.flop))
        self.flops = [flop for flop in every if weight(flop)]
        weights = np.array([weight(flop) for flop in self.flops], dtype=float)
        apart = np.array([[float(not set(one) & set(two)) for two in self.hands] for one in self.hands])
        self.pairs = apart / apart.sum()
        self.live = np.array([[float(not set(hand) & set(flop)) for hand in self.hands] for flop in self.flops])
        self.unseen = len(cards) - 2 * rules.hole
        self.chance = (weights / weights.sum() * len(every) / comb(self.unseen, rules.flop))[:, None]
        self.dealt = self.pairs * ((self.chance * self.live).T @ self.live)
        assert np.isclose(self.dealt.sum(), 1.0)
        self.edges = np.zeros((len(self.flops), *apart.shape))
        for f, flop in enumerate(self.flops):
            self.edges[f] = self.pairs * np.outer(self.live[f], self.live[f]) * self.mean_edge(flop)
        self.root = betting_tree(rules)
        acting = [node for node in self.root.walk() if node.kind == "act"]
        self.points = [node for player in (0, 1) for node in acting if node.player == player]

    def mean_edge(self, flop: tuple[int, ...]) -> Floats:
        """[hands, hands]: what player 0 wins of one chip, over all cards to come after a flop; of hands apart from it."""
        rules, total = self.rules, np.zeros_like(self.pairs)
        left = [card for card in range(len(rules.deck)) if card not in flop]
        for later in combinations(left, rules.run_out):
            board = tuple(sorted(flop + later))
            lives = [not set(hand) & set(board) for hand in self.hands]
            strength = np.array([rules.strength(h, board) if own else 0 for h, own in zip(self.hands, lives, strict=True)])
            total += np.sign(np.subtract.outer(strength, strength)) * np.outer(lives, lives)
        return np.asarray(total / comb(self.unseen - rules.flop, rules.run_out))

    def hand_name(self, hand: int) -> str:
        return "".join(self.rules.deck[card] for card in reversed(self.hands[hand]))

    def history(self, point: Node, flop: int) -> str:
        """The public part of a key: ``rc/QsJh2h|xb``."""
        dealt = "".join(self.rules.deck[card] for card in reversed(self.flops[flop]))
        return f"{point.text[0]}/{dealt}|{point.text[1]}" if point.dealt else point.text[0]

    def num_flops(self, point: Node) -> int:
        return len(self.flops) if point.dealt else 1

    def infosets(self) -> Iterator[tuple[str, Node, int, int]]:
        """(key, point, flop, hand) of each, by player."""
        for point in self.points:
            for f in range(self.num_flops(point)):
                for h in range(len(self.hands)):
                    if not point.dealt or self.live[f, h]:
                        yield f"{self.hand_name(h)}|{self.history(point, f)}", point, f, h

    def counts(self) -> tuple[int, int]:
        """Number of infosets, and of actions over all of them: counted without going through them."""
        n, hole, flop = len(self.rules.deck), self.rules.hole, self.rules.flop
        assert self.rules.flop_weight or len(self.flops) == comb(n, flop)
        each = [len(self.flops) * comb(n - flop, hole) if point.dealt else comb(n, hole) for point in self.points]
        return sum(each), sum(k * len(point.moves) for k, point in zip(each, self.points, strict=True))

    def by_key(self, table: Table) -> dict[str, Floats]:
        """The numbers of each infoset's actions."""
        return {key: table[point][:, f, h] for key, point, f, h in self.infosets()}

    def from_keys(self, numbers: dict[str, Floats]) -> Table:
        """The other way round; 0 where a flop rules a hand out."""
        table = self.filled(0.0)
        for key, point, f, h in self.infosets():
            table[point][:, f, h] = numbers[key]
        return table

    def filled(self, number: float) -> Table:
        return {node: np.full((len(node.moves), self.num_flops(node), len(self.hands)), number) for node in self.points}

    def uniform(self) -> Table:
        return {node: ones / len(node.moves) for node, ones in self.filled(1.0).items()}

    def random(self, seed: int, spread: float = 1.0) -> Table:
        """Numbers of the normal distribution, for regrets."""
        numbers = np.random.default_rng(seed)
        return {node: numbers.normal(scale=spread, size=zeros.shape) for node, zeros in self.filled(0.0).items()}

    def walk(self, node: Node, reach: Pair, strategy: Table, gains: Table, own: Table, best: int | None = None) -> Pair:
        """[flops, hands] of each player: expected chips, times the chance that cards and the opponent lead here.

        Args:
            node: where.
            reach: [flops, hands] of each player: the chance that the own moves lead here.
            strategy: of both.
            gains: written: how much better each action is.
            own: written: own reach of each point.
            best: a player who takes the best action everywhere; None: nobody.
        """
        if node.kind == "fold":
            won = node.put[node.player] * (1 if node.player == 1 else -1)
            pairs = self.pairs if node.dealt else self.dealt
            faced = reach[1] @ pairs.T, reach[0] @ pairs
            here = self.chance * self.live if node.dealt else 1.0
            return won * here * faced[0], -won * here * faced[1]
        if node.kind == "show":
            won = min(node.put) * self.chance
            return (
                won * (self.edges @ reach[1][:, :, None])[:, :, 0],
                -won * (reach[0][:, None, :] @ self.edges)[:, 0, :],
            )
        if node.kind == "deal":
            after = reach[0] * self.live, reach[1] * self.live
            below = self.walk(node.children[0], after, strategy, gains, own, best)
            return below[0].sum(axis=0, keepdims=True), below[1].sum(axis=0, keepdims=True)
        me, shares = node.player, strategy[node]
        own[node] = reach[me]
        children = []
        for share, child in zip(shares, node.children, strict=True):
            after = (reach[0] * share, reach[1]) if me == 0 else (reach[0], reach[1] * share)
            children.append(self.walk(child, after, strategy, gains, own, best))
        mine = np.array([child[me] for child in children])
        value = mine.max(axis=0) if best == me else (shares * mine).sum(axis=0)
        gains[node] = mine - value
        theirs = np.sum([child[1 - me] for child in children], axis=0)
        return (value, theirs) if me == 0 else (theirs, value)

    def start(self) -> Pair:
        return np.ones((1, len(self.hands))), np.ones((1, len(self.hands)))

    def values(self, strategy: Table) -> tuple[float, float]:
        """Each player's expected chips."""
        one, two = self.walk(self.root, self.start(), strategy, {}, {})
        return float(one.sum()), float(two.sum())

    def best_values(self, strategy: Table) -> tuple[float, float]:
        """The expected chips of each player's best response to the other's strategy."""
        one, two = (self.walk(self.root, self.start(), strategy, {}, {}, best=player)[player] for player in (0, 1))
        return float(one.sum()), float(two.sum())

    def nash_conv(self, strategy: Table) -> float:
        return sum(self.best_values(strategy)) - sum(self.values(strategy))

    def value_by_deals(self, strategy: Table) -> float:
        """Player 0's expected chips once more: deal by deal, card by card, with no table of pairs of hands."""
        rules, total, deals = self.rules, 0.0, 0
        weight = rules.flop_weight or (lambda flop: 1)
        shares = {node: own.tolist() for node, own in strategy.items()}  # single numbers are read off lists faster
        number = {flop: f for f, flop in enumerate(self.flops)}
        for i, one in enumerate(self.hands):
            for j, two in enumerate(self.hands):
                left = [card for card in range(len(rules.deck)) if card not in one + two]
                for flop in combinations(left, rules.flop) if not set(one) & set(two) else ():
                    if not weight(flop):
                        continue
                    later = list(combinations([card for card in left if card not in flop], rules.run_out))
                    boards = [tuple(sorted(flop + cards)) for cards in later]
                    edges = [rules.strength(one, b) - rules.strength(two, b) for b in boards]
                    share = (sum(edge > 0 for edge in edges) - sum(edge < 0 for edge in edges)) / len(boards)
                    total += weight(flop) * self.value_of_deal(self.root, (i, j), number[flop], share, shares)
                    deals += weight(flop)
        return total / deals

    def value_of_deal(self, node: Node, hands: tuple[int, int], flop: int, share: float, shares: dict[Node, Any]) -> float:
        """Player 0's expected chips where all cards are known, and with them the ``share`` of a chip won at a showdown."""
        if node.kind == "fold":
            return node.put[1] if node.player == 1 else -node.put[0]
        if node.kind == "show":
            return share * node.put[0]
        if node.kind == "deal":
            return self.value_of_deal(node.children[0], hands, flop, share, shares)
        where, hand, value = flop if node.dealt else 0, hands[node.player], 0.0
        for own, child in zip(shares[node], node.children, strict=True):
            value += own[where][hand] * self.value_of_deal(child, hands, flop, share, shares)
        return value


WEIGHTS: dict[str, Weights] = {
    "cfr": lambda t: (1.0, 1.0, 1.0, 0.0),  # Zinkevich et al. 2007
    "cfr+": lambda t: (1.0, 0.0, (t - 1) / t, 0.0),  # Tammelin 2014
    "lcfr": lambda t: (t / (t + 1), t / (t + 1), (t - 1) / t, 0.0),  # Brown and Sandholm 2019
    "dcfr": lambda t: (t**1.5 / (t**1.5 + 1), 0.5, ((t - 1) / t) ** 2, 0.0),  # the same, 3/2, 0, 2
    "pcfr+": lambda t: (1.0, 0.0, ((t - 1) / t) ** 2, 1.0),  # Farina, Kroer, Sandholm 2021
}
"""Variants of CFR by their papers."""


class PlainCFR:
    """CFR on a ``PlainPreflop``: a table of regrets and one of what the average is a share of.

    Attributes:
        regrets: cumulative regrets, discounted.
        sums: own reach times strategy, summed up and discounted.
        value_sum: what player 0 expected of the strategies that met, summed up.
    """

    def __init__(self, game: PlainPreflop, weights: Weights, alternating: bool, regrets: Table | None = None) -> None:
        self.game, self.weights, self.alternating = game, weights, alternating
        self.regrets = regrets or game.filled(0.0)
        self.sums, self.forecast = game.filled(0.0), game.filled(0.0)
        self.iteration, self.value_sum = 0, 0.0

    def strategy(self) -> Table:
        return {node: shares_of(regrets + self.forecast[node]) for node, regrets in self.regrets.items()}

    def average(self) -> Table:
        return {node: shares_of(sums) for node, sums in self.sums.items()}

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iteration += 1
            positive, negative, discount, prediction = self.weights(self.iteration)
            for group in ((0,), (1,)) if self.alternating else ((0, 1),):
                gains: Table = {}
                own: Table = {}
                strategy = self.strategy()
                values = self.game.walk(self.game.root, self.game.start(), strategy, gains, own)
                self.value_sum += float(values[0].sum()) if 0 in group else 0.0
                for node in [node for node in self.game.points if node.player in group]:
                    self.sums[node] = self.sums[node] * discount + own[node] * strategy[node]
                    added = self.regrets[node] + gains[node]
                    self.regrets[node] = added * np.where(added > 0, positive, negative)
                    self.forecast[node] = prediction * gains[node]


def shares_of(numbers: Floats) -> Floats:
    """Shares of the positive numbers among the actions; equal shares where there is none."""
    kept = np.maximum(numbers, 0.0)
    total = kept.sum(axis=0)
    return np.where(total > 0, kept / np.where(total > 0, total, 1.0), 1 / len(numbers))
