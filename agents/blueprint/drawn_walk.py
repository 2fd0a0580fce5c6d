"""The CFR iteration on one drawn board: regrets and averages by hand class, everything else by hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.compiled.arrays import LANES, Records
from pokerzoo.envs.compiled.showdown_pass import hand_starts, transpose_rows
from pokerzoo.envs.compiled.simd import fill_f32x16, vector_load, vector_store
from pokerzoo.envs.compiled.street_plan import Lines, RowStarts, WalkPlan, WalkScratch
from pokerzoo.envs.compiled.street_walk import BELOW, DOWN, NOTHING, UP, pass_down, strategies_and_reach, terminal_values
from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel


class ClassTables(NamedTuple):
    """Numbers by hand class and sequence, part by part of the lines."""

    regrets: Floats32  # [numbers]: cumulative regrets
    gains: Floats32  # [numbers]: where new regrets are added: ``regrets`` itself, but where an iteration has several boards
    averages: Floats32  # [numbers]: cumulative strategies
    at: Int64s  # [stages, 2]: where a part's rows [classes, sequences] of each stage and player start


class WalkRoom(NamedTuple):
    """Scratch of one part of the lines beside ``WalkScratch``."""

    cumulative: Floats32  # [2, blocks * sequences * 16]: each player's numbers of one stage, by lane
    gains: Floats32  # [sequences * 16]: what one block of hands regrets
    turned: Floats32  # [16 * 16]: sixteen rows of a block by lane


@kernel(counted=False)
def class_starts(classes: Int32s, lane: int, at: int, wide: int) -> tuple[int | np.int64, ...]:
    """Starts of the rows of sixteen lanes' classes, as ``transpose_rows`` takes them; lanes without a hand have some row."""
    return (
        start_of(classes[lane], at, wide), start_of(classes[lane + 1], at, wide), start_of(classes[lane + 2], at, wide),
        start_of(classes[lane + 3], at, wide), start_of(classes[lane + 4], at, wide), start_of(classes[lane + 5], at, wide),
        start_of(classes[lane + 6], at, wide), start_of(classes[lane + 7], at, wide), start_of(classes[lane + 8], at, wide),
        start_of(classes[lane + 9], at, wide), start_of(classes[lane + 10], at, wide), start_of(classes[lane + 11], at, wide),
        start_of(classes[lane + 12], at, wide), start_of(classes[lane + 13], at, wide), start_of(classes[lane + 14], at, wide),
        start_of(classes[lane + 15], at, wide),
    )  # fmt: skip


@kernel(counted=False)
def start_of(number: int, at: int, wide: int) -> int | np.int64:
    """The start of a class's row."""
    return at + (np.int64(number) if number > 0 else np.int64(0)) * wide


@kernel(counted=False)
def gather_rows(table: Floats32, at: int, wide: int, classes: Int32s, blocks: int, rows: Floats32) -> None:
    """Write each lane's row of its class into rows [blocks, sequences * 16].

    Sixteen sequences are turned at a time. The last may reach beyond a row: what they write there is overwritten by the next
    block, or in the space after all of them.
    """
    for block in range(blocks):
        starts = class_starts(classes, block * LANES, at, wide)
        for k in range(0, wide, LANES):
            transpose_rows(table, starts, k, rows, (block * wide + k) * LANES, LANES)


@kernel(counted=False)
def add_rows(
    rows: Floats32, base: int, wide: int, classes: Int32s, block: int, weight: float, table: Floats32, at: int, turned: Floats32
) -> None:
    """Add a block's rows [sequences * 16], weighted, to the rows of its hands' classes."""
    factor, single = fill_f32x16(weight), np.float32(weight)
    whole = wide // LANES * LANES
    for k in range(0, whole, LANES):
        transpose_rows(rows, hand_starts(base + k * LANES, LANES), 0, turned, 0, LANES)
        for lane in range(LANES):
            number = np.int64(classes[block * LANES + lane])
            if number >= 0:
                target = at + number * wide + k
                vector_store(table, target, vector_load(table, target) + factor * vector_load(turned, lane * LANES))
    for lane in range(LANES):
        number = np.int64(classes[block * LANES + lane])
        if number >= 0:
            target = at + number * wide
            for k in range(whole, wide):
                table[target + k] += single * rows[base + k * LANES + lane]


@kernel(counted=False)
def add_gains(
    lines: Lines,
    points: Records,
    classes: Int32s,
    rows: Floats32,
    row_at: RowStarts,
    weight: float,
    table: Floats32,
    at: int,
    gains: Floats32,
    turned: Floats32,
) -> None:
    """Work out values on one board, from the utility of terminals and of what follows, and add regrets to the classes."""
    start, end, wide = lines.points_at, lines.points_end, lines.sequences
    pitch = (wide + lines.entries) * LANES
    shares_at, utility_at = row_at.strategy, row_at.utility[0]
    for block in range(lines.blocks):
        for point in range(end - 1, start - 1, -1):
            first, actions = points[point].first * LANES, points[point].actions
            value = fill_f32x16(0.0)
            for k in range(first, first + actions * LANES, LANES):
                value = value + vector_load(rows, shares_at + k) * vector_load(rows, utility_at + k)
            for k in range(first, first + actions * LANES, LANES):
                vector_store(gains, k, vector_load(rows, utility_at + k) - value)
            above = utility_at + points[point].parent * LANES
            vector_store(rows, above, vector_load(rows, above) + value)
        add_rows(gains, 0, wide, classes, block, weight, table, at, turned)
        shares_at += pitch
        utility_at += pitch


