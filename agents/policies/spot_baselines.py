"""Baselines of whole hands on hold'em spots: a spot's betting and board as the rows that their decisions read."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import CARD_NAMES, unblocked
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.whole_hands.row import BOARD, DECK_CARDS, HOLES, MOVES, NUM_BOARD
from pokerzoo.envs.whole_hands.rows_of_rules import put_deck

from .asked_baseline import Baseline
from .whole_hand_baselines import KEPT_BOARDS, SAMPLES, style_answers
from .whole_hand_decisions import STYLES

RIVER = 3
BEFORE_THE_FLOP = np.ones((52, 52))
"""Shares of starting hands, which nobody asks for here."""
WHOLE_NUMBERS = 50
"""Bits of the chips of a line; of more, as after odd shares of the pot, the lowest are dropped."""
CHIPS = np.r_[col.HIGHEST, col.LAST_RAISE, col.DEAD, col.CALL_TO : col.MOST_TO + 1, col.POT, col.STACKS : col.BETTING_WIDTH]


class SpotBaseline(Baseline):
    """A baseline of whole hands on a flop, a turn or a river of hold'em.

    Attributes:
        game: what is played.
        name: one of ``STYLES``.
    """

    game: HoldemGame

    @cached_property
    def _rules_row(self) -> Int64s:
        betting, names = self.game.rules.betting, self.game.rules.deck.names
        row = np.zeros(DECK_CARDS + len(CARD_NAMES), dtype=np.int64)
        row[[col.NUM_PLAYERS, col.NUM_SIZES, col.LAST_STREET]] = betting.num_players, betting.rules_row[col.NUM_SIZES], RIVER
        put_deck(row, [CARD_NAMES.index(name) for name in names])
        return row

    @cached_property
    def _equities_kept(self) -> Cache[Floats]:
        return Cache(KEPT_BOARDS)

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Floats:
        """float64 [legal actions, hands]: its strategy at a decision, for all hands.

        Args:
            decision: a player is to act.
            hands: ignored.
        """
        player, cards = np.array([STYLES.index(self.name), SAMPLES, 0], dtype=np.int64), self.game.rules.deck.hand_cards
        wanted, row = unblocked(cards, decision.board).astype(np.float64), hand_row(decision.line, decision.board)
        return style_answers(
            self._rules_row, row, player, BEFORE_THE_FLOP, cards, wanted, decision.legal_actions(), self._equities_kept
        )


def hand_row(line: Line, board: tuple[int, ...]) -> Int64s:
    """A line and a board as a hand of which no hole cards are known, int64 [columns]."""
    chips = np.array(line.row, dtype=object)
    chips[CHIPS] >>= max(0, max(abs(number) for number in line.row).bit_length() - WHOLE_NUMBERS)
    row = np.zeros(MOVES, dtype=np.int64)
    row[: col.BETTING_WIDTH] = chips.astype(np.int64)
    row[HOLES:] = -1
    row[NUM_BOARD], row[BOARD : BOARD + len(board)] = len(board), board
    return row
