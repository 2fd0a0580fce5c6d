"""Streets after the first, all solved at once for the ranges in which a strategy of the first street ends."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.compiled.street_evaluator import Evaluated, evaluate_boards
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_threads import Threads
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import DOWN, new_scratch, new_worth, root_rows
from pokerzoo.envs.support.arrays import Floats32

from .leaf_values import SolvedLeaves
from .street_end import StreetEnd


def with_later_streets(form: StreetTree, first: Floats32, iterations: int, threads: Threads | None = None) -> Floats32:
    """Solve what follows the first street: float32 [numbers], the first street's shares and the solution after it.

    Args:
        form: a spot, compiled.
        first: cumulative numbers of the first street, or shares.
        iterations: of solving.
        threads: None: one for each processor.
    """
    source = SolvedLeaves(StreetEnd(form), threads or Threads(form), iterations)
    source.solve(walked_to_end(form, first))
    source.averages[: len(first)] = first
    return form.shares((source.averages,))[0]


def walked_to_end(form: StreetTree, first: Floats32) -> WalkScratch:
    """Numbers of a walk down the first street: the reach of both players at its end."""
    above = new_scratch(form.plan, 2)
    evaluate_boards(
        form.plan, root_rows(form), (0, 0), DOWN, 0, 1, (0, 1), (0, 2), Evaluated(first), above, above, new_worth(form.plan, 2),
        np.zeros((2, 2)),
    )  # fmt: skip
    return above
