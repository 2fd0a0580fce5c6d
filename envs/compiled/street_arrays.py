"""``Streets``: a game by stages and boards as arrays, of which ``street_plan`` makes what kernels take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s

from .street_packing import Packing
from .street_pairs import PairMatrices
from .street_tables import BoardTables

SHOWS, COUNTS = 1, 2
"""Questions about a batch of the opponent's sequences: the reach that each hand beats, and the reach it meets."""


class Streets(NamedTuple):
    """A ``StreetTree`` as arrays."""

    blocks: Int64s  # [2]: blocks of sixteen hands of each player
    hands: Int64s  # [2]: hands of each player
    # [2, 2, padded hands]: each player's hands' cards, ``NO_CARD`` for a second that there is not and beyond the last
    cards: Int32s
    # [2, padded hands]: the number of the same combo in the opponent's list; where there is none, and for hands of one card, a
    # row of zeros behind the opponent's hands
    twin: Int32s
    sequences: Int64s  # [stages, 2]: sequences of each player, which is also the row of the first entry
    entries: Int64s  # [stages]: how many lines enter
    plex_at: Int64s  # [stages, 2, 2]: where the decision points of a stage and player start in the next three, and end
    first: Int32s  # [points]: as in ``Treeplex``; rows count within the stage
    actions: Int32s  # [points]: as in ``Treeplex``
    parent: Int32s  # [points]: as in ``Treeplex``; a parent may be an entry
    exit_at: Int64s  # [stages + 1]: where the lines of a stage that go on start in ``exits``
    exits: Int32s  # [2, lines that go on]: each player's row there; the k-th of a stage is the k-th entry of the next stage
    batch_at: Int64s  # [stages, 2, 2]: where the questions of a player about a stage's terminals start, and end
    shows: Int32s  # [batches]: ``SHOWS``, ``COUNTS`` or both
    rows: Int64s  # [batches, 16]: as in ``Batches``
    answer_at: Int64s  # [batches + 1]: ``first`` of ``Batches``
    lane: Int32s  # [answers]: as in ``Batches``
    sequence: Int32s  # [answers]: as in ``Batches``
    chips: Floats32  # [answers]: as in ``Batches``
    board_at: Int64s  # [stages + 1]: where the boards of a stage start in what is given for each board
    # [2, boards, padded hands]: for hands that the board leaves how often it comes, where 1 is as often as from an even deck
    alive: Floats32
    children: Int64s  # [boards, 2]: where the boards of the next stage (counted there) that follow a board start, and end
    image_at: Int64s  # [boards + 1]: where the other boards that a board stands for start in ``images``
    images: Int64s  # [other boards]: the symmetry that takes the board to each
    used_at: Int64s  # [boards + 1]: where the symmetries that take a board's children to other boards start in ``used``
    used: Int64s  # these symmetries, each once
    exchange: Int32s  # [symmetries, 2, padded hands]: which hand a symmetry takes to each hand
    mirror: Int64s  # [boards]: which of ``mirrors`` is a board's that has children; -1: each hand stands for itself
    mirrors: Int32s  # [kinds, 2, padded hands]: the first of the hands that differ by symmetries which leave the board as it is
    row_at: Int64s  # [stages, 2]: where the rows of a stage and player start in an array of ``num_floats``
    scale_at: Int64s  # [stages, 2]: where they start in an array of ``num_scales``: one for each board, block and point
    tables: BoardTables  # the full boards; without hands where ``pairs`` stands for them
    pairs: PairMatrices  # what settles hands with cards to come
    # [2, boards, 3]: blocks of each player's lanes on each board, where its rows start there, and where its numbers for each
    # block and point
    places: Int64s
    packing: Packing  # which hand each lane stands for; ``alive`` is by lane


def start_indices(sizes: Iterable[int]) -> Int64s:
    """int64 [n + 1]: where parts of these sizes start, one after the other, and the end of the last."""
    return np.concatenate([[0], np.cumsum(np.fromiter(sizes, dtype=np.int64))]).astype(np.int64)
