"""Features of a hand on a board: how the share of hands that it beats spreads over all cards that may come.

Every run-out is counted. All features are whole numbers, so that they and all that is made of them are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import HOLE_CARDS
from pokerzoo.envs.support.arrays import Int32s, Int64s, Uint8s
from pokerzoo.envs.support.kernels import kernel

from .canonical_boards import (
    PERMUTATIONS,
    CanonicalBoards,
    canonical_boards,
    canonical_key,
    hand_images,
    row_of_key,
    unpack_key,
)
from .doubled_wins import BLOCKED, Doubles, doubled_wins, most_doubled

BINS = 31
"""Bins of a histogram of the share of hands beaten, all as wide."""
COLUMNS = BINS + 1
"""The last column counts the run-outs that a hand blocks."""
PAIRS_AT_ONCE = 1 << 17
"""Pairs of a board and a hand whose histograms are held at a time, about."""
Counts = npt.NDArray[np.uint16]
"""uint16 [pairs, COLUMNS]: run-outs in each bin."""


@dataclass(frozen=True)
class Showdowns:
    """Doubled wins of all hands on all full boards up to suits."""

    boards: CanonicalBoards  # of one group
    doubled: Doubles  # uint16 [boards, hands]
    most: int  # if all hands are beaten

    @classmethod
    def of_deck(cls, cards: int, board: int, short: bool) -> Showdowns:
        """Of the upper part of the deck."""
        boards = canonical_boards(cards, (board,))
        return cls(boards, doubled_wins(cards, short, boards.keys, board), most_doubled(cards, board))

    def weights(self) -> Int64s:
        """int64 [most + 1]: real pairs of a board and a hand with each number of doubled wins."""
        found = np.zeros(BLOCKED + 1, dtype=np.int64)
        count_doubled(self.doubled, self.boards.sizes, found)
        return found[: self.most + 1]

    @cached_property
    def binned(self) -> Uint8s:
        """uint8 [boards, hands]: the bin of each; BINS where a hand shares a card with the board."""
        bins = np.full(BLOCKED + 1, BINS, dtype=np.uint8)
        bins[: self.most + 1] = np.arange(self.most + 1) * BINS // (self.most + 1)
        found = np.empty(self.doubled.shape, dtype=np.uint8)
        put_into_bins(self.doubled, bins, found)
        return found


@dataclass(frozen=True)
class StreetFeatures:
    """Features of all hands on all boards of a street up to suits."""

    showdowns: Showdowns
    boards: CanonicalBoards  # of the street, of one group

    @property
    def run_outs(self) -> int:
        """Sets of cards to come beside a hand and a board."""
        board, full = sum(self.boards.groups), sum(self.showdowns.boards.groups)
        return comb(self.boards.cards - board - HOLE_CARDS, full - board)

    @property
    def most(self) -> int:
        """Sum of doubled wins of a hand that wins always."""
        return self.run_outs * self.showdowns.most

    @cached_property
    def firsts(self) -> Int64s:
        """int64 [boards + 1]: number of the first pair of each board, and of all pairs."""
        return np.concatenate([[0], self.boards.hands.numbers.max(axis=1, initial=-1) + 1]).astype(np.int64)

    def totals(self) -> Iterator[Int64s]:
        """int64 [pairs], sums of doubled wins over the run-outs: all pairs in order, in parts."""
        for tables, first, pairs in self.parts():
            totals = np.zeros(pairs, dtype=np.int64)
            add_doubled(tables, first, self.showdowns.doubled, totals)
            yield totals

    def histograms(self) -> Iterator[Counts]:
        """Histograms of all pairs in order, in parts."""
        for tables, first, pairs in self.parts():
            counts = np.zeros((pairs, COLUMNS), dtype=np.uint16)
            add_histograms(tables, first, self.showdowns.binned, counts)
            yield counts

    def parts(self) -> Iterator[tuple[RunOutTables, int, int]]:
        """(tables of some boards, number of their first pair, their pairs), for all boards."""
        step = max(1, PAIRS_AT_ONCE // self.boards.hands.numbers.shape[1])
        for start in range(0, len(self.boards.keys), step):
            end = min(start + step, len(self.boards.keys))
            yield self.run_out_tables(start, end), int(self.firsts[start]), int(self.firsts[end] - self.firsts[start])

    def run_out_tables(self, start: int, end: int) -> RunOutTables:
        """All that is needed to go through the run-outs of some boards."""
        board, full, deck = sum(self.boards.groups), sum(self.showdowns.boards.groups), self.boards.cards
        return (
            self.boards.keys[start:end],
            np.array([board, full, deck, comb(deck - board, full - board)], dtype=np.int64),
            PERMUTATIONS,
            hand_images(deck),
            self.boards.hands.numbers[start:end],
            self.showdowns.boards.keys,
        )  # fmt: skip


RunOutTables = tuple[Int64s, Int64s, Int64s, Int32s, Int32s, Int64s]
"""Keys of boards. Four numbers: cards of a board, of a full board and of the deck, and run-outs of a board. Suit permutations,
images of hands under them, numbers of the pairs on each board, keys of full boards."""


@kernel(nogil=True)
def count_doubled(doubled: Doubles, sizes: Int64s, found: Int64s) -> None:
    """Count how often each number of doubled wins occurs."""
    for row in range(len(doubled)):
        for hand in range(doubled.shape[1]):
            found[doubled[row, hand]] += sizes[row]


@kernel(nogil=True)
def put_into_bins(doubled: Doubles, bins: Uint8s, binned: Uint8s) -> None:
    """Fill in the bin of each number of doubled wins."""
    for row in range(len(doubled)):
        for hand in range(doubled.shape[1]):
            binned[row, hand] = bins[doubled[row, hand]]


@kernel
def next_run_out(cards: Int64s, board: int | np.int64, deck: int | np.int64) -> bool:
    """Go on to the next cards after a board, the highest first; False after the last. Before the first all are -1."""
    last = len(cards) - 1
    place = last
    while place >= board:
        card, top = cards[place] + 1, deck if place == board else cards[place - 1]
        free = False
        while card < top and not free:
            free = True
            for other in range(board):
                free = free and cards[other] != card
            card += not free
        if card >= top:
            cards[place] = -1
            place -= 1
            continue
        cards[place] = card
        if place == last:
            return True
        place += 1
    return False


@kernel
def list_run_outs(tables: RunOutTables, row: int, full_rows: Int32s, which: Uint8s) -> int:
    """Fill in the full board of each run-out of a board and the suit permutation that leads to it; how many there are."""
    keys, sizes, permutations, _, _, full_keys = tables
    board, deck = sizes[0], sizes[2]
    cards, room, ends = np.full(sizes[1], -1, dtype=np.int64), np.empty(sizes[1], dtype=np.int64), sizes[1:2]
    unpack_key(keys[row], cards[:board])
    found = 0
    more = board == len(cards) or next_run_out(cards, board, deck)
    while more:
        key, place = canonical_key(cards, ends, permutations, room)
        full_rows[found], which[found] = row_of_key(full_keys, key), place
        found += 1
        more = board < len(cards) and next_run_out(cards, board, deck)
    return found


@kernel
def list_images(tables: RunOutTables, row: int, first: int, images: npt.NDArray[np.uint16]) -> int:
    """Fill in the images of the first hand of each pair of a board under all suit permutations; how many pairs there are."""
    found = 0
    for hand in range(tables[4].shape[1]):
        if tables[4][row, hand] == first + found:
            for which in range(len(images)):
                images[which, found] = tables[3][which, hand]
            found += 1
    return found


@kernel(nogil=True)
def add_histograms(tables: RunOutTables, first: int, binned: Uint8s, counts: Counts) -> None:
    """Count the bins of each pair, from the first one, over all run-outs of some boards."""
    full_rows, which = np.empty(tables[1][3], dtype=np.int32), np.empty(tables[1][3], dtype=np.uint8)
    images = np.empty((len(tables[2]), tables[4].shape[1]), dtype=np.uint16)
    start = 0
    for row in range(len(tables[0])):
        pairs = list_images(tables, row, first + start, images)
        for run_out in range(list_run_outs(tables, row, full_rows, which)):
            own, image = binned[full_rows[run_out]], images[which[run_out]]
            for pair in range(pairs):
                counts[start + pair, own[image[pair]]] += np.uint16(1)
        start += pairs


@kernel(nogil=True)
def add_doubled(tables: RunOutTables, first: int, doubled: Doubles, totals: Int64s) -> None:
    """Add the doubled wins of each pair, from the first one, over all run-outs of some boards."""
    full_rows, which = np.empty(tables[1][3], dtype=np.int32), np.empty(tables[1][3], dtype=np.uint8)
    images = np.empty((len(tables[2]), tables[4].shape[1]), dtype=np.uint16)
    start = 0
    for row in range(len(tables[0])):
        pairs = list_images(tables, row, first + start, images)
        for run_out in range(list_run_outs(tables, row, full_rows, which)):
            own, image = doubled[full_rows[run_out]], images[which[run_out]]
            for pair in range(pairs):
                stored = own[image[pair]]
                totals[start + pair] += np.int64(0) if stored == BLOCKED else np.int64(stored)
        start += pairs
