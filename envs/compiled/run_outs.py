"""Showdowns over run-outs: what each hand beats less what beats it, on every board that can still come.

Two hands leave every card that neither holds, and every pair of hands leaves as many boards. So sums over all boards
are exact, and need no weights but the hands' own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.poker.equity_kernels import sum_beaten, sum_weights, weight_beside
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import BoardsStrength
from pokerzoo.envs.poker.run_out_matrix import num_run_outs, run_out_matrices
from pokerzoo.envs.support.arrays import Floats, Int16s, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

if TYPE_CHECKING:
    from .street_tree import StreetTree

CHUNK = 4096
"""Boards whose hands are put in order at once."""


class FullBoards:
    """All full boards of a spot with the order of its hands on each; made once a spot."""

    def __init__(self, game: PokerGame) -> None:
        rules = game.rules
        self._rules = rules
        self._missing = rules.betting.cards_through[-1]
        left = [card for card in range(len(rules.deck.names)) if card not in rules.deck.board]
        result = list(combinations(left, self._missing))
        self.cards: Int64s = np.array(result, dtype=np.int64).reshape(len(result), self._missing)
        self._hands = rules.deck.hand_cards.T.astype(np.int32)
        shape = len(result), len(rules.deck.hands)
        self._order, self._group = np.empty(shape, dtype=np.int16), np.empty(shape, dtype=np.int16)
        self._first = np.empty(len(result), dtype=np.int64)
        for start in range(0, len(result), CHUNK):
            self._put_in_order(game, slice(start, start + CHUNK))

    def _put_in_order(self, game: PokerGame, part: slice) -> None:
        """Order the hands on some of the boards."""
        rules, boards = self._rules, self.cards[part]
        full = np.concatenate([np.tile(np.array(rules.deck.board, dtype=np.int64), (len(boards), 1)), boards], axis=1)
        strength: object = rules.strength
        if isinstance(strength, BoardsStrength):
            strengths = strength.of_boards(rules.deck.hand_cards, full).astype(np.int64)
        else:
            strengths = np.array([game.strengths(tuple(board)) for board in full.tolist()], dtype=np.int64)
        if self._missing:
            gone = np.zeros((len(boards), len(rules.deck.names)), dtype=np.bool_)
            np.put_along_axis(gone, boards, True, axis=1)
            strengths[gone[:, rules.deck.hand_cards].any(axis=2)] = -1
        order = np.argsort(strengths, axis=1, kind="stable")
        ranked = np.take_along_axis(strengths, order, axis=1)
        starts = np.diff(ranked, axis=1, prepend=ranked[:, :1] - 1) != 0
        self._order[part], self._group[part] = order, np.cumsum(starts, axis=1)
        self._first[part] = (ranked < 0).sum(axis=1)

    def ahead(self, dealt: tuple[int, ...], reach: Floats) -> Floats:
        """The opponent's reach that each hand beats less that which beats it, as a mean over the boards to come."""
        here = np.ones(len(self.cards), dtype=np.bool_)
        for card in dealt:
            here &= (self.cards == card).any(axis=1)
        ahead = np.zeros(reach.shape)
        boards = np.flatnonzero(here)
        sum_ahead(boards, self._first, self._order, self._group, self._hands, np.ascontiguousarray(reach), ahead)
        unseen = len(self._rules.deck.names) - len(self._rules.deck.board) - len(dealt) - 4
        return ahead / comb(unseen, self._missing - len(dealt))


class SettledRunOuts:
    """The same for a game with too many boards: its hands are settled by matrices after the last betting (``street_pairs``)."""

    def __init__(self, game: PokerGame, find_tree: Callable[[], StreetTree]) -> None:
        self._game, self._find_tree = game, find_tree

    def ahead(self, dealt: tuple[int, ...], reach: Floats) -> Floats:
        """See ``FullBoards``; ``dealt`` has no cards, or all that lie there in the last betting."""
        from .street_pairs import rows_on_board  # which games without later cards need not import

        rules = self._game.rules
        if not dealt:
            return np.asarray(reach[::-1] @ self._before.T)
        tree = self._find_tree()
        boards, plan = tree.boards[-1], tree.plan
        place, hands = boards.all.number[dealt], len(rules.deck.hands)
        number, exchange = int(boards.number[place]), plan.exchange[boards.exchange[place], 0, :hands]
        first = plan.exchange[boards.kept[number], 0, :hands].min(axis=0)
        rows, wide = rows_on_board(rules, boards.all.boards[boards.first[number]], first), plan.cards.shape[2]
        start = int(plan.boards["run_outs_at"][plan.stages["boards_at"][-1, 0] + number])
        won = plan.run_outs[start : start + len(rows) * wide].reshape(-1, wide)[:, :hands]
        canonical = np.empty(reach.shape)
        canonical[:, exchange] = reach
        ahead = np.zeros(reach.shape)
        ahead[:, rows] = canonical[::-1] @ won.T / num_run_outs(rules, len(dealt), rules.betting.cards_through[-1] - len(dealt))
        return np.asarray(ahead[:, first][:, exchange])

    @cached_property
    def _before(self) -> Floats:
        """float64 [hands, hands]: the share of all boards that the row's hand wins, less that which it loses."""
        rules = self._game.rules
        to_come = rules.betting.cards_through[-1]
        (won,) = run_out_matrices(rules, np.zeros((1, 0), dtype=np.int64), to_come)
        return np.asarray(won / float(num_run_outs(rules, 0, to_come)))


def meeting(cards: Int32s, reach: Floats) -> Floats:
    """The summed reach of the opponent's hands that share no card with each hand, for reach [2, ..., hands]."""
    # ``weights_beside`` of many rows at once: by arrays it would take twice as long.
    flat = np.ascontiguousarray(reach[::-1]).reshape(-1, reach.shape[-1])
    result = np.empty_like(flat)
    sum_meeting(cards, flat, result)
    return result.reshape(reach.shape)


@kernel(nogil=True)
def sum_meeting(cards: Int32s, reach: Floats, out: Floats) -> None:
    """Write for each row [hands] of reach what is left of its sum without the hands that share a card with each hand."""
    by_card = np.zeros(NUM_CARDS)
    for row in range(reach.shape[0]):
        total = sum_weights(cards, reach[row], by_card)
        for hand in range(reach.shape[1]):
            rest = weight_beside(total, cards, reach[row], by_card, hand)
            out[row, hand] = rest if rest > total * 1e-13 else 0.0  # rounding may leave a trace of what is not there


@kernel(nogil=True)
def sum_ahead(boards: Int64s, first: Int64s, order: Int16s, group: Int16s, cards: Int32s, reach: Floats, ahead: Floats) -> None:
    """Add up, over some boards, the opponent's reach that each hand beats less that which beats it."""
    by_card, weaker, not_stronger = np.zeros(NUM_CARDS), np.zeros(order.shape[1]), np.zeros(order.shape[1])
    for board in boards:
        hands, levels = order[board, first[board] :], group[board, first[board] :]
        for player in range(2):
            weights = reach[1 - player]
            total = sum_beaten(hands, levels, cards, weights, by_card, weaker, not_stronger)
            for hand in hands:
                met = weight_beside(total, cards, weights, by_card, hand)
                ahead[player, hand] += weaker[hand] + not_stronger[hand] - met
