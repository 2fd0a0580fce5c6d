"""Walks over the boards of a ``StreetTree``: down to a board, all its lines at once, and back up.

On each board come the strategies of both players from cumulative numbers (regrets or strategies), own reach, and the values of
terminals. Then comes every board that follows, then values and what is learned from them. Only these numbers are kept for
each board; strategy, reach and utility are scratch, which stays in the cache.

A walk has three parts. The first is the root's board on the way down. The second is the boards below, child by child of the
root, which may be split across threads. The third is the root's board on the way up, where the children's values
is added in their order. So results have the same bits on any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s
from pokerzoo.envs.support.kernels import kernel, typed_overload

from .arrays import LANES, BoardRows, Records, RootRows, Rows, Scales
from .regret_matching import inverse_total, positive_part
from .showdown_pass import HandsOnBoard, add_batches, new_pass_scratch
from .simd import (
    NEXT_POINT,
    ManyHandLanes,
    aligned_zeros,
    fill_f32x16,
    load_cumulative,
    put_cumulative,
    select_positive,
    settle_cumulative,
    unit_of,
    vector_load,
    vector_store,
    zero_rows,
)
from .street_plan import ROW_STARTS, Lines, RowStarts, WalkPlan, WalkScratch
from .street_settled import settle
from .treeplex import Treeplex

if TYPE_CHECKING:
    from .street_tree import StreetTree

DOWN, BELOW, UP = range(3)
"""The parts of a walk: the root's board on the way down, the boards below, the root's board on the way up."""
FREE = -1.0
"""In rows of locks: the strategy is not locked."""


def new_scratch(plan: WalkPlan, values: int, one_player: bool = True) -> WalkScratch:
    """Make scratch for walks with values of the strategies, 1, or with those of best responses, too, 2.

    ``one_player``: a walk has utility for one player only.
    """
    lines = plan.stages
    wide = (lines["sequences"] + lines["entries"]) * lines["blocks"] * LANES
    sizes = np.repeat(wide[:, :, None], 1 + 2 * values, axis=2)  # strategy, reach, utility, and best utility and choice
    shares = one_player and len(wide) > 1
    if shares:
        sizes[-1, :, 2] = 0
    starts = (np.cumsum(sizes) - sizes.ravel()).reshape(sizes.shape)
    if shares:
        starts[-1, :, 2] = starts[-1, :, 1]
    below = (lines["exits_end"] - lines["exits_at"]) * lines["blocks"] * LANES
    both = 2 * plan.symmetries * below
    row_at = np.zeros(lines.shape, ROW_STARTS)
    row_at["strategy"], row_at["reach"], row_at["choice"] = starts[..., 0], starts[..., 1], starts[..., -1]
    row_at["utility"][..., :values] = starts[..., 2 : 2 + values]
    row_at["below"][..., 0] = (np.cumsum(both) - both.ravel()).reshape(both.shape)
    row_at["below"][..., 1] = row_at["below"][..., 0] + both // 2
    row_at["below_size"] = below
    hands = int(lines["blocks"].max()) * LANES
    return WalkScratch(
        rows=aligned_zeros(int(sizes.sum()), np.float32),
        row_at=row_at,
        below=aligned_zeros(int(both.sum()), np.float32),
        met=aligned_zeros(hands * LANES if plan.before.size else 0, np.float32),
        at=np.zeros(len(lines), dtype=np.int64),
        following=np.zeros(len(lines), dtype=np.int64),
        kept=aligned_zeros(int(plan.points["actions"].max(initial=0)) * LANES, np.float32),
        **new_pass_scratch(hands)._asdict(),
    )


def new_worth(plan: WalkPlan, values: int) -> Floats32:
    """float32 [2, values, children of the root, entries * blocks * 16]: room for the values of the root's children."""
    if len(plan.stages) == 1:
        return np.zeros((2, values, 0, 0), dtype=np.float32)
    size = int(plan.stages["entries"][1, 0] * plan.stages["blocks"].max() * LANES)
    result: Floats32 = aligned_zeros((2, values, int(plan.boards["children_end"][0]), size), np.float32)
    return result


def root_rows(tree: StreetTree) -> RootRows:
    """The weight of each hand as a row of its own, float32 [blocks, 16]."""
    rows = []
    for blocks, weights in zip(tree.plan.stages["blocks"][0].tolist(), tree.root_reach, strict=True):
        row = zero_rows(ManyHandLanes(blocks), 1)
        row.reshape(-1)[: len(weights)] = weights
        rows.append(row)
    return rows[0], rows[1]


