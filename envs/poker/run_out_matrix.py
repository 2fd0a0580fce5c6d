"""Hand against hand over all run-outs of a board: how many the one wins less how many it loses, for every pair of hands.

A *run-out* is a set of cards that may still come. Any two hands that share no card leave as many of them
(``num_run_outs``). So a matrix of whole numbers settles hands that are all-in with cards to come.

Counting goes run-out by run-out. The hands on one are ranked, in a byte each: no hold'em board has more than 136 different
strengths. Then each hand is compared with all others, a vector of hands at a time. Of run-outs that symmetries turn into
each other one is counted, times their number; at the end, a pair of hands has the mean over its images.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from math import comb
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Int32s, Int64s, aligned_empty
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.kernels import kernel

from .cards import CARD_NAMES, COMBO_TABLE
from .preflop_equities import BoardCounts
from .rules import BoardsStrength, PokerRules
from .suits import PermutationGroup, cards_in, find_orbits, images_of, set_of, stabilizer

Task = TypeVar("Task")
Result = TypeVar("Result")
Matrices: TypeAlias = npt.NDArray[np.int16] | npt.NDArray[np.int32]
"""[boards, hands, hands]: run-outs that the row's hand wins less those that it loses."""
Matrix: TypeAlias = npt.NDArray[np.int16] | npt.NDArray[np.int32]
"""[hands, hands]: one of them."""
Ranks: TypeAlias = npt.NDArray[np.int8] | npt.NDArray[np.int16]
"""[run-outs, hands]: the greater the stronger; the type's greatest number where a card is there twice."""

CHUNK = 248
"""Run-outs at a time: even, few enough for a byte to count them, and for their ranks to stay in the second-level cache."""
TOGETHER = 4
"""Hands that are compared with all others at once, so that each load serves all of them."""
WIDTH = 32
"""Hands are filled up to a multiple of this: no vector spans two cache lines."""
TILE = 64
"""Columns at a time, where a matrix is made symmetric."""
MOST_CARDS = 62
"""Cards of a deck: a set of cards is an int64, with bit c for card c."""
FEWEST_CARDS = 2
"""With fewer cards to come after the betting the walk over them is as fast."""
MOST_RUN_OUTS = 3_000_000
"""Run-outs that are listed: five of 52 cards are fewer."""


@runtime_checkable
class StoredCounts(Protocol):
    """A strength function with stored counts over all boards of the standard deck."""

    def preflop_counts(self) -> BoardCounts:
        """Boards won and tied by each combo against each other before the flop."""
        ...


class RunOuts(NamedTuple):
    """Run-outs up to symmetry."""

    cards: Int64s  # int64 [run-outs, cards to come]
    sizes: Int64s  # int64 [run-outs]: how many each represents


def num_run_outs(rules: PokerRules, dealt: int, to_come: int) -> int:
    """Number of run-outs that two hands leave after ``dealt`` public cards: the greatest number that a matrix may have."""
    return comb(rules.num_unseen(dealt), to_come)


def run_out_matrices(rules: PokerRules, boards: npt.ArrayLike, to_come: int, threads: int = 1) -> Matrices:
    """Matrices of boards [boards, cards]; 0 where two hands, or a hand and the board, share a card. int16 if that is enough."""
    rows = np.array(boards, dtype=np.int64)
    strength = check_input(rules, rows, to_come)
    dealt, hands = rows.shape[1], len(rules.deck.hand_cards)
    kind = np.int16 if num_run_outs(rules, dealt, to_come) <= np.iinfo(np.int16).max else np.int32
    if rules.deck.names == CARD_NAMES and dealt == 0 and to_come == 5 and isinstance(strength, StoredCounts):
        combos = COMBO_TABLE[tuple(rules.deck.hand_cards.T)]
        wins = strength.preflop_counts().wins[np.ix_(combos, combos)]
        return np.repeat((wins - wins.T)[None], len(rows), axis=0)
    result = np.zeros((len(rows), hands, hands), dtype=kind)

    # Threads have boards of their own. If these are too few, each board's run-outs are split across threads.
    parts = 1 if len(rows) >= threads else threads

    def fill(number: int) -> None:
        board = rows[number]
        alive = np.flatnonzero((set_of(rules.deck.hand_cards) & set_of(board)) == 0)
        held = rules.deck.hand_cards[alive]
        group, images = symmetries_of(rules, board, held)
        cards, sizes = run_outs_of(np.setdiff1d(range(len(rules.deck.names)), board).tolist(), group, to_come)
        split = [RunOuts(cards[part::parts], sizes[part::parts]) for part in range(parts)]
        counted = on_threads(lambda run_outs: count_wins(strength, board, held, run_outs), split, parts)
        settle(reduce(np.add, counted), images, set_of(held), alive, result[number])

    on_threads(fill, range(len(rows)), threads if parts == 1 else 1)
    return result


