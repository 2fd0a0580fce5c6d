"""The decks of hold'em, and the order of strength of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .preflop_equities import BoardCounts

DECKS = {"standard": range(52), "short": range(16, 52), "royal": range(32, 52)}
"""The cards of each deck, as numbers of the 52: a short deck begins with the sixes, a royal one with the tens."""


@dataclass(frozen=True)
class HoldemStrength:
    """Strength of the best five of two own and three to five public cards.

    Attributes:
        lowest: the number of the deck's first card among the 52.
    """

    lowest: int = 0

    def __call__(self, hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        from .hand_strength import seven_card_strength

        return int(seven_card_strength(np.array([hand + board]) + self.lowest)[0])

    def of_hands(self, hands: npt.NDArray[np.int64], board: tuple[int, ...]) -> Sequence[int]:
        """The strengths of hands on one board (``HandsStrength``)."""
        from .hand_strength import board_strength

        shifted = tuple(card + self.lowest for card in board)
        strengths: list[int] = board_strength(shifted, hands + self.lowest).tolist()
        return strengths

    def of_boards(self, hands: npt.NDArray[np.int64], boards: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """The strengths of hands on several boards (``BoardsStrength``)."""
        from .hand_strength import boards_strength

        return boards_strength(boards + self.lowest, hands + self.lowest)

    def preflop_counts(self) -> BoardCounts:
        """Boards won and tied by each combo against each other before the flop, from the table (``StoredCounts``)."""
        from .preflop_equities import combo_counts

        return combo_counts()


hold_em_strength = HoldemStrength()
"""The strength function of hold'em with the whole deck; one object is enough."""


@dataclass(frozen=True)
class ShortDeckStrength:
    """Strength under a short deck: A6789 is a straight, and a flush beats a full house."""

    def __call__(self, hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        from .hand_strength import short_deck_strength

        cards = [DECKS["short"][card] for card in hand + board]
        return int(short_deck_strength(sum(1 << 16 * (card & 3) + (card >> 2) for card in cards), len(cards)))


def deck_strength(deck: str) -> HoldemStrength | ShortDeckStrength:
    """The strength function of a deck.

    Args:
        deck: a key of ``DECKS``.
    """
    return ShortDeckStrength() if deck == "short" else HoldemStrength(DECKS[deck][0])
