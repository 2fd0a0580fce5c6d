"""The CFR iteration, compiled: evaluate the terminals, walk the treeplex up, update regrets, walk it down."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.compiled.arrays import AllRows, Counter, Cumulative, Factors, PlayerValues, Reach, Rows, Strategy, Utility
from pokerzoo.envs.compiled.regret_matching import inverse_total, positive_part
from pokerzoo.envs.compiled.simd import (
    Lanes,
    block_dot,
    fill_lanes,
    load_block,
    num_blocks,
    select_positive,
    store_block,
)
from pokerzoo.envs.compiled.terminal_evaluation import Evaluation, counterfactual_values
from pokerzoo.envs.compiled.treeplex import BLOCKS_AT_ONCE, Treeplex, reach_down
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel


@kernel(counted=False)
def add_reach(lanes: Lanes, rows: int, start: int, end: int, discount: float, reach: Reach, average: Cumulative) -> None:
    """Discount cumulative strategies and add the present reach, over the blocks of hands from ``start`` to ``end``."""
    for block in range(start, end):
        for row in range(rows):
            gathered = load_block(lanes, average, row, block) * fill_lanes(lanes, discount)
            store_block(lanes, average, row, block, gathered + load_block(lanes, reach, row, block))


@kernel(counted=False)
def update_rows(
    lanes: Lanes,
    plex: Treeplex,
    start: int,
    end: int,
    positive: float,
    negative: float,
    prediction: float,
    strategy: Strategy,
    utility: Utility,
    regret: Cumulative,
) -> None:
    """One walk up over the blocks of hands from ``start`` to ``end``: values, regrets, and the next strategy."""
    for point in range(plex.first.shape[0] - 1, -1, -1):
        first, last = plex.first[point], plex.first[point] + plex.actions[point]
        parent = plex.parent[point]
        for block in range(start, end):
            value = fill_lanes(lanes, 0.0)
            for row in range(first, last):
                value = value + load_block(lanes, strategy, row, block) * load_block(lanes, utility, row, block)
            total = fill_lanes(lanes, 0.0)
            for row in range(first, last):
                gain = load_block(lanes, utility, row, block) - value
                sum_ = load_block(lanes, regret, row, block) + gain
                sum_ = sum_ * select_positive(sum_, fill_lanes(lanes, positive), fill_lanes(lanes, negative))
                store_block(lanes, regret, row, block, sum_)
                share = positive_part(lanes, sum_ + gain * fill_lanes(lanes, prediction))
                store_block(lanes, strategy, row, block, share)
                total = total + share
            counted, inverse = inverse_total(lanes, total)
            equal = fill_lanes(lanes, 1.0 / plex.actions[point])
            for row in range(first, last):
                share = load_block(lanes, strategy, row, block) * inverse
                store_block(lanes, strategy, row, block, select_positive(counted, share, equal))
            store_block(lanes, utility, parent, block, load_block(lanes, utility, parent, block) + value)


@kernel(nogil=True, counted=False)
def update_player(
    lanes: Lanes,
    plex: Treeplex,
    factors: Floats,
    lock_at: Int64s,
    lock_to: Rows,
    strategy: Strategy,
    reach: Reach,
    utility: Utility,
    regret: Cumulative,
    average: Cumulative,
    value: Floats,
    start: int,
    end: int,
) -> None:
    """A player's turn over the blocks of hands from ``start`` to ``end``, which write the player's value into ``value``."""
    positive, negative, discount, prediction = factors[0], factors[1], factors[2], factors[3]
    rows = 1
    for count in plex.actions:  # no sum of numpy's: its module takes long to import
        rows += count
    entries = strategy.reshape(-1)
    pitch = entries.shape[0] // num_blocks(lanes)
    lock = 0
    while lock < lock_at.shape[0] and lock_at[lock] < start * pitch:
        lock += 1
    for first in range(start, end, BLOCKS_AT_ONCE):
        last = min(first + BLOCKS_AT_ONCE, end)
        add_reach(lanes, rows, first, last, discount, reach, average)
        update_rows(lanes, plex, first, last, positive, negative, prediction, strategy, utility, regret)
        for block in range(first, last):
            value[block] = block_dot(lanes, reach, utility, 0, block)
        while lock < lock_at.shape[0] and lock_at[lock] < last * pitch:
            entries[lock_at[lock]] = lock_to[lock]
            lock += 1
        reach_down(lanes, plex, first, last, strategy, reach)


@kernel(counted=False)
def sum_in_order(values: Floats) -> float:
    """The sum from the first number to the last."""
    total = 0.0
    for value in values:
        total += value
    return total


@kernel(nogil=True)
def iterate_rows(
    lanes: Lanes,
    plexes: tuple[Treeplex, ...],
    terminals: Evaluation,
    alternating: bool,
    factors: Factors,
    lock_at: tuple[Int64s, ...],
    lock_to: tuple[Rows, ...],
    strategies: AllRows,
    reaches: AllRows,
    utilities: AllRows,
    regrets: AllRows,
    averages: AllRows,
    value_sums: PlayerValues,
    iteration: Counter,
) -> None:
    """Run as many iterations as ``factors`` has rows. ``iteration[0]`` counts those that are complete."""
    players = len(plexes)
    value = np.empty(num_blocks(lanes))
    for t in range(factors.shape[0]):
        for turn in range(players if alternating else 1):
            first_player, end_player = (turn, turn + 1) if alternating else (0, players)
            for player in range(first_player, end_player):
                counterfactual_values(lanes, terminals, player, reaches, utilities[player])
            for player in range(first_player, end_player):
                update_player(
                    lanes, plexes[player], factors[t], lock_at[player], lock_to[player], strategies[player],
                    reaches[player], utilities[player], regrets[player], averages[player], value, 0, num_blocks(lanes),
                )  # fmt: skip
                value_sums[player] += sum_in_order(value)
        iteration[0] += 1
