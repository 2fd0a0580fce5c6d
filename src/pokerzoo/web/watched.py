"""Trainers of small games that are watched iteration by iteration: kept, so that a step costs no more than an iteration."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import CFR, MCCFR, VARIANTS, TabularPolicy, Trainer
from pokerzoo.agents.cfr.mccfr import Sampling
from pokerzoo.agents.training.trainer import Chance, Layout
from pokerzoo.envs import Game
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.evaluation.spots.infoset_values import infoset_values

Floats = npt.NDArray[np.float64]

MAX_ITERATIONS = 100_000
"""Iterations that can be watched."""
MAX_WALKED = 20_000
"""Histories of a game that is walked through once more for a frame."""
KEPT = 12
"""Trainers that are kept."""


class Lesson(NamedTuple):
    """A game and the learner's options; with an iteration number it determines a frame."""

    game: Game
    variant: str | None = None
    alternating: bool | None = None
    chance: Chance = "all"
    sampling: Sampling | None = None
    seed: int = 0

    def trainer(self) -> Trainer:
        """A trainer at its start; ValueError where the arguments do not go together."""
        if self.game.one_choice:
            if self.sampling is not None or self.alternating:
                raise ValueError("sampling, alternating: not in bet_fold, where all update one common strategy")
            if self.variant in VARIANTS and VARIANTS[self.variant].predicts:
                raise ValueError(f"variant={self.variant!r}: in bet_fold only variants that do not predict are shown")
            made: Trainer = load_object(self.game.handlers.trainer)(self.game, self.variant, chance=self.chance, seed=self.seed)
            return made
        if self.sampling is not None:
            if self.alternating is False:
                raise ValueError("alternating: Monte Carlo CFR updates the players in turn")
            return MCCFR(self.game, self.variant, sampling=self.sampling, seed=self.seed)
        layout: Layout = "auto" if self.game.num_players == 2 and self.chance == "all" else "flat"
        return CFR(
            self.game, self.variant, alternating=self.alternating, chance=self.chance, seed=self.seed, layout=layout,
            precision="double",
        )  # fmt: skip


class LearnerState(NamedTuple):
    """A trainer between two iterations, as arrays of entries: regrets, and what they make it play next."""

    regrets: Floats
    strategy: Floats


@dataclass(frozen=True)
class Frame:
    """A trainer after an iteration, and what that iteration did. Arrays are float64 [entries] unless said."""

    trainer: Trainer
    iteration: int
    before: LearnerState | None
    after: LearnerState
    values: Floats | None
    gained: Floats | None
    factors: Floats | None
    weights: Floats
    average: Floats
    reach: Floats
    arrives: Floats | None
    expects: Floats
    exploitability: float
    nash_conv: float
    curve: list[tuple[int, float]]


@dataclass
class WatchedTrainer:
    """One trainer; ask it with ``lock`` held."""

    lesson: Lesson
    trainer: Trainer
    before: LearnerState | None = None
    points: dict[int, float] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def at(self, iteration: int) -> Frame:
        """The trainer after these iterations; where it is further it starts anew."""
        if self.trainer.iteration > iteration:
            self.trainer, self.before = self.lesson.trainer(), None
            self.points.clear()
        while self.trainer.iteration < iteration:
            done = self.trainer.iteration
            to = next((t for t in range(done + 1, iteration) if is_point(t)), iteration)
            if to == iteration and iteration - done > 1:
                to = iteration - 1
            if to == iteration:
                self.before = self._sums()
            self.trainer.advance_timed(to - done)
            self.trainer.check_finite()
            if is_point(to):
                self.points[to] = self.trainer.exploitability
        return self._frame()

    def _sums(self) -> LearnerState:
        return LearnerState(self.trainer.regrets().copy(), self.trainer.current_policy().probabilities)

    def _frame(self) -> Frame:
        trainer, before, after = self.trainer, self.before, self._sums()
        values, gained, factors = self._last(before, after)
        predicted = 0.0 if gained is None or factors is None else factors[3] * gained
        average = trainer.average_policy()
        measured = trainer.measure()
        points = {**self.points, trainer.iteration: measured.exploitability}
        game = trainer.game
        reach = np.ones(game.num_entries) if game.one_choice else game.tree().own_reach(average.probabilities)
        return Frame(
            trainer=trainer,
            iteration=trainer.iteration,
            before=before,
            after=after,
            values=values,
            gained=gained,
            factors=factors,
            weights=np.maximum(after.regrets + predicted, 0.0),
            average=average.probabilities,
            reach=reach,
            arrives=infoset_values(average).reach if (game.num_histories or 0) <= MAX_WALKED else None,
            expects=measured.values,
            exploitability=measured.exploitability,
            nash_conv=measured.nash_conv,
            curve=[(t, points[t]) for t in sorted(points) if t > 0],
        )

    def _last(self, before: LearnerState | None, after: LearnerState) -> tuple[Floats | None, Floats | None, Floats | None]:
        """Counterfactual values, regrets and factors of the last iteration."""
        trainer, game = self.trainer, self.trainer.game
        if before is None:
            return None, None, None
        assert trainer.variant is not None  # all that can be watched are kinds of CFR
        if trainer.chance == "sample" or game.one_choice:
            return None, after.regrets - before.regrets, None
        factors = trainer.variant.factors(trainer.iteration, 1)[0]
        owner, table = game.infosets.entry_players, game.infosets
        values = np.empty(table.size)
        for player in range(game.num_players):  # in turn, each meets the newest strategies of those before
            met = np.where(owner < player, after.strategy, before.strategy) if trainer.alternating else before.strategy
            own = owner == player
            values[own] = infoset_values(TabularPolicy(game, met)).counterfactual[own]
        played = table.sums(before.strategy * values)
        return values, values - np.repeat(played, table.counts()), factors


def is_point(iteration: int) -> bool:
    """True if the curve has this iteration: each up to 100, each tenth up to 1,000, and so on."""
    step: int = 10 ** max(0, len(str(iteration)) - 2)
    return iteration % step == 0


class WatchedTrainers:
    """The trainers that are watched; the one not asked for longest is given up."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Lesson, WatchedTrainer] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, lesson: Lesson, iteration: int) -> Frame:
        """A lesson after these iterations; ValueError where its parts do not go together."""
        with self._lock:
            watched = self._kept.get(lesson)
            if watched is None:
                watched = self._kept[lesson] = WatchedTrainer(lesson, lesson.trainer())
            self._kept.move_to_end(lesson)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        with watched.lock:
            return watched.at(iteration)