@kernel(inline="always")
def plex_of(lines: Lines, points: Records) -> Treeplex:
    """A player's decision points in a stage."""
    mine: Any = points[lines.points_at : lines.points_end]
    return Treeplex(mine.first, mine.actions, mine.parent)


@kernel(inline="always")
def scratch_rows(lines: Lines, rows: Floats32, at: int) -> Rows:
    """Rows [blocks, (sequences + entries) * 16] of scratch that start at ``at``."""
    wide = (lines.sequences + lines.entries) * LANES
    return rows[at : at + lines.blocks * wide].reshape(lines.blocks, wide)


@kernel(inline="always")
def board_rows(lines: Lines, rows: BoardRows, board: int) -> Rows:
    """Rows [blocks, sequences * 16] of one board, of an array with a number for each board, sequence and hand."""
    wide = lines.sequences * LANES
    at = lines.rows_at + board * lines.blocks * wide
    return rows[at : at + lines.blocks * wide].reshape(lines.blocks, wide)


@kernel(counted=False)
def strategies_and_reach(
    lines: Lines,
    points: Records,
    board: int,
    cumulative: BoardRows,
    locks: BoardRows,
    rows: Floats32,
    row_at: RowStarts,
    keeps: bool,
    adds: bool,
    discount: float,
    average: BoardRows,
    scales: Scales,
    noise: float,
    kept: Floats32,
) -> None:
    """Write the strategy that ``cumulative`` makes on a board, and own reach, as scratch rows; entries have their reach."""
    start, end, size = lines.points_at, lines.points_end, lines.sequences * LANES
    wide = size + lines.entries * LANES
    shares_at, reach_at = row_at.strategy, row_at.reach
    cumulative_at = lines.rows_at + board * lines.blocks * size
    scale = lines.scales_at + board * lines.blocks * (end - start)
    ones, zero, factor = fill_f32x16(1.0), fill_f32x16(0.0), np.float32(discount)
    lanes = ManyHandLanes(1)
    locked = locks.size > 0
    for _ in range(lines.blocks):
        for point in range(start, end):
            first, actions = points[point].first * LANES, points[point].actions
            here = cumulative_at + first
            above = vector_load(rows, reach_at + points[point].parent * LANES)
            aged = fill_f32x16(factor * unit_of(average, scales, scale)) if adds else zero
            if actions == 2 and not locked:  # most points: without reading the numbers again
                a, b = load_cumulative(cumulative, here), load_cumulative(cumulative, here + LANES)
                a, b = positive_part(lanes, a), positive_part(lanes, b)
                counted, inverse = inverse_total(lanes, a + b)
                equal = fill_f32x16(0.5)
                a, b = select_positive(counted, a * inverse, equal), select_positive(counted, b * inverse, equal)
                if keeps:
                    vector_store(rows, shares_at + first, a)
                    vector_store(rows, shares_at + first + LANES, b)
                a, b = a * above, b * above
                vector_store(rows, reach_at + first, a)
                vector_store(rows, reach_at + first + LANES, b)
                if adds:
                    put_cumulative(average, here, kept, 0, load_cumulative(average, here) * aged + a)
                    put_cumulative(average, here + LANES, kept, LANES, load_cumulative(average, here + LANES) * aged + b)
            else:
                total = zero
                for k in range(actions):
                    total = total + positive_part(lanes, load_cumulative(cumulative, here + k * LANES))
                counted, inverse = inverse_total(lanes, total)
                equal = fill_f32x16(1.0 / actions)
                for k in range(actions):
                    value = positive_part(lanes, load_cumulative(cumulative, here + k * LANES))
                    share = select_positive(counted, value * inverse, equal)
                    if locked:
                        lock = vector_load(locks, here + k * LANES)
                        share = select_positive(lock + ones, lock, share)
                    if keeps:
                        vector_store(rows, shares_at + first + k * LANES, share)
                    share = share * above
                    vector_store(rows, reach_at + first + k * LANES, share)
                    if adds:
                        value = load_cumulative(average, here + k * LANES) * aged + share
                        put_cumulative(average, here + k * LANES, kept, k * LANES, value)
            if adds:
                settle_cumulative(average, here, actions, kept, 0, scales, scale, noise + point * NEXT_POINT)
            scale += 1
        cumulative_at += size
        shares_at += wide
        reach_at += wide


