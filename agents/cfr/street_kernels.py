"""The CFR iteration over boards: on the way down strategies and averages, on the way up values and regrets."""

from __future__ import annotations

from typing import NamedTuple

import numba as nb
import numpy as np

from pokerzoo.envs.compiled.arrays import BoardRows, PlayerValues, RootRows, Scales, Vector
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.simd import (
    NEXT_POINT,
    ManyHandLanes,
    fill_f32x16,
    load_cumulative,
    put_cumulative,
    select_positive,
    settle_cumulative,
    unit_of,
    vector_load,
    vector_store,
)
from pokerzoo.envs.compiled.street_plan import (
    ACTIONS,
    BLOCKS,
    BOARD,
    ENTERS,
    ENTRIES,
    FIRST,
    PARENT,
    POINTS_AT,
    POINTS_END,
    ROWS_AT,
    SCALES_AT,
    SEQUENCES,
    STREET,
    WalkPlan,
)
from pokerzoo.envs.compiled.street_walk import (
    REACH,
    STRATEGY,
    UTILITY,
    WalkScratch,
    add_child,
    board_rows,
    clear_below,
    keep_entries,
    pass_down,
    pass_up,
    plex_of,
    root_value,
    scratch_rows,
    set_root,
    strategies_and_reach,
    terminal_values,
)
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s

from .kernels import update_rows

POSITIVE, NEGATIVE, DISCOUNT, PREDICTION, NOISE = range(5)
"""Places of an iteration's ``Variant.factors``, and of the noise that rounds numbers in 16 bits."""
LEAST = 1e-30
"""Chips times weights: negative regrets closer to zero are zero."""


@nb.njit(cache=True)
def discount_regrets(regret: Vector, positive: Vector, negative: Vector) -> Vector:
    """Regrets times their factors; what is left of negative ones is zero before it is denormal, which would be slow."""
    below, zero = regret * negative, fill_f32x16(0.0)
    left = select_positive(fill_f32x16(-LEAST) - below, below, zero)
    return select_positive(regret, regret * positive, left)


class BoardNumbers(NamedTuple):
    """The numbers of a solver for each board, sequence and hand, that iterations read and write."""

    locks: BoardRows  # the probability where the strategy is locked, elsewhere ``FREE``; empty: nowhere
    strategies: BoardRows  # the present strategies, of variants that predict; empty: they are made of the regrets
    regrets: BoardRows  # float32, or int16 in units
    regret_scales: Scales  # these units; empty for float32
    averages: BoardRows  # sums of own reach, as ``regrets``
    average_scales: Scales
    single_regrets: BoardRows  # ``regrets`` of variants that predict, which are in float32; else empty
    single_averages: BoardRows


@nb.njit(cache=True)
def update_regrets(
    lines: Int64s, points: Int32s, board: int, factors: Floats, rows: Floats32, row_at: Int64s, regrets: BoardRows,
    scales: Scales,
) -> None:  # fmt: skip
    """Values and regrets on one board, from the utility of its terminals and of what follows."""
    start, end, own = lines[POINTS_AT], lines[POINTS_END], lines[SEQUENCES] * LANES
    wide = own + lines[ENTRIES] * LANES
    shares_at, utility_at = row_at[STRATEGY], row_at[UTILITY]
    cumulative_at = lines[ROWS_AT] + board * lines[BLOCKS] * own
    scale = lines[SCALES_AT] + board * lines[BLOCKS] * (end - start)
    positive, negative = fill_f32x16(factors[POSITIVE]), fill_f32x16(factors[NEGATIVE])
    for _ in range(lines[BLOCKS]):
        for point in range(end - 1, start - 1, -1):
            first, actions = points[point, FIRST] * LANES, points[point, ACTIONS]
            unit = fill_f32x16(unit_of(regrets, scales, scale + point - start))
            if actions == 2:
                a, b = vector_load(rows, utility_at + first), vector_load(rows, utility_at + first + LANES)
                value = vector_load(rows, shares_at + first) * a + vector_load(rows, shares_at + first + LANES) * b
                a = load_cumulative(regrets, cumulative_at + first) * unit + (a - value)
                b = load_cumulative(regrets, cumulative_at + first + LANES) * unit + (b - value)
                a, b = discount_regrets(a, positive, negative), discount_regrets(b, positive, negative)
                put_cumulative(regrets, cumulative_at + first, rows, shares_at + first, a)
                put_cumulative(regrets, cumulative_at + first + LANES, rows, shares_at + first + LANES, b)
            else:
                value = fill_f32x16(0.0)
                for k in range(first, first + actions * LANES, LANES):
                    value = value + vector_load(rows, shares_at + k) * vector_load(rows, utility_at + k)
                for k in range(first, first + actions * LANES, LANES):
                    gain = vector_load(rows, utility_at + k) - value
                    regret = load_cumulative(regrets, cumulative_at + k) * unit + gain
                    regret = discount_regrets(regret, positive, negative)
                    put_cumulative(regrets, cumulative_at + k, rows, shares_at + k, regret)
            noise = factors[NOISE] + point * NEXT_POINT
            settle_cumulative(
                regrets, cumulative_at + first, actions, rows, shares_at + first, scales, scale + point - start, noise
            )
            above = utility_at + points[point, PARENT] * LANES
            vector_store(rows, above, vector_load(rows, above) + value)
        scale += end - start
        cumulative_at += own
        shares_at += wide
        utility_at += wide


