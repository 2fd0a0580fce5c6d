"""Work on a turn for three players, shared out over threads: questions by batches, walks by blocks of hands.

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
from pokerzoo.envs.compiled.terminal_evaluation import Evaluation
from pokerzoo.envs.support.parameters import check_int

from .passes import answer_questions, new_scratch, pay_answers
from .tables import ThreeWayPasses


class ThreeWayThreads(SharedParts):
    """Threads for one solver or evaluator of a game for three players."""

    def __init__(self, lanes: Lanes, terminals: Evaluation, count: int | None) -> None:
        """Plan the parts; ``count`` None takes all processors."""
        if count is not None:
            check_int("threads", count, 1, MAX_THREADS)
        most = max(1, terminals.scratch.results.size // SMALL)
        super().__init__(min(usable_processors() if count is None else count, most), [])
        self.lanes, self.tables, self.results = lanes, terminals.tables, terminals.scratch.results
        others = [new_scratch(self.tables)._replace(results=self.results) for _ in range(1, self.count)]
        self.scratch = [terminals.scratch, *others]
        self.batches = [parts_of(len(questions.board), self.count * PARTS) for questions in self.tables.questions]
        self.blocks = parts_of(lanes.blocks, self.count)

    def over_blocks(self, work: Callable[[int, int], Any]) -> None:
        """Call ``work(start, end)`` for all blocks of hands."""
        self.parts = self.blocks
        self.run(lambda _, start, end: work(start, end))

    def counterfactual_values(self, player: int, reaches: AllRows, out: Utility) -> None:
        """``terminal_evaluation.counterfactual_values``, shared out."""
        one, two = (other for other in range(3) if other != player)
        self.parts = self.batches[player]

        def answer(worker: int, start: int, end: int) -> None:
            answer_questions(self.lanes, self.tables, self.scratch[worker], player, start, end, reaches[one], reaches[two])

        self.run(answer)
        questions = self.tables.questions[player]
        self.over_blocks(lambda start, end: pay_answers(self.lanes, questions, self.results, start, end, out))


def parts_of(size: int, count: int) -> list[tuple[int, int]]:
    """At most this number of parts of about the same size, each with a start and an end."""
    ends = np.linspace(0, size, min(size, count) + 1).astype(int).tolist()
    return [part for part in pairwise(ends) if part[0] < part[1]]


def is_shared_out(terminals: Any) -> bool:
    """True for three players with cards to come, whose work threads share; others' kernels walk by themselves."""
    return isinstance(terminals, ThreeWayPasses) and len(terminals.board_groups) > 1
