"""``SpotValues`` of three players: sums over pairs of the others' hands that share no card with the hand or each other.

They are in double precision and come from the solvers' terminal evaluation (``envs.compiled.three_way``), with a question at
each public state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.simd import HandLanes, lanes_for, need_compiler
from pokerzoo.envs.compiled.three_way.passes import ONLY_MASS, answered, full_boards
from pokerzoo.envs.compiled.three_way.payments import column_of, payments_at_end
from pokerzoo.envs.compiled.three_way.tables import Answer
from pokerzoo.envs.games.subgames import street_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats

from .spot_values import KEPT_BOARDS, SpotValues, Street, Walk
from .two_player_values import TwoPlayerValues

PLAYERS = range(3)
Chips: TypeAlias = tuple[float, float, float, float]
"""Chips by column: see ``three_way.tables``."""


class ThreeWayValues(SpotValues):
    """Reaches and values of a policy in a hold'em spot for three."""

    def __init__(self, game: PokerGame, policy: TabularPolicy) -> None:
        need_compiler()
        dealable = game.rules.ranges.dealable_rows
        super().__init__(game, policy, dealable, dealable * game.rules.ranges.weight_rows)
        self.lanes = lanes_for(HandLanes, len(game.rules.deck.hands))
        self._paid: dict[Line, list[Chips]] = {}
        self._cards_from = lru_cache(KEPT_BOARDS)(lambda start: self._by_card(self.street_from(start)))

    def opponent_reach(self, reach: Floats, board: tuple[int, ...]) -> Floats:
        answers: tuple[list[Answer], ...] = tuple([(board, 0, (0, 0), ONLY_MASS)] for _ in PLAYERS)
        return self._ask(reach[:, None], answers)[:, 0]

    def _reach_of_others(self, walk: Walk) -> Floats:
        answers: list[list[Answer]] = [
            [(public.board, node, others_of(walk, player, node), ONLY_MASS) for node, public in enumerate(walk.publics)]
            for player in PLAYERS
        ]
        return self._ask(walk.reach, tuple(answers))

    def equity(self, public: PublicState, possible: Floats) -> Floats:
        street, node = self.street_of(public)
        return self._shares(public, street.reach[:, node]) / possible

    def equity_of_ranges(self, public: PublicState, reach: Floats, pairs: Floats) -> Floats:
        return np.asarray((reach * self._shares(public, reach)).sum(axis=1) / pairs)

    def _shares(self, public: PublicState, reach: Floats) -> Floats:
        """float64 [3, hands]: share of a pot of all who are left x reach of the others, mean over the cards to come."""
        live = tuple(player for player in PLAYERS if not public.line.folded[player])
        shares = np.full(reach.shape, np.nan)
        if len(live) == 1:
            return shares
        boards, chance = full_boards(self.game, public.board)
        answers: tuple[list[Answer], ...] = ([], [], [])
        for player in live:
            chips = [0.0] * 4
            chips[column_of(player, live)] = chance
            answers[player].extend((board, 0, (0, 0), tuple(chips)) for board in boards)
        shares[live, :] = self._ask(reach[:, None], answers)[live, 0]
        return shares

    def card_values(self, public: PublicState) -> Floats:
        street, node = self.street_of(public)
        return self._cards_from(street_of(public))[:, :, street.due.index(node)].swapaxes(0, 1)

    def _after_cards(self, street: Street) -> Floats:
        return np.asarray(self._cards_from(street.publics[0]).sum(axis=0))

    def _by_card(self, walk: Walk) -> Floats:
        """float64 [cards, 3, ``walk.due``, hands]: ``card_values``, card by card."""
        publics = [walk.publics[node] for node in walk.due]
        chance = 1.0 / self.unseen(len(self.dealt(publics[0])))
        values = []
        for card in self.cards_due(publics[0]):
            starts = [public.deal(card) for public in publics]
            below = self._walk(starts, walk.reach[:, walk.due] * self.alive(starts[0].board))
            after_cards = self._by_card(below).sum(axis=0) if below.due else None
            values.append(chance * self._back(below, after_cards)[:, : len(starts)])
        return np.stack(values)

    def _at_ends(self, walk: Walk) -> Floats:
        answers: tuple[list[Answer], ...] = ([], [], [])
        for node, public in enumerate(walk.publics):
            if public.is_over:
                for player, chips in enumerate(self._payments(public)):
                    answers[player].append((public.board, node, others_of(walk, player, node), chips))
        return self._ask(walk.reach, answers)

    def _payments(self, public: PublicState) -> list[Chips]:
        """Each player's chips by column where the hand is over, cards aside."""
        payments = self._paid.get(public.line)
        if payments is None:
            left = payments_at_end(self.game, public)
            paid = enumerate(public.line.contributions)
            payments = self._paid[public.line] = [left.get(player, (-chips, 0.0, 0.0, 0.0)) for player, chips in paid]
        return payments

    def _ask(self, reach: Floats, answers: tuple[list[Answer], ...]) -> Floats:
        """float64 [3, rows, hands]: the answers to each player's questions, for reach of as many rows."""
        return answered(self.game, self.lanes, reach, answers)


def others_of(walk: Walk, player: int, node: int) -> tuple[int, int]:
    """The public states at which the reach of the two others is that of a public state."""
    first, second = (int(walk.same[other, node]) for other in PLAYERS if other != player)
    return first, second


def spot_values(game: PokerGame, policy: TabularPolicy) -> SpotValues:
    """Reaches and values of a policy, for two players or three."""
    return ThreeWayValues(game, policy) if game.num_players == 3 else TwoPlayerValues(game, policy)
