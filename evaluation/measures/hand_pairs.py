"""Pairs of hands on a board of a two-player poker game: chance's weights, and who is ahead."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.public_tree import MAX_MATRIX_HANDS, pair_matrix
from pokerzoo.envs.poker.game import PokerGame

Floats = npt.NDArray[np.float64]


class HandPairs:
    """Probabilities and showdowns of pairs of hands on each board."""

    def __init__(self, game: PokerGame) -> None:
        self.game = game
        rules = game.rules
        hands = len(rules.hands)
        to_come = sum(r.public_cards for r in rules.rounds)
        # From the flop on there are more boards than matrices can be made of, whatever the number of hands.
        self.many = rules.has_pair_hands and (hands > MAX_MATRIX_HANDS or to_come > 1)
        weights = rules.weights if self.many and rules.weights is not None else ((1.0,) * hands,) * 2
        self.ranges = tuple(np.array(own) for own in weights)
        self.full = sum(r.public_cards for r in rules.rounds) + len(rules.board)
        self.holds = np.zeros((hands, len(rules.deck)), dtype=np.float32)
        for hand, cards in enumerate(rules.hands):
            self.holds[hand, list(cards)] = 1.0
        self.strengths = lru_cache(maxsize=None)(lambda board: np.asarray(game.strengths(board)))
        self.matrices = lru_cache(maxsize=None)(self._matrices)
        self._ended = lru_cache(maxsize=4)(self._all_rows)
        self._open = lru_cache(maxsize=8)(self._all_rows)

    def all_rows(self, player: int, board: tuple[int, ...]) -> tuple[Floats, Floats]:
        """``rows`` of all hands; the last few boards are kept."""
        kept = self._ended if len(board) == self.full else self._open
        return kept(player, board)

    def _all_rows(self, player: int, board: tuple[int, ...]) -> tuple[Floats, Floats]:
        return self.rows(player, board, np.arange(len(self.holds)))

    def rows(self, player: int, board: tuple[int, ...], own: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """For some hands of ``player``: (weight, ahead), each [own, hands of the opponent]."""
        if not self.many:
            weight, ahead = self.matrices(board)
            return (weight[own], ahead[own]) if player == 0 else (weight.T[own], -ahead.T[own])
        up = np.zeros(self.holds.shape[1], dtype=np.float32)
        up[list(board)] = 1.0
        free = self.holds @ up == 0.0
        meets = self.holds[own] @ self.holds.T == 0.0
        weight = (meets & free & free[own, None]).astype(np.float64)
        if len(board) == self.full:
            strength = self.strengths(board)
            return weight, weight * np.sign(strength[own, None].astype(np.int64) - strength)
        unseen = self.game.rules.num_unseen(len(board))
        ahead = np.zeros_like(weight)
        for card in np.flatnonzero(up == 0.0).tolist():
            ahead += self.rows(player, (*board, card), own)[1]
        return weight, ahead / unseen

    def _matrices(self, board: tuple[int, ...]) -> tuple[Floats, Floats]:
        """(weight, ahead) [first player's hand, second's] of a game with few hands, chance's reach of the board included."""
        weight = pair_matrix(self.game, board, shows=False)
        if len(board) == self.full:
            return weight, pair_matrix(self.game, board, shows=True)
        cards = self.game.rules.card_probabilities(board)
        return weight, np.asarray(sum(self.matrices((*board, card))[1] for card, _ in cards))


def drawn_index(cumulative: Floats, number: float) -> int:
    """The index that a uniform number in [0, 1) falls on; none of those without weight."""
    return int(np.searchsorted(cumulative, number * cumulative[-1], side="right"))