@kernel(inline="always")
def hands_on_board(plan: WalkPlan, stage: int, player: int, board: int, rows_at: int) -> HandsOnBoard:
    """A player's hands on a board of a stage."""
    lines = plan.stages[stage, player]
    full = board if stage + 1 == plan.stages.shape[0] else 0  # earlier there are no showdowns
    return HandsOnBoard(
        plan.cards[player], plan.order[player, full], plan.group_end[player, full], plan.by_card[player],
        plan.card_end[player], plan.alive[player, lines.boards_at + board], lines.hands, lines.blocks, rows_at,
        (lines.sequences + lines.entries) * LANES,
    )  # fmt: skip


@kernel(counted=False)
def terminal_values(plan: WalkPlan, stage: int, player: int, board: int, scratch: WalkScratch) -> None:
    """Write the value of each row of ``player`` by the terminals of one board into the rows of utility."""
    other, lines = 1 - player, plan.stages[stage, player]
    mine = hands_on_board(plan, stage, player, board, scratch.row_at[stage, player].utility[0])
    theirs = hands_on_board(plan, stage, other, board, scratch.row_at[stage, other].reach)
    for block in range(mine.blocks):  # rows to which no terminal adds; to the others the first of them writes
        for k in range(lines.idle_at, lines.idle_end):
            vector_store(scratch.rows, mine.rows_at + block * mine.pitch + plan.idle[k] * LANES, fill_f32x16(0.0))
    if stage == 0 and player == plan.exit_of:
        for block in range(mine.blocks):
            leave = mine.rows_at + block * mine.pitch + (lines.sequences - 1) * LANES
            vector_store(scratch.rows, leave, vector_load(plan.exit_worth, block * LANES))
    if settle(plan, stage, player, plan.boards[lines.boards_at + board], mine, theirs, scratch):
        return
    batches = plan.batches[lines.batches_at : lines.batches_end]
    add_batches(batches, plan.answers, mine, theirs, scratch.rows, scratch.rows, scratch)


@kernel(counted=False)
def pass_down(plan: WalkPlan, stage: int, child: int, above: WalkScratch, scratch: WalkScratch) -> None:
    """Write the reach of the next stage's entries on a board that follows; ``above`` has the rows of this stage."""
    for player in range(2):
        lines, below = plan.stages[stage, player], plan.stages[stage + 1, player]
        source_at, target_at = above.row_at[stage, player].reach, scratch.row_at[stage + 1, player].reach
        target_at += below.sequences * LANES
        alive, start = plan.alive[player, below.boards_at + child], lines.exits_at
        for block in range(lines.blocks):
            here = vector_load(alive, block * LANES)
            for k in range(start, lines.exits_end):
                reach = vector_load(above.rows, source_at + plan.exits[player, k] * LANES)
                reach = select_positive(here, reach, fill_f32x16(0.0))
                vector_store(scratch.rows, target_at + (k - start) * LANES, reach)
            source_at += (lines.sequences + lines.entries) * LANES
            target_at += (below.sequences + below.entries) * LANES


@kernel(counted=False)
def clear_below(plan: WalkPlan, stage: int, board: int, player: int, value: int, scratch: WalkScratch) -> None:
    """Set to zero what the boards that follow will add."""
    at, size = scratch.row_at[stage, player].below[value], scratch.row_at[stage, player].below_size
    scratch.below[at : at + size] = 0.0
    record = plan.boards[plan.stages[stage, player].boards_at + board]
    for k in range(record.used_at, record.used_end):
        start = at + plan.links[k] * size
        scratch.below[start : start + size] = 0.0


@kernel(counted=False)
def add_child(
    plan: WalkPlan,
    stage: int,
    player: int,
    value: int,
    child: int,
    worth: Floats32,
    at: int,
    pitch: int,
    scratch: WalkScratch,
) -> None:
    """Add the values of the entries of a board that follows: for itself, and for each board that it represents."""
    start, size = scratch.row_at[stage, player].below[value], scratch.row_at[stage, player].below_size
    lines, below = plan.stages[stage + 1, player], scratch.below
    record, wide = plan.boards[lines.boards_at + child], lines.entries * LANES
    for k in range(record.images_at - 1, record.images_end):
        source, to = at, start + (plan.links[k] * size if k >= record.images_at else 0)
        for _ in range(lines.blocks):
            for row in range(0, wide, LANES):
                vector_store(below, to + row, vector_load(below, to + row) + vector_load(worth, source + row))
            source += pitch
            to += wide