@nb.njit(cache=True)
def reach_of_kept_strategies(
    plan: WalkPlan, street: int, player: int, board: int, numbers: BoardNumbers, adds: bool, discount: float,
    scratch: WalkScratch,
) -> None:  # fmt: skip
    """``strategies_and_reach`` for variants that predict, whose strategies are kept."""
    lines = plan.streets[street, player]
    own = board_rows(lines, numbers.strategies, board)
    reach = scratch_rows(lines, scratch.rows, scratch.row_at[street, player, REACH])
    if numbers.locks.size > 0:
        lock = board_rows(lines, numbers.locks, board)
        for block in range(lines[BLOCKS]):
            for k in range(lock.shape[1]):
                if lock[block, k] >= 0.0:
                    own[block, k] = lock[block, k]
    reach_down(ManyHandLanes(lines[BLOCKS]), plex_of(lines, plan.points), 0, lines[BLOCKS], own, reach)
    if adds:
        average, factor = board_rows(lines, numbers.single_averages, board), np.float32(discount)
        for block in range(lines[BLOCKS]):
            for k in range(average.shape[1]):
                average[block, k] = average[block, k] * factor + reach[block, k]


@nb.njit(cache=True, nogil=True)
def walk_boards(
    plan: WalkPlan,
    root: RootRows,
    start: int,
    end: int,
    first_player: int,
    end_player: int,
    factors: Floats,
    numbers: BoardNumbers,
    above: WalkScratch,
    scratch: WalkScratch,
    child_values: Floats32,
    value_sums: PlayerValues,
) -> None:
    """Steps of an iteration in which the players from ``first_player`` to ``end_player`` update."""
    num_streets, predicts = plan.streets.shape[0], numbers.strategies.size > 0
    for step in range(start, end):
        street, board = plan.steps[step, STREET], plan.steps[step, BOARD]
        if plan.steps[step, ENTERS]:
            if street == 0:
                set_root(plan, root, scratch)
            elif street == 1:
                pass_down(plan, 0, board, above, scratch)
            else:
                pass_down(plan, street - 1, board, scratch, scratch)
            for player in range(2):
                updates = first_player <= player < end_player
                if predicts:
                    reach_of_kept_strategies(plan, street, player, board, numbers, updates, factors[DISCOUNT], scratch)
                else:
                    strategies_and_reach(
                        plan.streets[street, player], plan.points, board, numbers.regrets, numbers.locks, scratch.rows,
                        scratch.row_at[street, player], updates, updates, factors[DISCOUNT], numbers.averages,
                        numbers.average_scales, factors[NOISE], scratch.kept,
                    )  # fmt: skip
            for player in range(first_player, end_player):
                terminal_values(plan, street, player, board, scratch)
                if street + 1 < num_streets:
                    clear_below(plan, street, board, player, 0, scratch)
            continue
        for player in range(first_player, end_player):
            lines, row_at = plan.streets[street, player], scratch.row_at[street, player]
            if street == 0:
                for child in range(child_values.shape[2]):
                    pitch = plan.streets[1, player, ENTRIES] * LANES
                    add_child(plan, 0, player, 0, child, child_values[player, 0, child], 0, pitch, scratch)
            if street + 1 < num_streets:
                pass_up(plan, street, board, player, 0, UTILITY, scratch)
            if predicts:
                update_rows(
                    ManyHandLanes(lines[BLOCKS]), plex_of(lines, plan.points), 0, lines[BLOCKS], factors[POSITIVE],
                    factors[NEGATIVE], factors[PREDICTION], board_rows(lines, numbers.strategies, board),
                    scratch_rows(lines, scratch.rows, row_at[UTILITY]), board_rows(lines, numbers.single_regrets, board),
                )  # fmt: skip
            else:
                update_regrets(lines, plan.points, board, factors, scratch.rows, row_at, numbers.regrets, numbers.regret_scales)
            if street == 1:
                keep_entries(lines, scratch.rows, row_at[UTILITY], child_values[player, 0, board])
            if street > 1:
                pitch = (lines[SEQUENCES] + lines[ENTRIES]) * LANES
                entries_at = row_at[UTILITY] + lines[SEQUENCES] * LANES
                add_child(plan, street - 1, player, 0, board, scratch.rows, entries_at, pitch, scratch)
            if street == 0:
                value_sums[player] += root_value(lines, scratch.rows, row_at[REACH], row_at[UTILITY])
