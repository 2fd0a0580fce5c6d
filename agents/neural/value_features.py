"""Inputs of a value network for rivers, and its answers as values of hands.

Hands stand on a river in order of strength, from 0 to 1, equal hands at the same place. A network sees ``CLASSES`` places of
this line. A hand between two of them is part of both, and its answer is the mean of both by nearness. All sums are of whole
numbers: they are the same in any order. So what the network is shown does not change when suits are exchanged, to the bit.

What a hand would be worth without a bet, and how much of the opponent's range it can meet, are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

CLASSES = 32
"""Places on the line of strengths."""
HANDS = 1081
"""Hands that a river leaves."""
KEPT = 2048
"""Boards whose tables are kept: 17 kB each."""
ONE = 2.0**40
"""Of a range that sums to 1: probabilities are whole numbers of 1 / ONE. A sum of hands by card stays below 2**63."""
SHARE = 2.0**20
"""A hand's parts in two classes are whole numbers of 1 / SHARE, times its probability in 1 / 2**40."""


@dataclass(frozen=True, eq=False)
class RiverFeatures:
    """Rivers as a network sees them. Hands are in each river's order of strength.

    Attributes:
        order: int32 [n, HANDS]: numbers of the hands.
        low: int32 [n, HANDS]: each hand's class; it is part of the one above, too.
        above: float32 [n, HANDS]: how much.
        likely: float32 [n, 2, CLASSES]: probabilities of a player's hands by class.
        hands: float32 [n, CLASSES]: share of all hands.
        met: float32 [n, 2, HANDS]: part of the opponent's range that shares no card with the hand.
        unbet: float32 [n, 2, HANDS]: values if no player bets, in fractions of the pot.
    """

    order: Int32s
    low: Int32s
    above: Floats32
    likely: Floats32
    hands: Floats32
    met: Floats32
    unbet: Floats32