@kernel(counted=False)
def pass_up(plan: WalkPlan, stage: int, board: int, player: int, value: int, scratch: WalkScratch) -> None:
    """Add the summed values of the boards that follow to the rows of the lines that continue."""
    at, size = scratch.row_at[stage, player].below[value], scratch.row_at[stage, player].below_size
    below, rows, lines = scratch.below, scratch.rows, plan.stages[stage, player]
    record = plan.boards[lines.boards_at + board]
    start, end = lines.exits_at, lines.exits_end
    for k in range(record.used_at, record.used_end):
        exchange_hands(below, at, at + plan.links[k] * size, lines.blocks, end - start, plan.maps[plan.links[k], player], True)
    if record.mirror >= 0:
        exchange_hands(below, at, at, lines.blocks, end - start, plan.maps[record.mirror, player], False)
    target = scratch.row_at[stage, player].utility[value]
    for _ in range(lines.blocks):
        for k in range(start, end):
            to = target + plan.exits[player, k] * LANES
            vector_store(rows, to, vector_load(rows, to) + vector_load(below, at))
            at += LANES
        target += (lines.sequences + lines.entries) * LANES


@kernel(counted=False)
def exchange_hands(values: Floats32, at: int, source: int, blocks: int, rows: int, exchange: Int32s, adds: bool) -> None:
    """Write to, or add to, each hand's numbers in rows [blocks, rows, 16] from ``at`` on another hand's numbers."""
    for hand in range(blocks * LANES):
        to = at + hand // LANES * rows * LANES + hand % LANES
        other = source + exchange[hand] // LANES * rows * LANES + exchange[hand] % LANES
        for row in range(0, rows * LANES, LANES):
            values[to + row] = values[other + row] + (values[to + row] if adds else np.float32(0.0))


@kernel(counted=False)
def keep_worth(lines: Lines, rows: Floats32, at: int, worth: Floats32) -> None:
    """Copy the values of the entries of a board, in scratch rows from ``at`` on, to ``worth``, [blocks * entries * 16]."""
    wide, to = lines.entries * LANES, 0
    for _ in range(lines.blocks):
        at += lines.sequences * LANES
        for row in range(0, wide, LANES):
            vector_store(worth, to + row, vector_load(rows, at + row))
        at += wide
        to += wide


def arrive(task: Any, plan: WalkPlan, stage: int, board: int, players: tuple[int, int], scratch: WalkScratch) -> None:
    """Do what a task does on a board on the way down: write strategies and own reach of both players."""
    raise NotImplementedError


def leave(
    task: Any, plan: WalkPlan, stage: int, board: int, player: int, values: tuple[int, int], scratch: WalkScratch
) -> None:
    """Do what a task does on a board for a player on the way up, when the utility has all that follows."""
    raise NotImplementedError


STEPS: dict[type, tuple[Callable[..., None], Callable[..., None]]] = {}
"""For each type of task ``arrive`` and ``leave`` as numba compiles them."""


@typed_overload(arrive)
def _arrive(task: Any, plan: Any, stage: Any, board: Any, players: Any, scratch: Any) -> Any:
    return STEPS[task.instance_class][0]


@typed_overload(leave)
def _leave(task: Any, plan: Any, stage: Any, board: Any, player: Any, values: Any, scratch: Any) -> Any:
    return STEPS[task.instance_class][1]


