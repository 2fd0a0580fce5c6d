"""All-in equities of two to ten hands or ranges, on any board: exact where it is small, else by random deals.

Every way to deal one combo to each player, no card twice, counts by the product of the players' weights for their combos.
Then all cards that may still come are equally likely. Four ways to the same numbers, from cheap to dear:

- ``table_shares``: two players before the flop, from the table of ``preflop_equities``;
- ``pair_shares``: two players, board by board; on each board one pass through the hands in order of strength;
- ``deal_shares``: any players, each deal of hands on each board;
- ``sample_shares``: random deals.

Before the flop, boards that differ by a suit permutation that leaves all ranges unchanged are evaluated once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s, Uint64s
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.random_numbers import alias_table

from .cards import CARD_WORDS, COMBOS, HOLDERS, NUM_CARDS, NUM_COMBOS
from .equity_kernels import (
    POT,
    DealChoices,
    Deals,
    add_deals,
    add_pairs,
    add_samples,
    draw_deals,
    list_deals,
    set_words,
)
from .hand_strength import BLOCKED, word_strengths
from .preflop_equities import BOARDS, disjoint_combos, weights_equity
from .ranges import Range
from .suits import CARD_PERMUTATIONS, find_orbits, group_of, orbits_of, set_of, stabilizer

FULL = 5
"""Cards of a full board."""
BATCH = 1 << 20
"""Strengths that are computed at once."""
MOST_BOARDS = 8192
"""Boards at once for ``add_deals``."""
MOST_DEALS = 200_000
"""Deals of hands that are listed."""
STEPS = 5_000_000
"""Hands tried at most for such a list."""
FIRST_DRAWS, DRAWS = 1 << 8, 1 << 14
"""Random deals at once: few at first, to see whether it takes too long."""
NO_DEAL = "two of the players share a card in every deal"
TRIES = 2000
"""For each random deal: if more of the draws have a card twice, it takes too long."""


class AllIn(NamedTuple):
    """Players who are all-in."""

    ranges: tuple[Range, ...]  # one for each player, without dead cards
    board: tuple[int, ...] = ()  # the public cards: none, or three to five
    dead: tuple[int, ...] = ()  # other dead cards

    @property
    def missing(self) -> int:
        """Public cards to come."""
        return FULL - len(self.board)

    @property
    def boards(self) -> int:
        """Ways in which they can come, once hands are dealt."""
        return comb(NUM_CARDS - len(self.board) - len(self.dead) - 2 * len(self.ranges), self.missing)


class PotShares(NamedTuple):
    """Results of the players; float64 [players] each."""

    equity: Floats  # mean share of the pot
    win: Floats  # probability of winning alone
    tie: Floats  # probability of sharing the pot
    squares: Floats  # mean square of the share; 0 where equities are exact
    deals: int  # number of deals of hands and boards


COMBO_WORDS: Int64s = CARD_WORDS[COMBOS].sum(axis=1)
"""int64 [1326]: the cards of each combo as a word (``hand_strength``)."""
COMBO_SETS: Int64s = set_of(COMBOS)
"""int64 [1326]: the same as a set (``suits``)."""


def two_shares(equity: float, win: float, tie: float, deals: int) -> PotShares:
    """Shares of two players from the first player's."""
    lose = max(0.0, 1.0 - win - tie)
    return PotShares(np.array([equity, 1.0 - equity]), np.array([win, lose]), np.array([tie, tie]), np.zeros(2), deals)


def table_shares(all_in: AllIn) -> PotShares | None:
    """Two players before the flop, without dead cards; None if every pair of their hands shares a card."""
    first, second = (held.weights / held.weights.max() for held in all_in.ranges)
    result = weights_equity(first, second)
    if result is None:
        return None
    return two_shares(*result, pairs_of(first, second) * BOARDS)


def pairs_of(first: Floats, second: Floats) -> int:
    """Number of pairs of combos that can be dealt."""
    return int(disjoint_combos()[np.ix_(np.flatnonzero(first), np.flatnonzero(second))].sum())


def share_that_fits(all_in: AllIn) -> float:
    """Weight of the pairs of hands that can be dealt, as a share of the weight of all pairs; for two players."""
    first, second = (held.weights / held.weights.max() for held in all_in.ranges)
    square = np.ix_(np.flatnonzero(first), np.flatnonzero(second))
    return float(first[square[0][:, 0]] @ disjoint_combos()[square] @ second[square[1][0]] / (first.sum() * second.sum()))


