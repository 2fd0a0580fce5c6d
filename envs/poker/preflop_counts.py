"""Counts of boards won and tied, for each kind of pair of pre-flop hands.

``python -m pokerzoo.envs.poker.preflop_counts --write`` makes ``preflop_equities.bin`` anew (``make equities``). Nothing is
sampled: all 2,598,960 boards count, those that differ by a suit permutation at once (134,459 are evaluated).
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from pokerzoo.envs.support.arrays import Bools, Int32s
from pokerzoo.envs.support.kernels import kernel

from .cards import COMBOS, NUM_CARDS, NUM_COMBOS
from .hand_strength import boards_strength
from .preflop_equities import BOARDS, DIGEST, FILE, packed_counts
from .preflop_pairs import NUM_KINDS, SHARED, pair_kinds
from .suit_orbits import ALL_SUIT_PERMUTATIONS, orbits_of

CHUNK = 64
"""Boards at a time, so that their strengths stay in the processor's second-level cache."""
MANY = 64 * CHUNK
"""Boards whose strengths are computed at once."""
NEVER = np.iinfo(np.int32).max
"""Strength of a hand that a board blocks: no hand beats it."""


def count_boards(threads: int) -> tuple[Int32s, Int32s]:
    """int32 [47008] each: boards on which the first hand of each kind's first pair wins, and on which the two tie."""
    boards = orbits_of(5, ALL_SUIT_PERMUTATIONS)
    wins = np.zeros((NUM_COMBOS, NUM_COMBOS), dtype=np.int32)
    parts = np.linspace(0, NUM_COMBOS, threads + 1).astype(int).tolist()
    with ThreadPoolExecutor(threads) as pool:
        for start in range(0, len(boards.sets), MANY):
            sets = boards.sets[start : start + MANY]
            cards = np.nonzero(sets[:, None] >> np.arange(NUM_CARDS) & 1)[1].reshape(len(sets), 5)
            strength = boards_strength(cards, COMBOS)
            strength[strength < 0] = NEVER
            sizes = boards.sizes[start : start + MANY].astype(np.int32)
            jobs = [pool.submit(add_wins, strength, sizes, *part, wins) for part in pairwise(parts)]
            for job in jobs:
                job.result()
    # Suit permutations turn these boards into all boards, and a pair into the others of its kind. Over these together as
    # many boards are won as by one pair on all boards, times the pairs.
    kinds = pair_kinds()
    first = (kinds.kind != SHARED) & ~kinds.swapped
    won, lost = mean_of_kinds(wins, first), mean_of_kinds(wins.T, first)
    return won, np.asarray(BOARDS - won - lost, dtype=np.int32)


def mean_of_kinds(wins: Int32s, chosen: Bools) -> Int32s:
    """int32 [47008]: the mean of [1326, 1326] over the pairs of each kind that are chosen."""
    kinds = pair_kinds().kind[chosen]
    sums = np.bincount(kinds, weights=wins[chosen], minlength=NUM_KINDS).astype(np.int64)  # whole numbers below 2**53
    means, rest = np.divmod(sums, np.bincount(kinds, minlength=NUM_KINDS))
    assert not rest.any()
    return np.asarray(means, dtype=np.int32)


@kernel(nogil=True)
def add_wins(strength: Int32s, sizes: Int32s, first: int, end: int, wins: Int32s) -> None:
    """Add to ``wins[a, b]``, for hands a from ``first`` to below ``end``, the size of each board on which a beats b."""
    for start in range(0, strength.shape[0], CHUNK):
        for hand in range(first, end):
            row = wins[hand]
            for board in range(start, min(start + CHUNK, strength.shape[0])):
                own, size, others = strength[board, hand], sizes[board], strength[board]
                if own != NEVER:
                    for other in range(row.shape[0]):
                        row[other] += size if others[other] < own else np.int32(0)


def main() -> None:
    """Make the table, compare it with the one that is there, and write it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m pokerzoo.envs.poker.preflop_counts", description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}; otherwise only compare")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="how many (default: all processors)")
    given = parser.parse_args()
    start = time.perf_counter()
    packed, digest = packed_counts(*count_boards(max(1, given.threads)))
    seconds = time.perf_counter() - start
    print(f"{NUM_KINDS:,} kinds of pairs, {BOARDS:,} boards each, in {seconds:.0f} s on {given.threads} threads")
    if given.write:
        FILE.write_bytes(packed)
        print(f"{FILE}: {len(packed):,} bytes")
    print(f"SHA-256 {digest}: {'as in' if digest == DIGEST else 'not that of DIGEST in'} preflop_equities.py")
    if digest != DIGEST:
        raise SystemExit(1)


if __name__ == "__main__":
    from pokerzoo.envs.poker import preflop_counts  # kernels are kept by the name of their module

    preflop_counts.main()