@kernel(cached=False, counted=False)  # compiled into the kernels that call it, which are recompiled when their steps change
def walk(
    task: Any,
    plan: WalkPlan,
    top: tuple[int, int],
    part: int,
    start: int,
    end: int,
    players: tuple[int, int],
    values: tuple[int, int],
    root: RootRows,
    above: WalkScratch,
    scratch: WalkScratch,
    worth: Floats32,
    totals: Floats,
) -> None:
    """One part of a walk for the values of some players: ``players`` and ``values`` are the first, and behind the last.

    Args:
        task: what is done on each board (``STEPS``).
        plan: the game's.
        top: the stage and the board in place of the root's.
        part: ``DOWN``, ``BELOW`` or ``UP``.
        start: the first of the boards that follow the top one, counted from 0.
        end: behind the last of them.
        players: whose values.
        values: which values: of the strategies, 0, of best responses, 1.
        root: the reach of the first entry; empty rows: it is in scratch.
        above: scratch of the top board.
        scratch: the walk's own.
        worth: of the top board's children.
        totals: [2, values]: the value of the first entry over all hands is added, if the top board is the root's.
    """
    stages, base = plan.stages.shape[0], top[0] + 1 if part == BELOW else top[0]
    at, following = scratch.at, scratch.following
    first = plan.boards[plan.stages[top[0], 0].boards_at + top[1]].children_at
    if part == DOWN and root[0].size > 0:
        set_root(plan, root, scratch)
    if part == UP:
        for player in range(*players):
            for child in range(worth.shape[2]):
                for value in range(*values):
                    pitch, own_worth = plan.stages[top[0] + 1, player].entries * LANES, worth[player, value - values[0], child]
                    add_child(plan, top[0], player, value, first + child, own_worth, 0, pitch, scratch)
    for child in range(start, end):
        stage, fresh, at[base] = base, part != UP, top[1]
        if part == BELOW:
            at[base] = first + child
            pass_down(plan, top[0], first + child, above, scratch)
        while True:
            board = at[stage]
            record = plan.boards[plan.stages[stage, 0].boards_at + board]
            if fresh:
                arrive(task, plan, stage, board, players, scratch)
                for player in range(*players):
                    terminal_values(plan, stage, player, board, scratch)
                    if values[1] == 2:
                        copy_utility(plan.stages[stage, player], scratch.rows, scratch.row_at[stage, player])
                    if stage + 1 < stages:
                        for value in range(*values):
                            clear_below(plan, stage, board, player, value, scratch)
                following[stage] = record.children_at
                fresh = False
            if part == DOWN:
                break
            if part == BELOW and following[stage] < record.children_end:
                at[stage + 1] = following[stage]
                following[stage] += 1
                pass_down(plan, stage, at[stage + 1], scratch, scratch)
                stage, fresh = stage + 1, True
                continue
            for player in range(*players):
                if stage + 1 < stages:
                    for value in range(*values):
                        pass_up(plan, stage, board, player, value, scratch)
                leave(task, plan, stage, board, player, values, scratch)
            if stage == base:
                break
            stage -= 1
            for player in range(*players):
                lines, row_at = plan.stages[stage + 1, player], scratch.row_at[stage + 1, player]
                pitch = (lines.sequences + lines.entries) * LANES
                for value in range(*values):
                    entries_at = row_at.utility[value] + lines.sequences * LANES
                    add_child(plan, stage, player, value, board, scratch.rows, entries_at, pitch, scratch)
        for player in range(*players):
            lines, row_at = plan.stages[base, player], scratch.row_at[base, player]
            for value in range(*values):
                if part == BELOW:
                    keep_worth(lines, scratch.rows, row_at.utility[value], worth[player, value - values[0], child])
                if part == UP:
                    totals[player, value] += root_value(lines, scratch.rows, row_at.reach, row_at.utility[value])


@kernel(counted=False)
def copy_utility(lines: Lines, rows: Floats32, row_at: RowStarts) -> None:
    """Let best responses begin with the values of terminals, too."""
    for k in range(0, (lines.sequences + lines.entries) * lines.blocks * LANES, LANES):
        vector_store(rows, row_at.utility[1] + k, vector_load(rows, row_at.utility[0] + k))


@kernel(counted=False)
def set_root(plan: WalkPlan, root: RootRows, scratch: WalkScratch) -> None:
    """Write the weights of the hands as the reach of the first entry."""
    for player in range(2):
        lines, at = plan.stages[0, player], scratch.row_at[0, player].reach
        for block in range(lines.blocks):
            vector_store(scratch.rows, at + lines.sequences * LANES, vector_load(root[player], block * LANES))
            at += (lines.sequences + lines.entries) * LANES


@kernel(counted=False)
def root_value(lines: Lines, rows: Floats32, reach: int, utility: int) -> float:
    """Value of the first entry over all hands, in net chips; its rows start at ``reach`` and ``utility``."""
    first, value = lines.sequences * LANES, 0.0
    for _ in range(lines.blocks):
        for k in range(first, first + LANES):
            value += float(rows[reach + k]) * float(rows[utility + k])
        reach += first + lines.entries * LANES
        utility += first + lines.entries * LANES
    return value