def count_symmetries(all_in: AllIn) -> int:
    """Number of suit permutations that change nothing: before the flop they divide the boards to evaluate by about as much."""
    return 1 if all_in.board else len(stabilizer(group_of(all_in.ranges), all_in.dead))


def full_boards(all_in: AllIn) -> tuple[Int64s, Int64s]:
    """The full boards, as sets of cards (``suits``), and how many each represents; int64 [boards] each."""
    gone = sum(1 << card for card in all_in.dead)
    for held in all_in.ranges:  # what a player has in any case does not come
        gone |= int(np.bitwise_and.reduce(COMBO_SETS[hands_of(held)]))
    if not all_in.board:
        group = stabilizer(group_of(all_in.ranges), all_in.dead)
        # Other groups' boards are many and not kept: they take as much memory as time.
        sets, sizes = orbits_of(FULL, group) if group == CARD_PERMUTATIONS else find_orbits(range(NUM_CARDS), FULL, group)
        left = sets & gone == 0
        return sets[left], sizes[left]
    here = sum(1 << card for card in all_in.board)
    left = [1 << card for card in range(NUM_CARDS) if not (here | gone) >> card & 1]
    result = np.array([here + sum(come) for come in combinations(left, all_in.missing)], dtype=np.int64)
    return result, np.ones(len(result), dtype=np.int64)


