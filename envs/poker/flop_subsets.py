"""N flops with weights that represent all 1,755: means over them are close to means over all.

``flop_similarity`` says how alike two flops are, by ranks, suits, pairs and straights; docs/cards.md says how near the means
come. For every function of the flop that the similarities allow, a weighted mean over some flops
differs from the mean over all by no more than a distance (the maximum mean discrepancy). The distance follows from the
similarities alone. Flops are chosen one by one, each so that this distance falls the most; then the weights make it least.

All of it is arithmetic on whole numbers, or on floats element by element in an order of its own. There is no product of
matrices, whose sums come in another order on another machine. So a subset has the same flops and the same weights
everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import ParameterError

from .cards import CARD_NAMES
from .deck import CardSets, all_sets
from .suits import CARD_PERMUTATIONS, Orbits, orbits_of
from .textures import texture

NUM_FLOPS = 1755
REAL_FLOPS = 22100
MIN_FLOPS = 5
REACH = 16
"""Difference of ranks with no similarity; as the most is 12, all ranks are a little alike."""
UNIT = REACH**3
ROWS = 64
"""Rows of similarities that are made at once."""


class FlopFeatures(NamedTuple):
    """Features of the canonical flops, in the order of ``orbits_of``."""

    ranks: Int64s  # int64 [flops, 3]: the highest first
    counts: Int64s  # int64 [flops, 13]: cards of each rank
    suits: Int64s  # int64 [flops]: number of suits
    pattern: Int64s  # int64 [flops]: the cards that share a suit
    paired: Int64s  # int64 [flops]: the cards that share a rank
    straights: Int64s  # int64 [flops]: ``straights_possible``


@lru_cache(1)
def flop_features() -> FlopFeatures:
    """The features of all flops."""
    sets = orbits_of(3, CARD_PERMUTATIONS).sets.tolist()
    cards = np.array([[card for card in range(51, -1, -1) if dealt >> card & 1] for dealt in sets], dtype=np.int64)
    ranks, suits = cards >> 2, cards & 3
    return FlopFeatures(
        ranks=ranks,
        counts=(ranks[:, :, None] == np.arange(13)).sum(axis=1),
        suits=np.array([len(set(dealt)) for dealt in suits.tolist()]),
        pattern=_equal_columns(suits),
        paired=_equal_columns(ranks),
        straights=np.array([texture(tuple(dealt)).straights_possible for dealt in cards.tolist()]),
    )


def _equal_columns(values: Int64s) -> Int64s:
    """int64 [flops]: which of three columns are equal, as one number."""
    first, second, third = values.T
    return np.asarray((first == second) + 2 * (second == third) + 4 * (first == third), dtype=np.int64)


def flop_similarity(flops: Int64s) -> Int64s:
    """int64 [given, 1755]: similarity of these flops, by number, to all flops."""
    features = flop_features()

    def same(values: Int64s) -> Int64s:
        return np.asarray(values[flops, None] == values, dtype=np.int64)

    near = np.prod(REACH - np.abs(features.ranks[flops, None] - features.ranks), axis=2)
    suits, paired, straights = same(features.suits), same(features.paired), same(features.straights)
    both = near * (1 + suits + same(features.pattern)) * (1 + paired + straights)
    return np.asarray(both + UNIT * (5 + suits + paired + straights) + UNIT // 2 * (features.counts[flops] @ features.counts.T))


@lru_cache(8)
def flop_subset(number: int) -> Orbits:
    """A number of flops and the real flops that each represents, 22,100 in all; a smaller subset begins a larger one.

    Args:
        number: from 5 to 1,755, all.
    """
    flops = orbits_of(3, CARD_PERMUTATIONS)
    if number == NUM_FLOPS:
        return flops
    means, alone = _mean_similarity()
    chosen = _choose_flops(means, alone, number)
    made = Orbits(flops.sets[chosen], _flop_weights(means, chosen))
    made.sets.flags.writeable = made.sizes.flags.writeable = False
    return made


@lru_cache(1)
def _mean_similarity() -> tuple[Int64s, Int64s]:
    """int64 [1755] each: the summed similarity of each flop to all real ones, and that to itself."""
    means, alone = np.empty(NUM_FLOPS, dtype=np.int64), np.empty(NUM_FLOPS, dtype=np.int64)
    for rows in np.array_split(np.arange(NUM_FLOPS), NUM_FLOPS // ROWS):
        alike = flop_similarity(rows)
        means[rows], alone[rows] = alike @ orbits_of(3, CARD_PERMUTATIONS).sizes, alike[np.arange(len(rows)), rows]
    return means, alone


def _choose_flops(means: Int64s, alone: Int64s, number: int) -> Int64s:
    """int64 [number]: flops, each the one that reduces the distance the most, by Cholesky's elimination."""
    # left: the part of ``means`` that the chosen flops do not explain; own: that of each flop's similarity to itself.
    left, remaining = means.astype(np.float64), alone.astype(np.float64)
    columns = np.empty((number, NUM_FLOPS))
    chosen: list[int] = []
    free = np.ones(NUM_FLOPS, dtype=np.bool_)
    for k in range(number):
        gain = np.full(NUM_FLOPS, -1.0)
        gain[free] = left[free] * left[free] / remaining[free]
        flop = int(np.argmax(gain))
        column = flop_similarity(np.array([flop]))[0].astype(np.float64)
        for before in range(k):
            column -= columns[before] * (columns[before, flop] / columns[before, chosen[before]])
        left -= column * (left[flop] / column[flop])
        remaining -= column * column / column[flop]
        columns[k] = column
        chosen.append(flop)
        free[flop] = False
    return np.array(chosen)