def reach_rows(plan: WalkPlan, stage: int, player: int, scratch: WalkScratch) -> Floats32:
    """float32 [blocks, rows, 16]: a view of a player's reach on the board of a stage that a walk has there."""
    rows = scratch_rows(plan.stages[stage, player], scratch.rows, int(scratch.row_at["reach"][stage, player]))
    return rows.reshape(len(rows), -1, LANES)


def put_entries(plan: WalkPlan, stage: int, player: int, reach: Floats, scratch: WalkScratch) -> None:
    """Write own reach [entries, own hands] where a walk from a board of the stage on reads it."""
    target = reach_rows(plan, stage, player, scratch)[:, plan.stages["sequences"][stage, player] :]
    wide = np.zeros((len(reach), len(target) * LANES), dtype=np.float32)
    wide[:, : reach.shape[1]] = reach
    target[:] = wide.reshape(len(reach), len(target), LANES).swapaxes(0, 1)


def entry_values(plan: WalkPlan, player: int, scratch: WalkScratch, value: int = 0) -> Floats32:
    """float32 [padded hands]: the value of the first entry to each hand of a player after a walk."""
    lines = plan.stages[0, player]
    rows = scratch_rows(lines, scratch.rows, int(scratch.row_at["utility"][0, player, value]))
    entry = int(lines["sequences"]) * LANES
    return rows[:, entry : entry + LANES].reshape(-1)


@kernel(nogil=True, counted=False)
def write_board_shares(
    stages: Records, points: Records, cumulative: BoardRows, locks: BoardRows, strategies: BoardRows
) -> None:
    """Write the strategies of cumulative numbers on every board, or locks where there are some."""
    lanes, zero, ones = ManyHandLanes(1), fill_f32x16(0.0), fill_f32x16(1.0)
    for stage in range(len(stages)):
        for player in range(2):
            lines = stages[stage, player]
            at = lines.rows_at
            for _ in range((lines.boards_end - lines.boards_at) * lines.blocks):
                for point in range(lines.points_at, lines.points_end):
                    here, actions = at + points[point].first * LANES, points[point].actions
                    total = zero
                    for k in range(here, here + actions * LANES, LANES):
                        total = total + positive_part(lanes, load_cumulative(cumulative, k))
                    counted, inverse = inverse_total(lanes, total)
                    equal = fill_f32x16(1.0 / actions)
                    for k in range(here, here + actions * LANES, LANES):
                        value = positive_part(lanes, load_cumulative(cumulative, k))
                        share = select_positive(counted, value * inverse, equal)
                        if locks.size > 0:
                            lock = vector_load(locks, k)
                            share = select_positive(lock + ones, lock, share)
                        vector_store(strategies, k, share)
                at += lines.sequences * LANES


def shares_on_boards(form: StreetTree, cumulative: BoardRows, locks: Floats32 | None = None) -> Floats32:
    """The strategies that cumulative numbers make on every board, or locks where there are some."""
    (strategies,), plan = form.new_rows(), form.plan
    write_board_shares(plan.stages, plan.points, cumulative, NOTHING if locks is None else locks, strategies)
    return strategies


@kernel(nogil=True, counted=False)
def as_single(stages: Records, points: Records, cumulative: BoardRows, scales: Scales, out: BoardRows) -> None:
    """Write cumulative numbers that may be in 16 bits as float32."""
    for stage in range(len(stages)):
        for player in range(2):
            lines = stages[stage, player]
            at, scale = lines.rows_at, lines.scales_at
            for _ in range((lines.boards_end - lines.boards_at) * lines.blocks):
                for point in range(lines.points_at, lines.points_end):
                    unit, first = fill_f32x16(unit_of(cumulative, scales, scale)), at + points[point].first * LANES
                    for k in range(first, first + points[point].actions * LANES, LANES):
                        vector_store(out, k, load_cumulative(cumulative, k) * unit)
                    scale += 1
                at += lines.sequences * LANES


NOTHING: Floats32 = np.zeros(0, dtype=np.float32)
"""In place of rows that are not wanted."""
NO_ROOT: RootRows = (np.zeros((0, LANES), dtype=np.float32), np.zeros((0, LANES), dtype=np.float32))
"""In place of the root's reach where scratch has it already."""
