"""Hand classes (buckets): hands that a blueprint treats alike, street by street."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import brief

from .board_textures import board_state
from .canonical_boards import PERMUTATIONS, CanonicalBoards, canonical_key, hand_images, key_of, row_of_key
from .doubled_wins import BLOCKED, doubled_wins, doubled_wins_of_hand

FILES = "pokerzoo.agents.blueprint.class_file"
"""The module that writes and reads files of classes, which stands on this one."""
TableClasses = npt.NDArray[np.signedinteger[Any]]
"""int16 or int32 [boards, hands]: classes; -1 where a hand shares a card with a board."""


@dataclass(frozen=True)
class DealtCards:
    """Cards of a game of hold'em: the upper part of the deck, dealt in groups."""

    cards: int
    short: bool  # the short deck's order of strength
    board: int  # public cards that lie there from the start
    groups: tuple[int, ...]  # public cards of each street from the flop to the last on which players act
    full: int  # public cards at the showdown
    hands: Int64s  # int64 [hands]: each of the game's hands as a number among all (``hand_pairs``)


class StreetClasses(ABC):
    """The classes of one street."""

    @abstractmethod
    def classes_on(self, dealt: DealtCards, board: Int64s) -> Int32s:
        """int32 [hands]: the classes of a game's hands on a board."""

    def class_of(self, dealt: DealtCards, board: Int64s, hand: int) -> int:
        """The class of one hand on a board."""
        return int(self.classes_on(dealt, board)[hand])

    @abstractmethod
    def arrays(self) -> list[npt.NDArray[Any]]:
        """All that decides the classes."""


@dataclass(frozen=True)
class NoClasses(StreetClasses):
    """A street before the game begins."""

    def classes_on(self, dealt: DealtCards, board: Int64s) -> Int32s:
        return np.full(len(dealt.hands), -1, dtype=np.int32)

    def arrays(self) -> list[npt.NDArray[Any]]:
        return []


@dataclass(frozen=True)
class ClassTable(StreetClasses):
    """Classes of all hands on all boards of a street up to suits."""

    boards: CanonicalBoards
    classes: TableClasses
    rule: npt.NDArray[Any] | None = None  # as ``class_methods.Rule`` has it; None: each pair has a class of its own

    def classes_on(self, dealt: DealtCards, board: Int64s) -> Int32s:
        found = np.empty(len(dealt.hands), dtype=np.int32)
        images = hand_images(dealt.cards)
        look_up(board, self.boards.ends, PERMUTATIONS, images, self.boards.keys, self.classes, dealt.hands, found)
        return found

    def arrays(self) -> list[npt.NDArray[Any]]:
        return [self.boards.keys, self.classes]


@dataclass(frozen=True)
class StrengthClasses(StreetClasses):
    """Classes on full boards by the number of hands beaten."""

    of_doubled: Int32s  # int32 [most + 1]: the class of each number of doubled wins

    def classes_on(self, dealt: DealtCards, board: Int64s) -> Int32s:
        key = np.array([key_of([board.tolist()])], dtype=np.int64)
        doubled = doubled_wins(dealt.cards, dealt.short, key, len(board))[0, dealt.hands]
        classes = self.of_doubled[np.minimum(doubled, len(self.of_doubled) - 1)]
        return np.where(doubled == BLOCKED, np.int32(-1), classes)

    def class_of(self, dealt: DealtCards, board: Int64s, hand: int) -> int:
        """The class of one hand on a board, without the others'."""
        key = np.array([key_of([board.tolist()])], dtype=np.int64)
        doubled = int(doubled_wins_of_hand(dealt.cards, dealt.short, key, len(board), int(dealt.hands[hand]))[0, 0])
        return -1 if doubled == BLOCKED else int(self.of_doubled[min(doubled, len(self.of_doubled) - 1)])

    def arrays(self) -> list[npt.NDArray[Any]]:
        return [self.of_doubled]


@dataclass(frozen=True)
class TexturedClasses(StreetClasses):
    """The classes of a street, apart for each texture of the board."""

    base: StreetClasses
    count: int  # classes of ``base``
    numbers: Int32s  # int32 [textures]: as ``texture_numbers`` has them

    def classes_on(self, dealt: DealtCards, board: Int64s) -> Int32s:
        found = self.base.classes_on(dealt, board)
        return np.where(found < 0, found, found + self.first_class(dealt, board))

    def class_of(self, dealt: DealtCards, board: Int64s, hand: int) -> int:
        """The class of one hand on a board."""
        found = self.base.class_of(dealt, board, hand)
        return found if found < 0 else found + int(self.first_class(dealt, board))

    def first_class(self, dealt: DealtCards, board: Int64s) -> np.int32:
        """The first of the classes of a board's texture."""
        return np.int32(self.count * self.numbers[board_state(tuple(board.tolist()), dealt.cards)])

    def arrays(self) -> list[npt.NDArray[Any]]:
        return [*self.base.arrays(), np.array([self.count], dtype=np.int64), self.numbers]


