"""Matches of whole hands between ranges: no private cards are dealt, so that few boards say as much as many hands.

A board of five cards is drawn first. Then a line is drawn up to the river, action by action. The player to act is asked for
the strategy of all hands, and an action comes up as often as all pairs of hands together play it. On the river nothing is
drawn: all lines count, by how likely they are. At the end of a line both ranges are known, and the result is the mean over all
their pairs. In the mean over boards and lines this is what hands win.

The luck of the actions that were drawn is taken off as in AIVAT (Burch, Schmid, Moravčík and Bowling, AAAI 2018): an action
counts with a value less the mean of the values of all actions. The value is what its player would win on this board if the
other called and both checked from there on, and for a bet no more than what the other loses by folding. Each board is played
twice with seats exchanged, so that most of its luck goes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pokerzoo.agents.policies.hand_strategies import HandsAnswer, answer_for_hands
from pokerzoo.agents.policies.participants import as_participant
from pokerzoo.agents.solving.hand_moves import weight_beside
from pokerzoo.envs.environments.playable import HandStrategies
from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.street_sizes import HAND_STREETS
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import (
    CALL,
    CALL_TO,
    FOLD,
    IN_HAND,
    IN_ROUND,
    NUM_BOARD,
    PUBLIC_CARD_DUE,
    STACKS,
    STATUS,
)
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_cards

RIVER = HAND_STREETS.index("river")
LEAST_CHANCE = 1e-9
"""Less likely actions are left out on rivers: to answer one may take a solve."""


class BoardHands:
    """Hands that a full board leaves, and sums over the hands that share no card with each of them."""

    def __init__(self, board: tuple[int, ...]) -> None:
        self.board = board
        left = ~np.isin(COMBOS, board).any(axis=1)
        self.free: Floats = left.astype(np.float64)
        strengths = np.asarray(board_strength(board, COMBOS))
        hands = np.flatnonzero(left)
        self.order: Int64s = hands[np.argsort(strengths[hands], kind="stable")]
        ranked = strengths[self.order]
        self.first, self.last = (np.searchsorted(ranked, ranked, side) for side in ("left", "right"))

    def ahead(self, weights: Floats) -> Floats:
        """float64 [1326]: of those beside a hand the weight that it beats less the weight that beats it."""
        own, cards = weights[self.order], COMBOS[self.order]
        total = np.concatenate([[0.0], np.cumsum(own)])
        by_card = np.zeros((len(own) + 1, NUM_CARDS))
        by_card[np.arange(1, len(own) + 1)[:, None], cards] = own[:, None]
        by_card = np.cumsum(by_card, axis=0)

        def up_to(place: Int64s) -> Floats:
            # A hand that has both cards is the hand itself, and it does not stand before its equals.
            return np.asarray(total[place] - by_card[place[:, None], cards].sum(axis=1))

        found = np.zeros(len(weights))
        found[self.order] = up_to(self.first) - (up_to(np.full(len(own), len(own))) - up_to(self.last))
        return found


def weight_of_pairs(reach: Sequence[Floats]) -> float:
    """The weight of all pairs of hands of two ranges."""
    return float(reach[0] @ weight_beside(reach[1]))


class RangeMatch:
    """Two players of whole hands, who play boards with all hands at once."""

    def __init__(self, game: TexasHoldemGame, players: Sequence[Any]) -> None:
        assert game.num_players == 2
        assert len(game.rules.deck) == NUM_CARDS
        assert not game.rules.rake_rate
        self.game = game
        self.ask = [
            answer_for_hands(game, one if isinstance(one, HandStrategies) else as_participant(game, one)) for one in players
        ]

    def play(self, boards: int, seed: int) -> Floats:
        """float64 [boards]: chips a hand that the first player wins on each board, in the mean of both seats."""
        found = np.empty(boards)
        for number in range(boards):
            rng, *of_seats = (np.random.default_rng(s) for s in np.random.SeedSequence([seed, number]).spawn(3))
            board = BoardHands(tuple(rng.permutation(NUM_CARDS)[:5].tolist()))
            one, two = (self.hand(board, ask, own) for ask, own in zip((self.ask, self.ask[::-1]), of_seats, strict=True))
            found[number] = (one - two) / 2.0
        return found

    def hand(self, board: BoardHands, ask: Sequence[HandsAnswer], rng: np.random.Generator) -> float:
        """Chips of the player in seat 0 on a board, in the mean over all pairs of hands, less the luck of the actions."""
        state, reach, luck = self.start(board), [board.free, board.free], 0.0
        while not state.is_terminal and state.street < RIVER:
            mover = state.current_player
            answer = ask[mover](state, reach[mover])
            chances = answer @ (reach[mover] * weight_beside(reach[1 - mover]))
            k = int(np.searchsorted(np.cumsum(chances), rng.random() * chances.sum(), side="right"))
            values = self.values(state, answer @ (reach[mover] * board.ahead(reach[1 - mover])), chances)
            luck += (1 - 2 * mover) * (values[k] - chances @ values / chances.sum())
            reach[mover] = reach[mover] * answer[k]
            state = self.dealt(state.child(state.legal_actions()[k]), board)
        return self.all_lines(state, board, ask, reach) - luck * self.game.payoff_unit

    def all_lines(
        self, state: TexasHoldemState, board: BoardHands, ask: Sequence[HandsAnswer], reach: Sequence[Floats]
    ) -> float:
        """Chips of the player in seat 0 from a state on, in the mean over all pairs and all lines; no card is to come."""
        if state.is_terminal:
            return self.result(state, board, reach)
        mover, pairs, found = state.current_player, weight_of_pairs(reach), 0.0
        for share, action in zip(ask[mover](state, reach[mover]), state.legal_actions(), strict=True):
            after = list(reach)
            after[mover] = reach[mover] * share
            chance = weight_of_pairs(after) / pairs
            if chance > LEAST_CHANCE:
                found += chance * self.all_lines(state.child(action), board, ask, after)
        return found

    def start(self, board: BoardHands) -> TexasHoldemState:
        """The first decision; hole cards are any, since players are asked for all."""
        row, one = self.game.start.copy(), COMBOS[board.order[0]]
        two = next(hand for hand in COMBOS[board.order] if not np.isin(hand, one).any())
        for hand in (one, two):
            deal_cards(self.game.rules_row, row, int(hand[0]), int(hand[1]))
        return self.dealt(TexasHoldemState(self.game, row), board)

    def dealt(self, state: TexasHoldemState, board: BoardHands) -> TexasHoldemState:
        """The next state in which no card is due."""
        row = state.row.copy()
        while row.item(STATUS) == PUBLIC_CARD_DUE:
            deal_cards(self.game.rules_row, row, board.board[row.item(NUM_BOARD)], -1)
        return TexasHoldemState(self.game, row)

    def values(self, state: TexasHoldemState, ahead: Floats, chances: Floats) -> Floats:
        """float64 [actions]: what actions count with, in units that the player to act wins."""
        row, mover = state.row, state.current_player
        mine, theirs = row.item(IN_HAND + mover), row.item(IN_HAND + 1 - mover)
        before, found = mine - row.item(IN_ROUND + mover), np.zeros(len(chances))
        for k in np.flatnonzero(chances > 0.0).tolist():
            action = state.legal_actions()[k]
            if action == FOLD:
                found[k] = -mine
            elif action == CALL:
                found[k] = (before + row.item(CALL_TO)) * ahead[k] / chances[k]
            else:
                total = before + round(state.total_of(action) / self.game.chip)
                called = min(total, theirs + row.item(STACKS + 1 - mover)) * ahead[k] / chances[k]
                found[k] = min(called, theirs)
        return found

    def result(self, state: TexasHoldemState, board: BoardHands, reach: Sequence[Floats]) -> float:
        """Chips of the player in seat 0 at the end, in the mean over all pairs."""
        if any(state.folded):
            return float(state.returns()[0])
        matched = min(state.row.item(IN_HAND), state.row.item(IN_HAND + 1)) * self.game.payoff_unit
        return float(matched * (reach[0] @ board.ahead(reach[1]))) / weight_of_pairs(reach)
