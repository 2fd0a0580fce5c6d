"""Counts of how often each order of three pre-flop hands comes up, over all their combos and all boards: whole numbers.

``pokerzoo push-fold 10 10 10 --exact`` makes the table that ``three_way_table`` reads.

Without flushes only ranks matter: 91 hand patterns, 6,175 boards of ranks, each with the number of ways to choose its suits.
That is corrected on boards with three or more cards of a suit, for one suit and times four. There a hand is known by its
ranks and by which of its cards have the suit (338 patterns). A board is known by the set of its cards of the suit and the ranks
of the others (36,608). The true order counts, and the order without flushes is taken off.

Ways to choose suits depend on ranks alone, so they are the same for all sets of cards of the suit that the hands leave. These
sets are bits: which of them one pattern wins against another is a table, and an order of three is an intersection.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import extending

from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .cards import CLASS_NAMES, RANKS
from .hand_strength import strength_of, word_strengths
from .three_way_orders import ORDERS, TRIPLES, permuted_orders, triple_number_kernel
from .three_way_table import DIGEST, check_writable, digest_of, write_counts

NUM_RANKS = len(RANKS)
MOST_COMBOS = 12
MOST_THREADS = 4
"""Each has a table of its own, 85 MB."""
NAMES = {0: "by ranks", 3: "with three cards of a suit", 4: "with four cards of a suit", 5: "of one suit"}
"""The boards that are gone through, by the number of cards in the suit of flushes; 0: all, without flushes."""
MOST_CHOICES = 1600
"""Choices of other cards that are compared at a time, which bounds memory."""
Words: TypeAlias = npt.NDArray[np.uint64]
"""Sets of boards, 64 a word."""


class HandPatterns(NamedTuple):
    """Hands by what matters to their strength, and the classes that have it; no two patterns have a combo in common."""

    suited: Int64s  # int64 [patterns]: the ranks of the cards in the flush suit, as bits
    others: Int64s  # int64 [patterns, 13]: cards of each rank in the other suits
    classes: Int64s  # int64 [patterns, 2]: the classes of such hands; -1 where there is no second
    combos: Int64s  # int64 [patterns, 2, 12]: their cards in the other suits as bits, 13 a suit; then -1


class BoardPatterns(NamedTuple):
    """Boards by their number of cards in the flush suit: each set of these with each choice of ranks of the others."""

    least: int  # cards of the suit that a hand has for a flush; with fewer in all three hands such boards are left out
    suited: Int64s  # int64 [sets]: the ranks of the cards in the flush suit, as bits
    others: Int64s  # int64 [choices, 13]: cards of each rank in the other suits


def hand_patterns(suits: int, flushes: bool, only: Sequence[int] | None = None) -> HandPatterns:
    """Hand patterns of some classes or of all; ``suits`` leaves out the one of flushes, if there are ``flushes``."""
    found: dict[tuple[int, int, int], list[tuple[int, list[int]]]] = {}
    for high, low in combinations_with_replacement(range(NUM_RANKS - 1, -1, -1), 2):
        name = RANKS[high] + RANKS[low]
        cards = [[(rank, suit) for suit in range(-flushes, suits)] for rank in (high, low)]
        for pair in product(*cards):
            if high == low and pair[0][1] >= pair[1][1]:
                continue
            own = sum(1 << rank for rank, suit in pair if suit < 0)
            rest = sum(1 << (NUM_RANKS * suit + rank) for rank, suit in pair if suit >= 0)
            hand = name if high == low else name + ("s" if pair[0][1] == pair[1][1] else "o")
            members = found.setdefault((high, low, own), [])
            index = CLASS_NAMES.index(hand)
            if index not in [one for one, _ in members]:
                members.append((index, []))
            dict(members)[index].append(rest)
    if only is not None:
        found = {key: kept for key, members in found.items() if (kept := [one for one in members if one[0] in only])}
    number = len(found)
    others = np.zeros((number, NUM_RANKS), np.int64)
    classes, combos = np.full((number, 2), -1), np.full((number, 2, MOST_COMBOS), -1)
    for k, ((high, low, own), members) in enumerate(found.items()):
        for rank in [high] * (high == low and own > 0) or (high, low):
            others[k, rank] += high == low or not own >> rank & 1
        for m, (index, sets) in enumerate(members):
            classes[k, m], combos[k, m, : len(sets)] = index, sets
    return HandPatterns(np.array([own for *_, own in found]), others, classes, combos)


def board_patterns(cards: int, suits: int) -> BoardPatterns:
    """Boards by the number of cards in the flush suit; the others lie in ``suits`` suits."""
    sets = [sum(1 << rank for rank in chosen) for chosen in combinations(range(NUM_RANKS), cards)]
    choices = combinations_with_replacement(range(NUM_RANKS), 5 - cards)
    counts = [np.bincount(np.array(ranks, np.int64), minlength=NUM_RANKS) for ranks in choices]
    return BoardPatterns(5 - cards if cards else 0, np.array(sets), np.array([one for one in counts if one.max() <= suits]))


def plain_strengths(hands: HandPatterns, boards: BoardPatterns) -> Int32s:
    """int32 [patterns, choices * sets]: strengths by ranks alone."""
    ranks = np.arange(NUM_RANKS)
    own = hands.others + (hands.suited[:, None] >> ranks & 1)
    public = boards.others[:, None] + (boards.suited[None, :, None] >> ranks & 1)
    return rank_strengths(own, public.reshape(-1, NUM_RANKS))


@kernel
def rank_strengths(own: Int64s, public: Int64s) -> Int32s:
    """int32 [hands, boards]: strengths of seven cards by how many have each rank, in suits that make no flush."""
    out = np.empty((own.shape[0], public.shape[0]), np.int32)
    for hand in range(own.shape[0]):
        for board in range(public.shape[0]):
            word, turn = np.int64(0), 0
            for rank in range(own.shape[1]):
                number = min(4, own[hand, rank] + public[board, rank])
                for copy in range(number):
                    word |= np.int64(1) << (16 * ((turn + copy) & 3) + rank)
                turn += number > 0
            out[hand, board] = strength_of(int(word), 7)
    return out


def flush_strengths(hands: HandPatterns, boards: BoardPatterns) -> Int32s:
    """int32 [patterns, choices * sets]: strengths with flushes in the suit."""
    out = np.empty((len(hands.suited), len(boards.others), len(boards.suited)), np.int32)
    public = suited_words(boards.others, (1, 2))[:, None] | boards.suited
    own = suited_words(hands.others, (3, 2)) | hands.suited  # at most four cards beside the suit: no other flush
    for k, word in enumerate(own.tolist()):
        out[k] = word_strengths((public | word).ravel(), 7).reshape(out.shape[1:])
    return out.reshape(len(hands.suited), -1)


def suited_words(others: Int64s, suits: tuple[int, int]) -> Int64s:
    """int64 [n]: words of up to two cards, the first of a rank in one suit and the second in another."""
    ranks = np.arange(NUM_RANKS)
    first, second = ((others > copy) << ranks + 16 * suit for copy, suit in enumerate(suits))
    return np.asarray((first + second).sum(axis=1))


class Stronger(NamedTuple):
    """Boards on which one hand pattern beats another: a bit a board, boards with the same other cards in words of their own."""

    rows: Int64s  # int64 [patterns]: the row of each pattern; patterns that are equally strong on all boards share one
    bits: Words  # uint64 [rows, rows, choices, words]: on which boards the first row beats the second


def stronger(strengths: Int32s, sets: int) -> Stronger:
    """Compare int32 [patterns, choices * sets]."""
    different, rows = np.unique(strengths, axis=0, return_inverse=True)
    different = different.reshape(len(different), -1, sets)
    bits = np.zeros((len(different), len(different), different.shape[1], -(-sets // 64)), np.uint64)
    put_stronger(different, bits)
    return Stronger(rows.reshape(-1), bits)


@kernel
def put_stronger(strengths: Int32s, bits: Words) -> None:
    """Set the bits of ``Stronger``."""
    for one in range(strengths.shape[0]):
        for other in range(strengths.shape[0]):
            for choice in range(strengths.shape[1]):
                for k in range(strengths.shape[2]):
                    beats = strengths[one, choice, k] > strengths[other, choice, k]
                    bits[one, other, choice, k // 64] |= np.uint64(beats) << np.uint64(k % 64)


def _ones(context: Any, word: Any) -> Any:
    """The processor's instruction for ``ones``."""
    return word(word), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