@dataclass(frozen=True)
class HandClasses:
    """Classes (buckets) of the hands of a game of hold'em, street by street. ``make_hand_classes`` makes them.

    Attributes:
        counts: number of classes on each street through the last on which players act, the first before the flop; 0 on
            streets before the game begins.
        digest: SHA-256 of all that decides the classes.
        recipe: the arguments of ``make_hand_classes`` that count for the game.
        dealt: deck, public cards by street, and the game's hands.
        before: int32 [hands]: the classes before the flop.
        streets: for each later street on which players act, what finds the classes on a board.

    >>> from pokerzoo.agents import make_hand_classes
    >>> from pokerzoo.envs import make_game
    >>> classes = make_hand_classes(make_game("texas_holdem", deck="royal").rules, flop="exact", turn=50, river=20)
    >>> classes.counts
    (25, 7760, 50, 19)
    """

    counts: tuple[int, ...]
    recipe: dict[str, Any]
    dealt: DealtCards = field(repr=False)
    before: Int32s = field(repr=False)  # int32 [hands]: classes before the flop
    streets: tuple[StreetClasses, ...] = field(repr=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        cards = asdict(self.dealt)
        arrays = [cards.pop("hands"), self.before]
        for street in self.streets:
            arrays += street.arrays()
        found = hashlib.sha256(json.dumps([self.counts, cards, [type(street).__name__ for street in self.streets]]).encode())
        for array in arrays:
            little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
            found.update(f"{little.dtype.str}{little.shape}".encode())
            found.update(little.data)
        object.__setattr__(self, "digest", found.hexdigest())

    def on_board(self, board: Sequence[int]) -> tuple[Int32s, ...]:
        """The classes of all hands on each street through a board.

        Args:
            board: all public cards as numbers in the game's deck, in the order dealt: as many as there are on a street or at
                the showdown.

        Returns:
            For each street through these cards int32 [hands], in the order of ``rules.deck.hands``: the class of each hand,
            from 0 on; -1 where the hand shares a card with the street's board.

        Raises:
            ValueError: another number of cards, a card twice, or a number that is no card of the deck.

        >>> from pokerzoo.agents import make_hand_classes
        >>> from pokerzoo.envs import make_game
        >>> classes = make_hand_classes(make_game("texas_holdem", deck="royal").rules, turn=50, river=20)
        >>> [len(set(street.tolist()) - {-1}) for street in classes.on_board((0, 5, 9, 13, 18))]
        [25, 81, 12, 3]
        """
        shown = self._checked(board)
        through = zip(self.streets, accumulate(self.dealt.groups), strict=True)
        return self.before, *(street.classes_on(self.dealt, shown[:end]) for street, end in through if end <= len(shown))

    def class_of(self, hand: int, board: Sequence[int]) -> int:
        """The class of one hand on the street of a board: the same as ``on_board`` has, for less work.

        Args:
            hand: number of the hand in ``rules.deck.hands``.
            board: as for ``on_board``.

        Returns:
            The class, from 0 on; -1 where the hand shares a card with the board, or where players do not act.

        Raises:
            ValueError: as for ``on_board``.
        """
        shown = self._checked(board)
        if not len(shown):
            return int(self.before[hand])
        through = zip(self.streets, accumulate(self.dealt.groups), strict=True)
        return next((street.class_of(self.dealt, shown, hand) for street, end in through if end == len(shown)), -1)

    def _checked(self, board: Sequence[int]) -> Int64s:
        """int64 [cards]: a board, if it is one of a street or of the showdown."""
        cards = [int(card) for card in board]
        sizes = sorted({size for size in (0, *accumulate(self.dealt.groups), self.dealt.full) if size >= self.dealt.board})
        if len(cards) not in sizes:
            allowed = ", ".join(map(str, sizes))
            raise ValueError(f"board={brief(cards)}: has {len(cards)} cards; must have one of {allowed}")
        if len(set(cards)) < len(cards) or not all(0 <= card < self.dealt.cards for card in cards):
            raise ValueError(f"board={brief(cards)}: must be different numbers from 0 to {self.dealt.cards - 1}")
        return np.array(cards, dtype=np.int64)

    def save(self, path: str | Path) -> None:
        """Write the classes to a file, whole or not at all.

        Args:
            path: of the file; one that is there is replaced.

        Raises:
            OSError: the file cannot be written.
        """
        load_object(f"{FILES}:write_classes")(path, self)

    @staticmethod
    def load(path: str | Path) -> HandClasses:
        """Read classes from a file.

        Args:
            path: of a file that ``save`` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged, or holds something else.
        """
        found: HandClasses = load_object(f"{FILES}:read_classes")(path)
        return found


@kernel(nogil=True)
def look_up(
    board: Int64s,
    ends: Int64s,
    permutations: Int64s,
    images: Int32s,
    keys: Int64s,
    classes: TableClasses,
    hands: Int64s,
    out: Int32s,
) -> None:
    """Fill in the classes of a game's hands on a board."""
    key, which = canonical_key(board, ends, permutations, np.empty(len(board), dtype=np.int64))
    row = row_of_key(keys, key)
    for hand in range(len(hands)):
        out[hand] = classes[row, images[which, hands[hand]]]
