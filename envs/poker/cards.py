"""The 52 cards and the 1,326 two-card combos, as numbers and as strings.

A card is ``rank * 4 + suit``, 0 to 51, with ranks ``23456789TJQKA`` and suits ``cdhs``: 0 is 2c, 51 is As. A combo is two
different cards, the higher number first, and combos are in ascending order: number ``high * (high - 1) / 2 + low``, so 0 is
2d2c and 1325 AsAh.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.errors import InputError, ParameterError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUM_CARDS = 52
HOLE_CARDS = 2
"""Private cards of a hold'em player, and so cards of a combo."""
NUM_COMBOS = comb(NUM_CARDS, HOLE_CARDS)


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same array, read-only."""
    array.flags.writeable = False
    return array


COMBOS: npt.NDArray[np.int32] = read_only(
    np.array([(high, low) for high in range(NUM_CARDS) for low in range(high)], dtype=np.int32)
)
"""int32 [1326, 2], read-only: the cards of each combo, the higher one first."""
COMBO_NAMES = tuple(CARD_NAMES[high] + CARD_NAMES[low] for high, low in COMBOS.tolist())
"""``2d2c``, ..., ``AsAh``: the higher card first."""


def _combo_table() -> npt.NDArray[np.int32]:
    table = np.full((NUM_CARDS, NUM_CARDS), -1, dtype=np.int32)
    high, low = COMBOS.T
    table[high, low] = table[low, high] = np.arange(NUM_COMBOS)
    return table


COMBO_TABLE: npt.NDArray[np.int32] = read_only(_combo_table())
"""int32 [52, 52], read-only: number of the combo of two cards in either order; -1 on the diagonal."""


CARD_WORDS: npt.NDArray[np.int64] = read_only(np.array([1 << 16 * (card & 3) + (card >> 2) for card in range(NUM_CARDS)]))
"""int64 [52], read-only: each card as a bit of a word (``hand_strength``): sixteen bits for each suit."""
HOLDERS: npt.NDArray[np.int32] = read_only(COMBO_TABLE[COMBO_TABLE >= 0].reshape(NUM_CARDS, NUM_CARDS - 1))
"""int32 [52, 51], read-only: the combos that hold each card."""
CLASS_NAMES = tuple(
    RANKS[12 - min(i, j)] + RANKS[12 - max(i, j)] + ("" if i == j else "s" if j > i else "o")
    for i in range(13)
    for j in range(13)
)
"""The 169 hand classes as the usual 13 x 13 grid, row by row: ``AA``, ``AKs``, ..., then ``AKo``, ``KK``, ..."""


def _combo_classes() -> npt.NDArray[np.int32]:
    rank, suit = 12 - COMBOS // 4, COMBOS % 4  # ranks from the ace down, as in the grid
    high, low = rank.T
    suited = suit[:, 0] == suit[:, 1]
    return np.asarray(np.where(suited, high * 13 + low, low * 13 + high), dtype=np.int32)


COMBO_CLASSES: npt.NDArray[np.int32] = read_only(_combo_classes())
"""int32 [1326], read-only: index into ``CLASS_NAMES`` of each combo."""


def unblocked(hands: npt.NDArray[Any], cards: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Bool [hands]: True for hands [hands, cards each] that hold none of these cards."""
    return np.asarray(~np.isin(hands, cards).any(axis=1))


def are_apart(hands: npt.NDArray[Any], others: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Bool [hands of one, hands of two]: True where a hand [hands, cards each] shares no card with one of the other list."""
    apart = np.ones((len(hands), len(others)), dtype=np.bool_)
    for card in hands.T:
        for other in others.T:
            apart &= card[:, None] != other
    return apart


def combos_left(board: Sequence[int]) -> npt.NDArray[np.float64]:
    """float64 [13, 13]: combos of each hand class that the public cards leave."""
    return np.bincount(COMBO_CLASSES[unblocked(COMBOS, board)], minlength=len(CLASS_NAMES)).reshape(13, 13).astype(np.float64)


def card_name(card: int) -> str:
    """``As`` for 51."""
    if not 0 <= card < NUM_CARDS:
        raise ParameterError("card", card, "must be a number from 0 to 51")
    return CARD_NAMES[card]


def combo_index(first: int, second: int) -> int:
    """The number of a combo, its cards in either order."""
    check_different("combo", (first, second))
    return int(COMBO_TABLE[first, second])


def check_different(name: str, cards: Sequence[int]) -> None:
    """ValueError unless all are numbers from 0 to 51, and no card occurs twice."""
    seen = set()
    for card in cards:
        if card_name(card) in seen:
            raise InputError(f"{name}={''.join(map(card_name, cards))!r}: has {card_name(card)} twice")
        seen.add(card_name(card))


def parse_cards(text: str, name: str = "cards") -> tuple[int, ...]:
    """The cards of ``QsJh2h8d3c`` or ``Qs Jh, 2h``, in the order written, in upper or lower case.

    Args:
        text: a rank and a suit each; blanks and commas between cards as you like.
        name: what error messages call the string.

    Raises:
        ParameterError: something else than a card, with its position, or a card twice.

    >>> parse_cards("2c As")
    (0, 51)
    """
    if not isinstance(text, str):
        raise ParameterError(name, text, "must be a string such as 'QsJh2h8d3c'")
    cards: list[int] = []
    position = 0
    while position < len(text):
        if text[position] == "," or text[position].isspace():
            position += 1
            continue
        piece = text[position : position + 2]
        card_text = piece[:1].upper() + piece[1:].lower()
        problem = ""
        if card_text not in CARD_NAMES:
            problem = f"must be a rank of {RANKS} and a suit of {SUITS}"
        elif CARD_NAMES.index(card_text) in cards:
            problem = "this card occurs twice"
        if problem:
            raise ParameterError(name, text, problem, position=position, length=len(piece))
        cards.append(CARD_NAMES.index(card_text))
        position += 2
    return tuple(cards)


def parse_board(text: str, lengths: tuple[int, ...] = (5,), name: str = "board") -> tuple[int, ...]:
    """The public cards, in the order written (flop, turn, river)."""
    cards = parse_cards(text, name)
    if len(cards) not in lengths:
        allowed = " or ".join(map(str, lengths))
        raise ParameterError(name, text, f"has {len(cards)} cards, must have {allowed}")
    return cards