@kernel(counted=False)
def add_later_values(plan: WalkPlan, stage: int, player: int, rows: Floats32, later_at: int, utility_at: int) -> None:
    """Add the values of the next stage's entries to the rows of the lines that continue."""
    lines, below = plan.stages[stage, player], plan.stages[stage + 1, player]
    source, to = later_at + below.sequences * LANES, utility_at
    for _ in range(lines.blocks):
        for k in range(lines.exits_at, lines.exits_end):
            row = to + plan.exits[player, k] * LANES
            entry = source + (k - lines.exits_at) * LANES
            vector_store(rows, row, vector_load(rows, row) + vector_load(rows, entry))
        source += (below.sequences + below.entries) * LANES
        to += (lines.sequences + lines.entries) * LANES


@kernel(counted=False)
def copy_entry(lines: Lines, rows: Floats32, at: int, values: Floats32, reads: bool) -> None:
    """Read the row of the first entry into ``values`` [lanes], or write it."""
    at += lines.sequences * LANES
    for block in range(lines.blocks):
        if reads:
            vector_store(values, block * LANES, vector_load(rows, at))
        else:
            vector_store(rows, at, vector_load(values, block * LANES))
        at += (lines.sequences + lines.entries) * LANES


@kernel(counted=False)
def exchange_exits(plan: WalkPlan, player: int, rows: Floats32, at: int, values: Floats32, reads: bool) -> None:
    """Read the rows of the lines that continue into ``values`` [lines, lanes], or add these to them."""
    lines = plan.stages[0, player]
    for block in range(lines.blocks):
        for k in range(lines.exits_at, lines.exits_end):
            row = at + plan.exits[player, k] * LANES
            if reads:
                vector_store(values[k], block * LANES, vector_load(rows, row))
            else:
                vector_store(rows, row, vector_load(rows, row) + vector_load(values[k], block * LANES))
        at += (lines.sequences + lines.entries) * LANES


@kernel(nogil=True, counted=False)
def walk_drawn_board(
    plan: WalkPlan,
    part: int,
    classes: Int32s,
    tables: ClassTables,
    first_player: int,
    end_player: int,
    weight: float,
    root: Floats32,
    reaches: Floats32,
    worths: Floats32,
    scratch: WalkScratch,
    room: WalkRoom,
) -> None:
    """One part of an iteration in which one player updates, or both.

    ``BELOW``: from ``root``, the reach [2, lanes] of the part's first line, to its values, ``worths`` [2, 1, lanes].
    ``DOWN``: the first stage alone, from the weights in ``root`` to ``reaches`` [2, lines that continue, lanes]. ``UP``: from
    ``worths`` [2, lines that continue, lanes]. ``classes`` is [stages, lanes].
    """
    stages = plan.stages.shape[0]
    if part != UP:
        for stage in range(stages):
            for player in range(2):
                lines, row_at = plan.stages[stage, player], scratch.row_at[stage, player]
                if stage == 0:
                    copy_entry(lines, scratch.rows, row_at.reach, root[player], False)
                wide, at = lines.sequences, tables.at[stage, player]
                gather_rows(tables.regrets, at, wide, classes[stage], lines.blocks, room.cumulative)
                strategies_and_reach(
                    lines, plan.points, 0, room.cumulative, NOTHING, scratch.rows, row_at, True,
                    False, 0.0, room.cumulative, NOTHING, 0.0, scratch.kept,
                )  # fmt: skip
                if first_player <= player < end_player:
                    pitch = (wide + lines.entries) * LANES
                    for block in range(lines.blocks):
                        base = row_at.reach + block * pitch
                        add_rows(scratch.rows, base, wide, classes[stage], block, weight, tables.averages, at, room.turned)
            for player in range(first_player, end_player):
                terminal_values(plan, stage, player, 0, scratch)
            if stage + 1 < stages:
                pass_down(plan, stage, 0, scratch, scratch)
    if part == DOWN:
        for player in range(2):
            exchange_exits(plan, player, scratch.rows, scratch.row_at[0, player].reach, reaches[player], True)
        return
    for stage in range(stages - 1, -1, -1):
        for player in range(first_player, end_player):
            lines, row_at = plan.stages[stage, player], scratch.row_at[stage, player]
            if stage + 1 < stages:
                later_at = scratch.row_at[stage + 1, player].utility[0]
                add_later_values(plan, stage, player, scratch.rows, later_at, row_at.utility[0])
            if part == UP:
                exchange_exits(plan, player, scratch.rows, row_at.utility[0], worths[player], False)
            at = tables.at[stage, player]
            add_gains(
                lines, plan.points, classes[stage], scratch.rows, row_at, weight, tables.gains, at, room.gains,
                room.turned,
            )  # fmt: skip
            if stage == 0 and part == BELOW:
                copy_entry(lines, scratch.rows, row_at.utility[0], worths[player, 0], True)
