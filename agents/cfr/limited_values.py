"""Values of hands where a depth-limited solver's street begins."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.street_evaluator import evaluate_boards
from pokerzoo.envs.compiled.street_leaks import NO_LEAKS
from pokerzoo.envs.compiled.street_plan import SEQUENCES
from pokerzoo.envs.compiled.street_walk import DOWN, NOTHING, UP, UTILITY, new_scratch, new_worth, root_rows, scratch_rows
from pokerzoo.envs.support.arrays import Floats

from .depth_limited import DepthLimitedCFR
from .leaf_values import AskedLeaves


def limited_hand_values(solver: DepthLimitedCFR) -> Floats:
    """float64 [2, hands]: what hands are worth at the start under the average strategies; unit as of ``CFR.hand_values``.

    The value function is asked once more, for the ranges with which these strategies come to the street's end.
    """
    form, end, source = solver._form, solver._end, solver._engine.source
    assert isinstance(source, AskedLeaves)
    found = np.zeros((2, len(form.game.rules.hands)))
    for player, own in enumerate(form.hands):
        scratch, worth = new_scratch(form, 5), new_worth(form, 2)
        for part in (DOWN, UP):
            evaluate_boards(
                form.plan, root_rows(form), player, part, 0, 1, solver._averages[0], NOTHING, NOTHING, NO_LEAKS, scratch,
                scratch, worth, np.zeros(2), np.zeros(2),
            )  # fmt: skip
            if part == DOWN:
                source.fill(worth, scratch, player, np.zeros(0))
                end.settle(scratch, player)
        lines = form.plan.stages[0, player]
        utility = scratch_rows(lines, scratch.rows, scratch.row_at[0, player, UTILITY])
        entry = lines[SEQUENCES] * LANES
        found[player, own] = utility[:, entry : entry + LANES].reshape(-1)[: len(own)]
    return found
