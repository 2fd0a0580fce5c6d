"""Hand classes for tests: one for each hand on each board, so that nothing is lost."""

from __future__ import annotations

from itertools import combinations
from typing import Any

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
        rules, self.recipe = game.rules, dict[str, Any]()
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

    def on_street(self, board: tuple[int, ...]) -> Int32s:
        """The class of each hand on the street of a board; -1 where it shares a card with it."""
        number = self.numbers[PUBLIC.index(len(board))][tuple(sorted(board[self.given :]))]
        blocked = np.isin(self.cards, board).any(axis=1)
        return np.where(blocked, -1, np.arange(self.hands) + number * self.hands).astype(np.int32)
