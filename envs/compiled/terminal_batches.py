"""Questions about terminals: batches of one player's sequences, and the answers which they give to the other player's.

All showdowns of a board share one order of strength, and all folds need the same sums. So sixteen sequences are asked about at
once: what each hand beats of them less what beats it, and the weight of the hands that it meets.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.support.arrays import Int32s

from .arrays import LANES, Records

SHOWS, COUNTS = 1, 2
"""Questions about a batch of the opponent's sequences: the reach that each hand beats, and the reach it meets."""
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
"""Sixteen of the opponent's sequences, and what is asked about them."""
ANSWER = np.dtype(
    [
        ("lane", np.int32),  # which of the sixteen; 16 + lane for the weight of what hands meet
        ("sequence", np.int32),  # of the player
        ("later", np.int32),  # 1 if another answer came before it for this sequence
        ("chips", np.float32),  # what it is multiplied by, chance's reach included
    ]
)
"""The value that a batch adds to that of a sequence."""
Terminal = tuple[tuple[int, ...], bool, int, int, float, float]
"""(board, whether the stronger hand wins, the players' sequences, the players' chips times chance's reach)"""


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


def make_batches(terminals: list[Terminal], boards: list[tuple[int, ...]], player: int, counts_apart: bool = False) -> Batches:
    """Collect one player's questions, showdowns first, so that few batches need the whole pass.

    With ``counts_apart`` sequences that only go to showdowns come before those whose folds count, too.
    """
    asked: dict[tuple[int, ...], dict[int, list[tuple[bool, int, float]]]] = {board: {} for board in boards}
    for board, shows, *sequences_and_chips in terminals:
        mine, other = sequences_and_chips[player], sequences_and_chips[1 - player]
        entry = (shows, int(mine), float(sequences_and_chips[2 + player]))
        asked[board].setdefault(int(other), []).append(entry)
    answers: list[tuple[int, int, int, float]] = []  # fields of ``ANSWER``
    batches, of_board = [], []
    for by_row in asked.values():
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


def order_of(entries: list[tuple[bool, int, float]], counts_apart: bool) -> int:
    """Sorting key of a sequence with these (showdown, own sequence, chips), as ``make_batches`` sorts."""
    if not any(shows for shows, _, _ in entries):
        return 2
    return int(counts_apart and all(shows for shows, _, _ in entries))
