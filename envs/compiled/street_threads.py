"""Splits the children of the root's board across threads, each with its own scratch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from pokerzoo.envs.support.parameters import check_int

from .shared_parts import MAX_THREADS, PARTS, SMALL, SharedParts, usable_processors
from .street_plan import WalkScratch
from .street_tree import StreetTree
from .street_walk import BELOW, DOWN, UP


class Threads(SharedParts):
    """Threads for the walks of one game."""

    def __init__(self, form: StreetTree, count: int | None = None) -> None:
        """Plan the parts."""
        if count is not None:
            check_int("threads", count, 1, MAX_THREADS)
        children = int(form.plan.boards["children_end"][0])
        most = max(1, min(children, form.num_floats // SMALL))
        count = min(usable_processors() if count is None else count, most)
        parts = min(children, count * (PARTS if form.num_floats > PARTS * count * SMALL else 1))
        ends = np.linspace(0, children, max(1, parts) + 1).astype(int).tolist()
        super().__init__(count, [part for part in pairwise(ends) if part[0] < part[1]])


def walk_parts(
    threads: Threads, walk: Callable[[WalkScratch, int, int, int], None], above: WalkScratch, below: Sequence[WalkScratch]
) -> None:
    """Call ``walk(scratch, part, start, end)`` for the parts of a walk, those below the root on all threads."""
    walk(above, DOWN, 0, 1)
    threads.run(lambda worker, start, end: walk(below[worker], BELOW, start, end))
    walk(above, UP, 0, 1)
