"""Strategies by hand class: the numbers of any public state, and rows of a ``StreetTree``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.regret_matching import shares_along
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s

from .class_walk import table_places
from .hand_classes import STREET_OF

if TYPE_CHECKING:
    from pokerzoo.envs.betting.line import Line


class ClassesOfHands(Protocol):
    """Hand classes by street."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of classes on each street, the one before the flop included."""

    @property
    def digest(self) -> str:
        """A digest of all that determines the classes."""

    @property
    def recipe(self) -> dict[str, Any]:
        """Plain JSON values from which the classes can be rebuilt."""

    def on_street(self, board: tuple[int, ...]) -> npt.NDArray[np.int32]:
        """int32 [hands]: each hand's class on the street of a board; -1 where it shares a card with it."""


def class_counts(classes: ClassesOfHands, rules: PokerRules) -> tuple[int, ...]:
    """Hand classes of each stage of a game."""
    return tuple(classes.counts[street] for street in streets_of(rules))


def streets_of(rules: PokerRules) -> tuple[int, ...]:
    """The street of each stage of a game; 0 is before the flop."""
    return tuple(STREET_OF[len(rules.deck.board) + cards] for cards in rules.betting.cards_through)


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
        counts: hand classes of each stage.
        at: for each part int64 [stages, 2]: where its rows of each stage and player start.
        num_floats: numbers in all.
    """

    def __init__(self, tree: DrawnBoardTree, classes: ClassesOfHands, rows: Floats32) -> None:
        self.tree, self.classes, self.rows = tree, classes, rows
        self.counts = class_counts(classes, tree.game.rules)
        self.at, self.num_floats = table_places(tree, self.counts)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy or pickle rebuilds ``place_of``: lines have their hashes only when the tree is complete."""
        return ClassStrategy, (self.tree, self.classes, self.rows)

    @cached_property
    def place_of(self) -> dict[Line, Place]:
        """The place of each line in which a player acts."""
        result, points = {}, self.tree.game.infosets.points
        for part, at in zip(self.tree.parts, self.at, strict=True):
            for stage, by_player in enumerate(part.points):
                for player, points_here in enumerate(by_player):
                    wide = int(part.sequences[stage, player])
                    records = part.plan.points_of(stage, player).tolist()
                    for point, (first, actions, _) in zip(points_here, records, strict=True):
                        place = Place(part.first + stage, player, int(at[stage, player]), wide, first, actions)
                        result[points[point].line] = place
        return result

    def strategy(self, public: PublicState, hand: int | None = None) -> Floats:
        """float64 [actions, hands]: the shares of each action; 0 for hands that the board rules out.

        Args:
            public: a public state of the game by lines, in which a player acts.
            hand: of this hand alone, [actions, 1], which is less work; None: of all.
        """
        place, board = self.place_of[public.line], public.board
        classes = self.classes.on_street(board)
        if hand is not None:
            classes = classes[hand : hand + 1]
        held = classes >= 0
        at = place.at + classes[held].astype(np.int64)[:, None] * place.wide + place.first + np.arange(place.actions)
        result = np.zeros((place.actions, len(classes)))
        result[:, held] = self._shares_at(at).T
        return result

    def _shares_at(self, at: Int64s) -> Floats:
        """float64 [rows, actions]: the shares of numbers at these places; alike where none counts."""
        return shares_along(np.maximum(self.rows[at].astype(np.float64), 0.0), 1)

    def shares(self) -> Floats32:
        """float32 [numbers]: the shares of each action by hand class, in the order of ``rows``."""
        result = np.empty(self.num_floats, dtype=np.float32)
        for at in self.places():
            result[at] = self._shares_at(at)
        return result

    def places(self) -> Iterator[Int64s]:
        """int64 [hand classes, actions] for each decision: the places of its numbers in ``rows``."""
        for place in self.place_of.values():
            classes = np.arange(self.counts[place.stage])[:, None]
            yield place.at + classes * place.wide + place.first + np.arange(place.actions)

    def rows_on_boards(self, form: StreetTree) -> Floats32:
        """The numbers of each board and hand, as rows of a ``StreetTree`` of the same game."""
        (rows,) = form.new_rows()
        dealt = self.tree.game.rules.deck.board
        for stage, boards in enumerate(form.boards):
            classes = np.stack([self.classes.on_street(dealt + board) for board in boards.canonical]).astype(np.int64)
            for player in range(2):
                view = form.by_hand(rows, stage, player)
                hands = classes[:, form.hands[player]]
                for k, (at, wide, column) in enumerate(self._columns(stage, player)):
                    view[k] = np.where(hands >= 0, self.rows[at + np.maximum(hands, 0) * wide + column], np.float32(0.0))
        return rows

    def _columns(self, stage: int, player: int) -> Iterator[tuple[int, int, int]]:
        """(where its rows start, how long they are, its place in them) of each sequence of a stage and player."""
        for part, at in zip(self.tree.parts, self.at, strict=True):
            place = stage - part.first
            if 0 <= place < len(part.sequences) and (part.first == 0) == (stage == 0):
                wide = int(part.sequences[place, player])
                yield from ((int(at[place, player]), wide, column) for column in range(wide))
