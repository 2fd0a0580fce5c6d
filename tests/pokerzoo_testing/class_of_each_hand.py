"""Hand classes for tests: one for each hand on each board, so that nothing is lost."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from pokerzoo.envs import PokerGame
from pokerzoo.envs.support.arrays import Int32s


class ClassOfEachHand:
    """A class for each hand and board of every street; suits are told apart."""

    digest = "each hand"

    def __init__(self, game: PokerGame) -> None:
        """Count the boards of each street of a game."""
        rules = game.rules
        self.hands = len(rules.hands)
        self.given = len(rules.board)
        public = [0, 3, 4, 5]
        self.numbers = [
            {board: k for k, board in enumerate(combinations(range(len(rules.deck)), max(0, cards - self.given)))}
            for cards in public
        ]
        last = self.given + sum(rules.deals)
        self.counts = tuple(
            len(numbers) * self.hands if self.given <= cards <= last else 0
            for cards, numbers in zip(public, self.numbers, strict=True)
        )

    def on_board(self, board: tuple[int, ...]) -> tuple[Int32s, ...]:
        """For each street the class of each hand."""
        found = []
        for cards, count in zip([0, 3, 4, 5], self.counts, strict=True):
            new = tuple(sorted(board[self.given : cards])) if count else ()
            number = self.numbers[len(found)][new] if count else 0
            found.append(np.arange(self.hands, dtype=np.int32) + number * self.hands)
        return tuple(found)
