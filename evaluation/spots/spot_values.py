"""Reaches and values at every public state of a hold'em game under one policy, computed street by street when asked for.

A street's public states are computed together, in double precision. Values after the next card come from
``envs.compiled.street_values`` in single precision, one walk for all lines of the street.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.public_tree import has_many_hands
from pokerzoo.envs.compiled.run_outs import FullBoards, SettledRunOuts, meeting
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_evaluator import fitting_rows
from pokerzoo.envs.compiled.street_pairs import is_settled
from pokerzoo.envs.compiled.street_values import CardValues, StreetValues
from pokerzoo.envs.games.subgames import street_of
from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Bools, Floats

from .part_values import values_of_parts
from .spot_lines import end_payoffs, is_run_out

KEPT_STREETS = 32
"""Streets that are kept once computed."""
KEPT_BOARDS = 8
"""Boards whose values after each card, and orders of strength, are kept."""


@dataclass(frozen=True, eq=False)
class Street:
    """The betting between two public cards on one board, below one line."""

    publics: list[PublicState]  # parents before children, siblings side by side
    first: list[int]  # index of the first child of each
    strategies: dict[int, Floats]  # [actions, hands] where a player acts; 0 for hands that are never dealt
    reach: Floats  # [2, public states, hands]: weight x own reach
    opponent_reach: Floats  # [2, public states, hands]: of the opponent's hands that share no card with the hand
    find_ahead: Callable[[Floats], Floats] | None  # from reach to ``ahead``; None before the river

    @cached_property
    def ahead(self) -> Floats | None:
        """float64 [2, public states, hands]: reach of what loses to the hand less what beats it; None before the river."""
        return None if self.find_ahead is None else self.find_ahead(self.reach)

    @cached_property
    def index(self) -> dict[Line, int]:
        """The index of each line."""
        return {public.line: node for node, public in enumerate(self.publics)}

    def below(self, node: int) -> slice:
        """The children of a public state of the same street."""
        return slice(self.first[node], self.first[node] + len(self.publics[node].line.moves))


class SpotStreets:
    """Streets of a hold'em spot, and the players' reach where one begins."""

    game: PokerGame
    street_from: Callable[[PublicState], Street]
    values_from: Callable[[PublicState], Floats]
    _weights: Floats  # float64 [players, hands]

    def dealt(self, public: PublicState) -> tuple[int, ...]:
        """Cards that came since the start."""
        return public.board[len(self.game.rules.deck.board) :]

    def unseen(self, dealt: int) -> int:
        """Cards, or sets of cards at once, that can come next for hands of all players after ``dealt`` cards."""
        return self.game.rules.deal_ways(self.game.rules.betting.cards_through.index(dealt))

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


class SpotValues(SpotStreets):
    """Reaches and values of a policy in a hold'em spot."""

    def __init__(self, game: PokerGame, policy: TabularPolicy) -> None:
        self.game, self.policy = game, policy
        rules = game.rules
        self._num_cards = rules.betting.cards_through[-1]
        self._settled = is_settled(rules)
        self._last_cards = rules.betting.cards_through[rules.betting.deals_with_betting] if self._settled else self._num_cards
        self.dealable = (
            np.array(rules.ranges.dealable) if rules.weights else np.ones((2, len(rules.deck.hands)), dtype=np.bool_)
        )
        self._weights: Floats = self.dealable * (np.array(rules.weights) if rules.weights else np.float64(1.0))
        self._cards = np.array(rules.deck.hands)
        self._hand_rows = rules.deck.hand_cards.T.astype(np.int32)
        self.street_from = lru_cache(KEPT_STREETS)(self._make_street)
        self.values_from = lru_cache(KEPT_STREETS)(self._make_values)
        self.after_cards = lru_cache(KEPT_BOARDS)(self._make_after_cards)
        self._beats = lru_cache(KEPT_BOARDS)(self._make_beats)
        start = self.street_from(rules.root)
        self.deals = float((start.reach[0, 0] * start.opponent_reach[0, 0]).sum())

    @cached_property
    def meets(self) -> Floats:
        """float64 [hands, hands]: 1 where two hands share no card."""
        meets = np.ones((len(self._cards), len(self._cards)))
        for one in self._cards.T:
            for other in self._cards.T:
                meets[one[:, None] == other] = 0.0
        return meets

    @cached_property
    def run_outs(self) -> FullBoards | SettledRunOuts:
        """The boards to come."""
        return SettledRunOuts(self.game, lambda: self._street_values.tree) if self._settled else FullBoards(self.game)

    @cached_property
    def _street_values(self) -> StreetValues:
        form = boards_of(self.game) if has_many_hands(self.game.rules) else None
        tree = form or compile_street_tree(self.game)
        if isinstance(self.policy, SpotPolicy):  # equal games have the same form
            return StreetValues(tree, self.policy.single_rows())
        tree, (rows,) = fitting_rows(tree, self.policy.probabilities)
        return StreetValues(tree, rows)

    @property
    def has_values(self) -> bool:
        """True if values before the river are known: with all streets, or with what a flop's solver took turns for."""
        streets = self.policy.streets
        return streets == 0 or (streets == 2 and getattr(self.policy, "later_values", None) is not None)

    def opponent_reach(self, reach: Floats, board: tuple[int, ...]) -> Floats:
        """Sum of the opponent's compatible hands' reach, for float64 [2, ..., hands] of reach."""
        held = self.dealable & self.alive(board)
        if self.game.rules.deal_weights and not board:
            met = reach[::-1] @ self.game.rules.pair_shares
        else:
            met = meeting(self._hand_rows, reach) if self._num_cards else reach[::-1] @ self.meets
            met *= self.share(board)
        return np.asarray(met * held.reshape(2, *[1] * (reach.ndim - 2), -1))

    def share(self, board: tuple[int, ...]) -> float:
        """Weight of the flop of a board; 1 is as often as where all flops are dealt alike."""
        rules = self.game.rules
        return rules.deal_share(board[: rules.betting.deals[0]]) if rules.deal_weights and board else 1.0

    def ahead_after(self, board: tuple[int, ...], reach: Floats) -> Floats:
        """float64 [2, hands]: as ``ahead``, for the reach of both players' hands; before the flop over all flops alike."""
        ahead: Floats = self.run_outs.ahead(board[len(self.game.rules.deck.board) :], reach)
        if board or not self.game.rules.deal_weights:
            return np.asarray(ahead * self.share(board))
        alike = meeting(self._hand_rows, reach)
        return np.asarray(
            ahead * np.divide(self.opponent_reach(reach, board), alike, out=np.zeros_like(alike), where=alike > 0)
        )

    def ahead(self, public: PublicState) -> Floats:
        """float64 [2, hands]: opponent reach of what each hand beats, less of what beats it; mean over boards to come."""
        street, node = self.street_of(public)
        if street.ahead is not None:
            return np.asarray(street.ahead[:, node])
        return self.ahead_after(public.board, street.reach[:, node])

    def equity(self, public: PublicState, possible: Floats) -> Floats:
        """float64 [2, hands]: ``NodeReport.equity``; ``possible`` is the opponent's reach, NaN in place of 0."""
        if any(public.line.folded):
            return np.full_like(possible, np.nan)
        return np.asarray(0.5 + 0.5 * self.ahead(public) / possible)

    def equity_of_ranges(self, public: PublicState, reach: Floats, pairs: Floats) -> Floats:
        """float64 [2]: equity of both ranges where a street begins; ``pairs`` is the sum of reach x opponent reach."""
        return np.asarray(0.5 + 0.5 * (reach * self.ahead_after(public.board, reach)).sum(axis=1) / pairs)

    def _make_street(self, start: PublicState) -> Street:
        publics, first = [start], []
        for public in publics:  # grows as it goes
            first.append(len(publics))
            publics += [public.after(k) for k in range(len(public.line.moves))]
        reach = np.empty((2, len(publics), len(self._cards)))
        reach[:, 0] = self.first_reach(start)
        strategies = {}
        for node, public in enumerate(publics):
            if public.line.moves:
                strategies[node] = self.policy.strategy(public)
                below = slice(first[node], first[node] + len(public.line.moves))
                reach[:, below] = reach[:, node, None]
                reach[public.actor, below] *= strategies[node]
        full = len(self.dealt(start)) == self._last_cards
        ahead = partial(self._ahead_on, start.board) if full else None
        return Street(publics, first, strategies, reach, self.opponent_reach(reach, start.board), ahead)

    def _make_values(self, start: PublicState) -> Floats:
        street = self.street_from(start)
        values = np.zeros_like(street.reach)
        ends = [node for node, public in enumerate(street.publics) if public.is_over or is_run_out(public)]
        if ends:
            values[:, ends] = self._at_ends(street, ends)
        for node, public in enumerate(street.publics):
            if public.card_due and not is_run_out(public):
                values[:, node] = self.sum_over_cards(public)
        for node in range(len(street.publics) - 1, -1, -1):
            public = street.publics[node]
            if public.line.moves:
                actor, below = public.actor, street.below(node)
                values[actor, node] = (street.strategies[node] * values[actor, below]).sum(axis=0)
                values[1 - actor, node] = values[1 - actor, below].sum(axis=0)
        return values

    def _at_ends(self, street: Street, ends: list[int]) -> Floats:
        """float64 [2, ends, hands]: net chips x opponent reach at public states where the hand is over."""
        values = np.zeros_like(street.reach[:, ends])
        for player in range(2):
            mean, swing = np.array([end_payoffs(street.publics[node], player) for node in ends]).T[:, :, None]
            values[player] = mean * street.opponent_reach[player, ends]
            if street.ahead is not None:
                values[player] += swing * street.ahead[player, ends]
        return values

    def card_values(self, public: PublicState) -> Floats:
        """float64 [2, cards due, hands]: probability of each card x net chips x opponent reach; NaN where not known."""
        dealt = self.dealt(public)
        if self.policy.streets:
            return values_of_parts(self, public)
        return self.after_cards(dealt)[self._entry_after(public)]

    def sum_over_cards(self, public: PublicState) -> Floats:
        """float64 [2, hands]: ``card_values``, summed over the cards."""
        if self.policy.streets:
            return np.asarray(self.card_values(public).sum(axis=1))
        if self.game.rules.betting.deals[public.line.num_deals] == 1:  # few, and each is asked for later
            return np.asarray(self.card_values(public).sum(axis=1))
        return self.after_cards(self.dealt(public)).sum(self._entry_after(public))

    def values_on(self, public: PublicState, child: int) -> Floats:
        """float64 [2, hands]: ``card_values`` of the child-th of ``kinds_of_deals``."""
        if self.policy.streets:
            return np.full((2, len(self._cards)), np.nan)
        return self.after_cards(self.dealt(public)).of_child(self._entry_after(public), child)

    def kinds_of_deals(self, public: PublicState) -> list[tuple[PublicState, int]]:
        """(the first public state, how many) of the next deals that differ by suits alone."""
        here, given = self._street_values.tree.boards[1], len(self.game.rules.deck.board)
        if self.dealt(public):
            raise ValueError(f"{public.history!r}: several cards at once are listed where they are the first public cards")
        line = public.line.deal()
        counts = np.bincount(here.number, minlength=len(here)).tolist()
        return [
            (PublicState(public.rules, line, public.board[:given] + own), count)
            for own, count in zip(here.canonical, counts, strict=True)
        ]

    def _entry_after(self, public: PublicState) -> int:
        """The entry of the next street."""
        return self._street_values.entries[public.line.num_deals + 1][public.line.deal()]

    def cards_due(self, public: PublicState) -> list[int]:
        """Cards that a board leaves, ascending, as indices into the deck; of several at once their sets."""
        return [card for card, _ in public.deal_probabilities()]

    def _make_after_cards(self, dealt: tuple[int, ...]) -> CardValues:
        board = self.game.rules.deck.board + dealt
        lines = self._street_values.entries[self.game.rules.betting.cards_through.index(len(dealt))]
        reach = np.stack([self.first_reach(PublicState(self.game.rules, line, board)) for line in lines], axis=1)
        return self._street_values.after_cards(dealt, reach)

    def _ahead_on(self, board: tuple[int, ...], reach: Floats) -> Floats:
        """Reach of the hands that lose to each hand on a full board, less of those that beat it: [2, public states, hands]."""
        if not self._num_cards:
            return np.asarray(reach[::-1] @ self._beats(board).T)
        ahead = np.stack([self.ahead_after(board, reach[:, node]) for node in range(reach.shape[1])], axis=1)
        return np.asarray(ahead * self.alive(board))

    def _make_beats(self, board: tuple[int, ...]) -> Floats:
        """float64 [hands, hands]: where two hands share no card 1 if the row beats the column, -1 if it loses."""
        strength = np.array(self.game.strengths(board))
        return np.asarray(np.sign(strength[:, None] - strength) * self.meets)