def check_input(rules: PokerRules, boards: Int64s, to_come: int) -> BoardsStrength:
    """The strength function; ValueError unless these rules and boards have run-outs that can be counted."""
    cards = len(rules.deck.names)
    strength: object = rules.strength
    if rules.deck.copies != 1:
        raise ParameterError("copies", rules.deck.copies, "must be 1")
    if cards > MOST_CARDS:
        raise ParameterError("deck", problem=f"{cards} cards; must be {MOST_CARDS} at most")
    if not isinstance(strength, BoardsStrength):
        raise ParameterError("strength", strength, "must have of_boards")
    if boards.ndim != 2:
        raise ParameterError("boards", problem=f"{list(boards.shape)}: must be [boards, cards]")
    for board in boards.tolist():
        if len(set(board)) < len(board) or not set(board) <= set(range(cards)):
            raise ParameterError("board", board, f"must be different numbers from 0 to {cards - 1}")
    left = rules.num_unseen(boards.shape[1])
    if not 0 <= to_come <= left:
        raise ParameterError("to_come", to_come, f"must be from 0 to {left}, the cards that two hands leave")
    run_outs = comb(cards - boards.shape[1], to_come)
    if run_outs > MOST_RUN_OUTS:
        raise ParameterError("to_come", to_come, f"has {run_outs:,} run-outs; must have at most {MOST_RUN_OUTS:,}")
    return strength


def on_threads(function: Callable[[Task], Result], tasks: Iterable[Task], threads: int) -> list[Result]:
    """The results of a function, in order; of one thread by the caller's own."""
    if threads == 1:
        return list(map(function, tasks))
    with ThreadPoolExecutor(threads, "pokerzoo") as pool:
        return list(pool.map(function, tasks))


def symmetries_of(rules: PokerRules, board: Int64s, hands: Int64s) -> tuple[PermutationGroup, Int64s]:
    """The symmetries that keep the board and the list of hands, and [symmetries, hands]: where each is sent."""
    group = stabilizer(rules.deck.symmetries or (tuple(range(len(rules.deck.names))),), board.tolist())
    images = images_of(group, hands)
    kept = np.flatnonzero((images >= 0).all(axis=1))
    return tuple([group[k] for k in kept.tolist()]), images[kept]


def run_outs_of(left: Sequence[int], group: PermutationGroup, to_come: int) -> RunOuts:
    """The run-outs of the cards left, up to symmetry."""
    sets, sizes = find_orbits(left, to_come, group)
    return RunOuts(cards_in(sets, to_come), sizes)


