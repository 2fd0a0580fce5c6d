"""Questions about terminals: batches of one player's sequences, and the answers which they give to the other player's.

All showdowns of a board share one order of strength, and all folds need the same sums. So sixteen sequences are asked about at
once: for each hand the weight that it beats minus the weight that beats it, and the weight of all compatible hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.support.arrays import Int32s

from .arrays import LANES, Records

SHOWS, COUNTS = 1, 2
"""Questions about a batch of the opponent's sequences: the reach that each hand beats, and all compatible reach."""
Batch: TypeAlias = Any
"""A record of ``BATCH``."""
BATCH = np.dtype(
    [
        ("shows", np.int64),  # ``SHOWS``, ``COUNTS`` or both
        ("answers_at", np.int64),  # where the answers start in ``answers``
        ("answers_end", np.int64),
        ("rows", np.int64, (LANES,)),  # the opponent's sequences; 0 where there are fewer
    ]
)
"""Sixteen of the opponent's sequences, and the questions about them."""
ANSWER = np.dtype(
    [
        ("lane", np.int32),  # which of the sixteen; 16 + lane for the weight of compatible hands
        ("sequence", np.int32),  # of the player
        ("later", np.int32),  # 1 if another answer came before it for this sequence
        ("chips", np.float32),  # what it is multiplied by, chance's reach included
    ]
)
"""The value that a batch adds to that of a sequence."""
Terminal = tuple[tuple[int, ...], bool, int, int, float, float]
"""(board, whether the stronger hand wins, the players' sequences, the players' chips times chance's reach)"""
Point: TypeAlias = tuple[int, int, int]
"""A decision point: its first sequence, the number of its actions, and the sequence before it."""
Questions: TypeAlias = dict[int, list[tuple[bool, int, float]]]
"""By sequence of the opponent (whether the stronger hand wins, sequence of the player, the player's chips)."""


class Batches(NamedTuple):
    """One player's questions, board by board; answers are counted from 0."""

    batches: Records  # [batches] of ``BATCH``
    answers: Records  # [answers] of ``ANSWER``
    boards: list[int]  # the number of batches of each board

    def idle(self, sequences: int) -> Int32s:
        """int32: those of the player's sequences to which no answer is given."""
        return np.setdiff1d(np.arange(sequences, dtype=np.int32), self.answers["sequence"])

    def scaled(self, factor: float) -> Batches:
        """The same for chips that are ``factor`` times as many."""
        answers = self.answers.copy()
        answers["chips"] *= np.float32(factor)
        return self._replace(answers=answers)


def make_batches(
    terminals: list[Terminal],
    boards: list[tuple[int, ...]],
    player: int,
    points: Sequence[Point] = (),
    counts_apart: bool = False,
) -> Batches:
    """Collect one player's questions, showdowns first, so that few batches need the whole pass.

    Args:
        terminals: where the hand ends.
        boards: the boards on which it does.
        player: who asks.
        points: the opponent's decision points: where that takes a batch less, folds are computed from other sequences.
        counts_apart: sequences that only go to showdowns come before those whose folds count, too.
    """
    asked: dict[tuple[int, ...], Questions] = {board: {} for board in boards}
    for board, shows, *sequences_and_chips in terminals:
        mine, other = sequences_and_chips[player], sequences_and_chips[1 - player]
        entry = (shows, int(mine), float(sequences_and_chips[2 + player]))
        asked[board].setdefault(int(other), []).append(entry)
    answers: list[tuple[int, int, int, float]] = []  # fields of ``ANSWER``
    batches, of_board = [], []
    for by_row in asked.values():
        others = folds_by_others(by_row, points)
        if -(-len(others) // LANES) < -(-len(by_row) // LANES):
            by_row = others
        rows = sorted(by_row, key=lambda row: (order_of(by_row[row], counts_apart), row))
        of_board.append(-(-len(rows) // LANES))
        for start in range(0, len(rows), LANES):
            batch, at, questions = rows[start : start + LANES], len(answers), 0
            for lane, row in enumerate(batch):
                for shows, sequence, chips in by_row[row]:
                    answers.append((lane if shows else LANES + lane, sequence, 1, chips))
                    questions |= SHOWS if shows else COUNTS
            batches.append((questions, at, len(answers), batch + [0] * (LANES - len(batch))))
    records = np.array(answers, dtype=ANSWER)
    records["later"][np.unique(records["sequence"], return_index=True)[1]] = 0
    return Batches(np.array(batches, dtype=BATCH), records, of_board)


def folds_by_others(by_row: Questions, points: Sequence[Point]) -> Questions:
    """The same questions without folds: a fold has the mass of the sequence before it, minus that of its other actions."""
    shown = {row for row, entries in by_row.items() if any(shows for shows, _, _ in entries)}
    folds: dict[int, list[tuple[int, list[int]]]] = {}  # by the sequence before: (the fold, the other actions)
    for first, actions, parent in points:
        hidden = [row for row in range(first, first + actions) if row not in shown]
        if len(hidden) == 1 and hidden[0] in by_row:
            folds.setdefault(parent, []).append((hidden[0], [row for row in range(first, first + actions) if row in shown]))
    result = {row: list(entries) for row, entries in by_row.items()}
    for parent, below in folds.items():
        if parent not in shown and len(below) == 1:  # as many questions as before
            continue
        for fold, others in below:
            for _, sequence, chips in result.pop(fold):
                result.setdefault(parent, []).append((False, sequence, chips))
                for other in others:
                    result[other].append((False, sequence, -chips))
    return result


def order_of(entries: list[tuple[bool, int, float]], counts_apart: bool) -> int:
    """Sorting key of a sequence with these (showdown, own sequence, chips), as ``make_batches`` sorts."""
    if not any(shows for shows, _, _ in entries):
        return 2
    return int(counts_apart and all(shows for shows, _, _ in entries))
