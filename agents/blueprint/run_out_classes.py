"""Hand classes worked out on the board that lies there, by the rule that made them: for play, where no table is at hand.

A table of the classes of all turns takes megabytes, its rule (the centres of k-means, or the bounds of percentiles) some ten
thousand bytes. With it a hand's class follows from the run-outs of one board: 48 on a turn. Flops have 1,176, and are few: the
table of these is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import HOLE_CARDS, unblocked
from pokerzoo.envs.support.arrays import Int16s, Int32s, Int64s

from .canonical_boards import PERMUTATIONS, canonical_key, cards_of_key, hand_images, hand_pairs, key_of
from .class_features import BINS, COLUMNS, Counts
from .class_methods import METHODS, Rule
from .doubled_wins import BLOCKED, Doubles, doubled_wins, doubled_wins_of_hand, most_doubled
from .hand_classes import ClassTable, DealtCards, HandClasses, StreetClasses, TexturedClasses

KEPT_BOARDS = 16_432
"""Boards of a street whose classes are kept: all turns of the whole deck up to suits, in 44 MB."""

TABLE_PAIRS = 2_000_000
"""Pairs of a board and a hand up to suits of the largest table that is kept: flops have 1,286,792."""
KEPT_HANDS = 100_000
"""Hands on boards of a street whose classes are kept one by one, in some 20 MB."""


class BoardFeatures:
    """Features of all hands on one board, or of one hand, as ``StreetFeatures`` has them of all boards."""

    def __init__(self, dealt: DealtCards, board: Int64s, hand: int | None = None) -> None:
        """Work out all run-outs of a board, for a hand among all or for all."""
        left = [card for card in range(dealt.cards) if card not in board]
        shown = board.tolist()
        keys = np.array([key_of([[*shown, *more]]) for more in combinations(left, dealt.full - len(shown))], dtype=np.int64)
        self.doubled: Doubles = (
            doubled_wins(dealt.cards, dealt.short, keys, dealt.full)
            if hand is None
            else doubled_wins_of_hand(dealt.cards, dealt.short, keys, dealt.full, hand)
        )
        self.highest = most_doubled(dealt.cards, dealt.full)
        self.run_outs = comb(dealt.cards - len(shown) - HOLE_CARDS, dealt.full - len(shown))

    @property
    def most(self) -> int:
        """Sum of doubled wins of a hand that wins always."""
        return self.run_outs * self.highest

    def totals(self) -> Iterator[Int64s]:
        """See ``StreetFeatures``."""
        yield np.where(self.doubled == BLOCKED, 0, self.doubled).astype(np.int64).sum(axis=0)

    def histograms(self) -> Iterator[Counts]:
        """See ``StreetFeatures``."""
        wins = self.doubled.astype(np.int64)
        bins = np.where(wins == BLOCKED, BINS, np.minimum(wins, self.highest) * BINS // (self.highest + 1))
        places = bins + np.arange(bins.shape[1]) * COLUMNS
        counts = np.bincount(places.ravel(), minlength=bins.shape[1] * COLUMNS)
        yield counts.reshape(bins.shape[1], COLUMNS).astype(np.uint16)


@dataclass(frozen=True)
class RunOutClasses(StreetClasses):
    """Classes of a street by a rule."""

    features: str
    rule: Rule
    kept: OrderedDict[int, Int16s] = field(default_factory=OrderedDict, repr=False, compare=False)
    kept_hands: OrderedDict[tuple[int, int], int] = field(default_factory=OrderedDict, repr=False, compare=False)

    def classes_on(self, dealt: DealtCards, board: Int64s) -> Int32s:
        ends = np.array([len(board)], dtype=np.int64)
        number, which = canonical_key(board, ends, PERMUTATIONS, np.empty(len(board), dtype=np.int64))
        key = int(number)
        found = self.kept.get(key)
        if found is None:
            canonical = np.array(cards_of_key(key, len(board)), dtype=np.int64)
            of_pairs = METHODS[self.features].classes_by(self.rule, BoardFeatures(dealt, canonical))
            free = unblocked(hand_pairs(dealt.cards), canonical)
            found = self.kept[key] = np.where(free, of_pairs, -1).astype(np.int16)
            if len(self.kept) > KEPT_BOARDS:
                self.kept.popitem(last=False)
        classes: Int32s = found[hand_images(dealt.cards)[which, dealt.hands]].astype(np.int32)
        return classes

    def class_of(self, dealt: DealtCards, board: Int64s, hand: int) -> int:
        """The class of one hand: of a board whose classes are kept, or by its own run-outs."""
        number, which = canonical_key(board, np.array([len(board)]), PERMUTATIONS, np.empty(len(board), dtype=np.int64))
        key, pair = int(number), int(hand_images(dealt.cards)[which, dealt.hands[hand]])
        if key in self.kept:
            return int(self.kept[key][pair])
        found = self.kept_hands.get((key, pair))
        if found is None:
            canonical = np.array(cards_of_key(key, len(board)), dtype=np.int64)
            blocked = np.isin(hand_pairs(dealt.cards)[pair], canonical).any()
            features = METHODS[self.features]
            found = -1 if blocked else int(features.classes_by(self.rule, BoardFeatures(dealt, canonical, pair))[0])
            self.kept_hands[key, pair] = found
            if len(self.kept_hands) > KEPT_HANDS:
                self.kept_hands.popitem(last=False)
        return found

    def arrays(self) -> list[npt.NDArray[Any]]:
        return [self.rule]

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy or pickle begins without boards: they would be up to 44 MB of it."""
        return RunOutClasses, (self.features, self.rule)


def classes_at_table(classes: HandClasses) -> HandClasses:
    """The same classes with small tables (flops) kept, and others worked out by their rules where these are known."""
    features = classes.recipe["features"]

    def at_table(street: StreetClasses) -> StreetClasses:
        if isinstance(street, TexturedClasses):
            return replace(street, base=at_table(street.base))
        if isinstance(street, ClassTable) and street.rule is not None and len(street.boards.hands.sizes) > TABLE_PAIRS:
            return RunOutClasses(features, street.rule)
        return street

    return replace(classes, streets=tuple(map(at_table, classes.streets)))
