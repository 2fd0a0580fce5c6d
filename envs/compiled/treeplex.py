"""A player's decision problem as a treeplex, and the walks over it.

A *decision point* chooses an action; a *sequence* is a decision point with one of its actions, and sequence 0 is the empty
one. A decision point hangs below the sequence that its player took last before it. Each sequence is a row of one float
(flat games) or of one float a hand (games with a lane for each private hand): see ``simd``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.kernels import kernel

from .arrays import Cumulative, LockMask, Reach, Strategy, Utility
from .regret_matching import divisor_of
from .simd import Lanes, fill_lanes, load_block, num_blocks, select_positive, store_block

BLOCKS_AT_ONCE = 4
"""Blocks of hands that the walks take together: enough independent work for the processor, little enough for its cache."""


class Treeplex(NamedTuple):
    """One player's decision points, parents before children."""

    first: Int32s  # [points]: first sequence of each decision point; its others follow
    actions: Int32s  # [points]: number of actions
    parent: Int32s  # [points]: the sequence it hangs below (0: the empty one)

    def points(self) -> list[tuple[int, int, int]]:
        """(First sequence, number of actions, parent) of each decision point."""
        return list(zip(self.first.tolist(), self.actions.tolist(), self.parent.tolist(), strict=True))


def make_treeplex(actions: list[int], parents: list[int]) -> Treeplex:
    """The treeplex whose decision points have these numbers of actions and hang below these sequences."""
    counts = np.array(actions, dtype=np.int32)
    first = (1 + np.concatenate([[0], np.cumsum(counts)])).astype(np.int32)[: len(counts)]
    parent = np.array(parents, dtype=np.int32)
    if np.any(parent >= first) or np.any(parent < 0):
        raise InputError("a decision point must come after the sequence it hangs below")
    return Treeplex(first, counts, parent)


def num_sequences(plex: Treeplex) -> int:
    """Sequences of a treeplex, the empty one included."""
    return int(plex.first[-1] + plex.actions[-1]) if plex.first.size else 1


def equal_shares(plex: Treeplex) -> Floats:
    """float64 [sequences]: the probability of each sequence's last action where all are as likely; 0 for the empty one."""
    return np.concatenate([[0.0], np.repeat(1.0 / plex.actions, plex.actions)])


@kernel(nogil=True, counted=False)
def reach_down(lanes: Lanes, plex: Treeplex, start: int, end: int, strategy: Strategy, reach: Reach) -> None:
    """Write the player's own reach of each sequence, for the blocks of hands from ``start`` to ``end``; row 0 must be set."""
    for point in range(plex.first.shape[0]):
        first, last, parent = plex.first[point], plex.first[point] + plex.actions[point], plex.parent[point]
        for block in range(start, end):
            above = load_block(lanes, reach, parent, block)
            for row in range(first, last):
                store_block(lanes, reach, row, block, above * load_block(lanes, strategy, row, block))


@kernel(counted=False)
def values_up(lanes: Lanes, plex: Treeplex, start: int, end: int, strategy: Strategy, utility: Utility) -> None:
    """Add to each sequence's utility what the strategy makes of it below; row 0 becomes the value of the whole."""
    for point in range(plex.first.shape[0] - 1, -1, -1):
        first, last, parent = plex.first[point], plex.first[point] + plex.actions[point], plex.parent[point]
        for block in range(start, end):
            value = fill_lanes(lanes, 0.0)
            for row in range(first, last):
                value = value + load_block(lanes, strategy, row, block) * load_block(lanes, utility, row, block)
            store_block(lanes, utility, parent, block, load_block(lanes, utility, parent, block) + value)


@kernel(counted=False)
def best_values_up(
    lanes: Lanes, plex: Treeplex, start: int, end: int, strategy: Strategy, locked: LockMask, utility: Utility, choice: Strategy
) -> None:
    """``values_up`` under the best strategy, which goes into ``choice`` (1 for the first best action, 0 for others)."""
    for point in range(plex.first.shape[0] - 1, -1, -1):
        first, last, parent = plex.first[point], plex.first[point] + plex.actions[point], plex.parent[point]
        for block in range(start, end):
            best = load_block(lanes, utility, first, block)
            for row in range(first + 1, last):
                value = load_block(lanes, utility, row, block)
                best = select_positive(value - best, value, best)
            free = fill_lanes(lanes, 1.0)
            for row in range(first, last):
                short = best - load_block(lanes, utility, row, block)
                taken = select_positive(short, fill_lanes(lanes, 0.0), free)
                free = free - taken
                store_block(lanes, choice, row, block, taken)
            if locked.size > 0:
                kept = fill_lanes(lanes, 0.0)
                for row in range(first, last):
                    share = load_block(lanes, strategy, row, block)
                    kept = kept + share * load_block(lanes, utility, row, block)
                    lock = load_block(lanes, locked, row, block)
                    store_block(lanes, choice, row, block, select_positive(lock, share, load_block(lanes, choice, row, block)))
                best = select_positive(load_block(lanes, locked, first, block), kept, best)
            store_block(lanes, utility, parent, block, load_block(lanes, utility, parent, block) + best)


@kernel(counted=False)
def normalise(lanes: Lanes, plex: Treeplex, cumulative: Cumulative, strategy: Strategy) -> None:
    """Write at each decision point the shares of non-negative cumulative numbers; equal shares where all are zero."""
    for point in range(plex.first.shape[0]):
        first, last = plex.first[point], plex.first[point] + plex.actions[point]
        equal = fill_lanes(lanes, 1.0 / plex.actions[point])
        for block in range(num_blocks(lanes)):
            total = fill_lanes(lanes, 0.0)
            for row in range(first, last):
                total = total + load_block(lanes, cumulative, row, block)
            counted, divisor = divisor_of(lanes, total)  # divided, so that all of one action is 1
            for row in range(first, last):
                share = load_block(lanes, cumulative, row, block) / divisor
                store_block(lanes, strategy, row, block, select_positive(counted, share, equal))
