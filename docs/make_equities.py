"""Count boards won and tied for each kind of pair of pre-flop hands, the file ``envs/poker/preflop_equities.bin``.

``python docs/make_equities.py --write`` makes it (``make data FILE=equities``). Nothing is sampled: all 2,598,960 boards count,
those that differ by a suit permutation at once (134,459 are evaluated).
"""

from __future__ import annotations

import argparse
import os
import time
from functools import reduce

import numpy as np

from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS, NUM_COMBOS
from pokerzoo.envs.poker.deck_strengths import hold_em_strength
from pokerzoo.envs.poker.preflop_equities import BOARDS, DIGEST, FILE, NUM_KINDS, SHARED, packed_counts, pair_kinds
from pokerzoo.envs.poker.run_out_matrix import RunOuts, count_wins, on_threads, run_outs_of
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.arrays import Bools, Int32s


def count_results(threads: int) -> tuple[Int32s, Int32s]:
    """int32 [47008] each: boards on which the first hand of each kind's first pair wins, and on which the two tie."""
    nothing, hands = np.empty(0, dtype=np.int64), COMBOS.astype(np.int64)
    cards, sizes = run_outs_of(range(NUM_CARDS), CARD_PERMUTATIONS, 5)
    split = [RunOuts(cards[part::threads], sizes[part::threads]) for part in range(threads)]
    counted = on_threads(lambda part: count_wins(hold_em_strength, nothing, hands, part), split, threads)
    wins: Int32s = reduce(np.add, counted)[:NUM_COMBOS, :NUM_COMBOS]
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


def main() -> None:
    """Make the table, compare it with the one that is there, and write it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}; otherwise only compare")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="how many (default: all processors)")
    args = parser.parse_args()
    start = time.perf_counter()
    packed, digest = packed_counts(*count_results(max(1, args.threads)))
    seconds = time.perf_counter() - start
    print(f"{NUM_KINDS:,} kinds of pairs, {BOARDS:,} boards each, in {seconds:.0f} s on {args.threads} threads")
    if args.write:
        FILE.write_bytes(packed)
        print(f"{FILE}: {len(packed):,} bytes")
    print(f"SHA-256 {digest}: {'as in' if digest == DIGEST else 'not that of DIGEST in'} preflop_equities.py")
    if digest != DIGEST:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
