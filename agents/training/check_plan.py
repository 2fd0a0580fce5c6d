"""The plan of measurements of a run with ``until``: rare while the target is far, frequent near it.

The plan depends on iterations and on what was measured, never on the clock. It travels with checkpoints and with copies, so
that a run stops at the same iteration however it is split.
"""

from __future__ import annotations

from bisect import bisect_left
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pokerzoo.envs.support.errors import InputError

if TYPE_CHECKING:
    from .trainer import Trainer

AHEAD = 4
"""Measurements that a run may spend before it has earned them: short runs are near their target early."""
CLOSEST = 20
"""Near the target, measurements follow each other after this part of the spacing at which they pay for themselves, as long as
earlier ones have left iterations to pay for them."""


class MeasuredTrainer(Protocol):
    """A trainer that is measured after some of its iterations."""

    @property
    def iteration(self) -> int:
        """Iterations done."""

    def _next_check(self, iteration: int) -> int:
        """See ``Trainer._next_check``."""


class CheckPlan(NamedTuple):
    """The next measurement, and what earlier ones tell of the speed of convergence.

    Attributes:
        target: the exploitability to reach, in chips; with more than two players the largest gain.
        last: the iteration of the last measurement; where the run began before the first.
        next: the iteration of the next.
        saved: iterations beyond those that pay for the measurements so far.
    """

    target: float
    last: int
    next: int
    saved: int

    @classmethod
    def begin(cls, trainer: MeasuredTrainer, start: int, target: float) -> CheckPlan:
        """The plan of a run that began at iteration ``start`` and may be past it."""
        first = trainer._next_check(start)
        saved = AHEAD * (first - start)
        while first < trainer.iteration:
            start, first = first, trainer._next_check(first)
        return cls(target, start, first, saved)

    @classmethod
    def from_json(cls, entry: Any) -> CheckPlan | None:
        """The plan in a checkpoint's header; None if it has none.

        Raises:
            ValueError: there is something else.
        """
        if entry is None:
            return None
        whole = isinstance(entry, list) and len(entry) == 4 and all(type(number) is int for number in entry[1:])
        if not whole or type(entry[0]) is not float or not 0 <= entry[1] <= entry[2] <= 10**15 or entry[3] < 0:
            raise InputError("no plan of measurements")
        return cls(*entry)

    def fits(self, trainer: Trainer, target: float) -> bool:
        """True if a run to this target can continue with it."""
        return self.target == target and self.last <= trainer.iteration <= self.next

    def after(self, exploitability: float, worth: int) -> CheckPlan:
        """The plan after a measurement.

        Args:
            exploitability: ``Measurement.distance``, above the target.
            worth: ``Trainer._next_check`` of this iteration. Measurements as far apart as that cost little, and on average
                they are no closer.
        """
        # In logarithms exploitability falls with a slope of about -2. The curve's own slope at its last two measurements
        # predicts no better: curves bend, and go up and down on their way. A power would have other last bits elsewhere.
        now, spacing = self.next, worth - self.next
        farthest = max(spacing, now // 2)
        expected = bisect_left(
            range(farthest), exploitability / self.target, key=lambda step: (1.0 + step / now) * (1.0 + step / now)
        )
        step = max(expected, ceil(spacing / CLOSEST), spacing - self.saved)
        return CheckPlan(self.target, now, now + step, self.saved + step - spacing)
