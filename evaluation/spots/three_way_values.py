"""Reaches and values at every public state of a hold'em spot for three players, computed street by street when asked for.

All sums are over pairs of the two others' hands that share no card with the hand or with each other, in double precision. They
come from the solvers' terminal evaluation (``envs.compiled.three_way``), with a question at each public state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.simd import HandLanes, lanes_for, need_compiler
from pokerzoo.envs.compiled.three_way.answers import ONLY_MASS, answered, full_boards
from pokerzoo.envs.compiled.three_way.payments import column_of, payments_at_end
from pokerzoo.envs.compiled.three_way.tables import Answer
from pokerzoo.envs.games.subgames import street_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Bools, Floats, Int64s

from .spot_values import KEPT_BOARDS, KEPT_STREETS, SpotStreets, SpotValues, Street

PLAYERS = range(3)
Chips: TypeAlias = tuple[float, float, float, float]
"""Chips by column: see ``three_way.tables``."""


class WalkedStreets(NamedTuple):
    """The betting between two public cards on one board, below one line or several."""

    publics: list[PublicState]  # the first ones, then parents before children, siblings side by side
    first: list[int]  # index of the first child of each
    strategies: dict[int, Floats]  # as in ``Street``
    reach: Floats  # [3, public states, hands]: weight x own reach
    rows: Int64s  # [3, public states]: the first public state at which a player's reach is the same


class ThreeWayValues(SpotStreets):
    """Reaches and values of a policy in a hold'em spot for three players; the same questions as ``SpotValues``."""

    has_values = True

    def __init__(self, game: PokerGame, policy: TabularPolicy) -> None:
        need_compiler()
        self.game, self.policy = game, policy
        self.dealable: Bools = game.rules.ranges.dealable_rows
        self._weights: Floats = self.dealable * game.rules.ranges.weight_rows
        self.lanes = lanes_for(HandLanes, len(game.rules.deck.hands))
        self._paid: dict[Line, list[Chips]] = {}
        self.street_from = lru_cache(KEPT_STREETS)(self._make_street)
        self.values_from = lru_cache(KEPT_STREETS)(self._make_values)
        self._after_cards = lru_cache(KEPT_BOARDS)(self._make_after_cards)

    @cached_property
    def deals(self) -> float:
        """The sum over all deals of three hands of the products of their weights."""
        start = self.street_from(self.game.rules.root)
        return float((start.reach[0, 0] * start.opponent_reach[0, 0]).sum())

    def share(self, board: tuple[int, ...]) -> float:
        """Weight of a board's flop: all are dealt alike."""
        return 1.0

    def cards_due(self, public: PublicState) -> list[int]:
        """Cards that a board leaves, ascending, as indices into the deck."""
        return [card for card, _ in public.deal_probabilities()]

    def opponent_reach(self, reach: Floats, board: tuple[int, ...]) -> Floats:
        """float64 [3, hands]: the weight of the pairs of the two others' hands, for the reach of all hands."""
        answers: tuple[list[Answer], ...] = tuple([(board, 0, (0, 0), ONLY_MASS)] for _ in PLAYERS)
        return self._ask(reach[:, None], answers)[:, 0]

    def equity(self, public: PublicState, possible: Floats) -> Floats:
        """float64 [3, hands]: ``NodeReport.equity``; ``possible`` is the reach of the two others, NaN in place of 0."""
        street, node = self.street_of(public)
        return self._shares(public, street.reach[:, node]) / possible

    def equity_of_ranges(self, public: PublicState, reach: Floats, pairs: Floats) -> Floats:
        """float64 [3]: equity of all ranges where a street begins; ``pairs`` is the sum of reach x reach of the others."""
        return np.asarray((reach * self._shares(public, reach)).sum(axis=1) / pairs)

    def _shares(self, public: PublicState, reach: Floats) -> Floats:
        """float64 [3, hands]: share of a pot of all who are left x reach of the others, mean over the cards to come."""
        live = tuple(player for player in PLAYERS if not public.line.folded[player])
        found = np.full(reach.shape, np.nan)
        if len(live) == 1:
            return found
        boards, chance = full_boards(self.game, public.board)
        answers: tuple[list[Answer], ...] = ([], [], [])
        for player in live:
            chips = [0.0] * 4
            chips[column_of(player, live)] = chance
            answers[player].extend((board, 0, (0, 0), tuple(chips)) for board in boards)
        found[live, :] = self._ask(reach[:, None], answers)[live, 0]
        return found

    def card_values(self, public: PublicState) -> Floats:
        """float64 [3, cards due, hands]: probability of each card x net chips x reach of the two others."""
        start = street_of(public)
        street, node = self.street_of(public)
        place = sum(own.card_due for own in street.publics[:node])
        return self._after_cards(start)[:, :, place].swapaxes(0, 1)

    def _make_street(self, start: PublicState) -> Street:
        walked = self._walk([start], self.first_reach(start)[:, None])
        answers: tuple[list[Answer], ...] = ([], [], [])
        for node in range(len(walked.publics)):
            for player, own in enumerate(answers):
                own.append((start.board, node, others_of(walked.rows, player, node), ONLY_MASS))
        mass = self._ask(walked.reach, answers)
        return Street(walked.publics, walked.first, walked.strategies, walked.reach, mass, None)

    def _make_values(self, start: PublicState) -> Floats:
        walked = self._walk([start], self.first_reach(start)[:, None])
        return self._worth(walked, self._after_cards(start).sum(axis=0))

    def _make_after_cards(self, start: PublicState) -> Floats:
        return self._later(self._walk([start], self.first_reach(start)[:, None]))

    def _walk(self, starts: Sequence[PublicState], reach: Floats) -> WalkedStreets:
        """The streets that begin at these public states on one board; ``reach`` is float64 [3, starts, hands]."""
        publics, first = list(starts), []
        for public in publics:  # grows as it goes
            first.append(len(publics))
            publics += [public.after(k) for k in range(len(public.line.moves))]
        reaches = np.empty((3, len(publics), reach.shape[-1]))
        reaches[:, : len(starts)] = reach
        rows = np.zeros((3, len(publics)), dtype=np.int64)
        rows[:, : len(starts)] = np.arange(len(starts))
        strategies = {}
        for node, public in enumerate(publics):
            if public.line.moves:
                strategies[node] = self.policy.strategy(public)
                below = slice(first[node], first[node] + len(public.line.moves))
                reaches[:, below], rows[:, below] = reaches[:, node, None], rows[:, node, None]
                reaches[public.actor, below] *= strategies[node]
                rows[public.actor, below] = np.arange(below.start, below.stop)
        return WalkedStreets(publics, first, strategies, reaches, rows)

    def _worth(self, walked: WalkedStreets, later: Floats) -> Floats:
        """float64 [3, public states, hands]: net chips x reach of the two others; ``later``: where a card is due."""
        values = self.at_ends(walked)
        values[:, due_in(walked)] = later
        for node in range(len(walked.publics) - 1, -1, -1):
            public = walked.publics[node]
            if public.line.moves:
                below = slice(walked.first[node], walked.first[node] + len(public.line.moves))
                values[:, node] = values[:, below].sum(axis=1)
                values[public.actor, node] = (walked.strategies[node] * values[public.actor, below]).sum(axis=0)
        return values

    def at_ends(self, walked: WalkedStreets) -> Floats:
        """float64 [3, public states, hands]: net chips x reach of the two others where the hand is over, 0 elsewhere."""
        answers: tuple[list[Answer], ...] = ([], [], [])
        for node, public in enumerate(walked.publics):
            if public.is_over:
                for player, chips in enumerate(self._payments(public)):
                    answers[player].append((public.board, node, others_of(walked.rows, player, node), chips))
        return self._ask(walked.reach, answers)

    def _payments(self, public: PublicState) -> list[Chips]:
        """Each player's chips by column where the hand is over, cards aside."""
        found = self._paid.get(public.line)
        if found is None:
            left = payments_at_end(self.game, public)
            paid = enumerate(public.line.contributions)
            found = self._paid[public.line] = [left.get(player, (-chips, 0.0, 0.0, 0.0)) for player, chips in paid]
        return found

    def _later(self, walked: WalkedStreets) -> Floats:
        """float64 [cards, 3, public states after which a card is due, hands]: their values, card by card, x its probability."""
        due = due_in(walked)
        if not due:
            return np.zeros((0, 3, 0, walked.reach.shape[-1]))
        publics = [walked.publics[node] for node in due]
        chance = 1.0 / self.unseen(len(self.dealt(publics[0])))
        found = []
        for card in self.cards_due(publics[0]):
            starts = [public.deal(card) for public in publics]
            below = self._walk(starts, walked.reach[:, due] * self.alive(starts[0].board))
            found.append(chance * self._worth(below, self._later(below).sum(axis=0))[:, : len(due)])
        return np.stack(found)

    def _ask(self, reach: Floats, answers: tuple[list[Answer], ...]) -> Floats:
        """float64 [3, rows, hands]: the answers to each player's questions, for reach of as many rows."""
        return answered(self.game, self.lanes, reach, answers)


def due_in(walked: WalkedStreets) -> list[int]:
    """The public states after which a card is due."""
    return [node for node, public in enumerate(walked.publics) if public.card_due]


def others_of(rows: Int64s, player: int, node: int) -> tuple[int, int]:
    """The rows of the two others at a public state."""
    one, two = (int(rows[other, node]) for other in PLAYERS if other != player)
    return one, two


def spot_values(game: PokerGame, policy: TabularPolicy) -> SpotValues | ThreeWayValues:
    """Reaches and values of a policy, for two players or three."""
    return ThreeWayValues(game, policy) if game.num_players == 3 else SpotValues(game, policy)
