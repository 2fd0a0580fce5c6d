"""A plain twin of the walks over boards: CFR by recursion over public states, with a number for each hand.

Written straight from the papers, in float64 and without any table: the weight of a pair of hands and the chance of each card
are worked out here. Of the package it uses the betting alone (``Line``: who acts, what is legal, who is paid what).
"""

from __future__ import annotations

import numpy as np

from pokerzoo.agents import Variant
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import PokerRules

Floats = np.ndarray
Pair = tuple[Floats, Floats]
Table = dict[PublicState, Floats]
"""[actions, hands] of each public state in which a player acts; the same object is always asked about, so it is a key."""


class TextbookPoker:
    """Two-player poker in which every card is one of a kind.

    Attributes:
        pairs: [hands, hands]: how likely each pair of hands is dealt.
        locked: {infoset key: probabilities}.
    """

    def __init__(self, rules: PokerRules, locked: dict[str, list[float]] | None = None) -> None:
        self.rules, self.locked = rules, locked or {}
        hands = [set(hand) for hand in rules.deck.hands]
        weights = rules.weights or ((1.0,) * len(hands),) * 2
        likely = np.zeros((len(hands), len(hands)))
        for i, one in enumerate(hands):
            for j, two in enumerate(hands):
                if not one & two and not (one | two) & set(rules.deck.board):
                    likely[i, j] = weights[0][i] * weights[1][j]
        self.pairs = likely / likely.sum()
        self.unseen = len(rules.deck.names) - len(rules.deck.board) - 2 * rules.deck.hole_cards
        self.decisions: list[PublicState] = []
        self.shown: dict[tuple[int, ...], Floats] = {}
        stack = [rules.root]
        while stack:
            public = stack.pop()
            if public.card_due:
                stack += [public.deal(card) for card in self.cards(public)]
            elif not public.is_over:
                self.decisions.append(public)
                stack += [public.after(k) for k in range(len(public.line.moves))]

    def cards(self, public: PublicState) -> list[int]:
        return [card for card in range(len(self.rules.deck.names)) if card not in public.board]

    def lives(self, card: int) -> Floats:
        return np.array([float(card not in hand) for hand in self.rules.deck.hands])

    def wins(self, board: tuple[int, ...]) -> Floats:
        """[hands, hands]: 1 where the first player's hand is better, -1 where the second's is, 0 for a tie."""
        if board not in self.shown:
            strength = [0 if set(hand) & set(board) else self.rules.strength(hand, board) for hand in self.rules.deck.hands]
            self.shown[board] = np.sign(np.subtract.outer(strength, strength))
        return self.shown[board]

    def ends(self, public: PublicState, pairs: Floats, reach: Pair) -> Pair:
        """Expected payoff of each hand at the end, times the chance that the others and the cards lead there."""
        live = [player for player in (0, 1) if not public.line.folded[player]]
        values = []
        for player in (0, 1):
            if len(live) == 1:
                chips = np.full(pairs.shape, public.line.payoffs((live[0],))[player])
            else:
                first, tie, second = (public.line.payoffs(winners)[player] for winners in ((0,), (0, 1), (1,)))
                won = self.wins(public.board)
                chips = np.where(won > 0, first, np.where(won < 0, second, tie))
            faced = pairs * chips
            values.append(faced @ reach[1] if player == 0 else reach[0] @ faced)
        return values[0], values[1]

    def walk(
        self, public: PublicState, pairs: Floats, reach: Pair, strategy: Table, best: bool, gains: Table, own: Table
    ) -> Pair:
        """Each player's values of all hands; with ``best`` what a best response of each makes against the other.

        Args:
            public: where.
            pairs: how likely each pair of hands, and the cards so far, come.
            reach: how likely each player's own actions lead there with each hand.
            strategy: of both.
            best: see above.
            gains: written: what each action gains over the strategy.
            own: written: own reach.
        """
        if public.is_over:
            return self.ends(public, pairs, reach)
        if public.card_due:
            total = np.zeros(len(pairs)), np.zeros(len(pairs))
            here = self.unseen - (len(public.board) - len(self.rules.deck.board))
            for card in self.cards(public):
                lives = self.lives(card)
                below = self.walk(public.deal(card), pairs * np.outer(lives, lives) / here, reach, strategy, best, gains, own)
                total = total[0] + below[0], total[1] + below[1]
            return total
        player, shares = public.actor, strategy[public]
        own[public] = reach[player]
        children = []
        for k in range(len(public.line.moves)):
            after = (reach[0] * shares[k], reach[1]) if player == 0 else (reach[0], reach[1] * shares[k])
            children.append(self.walk(public.after(k), pairs, after, strategy, best, gains, own))
        mine = np.array([child[player] for child in children])
        value = sum(shares * mine)
        gains[public] = mine - value
        if best:
            free = np.array([self.key(public, hand) not in self.locked for hand in range(len(pairs))])
            value = np.where(free, mine.max(axis=0), value)
        other = sum(child[1 - player] for child in children)
        return (value, other) if player == 0 else (other, value)

    def key(self, public: PublicState, hand: int) -> str:
        return public.key(hand)

    def values(self, strategy: Table, best: bool = False) -> list[float]:
        """Each player's expected chips; with ``best`` of a best response to the other (locks are kept)."""
        ones = np.ones(len(self.pairs))
        return [float(own.sum()) for own in self.walk(self.rules.root, self.pairs, (ones, ones), strategy, best, {}, {})]

    def exploitability(self, strategy: Table) -> float:
        best, values = self.values(strategy, True), self.values(strategy)
        return (sum(best) - sum(values)) / 2

    def uniform(self) -> Table:
        return self.keep_locks({public: self.zeros(public) + 1 / len(public.line.moves) for public in self.decisions})

    def zeros(self, public: PublicState) -> Floats:
        return np.zeros((len(public.line.moves), len(self.pairs)))

    def keep_locks(self, strategy: Table) -> Table:
        for public, shares in strategy.items():
            for hand in range(len(self.pairs)) if self.locked else ():
                if self.key(public, hand) in self.locked:
                    shares[:, hand] = self.locked[self.key(public, hand)]
        return strategy


