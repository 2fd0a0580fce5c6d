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
from pokerzoo.envs.support.parameters import check_int

from .passes import answer_questions, pay_answers
from .tables import ThreeWayPasses

OWN = ("reach", "value", "card_sum")
"""Scratch that each thread has for itself."""


class ThreeWayThreads(SharedParts):
    """Threads for one solver or evaluator of a game for three players."""

    def __init__(self, lanes: Lanes, terminals: ThreeWayPasses, count: int | None) -> None:
        """Plan the parts; ``terminals`` has scratch of its own, ``count`` None takes all processors."""
        if count is not None:
            check_int("threads", count, 1, MAX_THREADS)
        most = max(1, terminals.results.size // SMALL)
        super().__init__(min(usable_processors() if count is None else count, most), [])
        self.lanes, self.terminals = lanes, terminals
        self.own = [self._with_scratch(worker) for worker in range(self.count)]
        self.batches = [parts_of(len(questions.board), self.count * PARTS) for questions in terminals.questions]
        self.blocks = parts_of(lanes.blocks, self.count)

    def _with_scratch(self, worker: int) -> ThreeWayPasses:
        if worker == 0:
            return self.terminals
        return self.terminals._replace(**{name: getattr(self.terminals, name).copy() for name in OWN})

    def over_blocks(self, work: Callable[[int, int], Any]) -> None:
        """Call ``work(start, end)`` for all blocks of hands."""
        self.parts = self.blocks
        self.run(lambda _, start, end: work(start, end))

    def counterfactual_values(self, player: int, reaches: AllRows, out: Utility) -> None:
        """``terminal_evaluation.counterfactual_values``, shared out."""
        one, two = (other for other in range(3) if other != player)
        self.parts = self.batches[player]

        def answer(worker: int, start: int, end: int) -> None:
            answer_questions(self.lanes, self.own[worker], player, start, end, reaches[one], reaches[two])

        self.run(answer)
        questions, results = self.terminals.questions[player], self.terminals.results
        self.over_blocks(lambda start, end: pay_answers(self.lanes, questions, results, start, end, out))


def parts_of(size: int, count: int) -> list[tuple[int, int]]:
    """At most this number of parts of about the same size, each with a start and an end."""
    ends = np.linspace(0, size, min(size, count) + 1).astype(int).tolist()
    return [part for part in pairwise(ends) if part[0] < part[1]]


def is_shared_out(terminals: Any) -> bool:
    """True for three players with cards to come, whose work threads share; others' kernels walk by themselves."""
    return isinstance(terminals, ThreeWayPasses) and len(terminals.board_groups) > 1
