"""Hand classes for tests: one for each hand on each board, so that nothing is lost."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from pokerzoo.envs import PokerGame
from pokerzoo.envs.support.arrays import Int32s

PUBLIC = (0, 3, 4, 5)
"""Public cards of each street."""


class ClassOfEachHand:
    """A class for each hand and board of every street; suits are told apart."""

    digest = "each hand"

    def __init__(self, game: PokerGame) -> None:
        """Count the boards of each street of a game."""
        rules = game.rules
        self.hands, self.cards = len(rules.deck.hands), rules.deck.hand_cards
        self.given = len(rules.deck.board)
        self.numbers = [
            {board: k for k, board in enumerate(combinations(range(len(rules.deck.names)), max(0, cards - self.given)))}
            for cards in PUBLIC
        ]
        last = self.given + sum(rules.betting.deals)
        self.counts = tuple(
            len(numbers) * self.hands if self.given <= cards <= last else 0
            for cards, numbers in zip(PUBLIC, self.numbers, strict=True)
        )

    def on_board(self, board: tuple[int, ...]) -> tuple[Int32s, ...]:
        """For each street through a board the class of each hand; -1 where it shares a card with the street's."""
        found = []
        for street, (cards, count) in enumerate(zip(PUBLIC, self.counts, strict=True)):
            if cards > len(board):
                break
            new = tuple(sorted(board[self.given : cards])) if count else ()
            own = np.arange(self.hands, dtype=np.int32) + (self.numbers[street][new] if count else 0) * self.hands
            found.append(np.where(np.isin(self.cards, board[:cards]).any(axis=1), np.int32(-1), own).astype(np.int32))
        return tuple(found)

    def class_of(self, hand: int, board: tuple[int, ...]) -> int:
        """The class of one hand on the street of a board."""
        return int(self.on_board(board)[PUBLIC.index(len(board))][hand])