def strengths_on(all_in: AllIn, combos: Int64s, most: int) -> Iterator[tuple[Int32s, Int64s]]:
    """The strength of some combos on the full boards, int32 [boards, combos], and the boards' sizes, a part at a time."""
    sets, sizes = full_boards(all_in)
    words = COMBO_WORDS[combos]
    step = max(1, min(most, BATCH // len(combos)))
    for start in range(0, len(sets), step):
        dealt = set_words(sets[start : start + step])[:, None]
        result = word_strengths((dealt | words).ravel(), FULL + 2).reshape(len(dealt), len(words))
        result[(dealt & words) != 0] = BLOCKED
        yield result, sizes[start : start + step]


def pair_work(all_in: AllIn) -> int:
    """Approximate number of strengths that ``pair_shares`` sorts."""
    held = int(np.count_nonzero(all_in.ranges[0].weights + all_in.ranges[1].weights))
    return held * comb(NUM_CARDS - len(all_in.board) - len(all_in.dead), all_in.missing) // count_symmetries(all_in)


def pair_shares(all_in: AllIn) -> PotShares | None:
    """Shares of two players; None if every pair of their hands shares a card."""
    weights = np.array([held.weights / held.weights.max() for held in all_in.ranges])
    combos = np.flatnonzero(weights.any(axis=0))
    sums = np.zeros(3)
    if not (pairs := pairs_of(*weights)):
        return None
    combo_weights, cards = np.ascontiguousarray(weights[:, combos]), np.ascontiguousarray(COMBOS[combos].T)
    for strength, sizes in strengths_on(all_in, combos, BATCH):
        add_pairs(np.argsort(strength, axis=1), strength, sizes, cards, combo_weights, sums)
    win, tie = np.maximum(sums[1:] / sums[0], 0.0).tolist()
    return two_shares(win + tie / 2, win, tie, pairs * all_in.boards)


def hands_of(held: Range) -> Int64s:
    """Combos of a range, int64."""
    return np.flatnonzero(held.weights)


def listed_deals(ranges: tuple[Range, ...], most: int = MOST_DEALS) -> Deals | None:
    """All ways to deal a combo to each player, as numbers: int16 [deals, players]; None if there are more than ``most``."""
    counts = np.array([held.num_combos for held in ranges])
    combos = np.zeros((len(ranges), counts.max()), dtype=np.int64)
    for row, held in zip(combos, ranges, strict=True):
        row[: held.num_combos] = hands_of(held)
    deals = np.empty((most, len(ranges)), dtype=np.int16)
    result = list_deals(COMBO_WORDS[combos], counts, STEPS, deals)
    if result < 0:
        return None
    return np.take_along_axis(combos, deals[:result].T.astype(np.int64), axis=1).T.astype(np.int16)


def weights_of(ranges: tuple[Range, ...], deals: Deals) -> Floats:
    """The product of the players' weights for each deal, float64 [deals], by the largest: even where products would be 0."""
    logs = np.sum([np.log(held.weights[combos]) for held, combos in zip(ranges, deals.T, strict=True)], axis=0)
    return np.asarray(np.exp(logs - logs.max()))


def deal_work(all_in: AllIn, deals: int) -> int:
    """Approximate number of strengths that ``deal_shares`` compares."""
    boards = comb(NUM_CARDS - len(all_in.board) - len(all_in.dead), all_in.missing) // count_symmetries(all_in)
    return deals * boards * len(all_in.ranges)


def deal_shares(all_in: AllIn, deals: Deals) -> PotShares:
    """Shares of any number of players, each deal of hands on each board."""
    combos, places = np.unique(deals, return_inverse=True)
    rows = places.reshape(deals.shape).astype(np.int16)
    tallies = np.zeros((*deals.shape, 3), dtype=np.int64)
    for strength, sizes in strengths_on(all_in, combos.astype(np.int64), MOST_BOARDS):
        add_deals(np.ascontiguousarray(strength.T), sizes.astype(np.int32), rows, tallies)
    weights = weights_of(all_in.ranges, deals)
    means = np.tensordot(weights, tallies, axes=1) / (weights.sum() * all_in.boards)
    return PotShares(means[:, 0] / POT, means[:, 1], means[:, 2], np.zeros(len(means)), len(deals) * all_in.boards)


def choices_of(ranges: tuple[Range, ...]) -> DealChoices:
    """Slots of one player or several, one after the other: as many as have few deals of hands that can be dealt together.

    Raises:
        ValueError: there is no deal without a card twice.
    """
    slots: list[Deals] = []
    firsts = [0]
    while firsts[-1] < len(ranges):
        first, end = firsts[-1], firsts[-1] + 1
        result = hands_of(ranges[first])[:, None].astype(np.int16)
        while end < len(ranges) and (more := listed_deals(ranges[first : end + 1])) is not None:
            result, end = more, end + 1
        if not len(result):
            raise ParameterError("hands", problem=NO_DEAL)
        slots.append(result)
        firsts.append(end)
    most, widest = max(map(len, slots), default=1), max(np.diff(firsts), default=1)
    tables = DealChoices(
        choices=np.zeros((len(slots), most, widest), dtype=np.int64),
        counts=np.array([len(slot) for slot in slots], dtype=np.int64),
        firsts=np.array(firsts, dtype=np.int64),
        keep=np.zeros((len(slots), most)),
        other=np.zeros((len(slots), most), dtype=np.int32),
    )
    for number, slot in enumerate(slots):
        weights = weights_of(ranges[firsts[number] : firsts[number + 1]], slot)
        tables.choices[number, : len(slot), : slot.shape[1]] = COMBO_WORDS[slot]
        tables.keep[number, : len(slot)], tables.other[number, : len(slot)] = alias_table(weights)
    return tables


def sample_shares(all_in: AllIn, samples: int, seed: int) -> PotShares:
    """Shares of any number of players, from random deals."""
    gone = np.zeros(NUM_COMBOS, dtype=np.bool_)
    gone[HOLDERS[list(all_in.board + all_in.dead)]] = True
    # The narrowest ranges first, which collide soonest; at the end those who may hold anything, who need no choice.
    anything = [bool(np.ptp(held.weights[~gone]) == 0.0) for held in all_in.ranges]
    widths = [held.num_combos + NUM_COMBOS * any_ for held, any_ in zip(all_in.ranges, anything, strict=True)]
    players = np.argsort(widths, kind="stable")
    choices = choices_of(tuple(all_in.ranges[player] for player in players if not anything[player]))
    state: Uint64s = np.array(np.random.SeedSequence(seed).generate_state(1, np.uint64), dtype=np.uint64)
    board = int(sum(CARD_WORDS[list(all_in.board)]))
    dealt = board | int(sum(CARD_WORDS[list(all_in.dead)]))
    words = np.empty((len(players) + 1, DRAWS), dtype=np.int64)
    tallies = np.zeros((len(players), 4), dtype=np.int64)
    left, size = samples, FIRST_DRAWS
    while left:
        part = words[:, : min(size, left)]
        made = draw_deals(state, choices, dealt, all_in.missing, TRIES * part.shape[1], part)
        if made < part.shape[1]:
            tried = f"of {TRIES * part.shape[1]:,} random deals only {made:,} have no card twice"
            raise ParameterError("hands", problem=f"{tried}: the ranges have too many cards in common")
        add_samples(part, made, board, tallies)
        left, size = left - made, DRAWS
    sums = np.empty((len(players), 4))
    sums[players] = tallies / samples
    return PotShares(sums[:, 0] / POT, sums[:, 1], sums[:, 2], sums[:, 3] / POT**2, samples)