def count_wins(strength: BoardsStrength, board: Int64s, hands: Int64s, run_outs: RunOuts) -> Int32s:
    """int32 [hands, hands], filled up: run-outs on which the row's hand beats the column's, each as many times as its size."""
    wide = -(-len(hands) // WIDTH) * WIDTH
    wins = np.zeros((wide, wide), dtype=np.int32)
    held = set_of(hands)
    for cards, size in chunks_of(run_outs):
        full = np.hstack([np.broadcast_to(board, (len(cards), len(board))), cards])
        strengths = strength.of_boards(hands, full)
        for kind in (np.int8, np.int16):
            ranks: Ranks = aligned_empty((len(cards) + len(cards) % 2, wide), kind)
            limits = np.iinfo(kind)
            ranks[:] = limits.max
            if rank_hands(strengths, held, set_of(full), limits.min, ranks) <= limits.max - limits.min:
                break
        add_wins(ranks, limits.max, size, wins)
    return wins


def chunks_of(run_outs: RunOuts) -> Iterator[tuple[Int64s, int]]:
    """(int64 [run-outs, cards], size) for a few run-outs of the same size at a time."""
    for size in np.unique(run_outs.sizes).tolist():
        cards = run_outs.cards[run_outs.sizes == size]
        for start in range(0, len(cards), CHUNK):
            yield cards[start : start + CHUNK], size


@kernel(nogil=True)
def rank_hands(strengths: Int32s, held: Int64s, dealt: Int64s, lowest: int, ranks: Ranks) -> int:
    """Write the rank of each hand that a board leaves, from ``lowest`` up, and return the most ranks of any board."""
    boards, hands = strengths.shape
    slots = 64
    while slots < 2 * hands:
        slots *= 2
    # A hash table has each strength of a board once. They are few, so they are put in order as they come.
    number = np.full(slots, -1, np.int64)
    keys = np.empty(slots, np.int64)
    slot_of = np.empty(hands, np.int64)
    values, places = np.empty(hands, np.int64), np.empty(hands, np.int64)
    most = 0
    for board in range(boards):
        count = 0
        for hand in range(hands):
            slot_of[hand] = -1
            if held[hand] & dealt[board]:
                continue
            value = np.int64(strengths[board, hand])
            slot = (value * 2654435769 >> 16) & (slots - 1)  # the golden ratio times 2**32: near values are far apart
            while number[slot] >= 0 and keys[slot] != value:
                slot = (slot + 1) & (slots - 1)
            if number[slot] < 0:
                number[slot] = 0
                keys[slot] = value
                k = count
                while k > 0 and values[k - 1] > value:
                    values[k], places[k] = values[k - 1], places[k - 1]
                    k -= 1
                values[k], places[k] = value, slot
                count += 1
            slot_of[hand] = slot
        for k in range(count):
            number[places[k]] = k
        for hand in range(hands):
            if slot_of[hand] >= 0:
                ranks[board, hand] = number[slot_of[hand]] + lowest
        for k in range(count):
            number[places[k]] = -1
        most = max(most, count)
    return most


@kernel(nogil=True)
def add_wins(ranks: Ranks, blocked: int, size: int, wins: Int32s) -> None:
    """Add to ``wins[a, b]`` the boards on which a beats b, times ``size``; the number of boards is even."""
    boards, hands = ranks.shape
    won = np.empty((TOGETHER, hands), np.uint8)
    wins_a, wins_b, wins_c, wins_d = won[0], won[1], won[2], won[3]
    hand_ranks = np.empty((boards, TOGETHER), ranks.dtype)
    for first in range(0, hands, TOGETHER):
        for board in range(boards):
            for k in range(TOGETHER):  # a hand that a board blocks has the highest rank for the others, the lowest for itself
                rank = ranks[board, first + k]
                hand_ranks[board, k] = rank if rank != blocked else -blocked - 1
        won[:] = 0
        for board in range(0, boards, 2):
            mine, others = hand_ranks[board], ranks[board]
            next_mine, next_others = hand_ranks[board + 1], ranks[board + 1]
            a, b, c, d = mine[0], mine[1], mine[2], mine[3]
            e, f, g, h = next_mine[0], next_mine[1], next_mine[2], next_mine[3]
            for other in range(hands):
                here, there = others[other], next_others[other]
                wins_a[other] += np.uint8(a > here) + np.uint8(e > there)
                wins_b[other] += np.uint8(b > here) + np.uint8(f > there)
                wins_c[other] += np.uint8(c > here) + np.uint8(g > there)
                wins_d[other] += np.uint8(d > here) + np.uint8(h > there)
        for k in range(TOGETHER):
            row, more = wins[first + k], won[k]
            for other in range(hands):
                row[other] += np.int32(more[other]) * np.int32(size)


@kernel(nogil=True)
def settle(wins: Int32s, images: Int64s, held: Int64s, alive: Int64s, matrix: Matrix) -> None:
    """Write the mean over symmetries of wins minus losses, for each pair of hands that share no card, at the hands' places."""
    hands, symmetries = images.shape[1], images.shape[0]
    for start in range(0, hands, TILE):  # in tiles: half of what is read and written is a row apart
        for hand in range(start, hands):
            for other in range(start, min(hand, start + TILE)):
                if held[hand] & held[other]:
                    continue
                won = np.int64(0)
                for image in images:
                    won += wins[image[hand], image[other]] - wins[image[other], image[hand]]
                if symmetries > 1:
                    won //= symmetries
                matrix[alive[hand], alive[other]] = won
                matrix[alive[other], alive[hand]] = -won


def is_settled(rules: PokerRules) -> bool:
    """True if hands that are left after the last betting are settled by matrices: several cards come then."""
    strength: object = rules.strength
    cards = rules.betting.cards_through
    dealt, to_come = cards[rules.betting.deals_with_betting], cards[-1] - cards[rules.betting.deals_with_betting]
    if to_come < FEWEST_CARDS or rules.num_players > 2 or not rules.deck.has_pair_hands:
        return False
    if (
        rules.weights is not None
        or rules.deck.combos is not None
        or rules.deck.board
        or not isinstance(strength, BoardsStrength)
    ):
        return False
    return not dealt or num_run_outs(rules, dealt, to_come) <= np.iinfo(np.int16).max
