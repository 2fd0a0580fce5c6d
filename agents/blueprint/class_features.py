"""Features of the hands on a board: how the share of hands that each beats spreads over all cards that may come.

Every run-out is counted, and all features are whole numbers, so that they and all that follows from them are the same on every
machine. A hand's *score* on a full board is twice the hands that it beats and once those that it ties with.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CARD_WORDS, HOLE_CARDS, SUITS
from pokerzoo.envs.poker.hand_strength import short_deck_strength, strength_of
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

BINS = 31
"""Bins of a histogram of the share of hands beaten, all as wide."""
FLUSH = 5
MOST_KINDS = 23
"""Kinds of cards beside a board, at most: 13 ranks, and ten more of a suit that has three cards on the board."""
MOST_PAIRS = MOST_KINDS * (MOST_KINDS + 1) // 2
NO_KIND = -1
Counts = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class BoardFeatures:
    """Features of all hands on one board, 0 for hands that share a card with it.

    Attributes:
        run_outs: sets of cards to come beside a hand and the board.
        most: the sum of scores of a hand that always wins.
        sums: int64 [hands]: the sum of scores over the run-outs.
        histograms: uint16 [hands, BINS]: run-outs by the share of hands beaten.
    """

    run_outs: int
    most: int
    sums: Int64s
    histograms: Counts


def board_features(board: Int64s, cards: int, full: int, short: bool) -> BoardFeatures:
    """The features on a board of the upper part of the deck; ``full`` is the number of public cards at the showdown."""
    dealt, missing = board.tolist(), full - len(board)
    left = [card for card in range(cards) if card not in dealt]
    later = np.array([*combinations(left, missing)], dtype=np.int64).reshape(comb(len(left), missing), missing)
    patterns = np.empty(len(later), dtype=np.int64)
    find_patterns(board, later, patterns)
    order = np.argsort(patterns, kind="stable")
    most = 2 * comb(cards - full - HOLE_CARDS, HOLE_CARDS)
    sums = np.zeros(comb(cards, HOLE_CARDS), dtype=np.int64)
    histograms = np.zeros((len(sums), BINS), dtype=np.uint16)
    add_run_outs(board, later[order], patterns[order], CARD_WORDS[-cards:], short, most, sums, histograms)
    run_outs = comb(len(left) - HOLE_CARDS, missing)
    return BoardFeatures(run_outs, run_outs * most, sums, histograms)


@kernel
def find_patterns(board: Int64s, later: Int64s, patterns: Int64s) -> None:
    """Fill in a number for each run-out of a board, the same for those on which hands score alike.

    It counts the cards of each rank, in three bits each. Above are the ranks of the suit that has three cards or more, and then
    this suit from 1 on, 0 if there is none.
    """
    held = np.empty(len(SUITS), dtype=np.int64)
    for row in range(len(later)):
        held[:] = 0
        for card in board:
            held[card % len(SUITS)] += 1
        for card in later[row]:
            held[card % len(SUITS)] += 1
        suit = -1
        for candidate in range(len(SUITS)):
            suit = candidate if held[candidate] >= FLUSH - HOLE_CARDS else suit
        pattern = np.int64(suit + 1) << 52
        for card in board:
            pattern += np.int64(1) << 3 * (card // len(SUITS))
            pattern += np.int64(card % len(SUITS) == suit) << 39 + card // len(SUITS)
        for card in later[row]:
            pattern += np.int64(1) << 3 * (card // len(SUITS))
            pattern += np.int64(card % len(SUITS) == suit) << 39 + card // len(SUITS)
        patterns[row] = pattern


@kernel(nogil=True)
def add_run_outs(
    board: Int64s, later: Int64s, patterns: Int64s, words: Int64s, short: bool, most: int, sums: Int64s, histograms: Counts
) -> None:
    """Add the scores of all hands over run-outs, those of one pattern after each other, and count their bins."""
    kinds, taken = np.empty((2, len(words)), dtype=np.int64)
    first, last, left, weaker = np.empty((4, MOST_KINDS), dtype=np.int64)
    keys, scores = np.empty(MOST_PAIRS, dtype=np.int64), np.empty((MOST_KINDS, MOST_KINDS), dtype=np.int64)
    bin_of = np.arange(most + 1) * BINS // (most + 1)
    start = 0
    while start < len(later):
        taken[:] = 0  # in how many of the pattern's run-outs each card is
        end = start
        while end < len(later) and patterns[end] == patterns[start]:
            for card in later[end]:
                taken[card] += 1
            end += 1
        dealt = np.int64(0)
        for card in board:
            dealt |= words[card]
        for card in later[start]:
            dealt |= words[card]
        count = find_kinds(patterns[start] >> 52, dealt, words, kinds, first, last, left)
        kinds[board] = NO_KIND
        score_pairs(dealt, len(board) + later.shape[1], words, short, count, first, last, left, keys, weaker, scores)
        for high in range(len(words)):
            if kinds[high] != NO_KIND:
                hand = high * (high - 1) // 2
                for low in range(high):
                    if kinds[low] != NO_KIND:
                        add_score(
                            scores[kinds[high], kinds[low]],
                            end - start - taken[high] - taken[low],
                            hand + low,
                            bin_of,
                            sums,
                            histograms,
                        )
        if later.shape[1] == HOLE_CARDS:  # the run-out of a hand's two cards was taken off for both
            for row in range(start, end):
                low, high = min(later[row, 0], later[row, 1]), max(later[row, 0], later[row, 1])
                if kinds[high] != NO_KIND and kinds[low] != NO_KIND:
                    hand = high * (high - 1) // 2 + low
                    add_score(scores[kinds[high], kinds[low]], 1, hand, bin_of, sums, histograms)
        start = end


@kernel
def add_score(score: int, times: int, hand: int, bin_of: Int64s, sums: Int64s, histograms: Counts) -> None:
    """Count a hand's score some times."""
    sums[hand] += times * score
    histograms[hand, bin_of[score]] += np.uint16(times)


