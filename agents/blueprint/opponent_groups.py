"""Strength on a full board against groups of the opponent's hands (OCHS), and classes by it.

The groups are hands that are alike before the flop: opponent cluster hand strength (Johanson, Burch, Valenzano and Bowling
2013).
"""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .canonical_boards import CARD_BITS, CARD_MASK, hand_pairs
from .class_clusters import cluster_centres, greatest_feature, nearest
from .class_features import BINS, Showdowns
from .class_methods import cumulated, drawn_share
from .doubled_wins import card_words, sort_by_strength

GROUPS = 8
"""Groups of the opponent's hands, as many as in the paper."""
CLUSTERED_BOARDS = 300
"""Boards whose hands are clustered, about."""


def opponent_groups(showdowns: Showdowns, before: Int32s, seed: int) -> Int32s:
    """int32 [hands]: the group of each hand, by k-means on its histogram of HS before the flop.

    Args:
        showdowns: on all full boards.
        before: int32 [hands]: classes before the flop.
        seed: of k-means.
    """
    counts = np.zeros((int(before.max()) + 1, BINS), dtype=np.int64)
    np.add.at(counts, before, showdowns.before_flop()[:, :BINS])
    masses = counts.sum(axis=1, keepdims=True)
    points = cumulated(counts[:, :-1], masses, greatest_feature(BINS - 1, False))
    hands = np.bincount(before).astype(np.int64)
    return nearest(points, cluster_centres(points, hands, GROUPS, False, seed), False)[before]


def group_centres(showdowns: Showdowns, groups: Int32s, short: bool, most: int, seed: int) -> Floats32:
    """float32 [classes, groups]: centres of hands on full boards by their strength against each group."""
    boards = showdowns.boards
    rows = np.flatnonzero(drawn_share(len(boards.keys), CLUSTERED_BOARDS, seed))
    points, weights = [], []
    for row in rows.tolist():
        own = group_shares(boards.cards, short, int(boards.keys[row]), sum(boards.groups), groups)
        alive = own[:, 0] >= 0
        points.append(own[alive])
        weights.append(np.full(int(alive.sum()), boards.sizes[row]))
    return cluster_centres(np.concatenate(points), np.concatenate(weights), most, True, seed)


def group_shares(cards: int, short: bool, key: int, board: int, groups: Int32s) -> Floats32:
    """float32 [hands, groups]: strength against each group on a full board; -1 where a hand shares a card with it."""
    number = int(groups.max()) + 1
    found = np.full((len(groups), number), -1, dtype=np.float32)
    fill_group_shares(key, board, card_words(cards), hand_pairs(cards), short, groups, greatest_feature(number, True), found)
    return found


@kernel(nogil=True)
def fill_group_shares(
    key: int, board: int, words: Int64s, pairs: Int32s, short: bool, groups: Int32s, scale: int, out: Floats32
) -> None:
    """Fill in the strength of each hand against each group, as whole numbers of ``scale``."""
    size, number = out.shape
    order, other, strengths = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    dealt = np.int64(0)
    for place in range(board):
        dealt |= words[key >> CARD_BITS * place & CARD_MASK]
    hands = sort_by_strength(words, pairs, dealt, board, short, order, other, strengths)
    # Hands of each group, all and by card, among those that were passed.
    by_card, passed = np.zeros((len(words), number), dtype=np.int64), np.zeros(number, dtype=np.int64)
    doubled = np.zeros((hands, number), dtype=np.int64)
    start = 0
    while start < hands:
        end = start
        while end < hands and strengths[order[end]] == strengths[order[start]]:
            high, low = pairs[order[end], 0], pairs[order[end], 1]
            for group in range(number):
                doubled[end, group] = passed[group] - by_card[high, group] - by_card[low, group]
            end += 1
        for i in range(start, end):
            group = groups[order[i]]
            passed[group] += 1
            by_card[pairs[order[i], 0], group] += 1
            by_card[pairs[order[i], 1], group] += 1
        for i in range(start, end):
            high, low = pairs[order[i], 0], pairs[order[i], 1]
            for group in range(number):
                doubled[i, group] += passed[group] - by_card[high, group] - by_card[low, group]
            doubled[i, groups[order[i]]] += 1  # the hand itself is in all, and in both its cards
        start = end
    for i in range(hands):
        high, low, wins, met = pairs[order[i], 0], pairs[order[i], 1], np.int64(0), np.int64(0)
        for group in range(number):
            own = passed[group] - by_card[high, group] - by_card[low, group] + (group == groups[order[i]])
            wins += doubled[i, group]
            met += own
            out[order[i], group] = (doubled[i, group] * scale + own) // (2 * own) if own else -1
        for group in range(number):
            if out[order[i], group] < 0:  # none of this group is left: as against all
                out[order[i], group] = (wins * scale + met) // (2 * met)
