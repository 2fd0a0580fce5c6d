"""Strategies by hand class: the numbers of any public state, and rows of a ``StreetTree``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s

from .class_walk import table_places

if TYPE_CHECKING:
    from pokerzoo.envs.poker.lines import Line

STREET_OF = {0: 0, 3: 1, 4: 2, 5: 3}
"""The street by the number of public cards."""
LEAST = 1e-30
"""Sums below are no strategy: it is uniform there."""


class ClassesOfHands(Protocol):
    """Hand classes by street."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of classes on each street, the one before the flop included."""

    @property
    def digest(self) -> str:
        """A digest of all that decides the classes."""

    @property
    def recipe(self) -> dict[str, Any]:
        """Plain JSON values from which the classes can be made again."""

    def on_board(self, board: tuple[int, ...]) -> tuple[npt.NDArray[np.int32], ...]:
        """For each street int32 [hands]: the class of each hand with the full board's cards of this street."""


class Place(NamedTuple):
    """The place of a decision point's numbers in the tables of hand classes."""

    stage: int
    player: int
    at: int  # where the part's rows of this stage and player start
    wide: int  # numbers of a row
    first: int  # the first of the actions in a row
    actions: int


class ClassStrategy:
    """Numbers by hand class and sequence of a game by lines.

    Attributes:
        tree: the lines.
        classes: the hand classes.
        rows: float32 [numbers]: of all parts, one after the other.
    """

    def __init__(self, tree: DrawnBoardTree, classes: ClassesOfHands, at: tuple[Int64s, ...], rows: Floats32) -> None:
        self.tree, self.classes, self.at, self.rows = tree, classes, at, rows
        self._kept: dict[tuple[int, ...], tuple[npt.NDArray[np.int32], ...]] = {}

    @cached_property
    def place_of(self) -> dict[Line, Place]:
        """The place of each line in which a player acts."""
        found, points = {}, self.tree.game.infosets.points
        for part, at in zip(self.tree.parts, self.at, strict=True):
            for stage, by_player in enumerate(part.points):
                for player, own in enumerate(by_player):
                    start, end = part.streets.plex_at[stage, player].tolist()
                    wide = int(part.sequences[stage, player])
                    firsts, counts = part.streets.first[start:end].tolist(), part.streets.actions[start:end].tolist()
                    for point, first, actions in zip(own, firsts, counts, strict=True):
                        place = Place(part.first + stage, player, int(at[stage, player]), wide, first, actions)
                        found[points[point].line] = place
        return found

    def classes_on(self, board: tuple[int, ...]) -> Int32s:
        """int32 [hands]: the class of each hand on the street of this board; -1 for hands that it rules out."""
        rules = self.tree.game.rules
        full = board
        if len(board) < len(rules.board) + self.tree.new_cards:  # whatever comes later does not count
            left = [card for card in range(len(rules.deck)) if card not in board]
            full = board + tuple(left[: len(rules.board) + self.tree.new_cards - len(board)])
        found = self._kept.get(full)
        if found is None:
            if len(self._kept) > 64:
                self._kept.clear()
            found = self._kept[full] = self.classes.on_board(full)
        own = found[STREET_OF[len(board)]]
        return np.where(np.isin(rules.hand_cards, board).any(axis=1), np.int32(-1), own).astype(np.int32)

    def strategy(self, public: PublicState) -> Floats:
        """float64 [actions, hands]: the shares of each action; 0 for hands that the board rules out.

        Args:
            public: a public state of the game by lines, in which a player acts.
        """
        place, classes = self.place_of[public.betting], self.classes_on(public.board)
        held = classes >= 0
        at = place.at + classes[held].astype(np.int64)[:, None] * place.wide + place.first + np.arange(place.actions)
        numbers = np.maximum(self.rows[at].astype(np.float64), 0.0)
        total = numbers.sum(axis=1, keepdims=True)
        found = np.zeros((place.actions, len(classes)))
        found[:, held] = np.where(total > LEAST, numbers / np.maximum(total, LEAST), 1.0 / place.actions).T
        return found

    def shares(self) -> Floats32:
        """float32 [numbers]: the shares of each action by hand class, in the order of ``rows``."""
        found = np.empty(table_places(self.tree, self._counts)[1], dtype=np.float32)
        for place, count in ((place, self._counts[place.stage]) for place in self.place_of.values()):
            at = place.at + np.arange(count)[:, None] * place.wide + place.first + np.arange(place.actions)
            numbers = np.maximum(self.rows[at].astype(np.float64), 0.0)
            total = numbers.sum(axis=1, keepdims=True)
            found[at] = np.where(total > LEAST, numbers / np.maximum(total, LEAST), 1.0 / place.actions)
        return found

    @property
    def _counts(self) -> tuple[int, ...]:
        """Hand classes of each stage."""
        rules = self.tree.game.rules
        return tuple(self.classes.counts[STREET_OF[len(rules.board) + cards]] for cards in rules.cards_through)

    def rows_on_boards(self, form: StreetTree) -> Floats32:
        """The numbers of each board and hand, as rows of a ``StreetTree`` of the same game."""
        (rows,) = form.new_rows()
        given = self.tree.game.rules.board
        for stage, boards in enumerate(form.boards):
            own = np.stack([self.classes_on(given + board) for board in boards.canonical]).astype(np.int64)
            for player in range(2):
                view = form.by_hand(rows, stage, player)
                hands = own[:, form.hands[player]]
                for k, (at, wide, column) in enumerate(self._columns(stage, player)):
                    view[k] = np.where(hands >= 0, self.rows[at + np.maximum(hands, 0) * wide + column], np.float32(0.0))
        return rows

    def _columns(self, stage: int, player: int) -> Iterator[tuple[int, int, int]]:
        """(where its rows start, how long they are, its place in them) of each sequence of a stage and player."""
        for part, at in zip(self.tree.parts, self.at, strict=True):
            own = stage - part.first
            if 0 <= own < len(part.sequences) and (part.first == 0) == (stage == 0):
                wide = int(part.sequences[own, player])
                yield from ((int(at[own, player]), wide, column) for column in range(wide))
