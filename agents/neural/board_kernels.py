"""Kernels of ``BoardsMMD``: strategies from scores, exact advantages on some boards, and the moves of scores.

Scores are float32 [rows, sequences of both players]; a row is a lane of a board. Strategies and advantages have the layout of a
``StreetTree``, but for some boards only: ``WalkPlan.boards`` says where each board's start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.compiled.arrays import RootRows
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.street_packing import Place, WholeLanes
from pokerzoo.envs.compiled.street_plan import (
    ACTIONS,
    BOARDS_AT,
    ENTRIES,
    FIRST,
    PARENT,
    POINTS_AT,
    POINTS_END,
    SEQUENCES,
    WalkPlan,
)
from pokerzoo.envs.compiled.street_walk import (
    NOTHING,
    REACH,
    STRATEGY,
    UTILITY,
    WalkScratch,
    add_child,
    clear_below,
    keep_worth,
    pass_down,
    pass_up,
    place_of,
    set_root,
    strategies_and_reach,
    terminal_values,
)
from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel


class BoardBatch(NamedTuple):
    """Some boards of one stage."""

    boards: Int64s  # [boards]: their numbers in the stage
    row_at: Int64s  # [boards + 1]: where the rows of each start, a multiple of sixteen
    counts: Floats32  # [rows]: the hands that a row stands for; 0 for lanes that stand for none
    weights: Floats32  # [boards]: the boards that each stands for


class ScoreMoves(NamedTuple):
    """The numbers that decide how scores move."""

    temperature: float  # of the pull to the magnet, in units
    power: float  # of reaches, in weights of infosets
    unit: float  # counterfactual value of one unit of chips for one hand of the opponent
    beta: float  # scores are pushed no further from the mean of their infoset


@kernel
def block_starts(plan: WalkPlan, stage: int, boards: Int64s, batch: BoardBatch) -> Int64s:
    """int64 [2, rows / 16]: where each player's numbers of a block of rows start; ``boards`` as in ``shares_of_scores``."""
    found = np.empty((2, batch.row_at[-1] // LANES), dtype=np.int64)
    for player in range(2):
        lines = plan.stages[stage, player]
        for j in range(len(batch.boards)):
            _, at, _ = place_of(boards[lines[BOARDS_AT] + batch.boards[j]], player)
            for block in range(batch.row_at[j] // LANES, batch.row_at[j + 1] // LANES):
                found[player, block] = at
                at += lines[SEQUENCES] * LANES
    return found


@kernel(error_model="numpy")
def shares_of_scores(
    plan: WalkPlan, stage: int, boards: Int64s, batch: BoardBatch, powers: Floats32, strategies: Floats32
) -> None:
    """Write strategies from powers, e to the scores; ``boards`` is ``WalkPlan.boards`` with places in ``strategies``."""
    starts, column = block_starts(plan, stage, boards, batch), 0
    for player in range(2):
        lines = plan.stages[stage, player]
        for block in range(starts.shape[1]):
            for point in range(lines[POINTS_AT], lines[POINTS_END]):
                first, actions = plan.points[point, FIRST], plan.points[point, ACTIONS]
                for lane in range(LANES):
                    row, to = block * LANES + lane, starts[player, block] + first * LANES + lane
                    total = np.float32(0.0)
                    for k in range(actions):
                        total += powers[row, column + first + k]
                    for k in range(actions):
                        strategies[to + k * LANES] = powers[row, column + first + k] / total
        column += lines[SEQUENCES]


@kernel
def advantages_up(
    plan: WalkPlan, stage: int, player: int, place: Place, rows: Floats32, row_at: Int64s, found: Floats32
) -> None:
    """Values up the lines of one board, and what each action adds to the value of its decision point."""
    lines = plan.stages[stage, player]
    own = lines[SEQUENCES] * LANES
    wide = own + lines[ENTRIES] * LANES
    blocks, at, _ = place
    shares_at, utility_at = row_at[STRATEGY], row_at[UTILITY]
    for _ in range(blocks):
        for point in range(lines[POINTS_END] - 1, lines[POINTS_AT] - 1, -1):
            first, actions = plan.points[point, FIRST] * LANES, plan.points[point, ACTIONS]
            above = utility_at + plan.points[point, PARENT] * LANES
            for lane in range(LANES):
                value = np.float32(0.0)
                for k in range(first + lane, first + lane + actions * LANES, LANES):
                    value += rows[shares_at + k] * rows[utility_at + k]
                for k in range(first + lane, first + lane + actions * LANES, LANES):
                    found[at + k] = rows[utility_at + k] - value
                rows[above + lane] += value
        at += own
        shares_at += wide
        utility_at += wide


@kernel
def reach_masses(
    plan: WalkPlan,
    stage: int,
    player: int,
    board: int,
    opposite: Int32s,
    counts: Floats32,
    scratch: WalkScratch,
    found: Floats32,
) -> None:
    """Write the opponent's reach at each of a player's decision points, over all hands; ``opposite`` is their row there."""
    lines, theirs = plan.stages[stage, player], plan.stages[stage, 1 - player]
    wide = (theirs[SEQUENCES] + theirs[ENTRIES]) * LANES
    blocks, _, _ = place_of(plan.boards[theirs[BOARDS_AT] + board], 1 - player)
    for point in range(lines[POINTS_AT], lines[POINTS_END]):
        total = np.float32(0.0)
        at = scratch.row_at[stage, 1 - player, REACH] + opposite[point] * LANES
        for block in range(blocks):
            for lane in range(LANES):
                total += scratch.rows[at + block * wide + lane] * counts[block * LANES + lane]
        found[point] = total


@kernel
def keep_reach(plan: WalkPlan, stage: int, player: int, board: int, scratch: WalkScratch, found: Floats32) -> None:
    """Write the player's own reach of each sequence, that of its decision point, in the layout of strategies."""
    lines = plan.stages[stage, player]
    own = lines[SEQUENCES] * LANES
    wide = own + lines[ENTRIES] * LANES
    blocks, at, _ = place_of(plan.boards[lines[BOARDS_AT] + board], player)
    reach_at = scratch.row_at[stage, player, REACH]
    for _ in range(blocks):
        for point in range(lines[POINTS_AT], lines[POINTS_END]):
            first, above = plan.points[point, FIRST] * LANES, plan.points[point, PARENT] * LANES
            for k in range(plan.points[point, ACTIONS] * LANES):
                found[at + first + k] = scratch.rows[reach_at + above + k % LANES]
        at += own
        reach_at += wide


@kernel
def open_board(plan: WalkPlan, stage: int, board: int, strategies: Floats32, scratch: WalkScratch) -> None:
    """Write strategies and reach of a board into scratch, then the values of its terminals."""
    for player in range(2):
        lines = plan.stages[stage, player]
        strategies_and_reach(
            lines, plan.points, place_of(plan.boards[lines[BOARDS_AT] + board], player), strategies, NOTHING, scratch.rows,
            scratch.row_at[stage, player], True, False, 0.0, NOTHING, NOTHING, 0.0, scratch.kept,
        )  # fmt: skip
    for player in range(2):
        terminal_values(plan, stage, player, board, scratch)


@kernel(nogil=True)
def walk_children(
    plan: WalkPlan,
    batch: BoardBatch,
    strategies: Floats32,
    opposite: Int32s,
    above: WalkScratch,
    scratch: WalkScratch,
    worth: Floats32,
    advantages: Floats32,
    reach: Floats32,
    masses: Floats32,
) -> None:
    """Advantages, own reach and the opponent's reach (``masses`` [boards, points]) on some boards below the root."""
    for j in range(len(batch.boards)):
        board = batch.boards[j]
        pass_down(plan, 0, board, above, scratch)
        open_board(plan, 1, board, strategies, scratch)
        counts = batch.counts[batch.row_at[j] : batch.row_at[j + 1]]
        for player in range(2):
            row_at = scratch.row_at[1, player]
            place = place_of(plan.boards[plan.stages[1, player, BOARDS_AT] + board], player)
            keep_reach(plan, 1, player, board, scratch, reach)
            reach_masses(plan, 1, player, board, opposite, counts, scratch, masses[j])
            advantages_up(plan, 1, player, place, scratch.rows, row_at, advantages)
            keep_worth(plan, 1, player, board, scratch.rows, row_at[UTILITY], worth[player, 0, board])


@kernel(nogil=True)
def walk_down(plan: WalkPlan, root: RootRows, strategies: Floats32, above: WalkScratch) -> None:
    """The root's board on the way down: reach that the boards below start from, and the values of its terminals."""
    set_root(plan, root, above)
    open_board(plan, 0, 0, strategies, above)


@kernel(nogil=True)
def walk_up(
    plan: WalkPlan,
    boards: Int64s,
    changes: Floats32,
    scales: Floats32,
    counts: Floats32,
    opposite: Int32s,
    above: WalkScratch,
    total: Floats32,
    advantages: Floats32,
    reach: Floats32,
    masses: Floats32,
) -> None:
    """The root's board on the way up, after ``walk_down``: its advantages, from an estimate of what all boards below are worth.

    ``changes`` [players, boards, entries] is what some boards are worth more than when they last came up. It is added to
    ``total``. The estimate is ``scales[0]`` times that total and ``scales[1]`` times these changes.
    """
    for player in range(2):
        clear_below(plan, 0, 0, player, 0, above)
        pitch = plan.stages[1, player, ENTRIES] * LANES
        for j in range(len(boards)):
            add_child(plan, 0, player, 0, boards[j], WholeLanes(0), changes[player, j], 0, pitch, above)
        at = above.below_at[0, player, 0]
        for k in range(above.below_at[0, player, 1] * plan.symmetries[0]):
            change = above.below[at + k]
            total[player, k] += change
            above.below[at + k] = scales[0] * total[player, k] + scales[1] * change
        pass_up(plan, 0, 0, player, 0, UTILITY, above)
        keep_reach(plan, 0, player, 0, above, reach)
        reach_masses(plan, 0, player, 0, opposite, counts, above, masses[0])
        place = place_of(plan.boards[plan.stages[0, player, BOARDS_AT]], player)
        advantages_up(plan, 0, player, place, above.rows, above.row_at[0, player], advantages)


@kernel(error_model="numpy")
def score_moves(
    plan: WalkPlan,
    stage: int,
    boards: Int64s,
    batch: BoardBatch,
    chosen: Int64s,
    scores: Floats32,
    magnet: Floats32,
    advantages: Floats32,
    reach: Floats32,
    masses: Floats32,
    how: ScoreMoves,
    found: Floats32,
) -> None:
    """Write the moves of scores [chosen rows, sequences] of both players: weight times advantage, less the pulls.

    The pull to the magnet is the temperature times by how much a score is above the magnet's.
    An infoset's moves sum to zero, so that only differences of scores move.
    """
    temperature, beta = np.float32(how.temperature), np.float32(how.beta)
    full, j = np.float32(0.0), 0
    for row in range(batch.row_at[0], batch.row_at[1]):
        full += batch.counts[row]
    for i in range(len(chosen)):
        row = chosen[i]
        while row >= batch.row_at[j + 1]:
            j += 1
        block, lane, column = (row - batch.row_at[j]) // LANES, (row - batch.row_at[j]) % LANES, 0
        for player in range(2):
            lines = plan.stages[stage, player]
            _, at, _ = place_of(boards[lines[BOARDS_AT] + batch.boards[j]], player)
            at += block * lines[SEQUENCES] * LANES + lane
            for point in range(lines[POINTS_AT], lines[POINTS_END]):
                first, actions, mass = plan.points[point, FIRST], plan.points[point, ACTIONS], masses[j, point]
                here, start = at + first * LANES, column + first
                known = mass > 1e-9 * full
                inverse = np.float32(1.0 / (how.unit * mass) if known else 0.0)
                met = np.float32((mass / full) ** how.power if known else 0.0)
                own = np.sqrt(reach[here]) if how.power == 0.5 else np.float32(reach[here] ** how.power)
                weight = batch.counts[row] * batch.weights[j] * met * own
                mean, middle = np.float32(0.0), np.float32(0.0)
                for k in range(start, start + actions):
                    middle += scores[i, k] / np.float32(actions)
                for k in range(actions):
                    score = scores[i, start + k]
                    move = advantages[here + k * LANES] * inverse
                    move -= temperature * (score - magnet[i, start + k])
                    if (move > 0.0 and score - middle > beta) or (move < 0.0 and score - middle < -beta):
                        move = np.float32(0.0)
                    found[i, start + k] = move
                    mean += move / np.float32(actions)
                for k in range(start, start + actions):
                    found[i, k] = weight * (found[i, k] - mean)
            column += lines[SEQUENCES]
