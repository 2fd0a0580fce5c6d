"""Features of a hand on a board: how its doubled wins spread over all cards that may still come, every run-out counted.

All features are whole numbers, so that they and all that is made of them come out the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.poker.cards import HOLE_CARDS
from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .canonical_boards import (
    CARD_BITS,
    CARD_MASK,
    PERMUTATIONS,
    CanonicalBoards,
    canonical_boards,
    canonical_key,
    hand_images,
    row_of_key,
)
from .river_shares import BLOCKED, Doubles, doubled_wins, most_doubled

BINS = 32
"""Bins of a histogram of the share of hands beaten, all as wide."""
PAIRS_AT_ONCE = 1 << 17
"""Pairs of a board and a hand whose features are held at a time, about."""


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

    @property
    def bins(self) -> Int32s:
        """int32 [most + 1]: the bin of each number of doubled wins."""
        return np.asarray(np.arange(self.most + 1) * BINS // (self.most + 1), dtype=np.int32)


class Spreads(NamedTuple):
    """Doubled wins over all run-outs, of pairs of a board and a hand one after the other."""

    first: int  # number of the first pair
    counts: Int32s  # int32 [pairs, BINS]: run-outs in each bin
    totals: Int64s  # int64 [pairs]: sum of doubled wins
    squares: Int64s  # int64 [pairs]: sum of their squares


@dataclass(frozen=True)
class StreetFeatures:
    """Features of all hands on all boards of a street up to suits."""

    showdowns: Showdowns
    boards: CanonicalBoards  # of the street, of one group

    @property
    def to_come(self) -> int:
        """Cards to come."""
        return sum(self.showdowns.boards.groups) - sum(self.boards.groups)

    @property
    def run_outs(self) -> int:
        """Sets of cards to come beside a hand and a board."""
        return comb(self.boards.cards - sum(self.boards.groups) - HOLE_CARDS, self.to_come)

    @property
    def most(self) -> int:
        """Sum of doubled wins of a hand that wins always."""
        return self.run_outs * self.showdowns.most

    def spreads(self) -> Iterator[Spreads]:
        """The spreads of all pairs, some boards at a time."""
        hands, deck, bins = self.boards.hands, self.boards.cards, self.showdowns.bins
        ends = np.array([sum(self.showdowns.boards.groups)], dtype=np.int64)
        firsts = np.concatenate([[0], hands.numbers.max(axis=1, initial=-1) + 1])
        step = max(1, PAIRS_AT_ONCE // hands.numbers.shape[1])
        for start in range(0, len(self.boards.keys), step):
            end = min(start + step, len(self.boards.keys))
            pairs = int(firsts[end] - firsts[start])
            found = Spreads(
                int(firsts[start]),
                np.zeros((pairs, BINS), dtype=np.int32),
                np.zeros(pairs, dtype=np.int64),
                np.zeros(pairs, dtype=np.int64),
            )
            add_spreads(
                self.boards.keys[start:end], sum(self.boards.groups), self.to_come, deck, ends, PERMUTATIONS, hand_images(deck),
                hands.numbers[start:end], self.showdowns.boards.keys, self.showdowns.doubled, bins, found,
            )  # fmt: skip
            yield found


@kernel(nogil=True)
def count_doubled(doubled: Doubles, sizes: Int64s, found: Int64s) -> None:
    """Count how often each number of doubled wins occurs."""
    for row in range(len(doubled)):
        for hand in range(doubled.shape[1]):
            found[doubled[row, hand]] += sizes[row]


@kernel
def next_run_out(run_out: Int64s, deck: int, dealt: int | np.int64) -> bool:
    """Go on to the next cards to come, the highest first; False after the last. All start at -1."""
    last = len(run_out) - 1
    place = last
    while place >= 0:
        card = run_out[place] + 1
        top = deck if place == 0 else run_out[place - 1]
        while card < top and dealt >> card & 1:
            card += 1
        if card >= top:
            run_out[place] = -1
            place -= 1
            continue
        run_out[place] = card
        if place == last:
            return True
        place += 1
    return False


@kernel(nogil=True)
def add_spreads(
    keys: Int64s,
    size: int,
    to_come: int,
    deck: int,
    ends: Int64s,
    permutations: Int64s,
    images: Int32s,
    numbers: Int32s,
    full_keys: Int64s,
    doubled: Doubles,
    bins: Int32s,
    found: Spreads,
) -> None:
    """Add the doubled wins of each pair over all run-outs of some boards."""
    first, counts, totals, squares = found
    full, room, run_out = np.empty(size + to_come, np.int64), np.empty(size + to_come, np.int64), np.empty(to_come, np.int64)
    hands = np.empty(numbers.shape[1], dtype=np.int32)
    start = 0
    for row in range(len(keys)):
        dealt = np.int64(0)
        for place in range(size):
            full[place] = keys[row] >> CARD_BITS * place & CARD_MASK
            dealt |= np.int64(1) << full[place]
        pairs = 0
        for hand in range(numbers.shape[1]):  # of each pair the first hand
            if numbers[row, hand] == first + start + pairs:
                hands[pairs] = hand
                pairs += 1
        run_out[:] = -1
        more = to_come == 0 or next_run_out(run_out, deck, dealt)
        while more:
            for place in range(to_come):
                full[size + place] = run_out[place]
            key, which = canonical_key(full, ends, permutations, room)
            own = doubled[row_of_key(full_keys, key)]
            for pair in range(pairs):
                wins = np.int64(own[images[which, hands[pair]]])
                if wins != BLOCKED:
                    counts[start + pair, bins[wins]] += 1
                    totals[start + pair] += wins
                    squares[start + pair] += wins * wins
            more = to_come > 0 and next_run_out(run_out, deck, dealt)
        start += pairs
