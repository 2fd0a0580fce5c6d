"""``SpotValues`` of two players: sums over the opponent's hands, in double precision.

Values after the next card come from ``envs.compiled.street_values`` in single precision, one walk for all lines of the street.
A policy that solves later streets on demand has estimates, and its own solutions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.public_tree import has_many_hands
from pokerzoo.envs.compiled.run_outs import FullBoards, SettledRunOuts, meeting
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_evaluator import fitting_rows
from pokerzoo.envs.compiled.street_lines import chance_reaches
from pokerzoo.envs.compiled.street_values import CardValues, StreetValues
from pokerzoo.envs.games.subgames import can_be_dealt
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.run_out_matrix import is_settled
from pokerzoo.envs.poker.spot_lines import end_payoffs, is_run_out
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError

from .spot_values import KEPT_BOARDS, KEPT_STREETS, SpotValues, Street, Walk

if TYPE_CHECKING:
    from pokerzoo.agents.subgames.subgame import Subgame


class TwoPlayerValues(SpotValues):
    """Reaches and values of a policy in hold'em for two."""

    def __init__(self, game: PokerGame, policy: TabularPolicy) -> None:
        rules = game.rules
        dealable = np.array(rules.ranges.dealable) if rules.weights else np.ones((2, len(rules.deck.hands)), dtype=np.bool_)
        super().__init__(game, policy, dealable, dealable * (np.array(rules.weights) if rules.weights else np.float64(1.0)))
        self._num_cards = rules.betting.cards_through[-1]
        self._settled = is_settled(rules)
        self._last_cards = rules.betting.cards_through[rules.betting.deals_with_betting] if self._settled else self._num_cards
        self._cards = np.array(rules.deck.hands)
        self._hand_rows = rules.deck.hand_cards.T.astype(np.int32)
        self.ahead_from = lru_cache(KEPT_STREETS)(self._make_ahead)
        self.after_cards = lru_cache(KEPT_BOARDS)(self._make_after_cards)
        self._beats = lru_cache(KEPT_BOARDS)(self._make_beats)

    @cached_property
    def meets(self) -> Floats:
        """float64 [hands, hands]: 1 where two hands share no card."""
        meets = np.ones((len(self._cards), len(self._cards)))
        for first in self._cards.T:
            for other in self._cards.T:
                meets[first[:, None] == other] = 0.0
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
        """True with all streets, or with what a flop's solver took turns for."""
        streets = self.policy.streets
        return streets == 0 or (streets == 2 and getattr(self.policy, "later_values", None) is not None)

    def opponent_reach(self, reach: Floats, board: tuple[int, ...]) -> Floats:
        held = self.dealable & self.alive(board)
        if self.game.rules.deal_weights and not board:
            met = reach[::-1] @ self.game.rules.pair_shares
        else:
            met = meeting(self._hand_rows, reach) if self._num_cards else reach[::-1] @ self.meets
            met *= self.share(board)
        return np.asarray(met * held.reshape(2, *[1] * (reach.ndim - 2), -1))

    def _reach_of_others(self, walk: Walk) -> Floats:
        return self.opponent_reach(walk.reach, walk.publics[0].board)

    def share(self, board: tuple[int, ...]) -> float:
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
        ahead = self.ahead_from(street.publics[0])
        return self.ahead_after(public.board, street.reach[:, node]) if ahead is None else np.asarray(ahead[:, node])

    def _make_ahead(self, start: PublicState) -> Floats | None:
        """float64 [2, public states, hands]: ``ahead`` of a street on a full board; None before."""
        if len(self.dealt(start)) != self._last_cards:
            return None
        reach = self.street_from(start).reach
        if not self._num_cards:
            return np.asarray(reach[::-1] @ self._beats(start.board).T)
        ahead = np.stack([self.ahead_after(start.board, reach[:, node]) for node in range(reach.shape[1])], axis=1)
        return np.asarray(ahead * self.alive(start.board))

    def equity(self, public: PublicState, possible: Floats) -> Floats:
        if any(public.line.folded):
            return np.full_like(possible, np.nan)
        return np.asarray(0.5 + 0.5 * self.ahead(public) / possible)

    def equity_of_ranges(self, public: PublicState, reach: Floats, pairs: Floats) -> Floats:
        return np.asarray(0.5 + 0.5 * (reach * self.ahead_after(public.board, reach)).sum(axis=1) / pairs)

    def _at_ends(self, walk: Walk) -> Floats:
        assert isinstance(walk, Street)
        values, ahead = np.zeros_like(walk.reach), self.ahead_from(walk.publics[0])
        ends = [node for node, public in enumerate(walk.publics) if public.is_over or is_run_out(public)]
        for player in range(2) if ends else ():
            mean, swing = np.array([end_payoffs(walk.publics[node], player) for node in ends]).T[:, :, None]
            values[player, ends] = mean * walk.opponent_reach[player, ends]
            if ahead is not None:
                values[player, ends] += swing * ahead[player, ends]
        return values

    def _after_cards(self, street: Street) -> Floats:
        return np.stack([self.sum_over_cards(street.publics[node]) for node in street.due], axis=1)

    def card_values(self, public: PublicState) -> Floats:
        if self.policy.streets:
            return self._values_of_parts(public)
        return self.after_cards(self.dealt(public))[self._entry_after(public)]

    def sum_over_cards(self, public: PublicState) -> Floats:
        """float64 [2, hands]: ``card_values``, summed over the cards."""
        if self.policy.streets or self.game.rules.betting.deals[public.line.num_deals] == 1:
            return np.asarray(self.card_values(public).sum(axis=1))  # few cards, and each is needed later
        return self.after_cards(self.dealt(public)).sum(self._entry_after(public))

    def next_deals(self, public: PublicState) -> tuple[list[tuple[PublicState, int]], Callable[[int], Floats]]:
        if self.game.rules.betting.deals[public.line.num_deals] == 1:
            return super().next_deals(public)
        if self.dealt(public):
            raise InputError(f"{public.history!r}: several cards at once are listed where they are the first public cards")
        boards, board, line = self._street_values.tree.boards[1], public.board, public.line.deal()
        counts = np.bincount(boards.number, minlength=len(boards)).tolist()
        flops = [
            (PublicState(public.rules, line, board + cards), count)
            for cards, count in zip(boards.canonical, counts, strict=True)
        ]
        if self.policy.streets:
            return flops, lambda number: np.full((2, len(self._cards)), np.nan)
        after, entry = self.after_cards(()), self._entry_after(public)
        return flops, lambda number: after.of_child(entry, number)

    def _entry_after(self, public: PublicState) -> int:
        """The entry of the next street."""
        return self._street_values.entries[public.line.num_deals + 1][public.line.deal()]

    def _make_after_cards(self, dealt: tuple[int, ...]) -> CardValues:
        board = self.game.rules.deck.board + dealt
        lines = self._street_values.entries[self.game.rules.betting.cards_through.index(len(dealt))]
        reach = np.stack([self.first_reach(PublicState(self.game.rules, line, board)) for line in lines], axis=1)
        return self._street_values.after_cards(dealt, reach)

    def _make_beats(self, board: tuple[int, ...]) -> Floats:
        """float64 [hands, hands]: where two hands share no card 1 if the row beats the column, -1 if it loses."""
        strength = np.array(self.game.strengths(board))
        return np.asarray(np.sign(strength[:, None] - strength) * self.meets)

    def _values_of_parts(self, public: PublicState) -> Floats:
        """``card_values`` of a policy without rivers: NaN but where what follows was estimated or solved as a whole.

        After the flop they are the solver's estimates (``ResolvingPolicy.later_values``). After a turn its own solution gives
        them. Lines that are all-in are counted out.
        """
        from pokerzoo.agents.subgames.resolving_policy import ResolvingPolicy  # whose modules most policies do without

        cards, policy = self.cards_due(public), self.policy
        unknown = np.full((2, len(cards), len(self._cards)), np.nan)
        if not isinstance(policy, ResolvingPolicy) or policy.streets != 2:
            return unknown
        if public.line.num_deals == 0 and policy.later_values is None:
            return unknown
        if not public.deal(cards[0]).line.moves:
            return self._values_of_all_in(public, cards)
        if public.line.num_deals == 0:
            assert policy.later_values is not None
            scale = chance_reaches(self.game.rules, 2)[1] * self.unseen(0)
            return np.stack([policy.later_values.at(public.deal(card)) for card in cards], axis=1) / scale
        values = np.zeros_like(unknown)
        if can_be_dealt(self.game, public.board):
            part = policy.part(public)
            within = values_of_turn(part).card_values(part.place(public))
            values[:, :, part.hands] = within * part.scale[::-1, None, None]
        return values

    def _values_of_all_in(self, public: PublicState, cards: list[int]) -> Floats:
        """``card_values`` where all are all-in."""
        values = np.zeros((2, len(cards), len(self._cards)))
        for place, card in enumerate(cards):
            child = public.deal(card)
            reach = self.first_reach(child)
            met, ahead = self.opponent_reach(reach, child.board), self.ahead_after(child.board, reach)
            for player in range(2):
                mean, swing = end_payoffs(child, player)
                values[player, place] = mean * met[player] + swing * ahead[player]
        return values / self.unseen(len(self.dealt(public)))


TURNS: WeakKeyDictionary[Subgame, TwoPlayerValues] = WeakKeyDictionary()
"""Values of the spots of turns that are still kept."""


def values_of_turn(part: Subgame) -> TwoPlayerValues:
    """Values of a turn's own spot."""
    assert part.policy is not None
    if part not in TURNS:
        TURNS[part] = TwoPlayerValues(part.spot, part.policy)
    return TURNS[part]


def is_at_hand(policy: TabularPolicy, public: PublicState) -> bool:
    """False if a turn would have to be solved first to answer for a public state."""
    if not policy.streets:
        return True
    from pokerzoo.agents.subgames.resolving_policy import ResolvingPolicy

    return not isinstance(policy, ResolvingPolicy) or policy.is_at_hand(public)