@kernel
def find_kinds(
    suit: int | np.int64,
    dealt: int | np.int64,
    words: Int64s,
    kinds: Int64s,
    first: Int64s,
    last: Int64s,
    left: Int64s,
) -> int:
    """Number the kinds of cards left beside a full board: cards of a rank, those of the flush's suit apart. How many there are.

    Fills in each card's kind, and each kind's first card, last card and number of cards.
    """
    count = 0
    for rank in range(len(words) // len(SUITS)):
        for flush in range(2):
            left[count] = 0
            for card_suit in range(len(SUITS)):
                card = rank * len(SUITS) + card_suit
                if (card_suit + 1 == suit) == (flush == 1) and not words[card] & dealt:
                    first[count] = card if left[count] == 0 else first[count]
                    last[count] = card
                    left[count] += 1
            for card_suit in range(len(SUITS)):
                if (card_suit + 1 == suit) == (flush == 1):
                    kinds[rank * len(SUITS) + card_suit] = count if left[count] > 0 else NO_KIND
            count += left[count] > 0
    return count


@kernel
def score_pairs(
    dealt: int | np.int64,
    size: int,
    words: Int64s,
    short: bool,
    count: int,
    first: Int64s,
    last: Int64s,
    left: Int64s,
    keys: Int64s,
    weaker: Int64s,
    scores: Int64s,
) -> None:
    """Fill in the score of the hands of two cards of each kind, both ways round."""
    pairs = 0
    for high in range(count):
        for low in range(high + 1):
            scores[high, low] = 0
            if high != low or left[high] > 1:
                word = dealt | words[first[low]] | words[last[high]]
                strength = short_deck_strength(word, size + HOLE_CARDS) if short else strength_of(word, size + HOLE_CARDS)
                keys[pairs] = np.int64(strength) << 16 | high << 8 | low
                pairs += 1
    keys[:pairs].sort()
    weaker[:count] = 0  # of the hands so far, those that hold a card of each kind
    total, start = 0, 0
    while start < pairs:
        end = start
        while end < pairs and keys[end] >> 16 == keys[start] >> 16:
            high, low = keys[end] >> 8 & 255, keys[end] & 255
            scores[high, low] = total - weaker[high] - weaker[low]
            end += 1
        for i in range(start, end):
            high, low = keys[i] >> 8 & 255, keys[i] & 255
            if high == low:
                total += left[low] * (left[low] - 1) // 2
                weaker[low] += left[low] - 1
            else:
                total += left[high] * left[low]
                weaker[high] += left[low]
                weaker[low] += left[high]
        for i in range(start, end):  # of hands up to this strength the hand itself is in all, and in both its cards
            high, low = keys[i] >> 8 & 255, keys[i] & 255
            scores[high, low] += total - weaker[high] - weaker[low] + 1
            scores[low, high] = scores[high, low]
        start = end
