"""The CFR iteration over boards: on the way down strategies and averages, on the way up values and regrets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.compiled.arrays import LANES, BoardRows, PlayerValues, Records, RootRows, Scales, Vector
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
from pokerzoo.envs.compiled.street_plan import Lines, RowStarts, WalkPlan, WalkScratch
from pokerzoo.envs.compiled.street_walk import STEPS, board_rows, plex_of, scratch_rows, strategies_and_reach, walk
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.kernels import kernel

from .kernels import update_rows

POSITIVE, NEGATIVE, DISCOUNT, PREDICTION, NOISE = range(5)
"""Places of an iteration's ``Variant.factors``, and of the noise that rounds numbers in 16 bits."""
LEAST = 1e-30
"""Chips times weights: negative regrets closer to zero are zero."""


@kernel(counted=False)
def discount_regrets(regret: Vector, positive: Vector, negative: Vector) -> Vector:
    """Regrets times their factors; what is left of negative ones is zero before it is denormal, which would be slow."""
    below, zero = regret * negative, fill_f32x16(0.0)
    left = select_positive(fill_f32x16(-LEAST) - below, below, zero)
    return select_positive(regret, regret * positive, left)


@kernel(counted=False)
def update_regrets(
    lines: Lines,
    points: Records,
    board: int,
    factors: Floats,
    rows: Floats32,
    row_at: RowStarts,
    regrets: BoardRows,
    scales: Scales,
) -> None:
    """Values and regrets on one board, from the utility of its terminals and of what follows."""
    start, end, sequence_size = lines.points_at, lines.points_end, lines.sequences * LANES
    wide = sequence_size + lines.entries * LANES
    shares_at, utility_at = row_at.strategy, row_at.utility[0]
    cumulative_at = lines.rows_at + board * lines.blocks * sequence_size
    scale = lines.scales_at + board * lines.blocks * (end - start)
    positive, negative = fill_f32x16(factors[POSITIVE]), fill_f32x16(factors[NEGATIVE])
    for _ in range(lines.blocks):
        for point in range(end - 1, start - 1, -1):
            first, actions = points[point].first * LANES, points[point].actions
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
            above = utility_at + points[point].parent * LANES
            vector_store(rows, above, vector_load(rows, above) + value)
        scale += end - start
        cumulative_at += sequence_size
        shares_at += wide
        utility_at += wide


@kernel(counted=False)
def reach_of_kept_strategies(
    lines: Lines,
    points: Records,
    board: int,
    strategies: BoardRows,
    locks: BoardRows,
    rows: Floats32,
    row_at: RowStarts,
    adds: bool,
    discount: float,
    averages: BoardRows,
) -> None:
    """``strategies_and_reach`` for variants that predict, whose strategies are kept."""
    blocks = lines.blocks
    strategy, reach = board_rows(lines, strategies, board), scratch_rows(lines, rows, row_at.reach)
    if locks.size > 0:
        lock = board_rows(lines, locks, board)
        for block in range(blocks):
            for k in range(lock.shape[1]):
                if lock[block, k] >= 0.0:
                    strategy[block, k] = lock[block, k]
    reach_down(ManyHandLanes(blocks), plex_of(lines, points), 0, blocks, strategy, reach)
    if adds:
        average, factor = board_rows(lines, averages, board), np.float32(discount)
        for block in range(blocks):
            for k in range(average.shape[1]):
                average[block, k] = average[block, k] * factor + reach[block, k]


class Iteration(NamedTuple):
    """An iteration in which some players update, as the task of a walk; arrays of size 0 for what a solver does not keep."""

    factors: Floats  # [5]: of ``POSITIVE`` and so on
    locks: BoardRows
    regrets: BoardRows
    regret_scales: Scales  # of regrets in 16 bits
    averages: BoardRows
    average_scales: Scales  # of averages in 16 bits


class PredictingIteration(NamedTuple):
    """The same of a variant that predicts."""

    factors: Floats
    locks: BoardRows
    strategies: BoardRows
    regrets: BoardRows
    averages: BoardRows


def play(task: Iteration, plan: WalkPlan, stage: int, board: int, players: tuple[int, int], scratch: WalkScratch) -> None:
    """Write both players' strategies and own reach on a board, and add those of ``players`` to the averages."""
    factors = task.factors
    for player in range(2):
        lines, row_at, updates = plan.stages[stage, player], scratch.row_at[stage, player], players[0] <= player < players[1]
        strategies_and_reach(
            lines, plan.points, board, task.regrets, task.locks, scratch.rows, row_at, updates, updates, factors[DISCOUNT],
            task.averages, task.average_scales, factors[NOISE], scratch.kept,
        )  # fmt: skip


def learn(
    task: Iteration,
    plan: WalkPlan,
    stage: int,
    board: int,
    player: int,
    values: tuple[int, int],
    scratch: WalkScratch,
) -> None:
    """Update a player's regrets on a board."""
    lines, row_at = plan.stages[stage, player], scratch.row_at[stage, player]
    update_regrets(lines, plan.points, board, task.factors, scratch.rows, row_at, task.regrets, task.regret_scales)


def play_kept(
    task: PredictingIteration, plan: WalkPlan, stage: int, board: int, players: tuple[int, int], scratch: WalkScratch
) -> None:
    """``play`` for strategies that are kept."""
    for player in range(2):
        lines, row_at, updates = plan.stages[stage, player], scratch.row_at[stage, player], players[0] <= player < players[1]
        reach_of_kept_strategies(
            lines, plan.points, board, task.strategies, task.locks, scratch.rows, row_at, updates, task.factors[DISCOUNT],
            task.averages,
        )  # fmt: skip


def learn_and_predict(
    task: PredictingIteration,
    plan: WalkPlan,
    stage: int,
    board: int,
    player: int,
    values: tuple[int, int],
    scratch: WalkScratch,
) -> None:
    """Update a player's regrets and strategies on a board."""
    factors, lines, row_at = task.factors, plan.stages[stage, player], scratch.row_at[stage, player]
    update_rows(
        ManyHandLanes(lines.blocks), plex_of(lines, plan.points), 0, lines.blocks, factors[POSITIVE], factors[NEGATIVE],
        factors[PREDICTION], board_rows(lines, task.strategies, board), scratch_rows(lines, scratch.rows, row_at.utility[0]),
        board_rows(lines, task.regrets, board),
    )  # fmt: skip


STEPS[Iteration] = play, learn
STEPS[PredictingIteration] = play_kept, learn_and_predict


@kernel(nogil=True, counted=False)
def walk_boards(
    task: Iteration | PredictingIteration,
    plan: WalkPlan,
    root: RootRows,
    part: int,
    start: int,
    end: int,
    first_player: int,
    end_player: int,
    above: WalkScratch,
    scratch: WalkScratch,
    worth: Floats32,
    value_sums: PlayerValues,
) -> None:
    """One part of an iteration in which one player updates, or both."""
    walk(
        task, plan, (0, 0), part, start, end, (first_player, end_player), (0, 1), root, above, scratch, worth,
        value_sums.reshape(2, 1),
    )  # fmt: skip
