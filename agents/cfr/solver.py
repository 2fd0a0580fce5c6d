"""Base of the trainers on a compiled game: policies, regrets and measurement from its rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.cfr_trainer import CFRTrainer
from pokerzoo.agents.training.trainer import Chance
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import Form, boards_of, is_by_boards
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats

from .variants import Variant
from .walk import Walk

if TYPE_CHECKING:
    from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator


def next_look(iteration: int, rows: AllRows) -> int:
    """``Trainer._next_check`` of trainers whose iterations walk these rows."""
    # An evaluation costs about two iterations and 0.1 ms of Python: on tiny trees that is hundreds of iterations.
    return iteration + max(20, 100_000 // sum(row.size for row in rows), iteration // 20)


class Solver(CFRTrainer):
    """A trainer on a compiled game, whose regrets and strategies are rows of it: ``CFR`` and ``MCCFR``.

    One gives ``advance`` and sets ``_evaluator`` and ``_walk``.

    Attributes:
        form: the compiled game it works on.
        _evaluator: the evaluator of ``measure``; it keeps the rows of the last measurement.
    """

    form: Form
    _evaluator: Evaluator | StreetEvaluator
    _walk: Walk

    def __init__(self, game: Game, form: Form, variant: Variant, seed: int | None, chance: Chance) -> None:
        super().__init__(game, variant, seed, draws=chance == "sample")
        self.form = form
        self._chance = chance

    def _next_check(self, iteration: int) -> int:
        return next_look(iteration, self._walk.regrets)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | self._walk.state()

    def identity(self) -> dict[str, Any]:
        return super().identity() | {
            "variant": self.variant.name,
            "schedule": self.variant.fingerprint,
            "alternating": self._alternating,
            "chance": self._chance,
        }

    def average_rows(self) -> AllRows:
        """The average strategy as the compiled form's rows, of which each decision's are multiples."""
        return self._walk.average()

    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration would play: proportional to positive regret (and forecast), or locked."""
        return self._policy(self._walk.current(), "current")

    def average_policy(self) -> TabularPolicy:
        """The average of all strategies so far, weighted by own reach: what converges. Uniform where never reached."""
        return self._policy(self.average_rows(), "average")

    def _policy(self, cumulative: AllRows, kind: str) -> TabularPolicy:
        """The policy of which these rows are multiples."""
        if is_by_boards(self.form) and self.form is boards_of(self.game):
            from pokerzoo.agents.policies.spot_policy import SpotPolicy

            return SpotPolicy(self.game, self.form.shares(cumulative)[0], self._metadata(kind))
        return TabularPolicy(self.game, self.form.policy_from_rows(self.form.shares(cumulative)), self._metadata(kind))

    def regrets(self) -> Floats:
        return self.form.times_root_reach(self.form.policy_from_rows(self._walk.regret_rows()))

    def _reach(self, probabilities: Floats) -> Floats:
        return self.form.own_reach(probabilities)

    def measure(self) -> Measurement:
        result = Measurement(self.game, *self._evaluator.evaluate_cumulative(self.average_rows()), self._evaluator.method)
        self._measured = self.iteration, result.exploitability
        return result


def rows_digest(rows: Iterable[npt.NDArray[Any]]) -> str:
    """A digest of arrays, for ``identity``."""
    return hashlib.sha256(b"".join(np.ascontiguousarray(row).tobytes() for row in rows)).hexdigest()[:16]