def _flop_weights(means: Int64s, chosen: Int64s) -> Int64s:
    """int64 [chosen]: whole numbers, 1 or more, that add up to all real flops and about minimize the distance."""
    # The minimum has similarities times weights equal to ``means``, up to a constant. Weights below 1 are set to 1.
    alike = flop_similarity(chosen)[:, chosen]
    weights = np.ones(len(chosen))
    free = np.ones(len(chosen), dtype=np.bool_)
    while True:
        wanted = means[chosen[free]] - alike[free][:, ~free].sum(axis=1)
        total = REAL_FLOPS - int((~free).sum())
        plain, even = _solve_definite(alike[np.ix_(free, free)], np.stack([wanted, np.ones_like(wanted)], axis=1)).T
        weights[free] = plain + even * ((total - fsum(plain)) / fsum(even))
        low = free & (weights < 1.0)
        if not low.any():
            break
        free &= ~low
        weights[low] = 1.0
    result = np.floor(weights).astype(np.int64)
    rest = np.argsort(result - weights, kind="stable")[: REAL_FLOPS - result.sum()]  # the largest parts after the point
    result[rest] += 1
    return result


def _solve_definite(matrix: Int64s, right: Int64s) -> Floats:
    """float64 [n, k]: the solution of a positive definite system for each column of ``right``, by elimination, row by row."""
    size = len(matrix)
    rows = np.concatenate([matrix, right], axis=1).astype(np.float64)
    for k in range(size):
        rows[k + 1 :, k:] -= (rows[k + 1 :, k] / rows[k, k])[:, None] * rows[k, k:]
    result = rows[:, size:]
    for k in range(size - 1, -1, -1):
        result[k] /= rows[k, k]
        result[:k] -= rows[:k, k, None] * result[k]
    return result


ALL, SUBSET = "all", "flops:"


def check_flops(flops: object, whole_deck: bool = True) -> str:
    """The name of a set of flops; ValueError unless it is ``"all"`` or ``"flops:N"``."""
    if flops == ALL:
        return ALL
    number = flops.removeprefix(SUBSET) if isinstance(flops, str) and flops.startswith(SUBSET) else ""
    if not number.isdecimal() or not number.isascii() or not MIN_FLOPS <= int(number[:9]) <= NUM_FLOPS:
        raise ParameterError("flops", flops, f"must be 'all' or 'flops:N', N from {MIN_FLOPS} to {NUM_FLOPS:,}, as 'flops:25'")
    if not whole_deck:
        raise ParameterError("flops", flops, "must be 'all' unless the deck has 52 cards")
    return ALL if int(number) == NUM_FLOPS else f"{SUBSET}{int(number)}"


@lru_cache(4)
def deal_weights(flops: str) -> tuple[int, ...]:
    """``PokerRules.deal_weights`` of a checked set of flops; empty for all.

    A flop represents the real flops that differ from it by suits, which share its weight.
    """
    if flops == ALL:
        return ()
    subset = flop_subset(int(flops.removeprefix(SUBSET)))
    number = CardSets(all_sets(len(CARD_NAMES), 3)).number
    weights = [0] * len(number)
    for cards, weight in zip(subset.sets.tolist(), subset.sizes.tolist(), strict=True):
        flop = [card for card in range(len(CARD_NAMES)) if cards >> card & 1]
        for exchange in CARD_PERMUTATIONS:
            weights[number[frozenset([exchange[card] for card in flop])]] += weight
    return tuple(weights)
