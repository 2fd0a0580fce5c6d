"""``WalkPlan``: all that kernels need of a game by stages and boards, as arrays of records and plain arrays.

Here is the one place that says how a stage, a decision point, a batch of terminals, and a board are laid out. Kernels and
Python read fields by name: ``plan.stages[stage, player].sequences`` in a kernel, ``["sequences"]`` in Python. (``np.recarray``
would have attributes in Python, too, but for each a kernel's call takes 0.8 microseconds more.) The plan has as few arrays as
possible: with each array that a kernel takes, its compilation and each of its calls take longer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s

from .arrays import CardSums, Records, SideBySide

Lines: TypeAlias = Any
"""A record of ``LINES``."""
Board: TypeAlias = Any
"""A record of ``BOARD``."""
RowStarts: TypeAlias = Any
"""A record of ``ROW_STARTS``."""

LINES = np.dtype(
    [
        ("sequences", np.int64),  # of the player, which is also the row of the first entry
        ("entries", np.int64),  # lines that enter the stage
        ("blocks", np.int64),  # of sixteen hands of the player
        ("hands", np.int64),  # of the player
        ("points_at", np.int64),  # where the player's decision points start in ``points``
        ("points_end", np.int64),
        ("batches_at", np.int64),  # where the questions of the player start in ``batches``
        ("batches_end", np.int64),
        ("exits_at", np.int64),  # where the lines that continue start in ``exits``
        ("exits_end", np.int64),
        ("idle_at", np.int64),  # where the rows of the player without an answer start in ``idle``
        ("idle_end", np.int64),
        ("boards_at", np.int64),  # where the boards of the stage start in ``boards``
        ("boards_end", np.int64),
        ("rows_at", np.int64),  # where the rows of the player start in an array of ``num_floats``, board by board
        ("scales_at", np.int64),  # where they start in an array of ``num_scales``: one for each board, block and point
    ]
)
"""The lines of one stage, for one player."""
POINT = np.dtype([("first", np.int32), ("actions", np.int32), ("parent", np.int32)])
"""A decision point, as in ``Treeplex``: rows count within the stage, and a parent may be an entry."""
BOARD = np.dtype(
    [
        ("children_at", np.int64),  # where the boards of the next stage that follow start, counted there
        ("children_end", np.int64),
        ("images_at", np.int64),  # where the symmetries that take it to the other boards that it represents start in ``links``
        ("images_end", np.int64),
        ("used_at", np.int64),  # where the symmetries that take its children to other boards start in ``links``, each once
        ("used_end", np.int64),
        ("mirror", np.int64),  # in ``maps`` the first of the hands that are alike on it, if it has children; -1: none are
        ("run_outs_at", np.int64),  # where its matrix starts in ``run_outs``
    ]
)
"""A canonical board of a stage."""

ROW_STARTS = np.dtype(
    [
        ("strategy", np.int64),  # where these rows start in ``WalkScratch.rows``
        ("reach", np.int64),
        ("utility", np.int64, (2,)),  # of the strategies; of best responses
        ("choice", np.int64),  # the probabilities of a best response
        ("below", np.int64, (2,)),  # where what follows starts in ``WalkScratch.below``, by the first symmetry; as ``utility``
        ("below_size", np.int64),  # how many numbers these are; so many again for each further symmetry
    ]
)
"""The places of the scratch of a stage and player."""


NO_EXIT: Floats32 = np.zeros(0, np.float32)
"""For plans in which nobody leaves the game."""


class WalkPlan(NamedTuple):
    """The lines of all stages, the boards, and the hands on them."""

    stages: Records  # [stages, 2] of ``LINES``
    points: Records  # [points] of ``POINT``
    exits: Int32s  # [2, lines that continue]: each player's row there; the k-th of a stage is the k-th entry of the next stage
    batches: Records  # [batches] of ``BATCH``
    answers: Records  # [answers] of ``ANSWER``
    idle: Int32s  # rows without an answer
    boards: Records  # [boards] of ``BOARD``
    links: Int64s  # numbers of symmetries
    # [symmetries + mirrors, 2, padded hands]: which hand each symmetry takes to each hand; then for boards with mirrors the
    # first of the hands that differ by symmetries which leave the board as it is
    maps: Int32s
    symmetries: int  # in how many ways cards may be exchanged; 1: in none
    # [2, 3, padded hands]: each player's hands' cards, ``NO_CARD`` for a second that there is not and beyond the last; then the
    # number of the same combo in the opponent's list, or the row of zeros behind the opponent's hands
    cards: Int32s
    # [2, boards, padded hands]: how often the board comes, where 1 is as often as from an even deck; 0 for hands that it rules
    # out
    alive: Floats32
    order: Int16s  # [2, full boards, hands]: as in ``BoardTables``
    group_end: Int16s  # [2, full boards, groups]: as in ``BoardTables``
    by_card: Int16s  # [2, 2 * padded hands]: for each card in turn the hands that hold it, on any board
    card_end: Int16s  # [2, 54]: where each card's start there, and end
    run_outs: Int16s  # as in ``PairMatrices``
    before: Floats32  # as in ``PairMatrices``
    exit_of: int = -1  # the player whose last sequence of the first street leaves the game; -1: nobody has one
    exit_worth: Floats32 = NO_EXIT  # [padded hands]: its value

    def points_of(self, stage: int, player: int) -> Records:
        """A player's decision points in a stage."""
        lines = self.stages[stage, player]
        return self.points[lines["points_at"] : lines["points_end"]]

    def exits_of(self, stage: int, player: int) -> Int32s:
        """int32 [lines that continue]: a player's row of each."""
        lines = self.stages[stage, player]
        return self.exits[player, lines["exits_at"] : lines["exits_end"]]

    def children_of(self, stage: int, board: int) -> tuple[int, int]:
        """The first of the next stage's boards that follow one, and where they end."""
        here = self.boards[self.stages["boards_at"][stage, 0] + board]
        return int(here["children_at"]), int(here["children_end"])

    @property
    def exchange(self) -> Int32s:
        """int32 [symmetries, 2, padded hands]: which hand each symmetry takes to each hand."""
        return self.maps[: self.symmetries]


class WalkScratch(NamedTuple):
    """The arrays that one walk writes into."""

    rows: Floats32  # rows [blocks, (sequences + entries) * 16] for each stage, player and kind, one after the other
    row_at: Records  # [stages, 2] of ``ROW_STARTS``
    # [blocks, lines * 16]: what the boards that follow add to the rows of the lines which continue. There is one for each stage
    # but the last, player, value (of the strategies, of best responses) and symmetry
    below: Floats32
    reach: SideBySide  # [(padded hands + 1) * 32]: the opponent's reach, sequences side by side; behind all hands zeros
    held: CardSums  # [55 * 32]: the opponent's reach by card, and in all
    won: SideBySide  # [padded hands * 32]: what each hand beats; see ``showdown_pass``
    met: SideBySide  # [padded hands * 16]: the weight of the hands compatible with each, where that takes a matrix; else empty
    block: Floats32  # [4 * 16 * 16]: see ``ANSWERS_AT`` of ``showdown_pass``
    at: Int64s  # [stages]: the board of each stage on which a walk is
    following: Int64s  # [stages]: the board that follows next
    kept: Floats32  # [actions * 16]: a decision point's cumulative numbers before they are rounded


def start_indices(sizes: Iterable[int]) -> Int64s:
    """int64 [n + 1]: where parts of these sizes start, one after the other, and the end of the last."""
    return np.concatenate([[0], np.cumsum(np.fromiter(sizes, dtype=np.int64))]).astype(np.int64)