ones: Any = extending.intrinsic(_ones)
"""Number of bits of a word that are set."""


@kernel(nogil=True)
def count_patterns(
    first: int, step: int, hands: HandPatterns, boards: BoardPatterns, suits: int, flush: Stronger, plain: Stronger, times: int,
    places: Int64s, counts: Int64s,
) -> None:  # fmt: skip
    """Add to ``counts`` the orders of each three hand patterns, ``times`` over; for boards with flushes less the plain ones.

    Takes the patterns x = first, first + step, ... with y and z from x on.
    """
    patterns, choices, words = hands.suited.shape[0], plain.bits.shape[2], plain.bits.shape[3]
    ways, others = ways_to_choose(suits), others_of(boards.others)
    free, weights = np.empty(words, np.uint64), np.empty(choices, np.int64)
    used, found = np.empty(boards.others.shape[1], np.int64), np.empty(13, np.int64)
    for x in range(first, patterns, step):
        for y in range(x, patterns):
            if hands.suited[x] & hands.suited[y]:
                continue
            for z in range(y, patterns):
                own = hands.suited[x] | hands.suited[y] | hands.suited[z]
                if (hands.suited[x] | hands.suited[y]) & hands.suited[z]:
                    continue
                if max(ones(hands.suited[x]), ones(hands.suited[y]), ones(hands.suited[z])) < boards.least:
                    continue
                most = 0
                for rank in range(used.shape[0]):
                    used[rank] = hands.others[x, rank] + hands.others[y, rank] + hands.others[z, rank]
                    most = max(most, used[rank])
                if most > suits:
                    continue
                free[:] = 0
                for k in range(boards.suited.shape[0]):
                    free[k // 64] |= np.uint64(not boards.suited[k] & own) << np.uint64(k % 64)
                for choice in range(choices):
                    weights[choice] = times
                    for k in range(others.shape[1]):
                        weights[choice] *= ways[used[others[choice, k, 0]], others[choice, k, 1]]
                found[:] = 0
                flushes = flush.rows.shape[0] > 0
                add_outcomes(
                    plain.bits, plain.rows[x], plain.rows[y], plain.rows[z], free, weights, -1 if flushes else 1, found
                )
                if flushes:
                    add_outcomes(flush.bits, flush.rows[x], flush.rows[y], flush.rows[z], free, weights, 1, found)
                spread(hands, x, y, z, found, places, counts)


@kernel
def add_outcomes(bits: Words, x: int, y: int, z: int, free: Words, weights: Int64s, sign: int, found: Int64s) -> None:
    """Add the weights of all boards that leave the hands to the orders of ``ORDERS``."""
    for choice in range(weights.shape[0]):
        if weights[choice]:
            xyz = xzy = yxz = yzx = zxy = zyx = xy_z = xz_y = yz_x = x_yz = y_xz = z_xy = tie = 0  # equal hands side by side
            for k in range(free.shape[0]):
                left = free[k]
                over_xy, over_yx = bits[x, y, choice, k] & left, bits[y, x, choice, k] & left
                over_xz, over_zx = bits[x, z, choice, k] & left, bits[z, x, choice, k] & left
                over_yz, over_zy = bits[y, z, choice, k] & left, bits[z, y, choice, k] & left
                apart_xy, apart_xz, apart_yz = over_xy | over_yx, over_xz | over_zx, over_yz | over_zy
                xyz += ones(over_xy & over_yz)
                xzy += ones(over_xz & over_zy)
                yxz += ones(over_yx & over_xz)
                yzx += ones(over_yz & over_zx)
                zxy += ones(over_zx & over_xy)
                zyx += ones(over_zy & over_yx)
                xy_z += ones(over_xz & ~apart_xy)
                xz_y += ones(over_xy & ~apart_xz)
                yz_x += ones(over_yx & ~apart_yz)
                x_yz += ones(over_xy & ~apart_yz)
                y_xz += ones(over_yx & ~apart_xz)
                z_xy += ones(over_zx & ~apart_xy)
                tie += ones(left & ~(apart_xy | apart_xz))
            weight = sign * weights[choice]
            outcomes = (xyz, xzy, yxz, yzx, zxy, zyx, xy_z, xz_y, yz_x, x_yz, y_xz, z_xy, tie)
            for order in range(found.shape[0]):
                found[order] += weight * outcomes[order]


@kernel
def ways_to_choose(suits: int) -> Int64s:
    """int64 [5, 6]: ways to choose cards of a rank, by the number of its suits that are taken, and of cards."""
    ways = np.zeros((5, 6), np.int64)
    for taken in range(suits + 1):
        ways[taken, 0] = 1
        for chosen in range(1, suits - taken + 1):
            ways[taken, chosen] = ways[taken, chosen - 1] * (suits - taken - chosen + 1) // chosen
    return ways


@kernel
def others_of(others: Int64s) -> Int64s:
    """int64 [choices, 5, 2]: ranks and how often; ranks that are not there at the end, 0 times."""
    out = np.zeros((others.shape[0], 5, 2), np.int64)
    for row in range(others.shape[0]):
        k = 0
        for rank in range(others.shape[1]):
            if others[row, rank]:
                out[row, k, 0], out[row, k, 1] = rank, others[row, rank]
                k += 1
    return out


@kernel
def spread(hands: HandPatterns, x: int, y: int, z: int, found: Int64s, places: Int64s, counts: Int64s) -> None:
    """Add the orders of three patterns to the sets of three classes that they are of, times the ways to choose their cards."""
    patterns = (x, y, z)
    for turn in range(places.shape[0]):
        a, b, c = patterns[places[turn, 0]], patterns[places[turn, 1]], patterns[places[turn, 2]]
        # Each way to place equal patterns once.
        if (x == y and place_of(places[turn], 0) > place_of(places[turn], 1)) or (
            y == z and place_of(places[turn], 1) > place_of(places[turn], 2)
        ):
            continue
        for i in range(2):
            one = hands.classes[a, i]
            for j in range(2):
                two = hands.classes[b, j]
                if one < 0 or two < one:
                    continue
                for k in range(2):
                    three = hands.classes[c, k]
                    if three < two:
                        continue
                    ways = apart(hands.combos[a, i], hands.combos[b, j], hands.combos[c, k])
                    if ways:
                        row = counts[triple_number_kernel(one, two, three)]
                        for order in range(found.shape[0]):
                            row[places[turn, 3 + order]] += ways * found[order]


@kernel
def place_of(turn: Int64s, hand: int) -> int:
    """The place of a hand in a permutation."""
    return 0 if turn[0] == hand else 1 if turn[1] == hand else 2


@kernel
def apart(one: Int64s, two: Int64s, three: Int64s) -> int:
    """Ways to take a combo of each so that no two share a card."""
    ways = 0
    for i in range(one.shape[0]):
        if one[i] < 0:
            break
        for j in range(two.shape[0]):
            if two[j] < 0:
                break
            if one[i] & two[j]:
                continue
            both = one[i] | two[j]
            for k in range(three.shape[0]):
                if three[k] < 0:
                    break
                ways += not both & three[k]
    return ways


def count_orders(threads: int, tell: Callable[[str], None], classes: Sequence[int] | None = None) -> Int64s:
    """int64 [818805, 13]: orders of each set of three classes a <= b <= c, summed over all ways to deal them and all boards.

    With ``classes`` only of these.
    """
    places = np.array([[*turn, *permuted_orders(turn)] for turn in permutations(range(3))])
    tables = np.zeros((threads, TRIPLES, len(ORDERS)), np.int64)
    none = Stronger(np.zeros(0, np.int64), np.zeros((0, 0, 0, 0), np.uint64))
    with ThreadPoolExecutor(threads) as pool:
        for cards in NAMES:
            tell(f"three hands on all boards {NAMES[cards]}")
            suits, times = (3, 4) if cards else (4, 1)
            hands = hand_patterns(suits, flushes=cards > 0, only=classes)
            for boards in parts_of(board_patterns(cards, suits)):
                sets = len(boards.suited)
                flush = stronger(flush_strengths(hands, boards), sets) if cards else none
                plain = stronger(plain_strengths(hands, boards), sets)
                jobs = [
                    pool.submit(count_patterns, k, threads, hands, boards, suits, flush, plain, times, places, tables[k])
                    for k in range(threads)
                ]
                for job in jobs:
                    job.result()
    return np.asarray(tables.sum(axis=0))


def parts_of(boards: BoardPatterns) -> list[BoardPatterns]:
    """The boards, by at most ``MOST_CHOICES``."""
    number = -(-len(boards.others) // MOST_CHOICES)
    return [boards._replace(others=others) for others in np.array_split(boards.others, number)]


def make_table(threads: int | None = None, tell: Callable[[str], None] = print) -> None:
    """Count, and write the table; it takes some two minutes of one core and 0.5 GB.

    Raises:
        ValueError: the counts are not those that they must be.
        OSError: the file cannot be written.
    """
    start = time.perf_counter()
    check_writable()
    counts = count_orders(max(1, min(threads or os.cpu_count() or 1, MOST_THREADS)), tell)
    if digest_of(counts) != DIGEST:
        raise ValueError(f"the table of three hands: has the SHA-256 digest {digest_of(counts)}, not {DIGEST}: report this")
    path = write_counts(counts)
    tell(f"{path}: {path.stat().st_size / 1e6:.0f} MB, SHA-256 {DIGEST[:12]}..., made in {time.perf_counter() - start:.0f} s")
