"""Kernels of ``BoardsMMD`` for boards that are solved: strategies by CFR, and how scores move towards them.

Layouts are as in ``board_kernels``.
"""

from __future__ import annotations

import numpy as np

from pokerzoo.agents.cfr.street_kernels import walk_boards
from pokerzoo.envs.compiled.arrays import PlayerValues, RootRows
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.street_plan import ACTIONS, BOARDS_AT, FIRST, POINTS_AT, POINTS_END, SEQUENCES, WalkPlan
from pokerzoo.envs.compiled.street_walk import BELOW, WalkScratch, place_of
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.kernels import kernel

from .board_kernels import BoardBatch


@kernel(nogil=True)
def solve_boards(
    plan: WalkPlan,
    root: RootRows,
    boards: Int64s,
    factors: Floats,
    nothing: Floats32,
    regrets: Floats32,
    averages: Floats32,
    above: WalkScratch,
    scratch: WalkScratch,
    worth: Floats32,
    value_sums: PlayerValues,
) -> None:
    """CFR on some boards below the root, each by itself, for the reach of now; the variant's ``factors`` [iterations, 5]."""
    for j in range(len(boards)):
        for k in range(len(factors)):
            for player in range(2):
                walk_boards(
                    plan, root, BELOW, boards[j], boards[j] + 1, player, player + 1, factors[k], nothing, nothing, regrets,
                    nothing, averages, nothing, nothing, nothing, above, scratch, worth, value_sums,
                )  # fmt: skip


@kernel(error_model="numpy")
def moves_to_solutions(
    plan: WalkPlan,
    boards: Int64s,
    batch: BoardBatch,
    chosen: Int64s,
    powers: Floats32,
    solutions: Floats32,
    reach: Floats32,
    masses: Floats32,
    power: float,
    found: Floats32,
) -> None:
    """Write the moves of scores [chosen rows, sequences]: the gradient of the log-likelihood of solutions, weighted.

    ``powers`` are e to the scores; an infoset weighs by its hands, its boards, and both players' reach to some power.
    """
    full, j = np.float32(0.0), 0
    for row in range(batch.row_at[0], batch.row_at[1]):
        full += batch.counts[row]
    for i in range(len(chosen)):
        row = chosen[i]
        while row >= batch.row_at[j + 1]:
            j += 1
        block, lane, column = (row - batch.row_at[j]) // LANES, (row - batch.row_at[j]) % LANES, 0
        for player in range(2):
            lines = plan.stages[1, player]
            _, at, _ = place_of(boards[lines[BOARDS_AT] + batch.boards[j]], player)
            at += block * lines[SEQUENCES] * LANES + lane
            for point in range(lines[POINTS_AT], lines[POINTS_END]):
                first, actions = plan.points[point, FIRST], plan.points[point, ACTIONS]
                here, start = at + first * LANES, column + first
                met = np.float32((masses[j, point] / full) ** power)
                weight = batch.counts[row] * batch.weights[j] * met * np.float32(reach[here] ** power)
                wanted, said = np.float32(0.0), np.float32(0.0)
                for k in range(actions):
                    wanted += solutions[here + k * LANES]
                    said += powers[i, start + k]
                for k in range(actions):
                    share = solutions[here + k * LANES] / wanted if wanted > 0.0 else np.float32(1.0) / np.float32(actions)
                    found[i, start + k] = weight * (share - powers[i, start + k] / said)
            column += lines[SEQUENCES]
