"""Parts of a ``StreetTree``, and values of a policy of which the rows of one part are there at a time.

A part has some of the boards that follow the root's, and all that follows these: of a game from the blinds on, some flops.
So a policy can be measured whose rows do not fit in memory, as where suits are treated differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.kernels import kernel

from .arrays import LANES
from .street_evaluator import Evaluated, evaluate_boards
from .street_plan import WalkPlan, WalkScratch
from .street_records import place_boards
from .street_threads import Threads
from .street_tree import StreetTree
from .street_walk import BELOW, DOWN, UP, add_child, new_scratch, new_worth, root_rows

PART_FLOATS = 24_000_000
"""The most numbers that the rows of a part have (96 MB), unless one board alone has more."""


def parts_of_children(form: StreetTree) -> list[tuple[int, int]]:
    """Parts of the root's children: which is the first of each, and behind the last."""
    children = len(form.boards[1])
    each = max(1, PART_FLOATS * children // form.num_floats)
    return list(pairwise([*range(0, children, each), children]))


def part_of(form: StreetTree, start: int, end: int) -> StreetTree:
    """The form with these children of the root only; boards and rows are renumbered."""
    plan, first, last = form.plan, [0], [1]
    starts = plan.stages["boards_at"][:, 0].tolist()
    for stage, at in enumerate(starts[:-1]):
        below = plan.boards[at + first[-1] : at + last[-1]]
        first.append(start if stage == 0 else int(below["children_at"][0]))
        last.append(end if stage == 0 else int(below["children_end"][-1]))
    counts = np.array(last) - np.array(first)
    kept = np.concatenate([np.arange(at + a, at + b) for at, a, b in zip(starts, first, last, strict=True)])
    followed = np.repeat(np.array([0, *first[2:], 0][: len(counts)]), counts)
    stages, records, full = plan.stages.copy(), plan.boards[kept], slice(first[-1], last[-1])
    num_floats, num_scales = place_boards(stages, counts)
    records["children_at"] -= followed
    records["children_end"] -= followed
    records["children_at"][0], records["children_end"][0] = 0, end - start
    mine = plan._replace(
        stages=stages,
        boards=records,
        alive=np.ascontiguousarray(plan.alive[:, kept]),
        order=plan.order[:, full].copy(),
        group_end=plan.group_end[:, full].copy(),
    )
    boards = tuple(
        replace(stage_boards, first=stage_boards.first[a:b], number=stage_boards.number - a, kept=stage_boards.kept[a:b])
        for stage_boards, a, b in zip(form.boards, first, last, strict=True)
    )
    return replace(form, plan=mine, boards=boards, num_floats=num_floats, num_scales=num_scales)


@kernel(nogil=True)
def add_children(plan: WalkPlan, children: int, worth: Floats32, scratch: WalkScratch) -> None:
    """Add the values of the root's children in a part, in their order; ``plan`` is the part's."""
    for player in range(2):
        pitch = plan.stages[1, player].entries * LANES
        for child in range(children):
            for value in range(2):
                add_child(plan, 0, player, value, child, worth[player, value, child], 0, pitch, scratch)


def evaluate_parts(
    form: StreetTree, threads: int | None, parts: Iterable[tuple[StreetTree, Floats32]]
) -> tuple[Floats, Floats]:
    """(each player's value, each player's best-response value) of a policy; of each part the form and its rows come in turn."""
    above, root, totals = new_scratch(form.plan, 2), root_rows(form), np.zeros((2, 2))
    below: list[WalkScratch] = []
    none = np.zeros((2, 2, 0, 0), dtype=np.float32)

    def walk(part: StreetTree, rows: Floats32, what: int, worth: Floats32) -> Callable[[int, int, int], None]:
        def of_part(worker: int, start: int, end: int) -> None:
            evaluate_boards(
                part.plan, root, (0, 0), what, start, end, (0, 2), (0, 2), Evaluated(rows), above,
                below[worker] if what == BELOW else above, worth, totals,
            )  # fmt: skip

        return of_part

    for number, (part, rows) in enumerate(parts):
        worth, shared = new_worth(part.plan, 2), Threads(part, threads)
        below += [new_scratch(form.plan, 2, one_player=False) for _ in range(shared.count - len(below))]
        if number == 0:
            walk(part, rows, DOWN, none)(0, 0, 1)
        shared.run(walk(part, rows, BELOW, worth))
        add_children(part.plan, len(part.boards[1]), worth, above)
        last = part, rows
    walk(*last, UP, none)(0, 0, 1)
    return totals[:, 0].copy(), totals[:, 1].copy()