class RiverTables:
    """Orders of strength on rivers, the last ones kept."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept = lru_cache(maxsize=KEPT)(placed_by_strength)

    def of_board(self, cards: Int64s) -> tuple[Int32s, Int32s]:
        """Pair of int32 [HANDS]: numbers of the hands, weak to strong; first + last of the places of equal hands."""
        return self._kept(tuple(sorted(cards.tolist())))

    def features(self, ranges: Floats32, boards: Int64s) -> RiverFeatures:
        """Features of n rivers: ``ranges`` float32 [n, 2, 1326], ``boards`` int64 [n, 5]."""
        count = len(ranges)
        order, ends = np.empty((2, count, HANDS), dtype=np.int32)
        for k, cards in enumerate(boards):
            order[k], ends[k] = self.of_board(cards)
        low, above = np.empty((count, HANDS), np.int32), np.empty((count, HANDS), np.float32)
        likely, hands = np.empty((count, 2, CLASSES), np.float32), np.empty((count, CLASSES), np.float32)
        met, unbet = np.empty((2, count, 2, HANDS), np.float32)
        fill_features(np.ascontiguousarray(ranges, np.float32), order, ends, CARDS_OF, low, above, likely, hands, met, unbet)
        return RiverFeatures(order, low, above, likely, hands, met, unbet)


def placed_by_strength(board: tuple[int, ...]) -> tuple[Int32s, Int32s]:
    """Find what ``RiverTables.of_board`` says of sorted cards."""
    strength = board_strength(board)
    order = np.argsort(strength, kind="stable")[np.count_nonzero(strength < 0) :]
    ranked = strength[order]
    ends = np.searchsorted(ranked, ranked, "left") + np.searchsorted(ranked, ranked, "right")
    return order.astype(np.int32), ends.astype(np.int32)


CARDS_OF = np.ascontiguousarray(COMBOS, dtype=np.int64)
"""int64 [1326, 2]."""


@kernel
def fill_features(
    ranges: Floats32,
    order: Int32s,
    ends: Int32s,
    cards: Int64s,
    low: Int32s,
    above: Floats32,
    likely: Floats32,
    hands: Floats32,
    met: Floats32,
    unbet: Floats32,
) -> None:
    """Fill the arrays of ``RiverFeatures``."""
    count, places = order.shape
    classes = hands.shape[1]
    weights, by_card = np.empty(places, np.int64), np.empty(NUM_CARDS, np.int64)
    below_card, sums, parts = np.empty(NUM_CARDS, np.int64), np.empty(classes, np.int64), np.empty(places, np.int64)
    for k in range(count):
        sums[:] = 0
        for i in range(places):
            place = ends[k, i] * classes / (2.0 * places) - 0.5
            place = min(max(place, 0.0), classes - 1.0)
            low[k, i] = min(int(place), classes - 2)
            parts[i] = int((place - low[k, i]) * SHARE)
            above[k, i] = parts[i] / SHARE
            sums[low[k, i]] += int(SHARE) - parts[i]
            sums[low[k, i] + 1] += parts[i]
        for c in range(classes):
            hands[k, c] = sums[c] / (SHARE * places)
        for player in range(2):
            total = 0
            by_card[:] = below_card[:] = 0
            sums[:] = 0
            for i in range(places):
                hand = order[k, i]
                weight = int(np.rint(ranges[k, player, hand] * ONE))
                weights[i] = weight
                total += weight
                by_card[cards[hand, 0]] += weight
                by_card[cards[hand, 1]] += weight
                upper = (weight >> 20) * parts[i]
                sums[low[k, i]] += (weight >> 20 << 20) - upper
                sums[low[k, i] + 1] += upper
            for c in range(classes):
                likely[k, player, c] = sums[c] / ONE
            other, below, start = 1 - player, 0, 0
            while start < places:  # hands as strong as each other
                stop = ends[k, start] - start
                for i in range(start, stop):
                    one, two = cards[order[k, i], 0], cards[order[k, i], 1]
                    unbet[k, other, i] = (below - below_card[one] - below_card[two]) / ONE
                for i in range(start, stop):
                    one, two = cards[order[k, i], 0], cards[order[k, i], 1]
                    below += weights[i]
                    below_card[one] += weights[i]
                    below_card[two] += weights[i]
                for i in range(start, stop):
                    one, two = cards[order[k, i], 0], cards[order[k, i], 1]
                    every = total - by_card[one] - by_card[two] + weights[i]  # the very same hand was taken out twice
                    weaker_or_equal = below - below_card[one] - below_card[two] + weights[i]
                    met[k, other, i] = every / ONE
                    unbet[k, other, i] = (unbet[k, other, i] - (every - weaker_or_equal) / ONE) / 2.0
                start = stop


@kernel
def fill_values(
    ranges: Floats32,
    order: Int32s,
    low: Int32s,
    above: Floats32,
    met: Floats32,
    unbet: Floats32,
    answers: Floats32,
    values: Floats32,
) -> None:
    """Values of hands from answers float32 [n, 2, classes], made zero-sum; ``values`` are all 0 before."""
    count, places = order.shape
    for k in range(count):
        off, meeting = 0, 0  # whole numbers, so that their sums do not depend on the order of equal hands
        for player in range(2):
            for i in range(places):
                held = ranges[k, player, order[k, i]] * np.float64(met[k, player, i])
                part = np.float64(above[k, i])
                first, second = answers[k, player, low[k, i]], answers[k, player, low[k, i] + 1]
                off += int(np.rint(held * (first * (1.0 - part) + second * part) * ONE))
                meeting += int(np.rint(held * ONE))
        less = off / meeting if meeting > 0 else 0.0
        for player in range(2):
            for i in range(places):
                part = np.float64(above[k, i])
                first, second = answers[k, player, low[k, i]], answers[k, player, low[k, i] + 1]
                worth = first * (1.0 - part) + second * part - less
                values[k, player, order[k, i]] = unbet[k, player, i] + met[k, player, i] * worth


def network_inputs(likely: Floats32, hands: Floats32, pots: Floats, stacks: Floats) -> Floats32:
    """float32 [n, 2, CLASSES, INPUTS]: what the network is shown of each class of each player."""
    count = len(likely)
    found = np.empty((count, 2, CLASSES, INPUTS), dtype=np.float32)
    theirs = likely[:, ::-1]
    scale = np.float32(CLASSES)
    for k, own in enumerate((likely, theirs)):
        found[..., k] = np.sqrt(own * scale)
        found[..., 2 + k] = np.cumsum(own, axis=2) - own / 2
    found[..., 4] = (hands * scale)[:, None]
    found[..., 5] = (np.arange(CLASSES, dtype=np.float32) + 0.5) / scale
    found[..., 6] = np.array([0.0, 1.0], np.float32)[:, None]
    found[..., 7:] = money_inputs(pots, stacks)[:, None, None]
    return found


def money_inputs(pots: Floats, stacks: Floats) -> Floats32:
    """float32 [n, 2]: what a network is told of what is behind, as a multiple of the pot."""
    ratio = np.maximum(np.asarray(stacks, np.float64) / np.asarray(pots, np.float64), 1e-3)
    return np.stack([1.0 / (1.0 + 2.0 * ratio), np.log(ratio) / 4.0], axis=1).astype(np.float32)


INPUTS = 9
"""Numbers that a network is shown of each class."""
