"""Reaches and values at every public state of a hold'em game under one policy, computed street by street on demand.

``SpotValues`` is what a report asks: the walk over a street, and back. Where a hand ends, and after the next card, two players
and three have sums of their own (``two_player_values``, ``three_way_values``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.games.subgames import street_of
from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import is_run_out
from pokerzoo.envs.support.arrays import Bools, Floats, Int64s
from pokerzoo.envs.support.records import as_a

KEPT_STREETS = 32
"""Streets that are kept once computed."""
KEPT_BOARDS = 8
"""Boards whose values after each card, and orders of strength, are kept."""


@dataclass(frozen=True, eq=False)
class Walk:
    """The betting between two public cards on one board, below one line or several."""

    publics: list[PublicState]  # the first ones, then parents before children, siblings side by side
    first: list[int]  # index of the first child of each
    strategies: dict[int, Floats]  # [actions, hands] where a player acts; 0 for hands that are never dealt
    reach: Floats  # [players, public states, hands]: weight x own reach
    same: Int64s  # [players, public states]: the first public state at which a player's reach is the same

    def below(self, node: int) -> slice:
        """The children of a public state of the same street."""
        return slice(self.first[node], self.first[node] + len(self.publics[node].line.moves))

    @cached_property
    def due(self) -> list[int]:
        """The public states after which a card is due, and the lines after it are different ones."""
        return [node for node, public in enumerate(self.publics) if public.card_due and not is_run_out(public)]


@dataclass(frozen=True, eq=False)
class Street(Walk):
    """The betting below one line, with what the others may hold."""

    opponent_reach: Floats  # [players, public states, hands]: of the others' hands that share no card with the hand

    @cached_property
    def index(self) -> dict[Line, int]:
        """The index of each line."""
        return {public.line: node for node, public in enumerate(self.publics)}


class SpotValues(ABC):
    """Reaches and values of a policy in hold'em, for any number of players.

    Attributes:
        game: the game.
        policy: the policy.
        dealable: bool [players, hands]: the hands that can be dealt.
    """

    def __init__(self, game: PokerGame, policy: TabularPolicy, dealable: Bools, weights: Floats) -> None:
        self.game, self.policy, self.dealable, self._weights = game, policy, dealable, weights
        self.street_from = lru_cache(KEPT_STREETS)(self._make_street)
        self.values_from = lru_cache(KEPT_STREETS)(self._make_values)

    @property
    def has_values(self) -> bool:
        """True if values before the river are known."""
        return True

    @cached_property
    def deals(self) -> float:
        """The sum over all deals of hands of the products of their weights."""
        start = self.street_from(self.game.rules.root)
        return float((start.reach[0, 0] * start.opponent_reach[0, 0]).sum())

    def share(self, board: tuple[int, ...]) -> float:
        """Weight of the flop of a board; 1 is as often as where all flops are dealt alike."""
        return 1.0

    def dealt(self, public: PublicState) -> tuple[int, ...]:
        """Cards that came since the start."""
        return public.board[len(self.game.rules.deck.board) :]

    def unseen(self, dealt: int) -> int:
        """Cards, or sets of cards at once, that can come next for hands of all players after ``dealt`` cards."""
        return self.game.rules.deal_ways(self.game.rules.betting.cards_through.index(dealt))

    def cards_due(self, public: PublicState) -> list[int]:
        """Cards that a board leaves, ascending, as indices into the deck; of several at once their sets."""
        return [card for card, _ in public.deal_probabilities()]

    def alive(self, board: tuple[int, ...]) -> Bools:
        """Hands that share no card with a board."""
        return unblocked(self.game.rules.deck.hand_cards, board)

    def street_of(self, public: PublicState) -> tuple[Street, int]:
        """(the street of a public state, its index there)."""
        street = self.street_from(street_of(public))
        return street, street.index[public.line]

    def values_of(self, public: PublicState) -> tuple[Floats, int]:
        """(float64 [players, public states of the street, hands], the index there): net chips x reach of all others."""
        start = street_of(public)
        return self.values_from(start), self.street_from(start).index[public.line]

    def first_reach(self, start: PublicState) -> Floats:
        """float64 [players, hands]: the players' reach where a street begins."""
        if start == self.game.rules.root:
            return self._weights
        above = start.line.above
        assert above is not None
        before = start.board[: -self.game.rules.betting.deals[above.num_deals]]
        street, node = self.street_of(PublicState(self.game.rules, above, before))
        return np.asarray(street.reach[:, node] * self.alive(start.board))

    @abstractmethod
    def opponent_reach(self, reach: Floats, board: tuple[int, ...]) -> Floats:
        """float64 [players, hands]: summed reach of the others' hands that share no card with the hand or each other.

        Args:
            reach: float64 [players, hands].
            board: the public cards.
        """

    @abstractmethod
    def equity(self, public: PublicState, possible: Floats) -> Floats:
        """float64 [players, hands]: ``NodeReport.equity``; ``possible`` is the reach of the others, NaN in place of 0."""

    @abstractmethod
    def equity_of_ranges(self, public: PublicState, reach: Floats, pairs: Floats) -> Floats:
        """float64 [players]: equity of all ranges where a street begins; ``pairs``: sum of reach x reach of the others."""

    @abstractmethod
    def card_values(self, public: PublicState) -> Floats:
        """float64 [players, cards due, hands]: probability of each card x net chips x reach of the others; NaN: not known."""

    def next_deals(self, public: PublicState) -> tuple[list[tuple[PublicState, int]], Callable[[int], Floats]]:
        """The next deals as (public state, how many it represents), and the values after each, as in ``card_values``."""
        values = self.card_values(public)
        return [(public.deal(card), 1) for card in self.cards_due(public)], lambda number: values[:, number]

    @abstractmethod
    def _reach_of_others(self, walk: Walk) -> Floats:
        """float64 [players, public states, hands]: ``opponent_reach`` at each public state."""

    @abstractmethod
    def _at_ends(self, walk: Walk) -> Floats:
        """float64 [players, public states, hands]: net chips x reach of the others where the hand is over, 0 elsewhere."""

    @abstractmethod
    def _after_cards(self, street: Street) -> Floats:
        """float64 [players, ``street.due``, hands]: ``card_values``, summed over the cards."""

    def _walk(self, starts: Sequence[PublicState], reach: Floats) -> Walk:
        """The streets that begin at these public states on one board; ``reach`` is float64 [players, starts, hands]."""
        publics, first = list(starts), []
        for public in publics:  # grows as it goes
            first.append(len(publics))
            publics += [public.after(k) for k in range(len(public.line.moves))]
        players, _, hands = reach.shape
        reaches, same = np.empty((players, len(publics), hands)), np.zeros((players, len(publics)), dtype=np.int64)
        reaches[:, : len(starts)], same[:, : len(starts)] = reach, np.arange(len(starts))
        strategies = {}
        for node, public in enumerate(publics):
            if public.line.moves:
                strategies[node] = self.policy.strategy(public)
                below = slice(first[node], first[node] + len(public.line.moves))
                reaches[:, below], same[:, below] = reaches[:, node, None], same[:, node, None]
                reaches[public.actor, below] *= strategies[node]
                same[public.actor, below] = np.arange(below.start, below.stop)
        return Walk(publics, first, strategies, reaches, same)

    def _make_street(self, start: PublicState) -> Street:
        walk = self._walk([start], self.first_reach(start)[:, None])
        return as_a(Street, walk, opponent_reach=self._reach_of_others(walk))

    def _make_values(self, start: PublicState) -> Floats:
        street = self.street_from(start)
        return self._back(street, self._after_cards(street) if street.due else None)

    def _back(self, walk: Walk, after_cards: Floats | None) -> Floats:
        """float64 [players, public states, hands]: net chips x reach of the others; ``after_cards``: where a card is due."""
        values = self._at_ends(walk)
        if after_cards is not None:
            values[:, walk.due] = after_cards
        for node in range(len(walk.publics) - 1, -1, -1):
            if node in walk.strategies:
                actor, below = walk.publics[node].actor, walk.below(node)
                values[:, node] = values[:, below].sum(axis=1)
                values[actor, node] = (walk.strategies[node] * values[actor, below]).sum(axis=0)
        return values