class TextbookPokerCFR:
    """CFR and its variants (Zinkevich et al. 2007; Farina et al. 2021) on ``TextbookPoker``."""

    def __init__(self, poker: TextbookPoker, variant: Variant, alternating: bool, regrets: Table | None = None) -> None:
        self.poker, self.variant, self.alternating = poker, variant, alternating
        self.regrets = regrets or {public: poker.zeros(public) for public in poker.decisions}
        self.forecast = {public: poker.zeros(public) for public in poker.decisions}
        self.sums = {public: poker.zeros(public) for public in poker.decisions}
        self.iteration = 0

    def strategy(self) -> Table:
        return self.poker.keep_locks(
            {public: shares_of(self.regrets[public] + self.forecast[public]) for public in self.poker.decisions}
        )

    def average(self) -> Table:
        return self.poker.keep_locks({public: shares_of(own) for public, own in self.sums.items()})

    def run(self, iterations: int) -> None:
        poker, ones = self.poker, np.ones(len(self.poker.pairs))
        for _ in range(iterations):
            self.iteration += 1
            positive, negative, discount, prediction = self.variant.factors(self.iteration, 1)[0]
            for group in ((0,), (1,)) if self.alternating else ((0, 1),):
                strategy, gains, own = self.strategy(), {}, {}
                poker.walk(poker.rules.root, poker.pairs, (ones, ones), strategy, False, gains, own)
                for public in poker.decisions:
                    if public.actor not in group:
                        continue
                    self.sums[public] = self.sums[public] * discount + own[public] * strategy[public]
                    added = self.regrets[public] + gains[public]
                    self.regrets[public] = added * np.where(added > 0, positive, negative)
                    self.forecast[public] = prediction * gains[public]


def shares_of(sums: Floats) -> Floats:
    """Shares of what is positive, hand by hand; equal shares where nothing is."""
    kept = np.maximum(sums, 0.0)
    total = kept.sum(axis=0)
    return np.where(total > 0, kept / np.where(total > 0, total, 1.0), 1 / len(sums))
