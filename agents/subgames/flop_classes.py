"""Hand classes of flops solved on sampled turns and rivers: betting on all streets, in seconds and little memory.

A flop has 1,176 boards to come. A walk over all of them takes a second or two, and in five seconds there is time for a
few. Here an iteration walks all lines on one board (``Blueprint``). On the flop and on each turn every hand has numbers of its
own. On rivers hands of like strength share theirs, over all boards: these numbers serve only to value what comes before, since
the agent solves each river again when it is there.
"""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.poker.deck_strengths import HoldemStrength
from pokerzoo.envs.support.arrays import Floats, Int32s

FLOP_CARDS = 3
RIVER_CLASSES = 200
"""Classes of hands on rivers."""
HAND_SECONDS = 6.5e-9
"""Of an iteration for each line and hand, on one core: 4e-9 to 9e-9 with all hands, in trees of 83 to 3,875 lines."""
SECONDS_TO_DRAW = 3e-4
"""The same to draw a board and put its hands in order, in small trees and in large ones."""


class FlopClasses:
    """Hand classes of a spot on a flop: a class for each hand on the flop and on each turn, by strength on rivers.

    A river's hands are put into classes of about equal weight in the players' ranges, from weak to strong.
    """

    def __init__(self, game: HoldemGame) -> None:
        rules = game.rules
        assert rules.weights is not None
        assert len(rules.deck.board) == FLOP_CARDS
        assert isinstance(rules.strength, HoldemStrength)
        self.strength = rules.strength
        self.cards, self.weights = rules.deck.hand_cards, np.sum(rules.weights, axis=0)
        self._blocked = rules.deck.holders
        hands, turns = len(rules.deck.hands), NUM_CARDS - FLOP_CARDS
        self.counts = (0, hands, hands * turns, RIVER_CLASSES)
        self.digest, self.recipe = "", {"rivers": RIVER_CLASSES}
        self._own = np.arange(hands, dtype=np.int32)
        left = np.setdiff1d(np.arange(NUM_CARDS), rules.deck.board).tolist()
        self._turn = {card: number * hands for number, card in enumerate(left)}

    def on_street(self, board: tuple[int, ...]) -> Int32s:
        """See ``ClassesOfHands``."""
        blocked = self._blocked[list(board)].any(axis=0)
        if len(board) == FLOP_CARDS:
            classes = self._own
        elif len(board) == FLOP_CARDS + 1:
            classes = self._own + np.int32(self._turn[board[FLOP_CARDS]])
        else:
            classes = self._by_strength(board, np.where(blocked, 0.0, self.weights))
        return np.where(blocked, np.int32(-1), classes)

    def _by_strength(self, board: tuple[int, ...], weights: Floats) -> Int32s:
        """The classes of a river; ``weights``: of the hands, 0 for those that share a card with it."""
        strengths = self.strength.of_boards(self.cards, np.array([board], dtype=np.int64))[0]
        groups = np.unique(strengths, return_inverse=True)[1]
        heavy = np.bincount(groups, weights)
        middle = (np.cumsum(heavy) - heavy / 2.0) / (heavy.sum() or 1.0)  # 0 where the board blocks all hands
        classes: Int32s = np.minimum(middle * RIVER_CLASSES, RIVER_CLASSES - 1).astype(np.int32)[groups]
        return classes


def seconds_of_drawn_iteration(game: HoldemGame, threads: int) -> float:
    """Approximate time that the lines add to an iteration on one board."""
    return HAND_SECONDS * game.size.lines * len(game.rules.deck.hands) / threads
