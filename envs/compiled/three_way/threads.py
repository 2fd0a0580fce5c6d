"""Showdowns of three, with the work on a turn split across threads: questions by batches, walks by blocks of hands.

Batches write rows of their own, and blocks of hands have nothing to do with each other. So results have the same bits with any
number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from pokerzoo.envs.compiled.arrays import AllRows, Utility
from pokerzoo.envs.compiled.shared_parts import MAX_THREADS, PARTS, SMALL, SharedParts, usable_processors
from pokerzoo.envs.compiled.simd import Lanes
from pokerzoo.envs.compiled.terminal_evaluation import Evaluation, TerminalValues, values_of_terminals
from pokerzoo.envs.support.parameters import check_int

from .passes import answer_questions, new_scratch, pay_answers
from .tables import ThreeWayPasses


class ThreeWayValues(TerminalValues):
    """The sums are compiled once, for Python: in each kernel that asks for them they would take seconds again."""

    in_kernels = False

    def __init__(self, lanes: Lanes, tables: ThreeWayPasses, threads: int | None) -> None:
        """Plan the parts; ``threads`` None takes all processors."""
        if threads is not None:
            check_int("threads", threads, 1, MAX_THREADS)
        scratch = new_scratch(tables)
        super().__init__(lanes, Evaluation(tables, scratch))
        most = max(1, scratch.results.size // SMALL) if len(tables.board_groups) > 1 else 1
        self.count = min(usable_processors() if threads is None else threads, most)
        self.shared = SharedParts(self.count, [])
        others = [new_scratch(tables)._replace(results=scratch.results) for _ in range(1, self.count)]
        self.scratch = [scratch, *others]
        self.batches = [parts_of(len(questions.board), self.count * PARTS) for questions in tables.questions]
        self.blocks = parts_of(lanes.blocks, self.count)

    def over_blocks(self, work: Callable[[int, int], Any]) -> None:
        self.shared.parts = self.blocks
        self.shared.run(lambda _, start, end: work(start, end))

    def counterfactual_values(self, player: int, reaches: AllRows, out: Utility) -> None:
        first, second = (other for other in range(3) if other != player)
        self.shared.parts = self.batches[player]

        tables, results = self.evaluation.tables, self.scratch[0].results

        def answer(worker: int, start: int, end: int) -> None:
            answer_questions(self.lanes, tables, self.scratch[worker], player, start, end, reaches[first], reaches[second])

        self.shared.run(answer)
        self.over_blocks(lambda start, end: pay_answers(self.lanes, tables.questions[player], results, start, end, out))


@values_of_terminals.register
def _(tables: ThreeWayPasses, lanes: Lanes, threads: int | None = None) -> TerminalValues:
    return ThreeWayValues(lanes, tables, threads)


def parts_of(size: int, count: int) -> list[tuple[int, int]]:
    """At most this number of parts of about the same size, each with a start and an end."""
    ends = np.linspace(0, size, min(size, count) + 1).astype(int).tolist()
    return [part for part in pairwise(ends) if part[0] < part[1]]
