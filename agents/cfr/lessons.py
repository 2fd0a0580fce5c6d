"""Trainers of small games, followed iteration by iteration and cached, so that a step costs one iteration."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.cfr_trainer import CFRTrainer
from pokerzoo.agents.training.trainer import Chance, Layout
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.drawing.game_trees import by_infoset
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.records import Record

from .bet_fold_learners import SymmetricRegretMatching
from .cfr import CFR
from .infoset_values import infoset_values
from .mccfr import MCCFR, Sampling
from .variants import VARIANTS

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

    def trainer(self) -> CFRTrainer:
        """A trainer at its start; ValueError where the arguments do not go together."""
        if isinstance(self.game, BetFoldGame):
            if self.sampling is not None or self.alternating:
                raise ParameterError("sampling, alternating", problem="not in bet_fold, where all update one common strategy")
            if self.variant in VARIANTS and VARIANTS[self.variant].predicts:
                raise ParameterError("variant", self.variant, "in bet_fold only variants that do not predict are shown")
            if self.chance == "sample":
                return SymmetricRegretMatching(self.game, self.variant, seed=self.seed)
            return CFR(self.game, self.variant)
        if self.sampling is not None:
            if self.alternating is False:
                raise ParameterError("alternating", problem="Monte Carlo CFR updates the players in turn")
            return MCCFR(self.game, self.variant, sampling=self.sampling, seed=self.seed)
        if self.chance == "sample":
            raise InputError("chance='sample': is for bet_fold; sampling='chance' draws the deals of other games")
        layout: Layout = "auto" if self.game.num_players == 2 else "flat"
        return CFR(self.game, self.variant, alternating=self.alternating, seed=self.seed, layout=layout, precision="double")


class LearnerState(NamedTuple):
    """A trainer between two iterations, as arrays of entries: regrets, and what they make it play next."""

    regrets: Floats
    strategy: Floats


Lists = list[list[float]]


@dataclass
class Factors(Record):
    """Factors of a variant in an iteration.

    Attributes:
        positive: cumulative regrets above zero, after the iteration's are added.
        negative: cumulative regrets at or below zero.
        average: the cumulative strategy, before the iteration's is added.
        prediction: how often the iteration's regrets count again in the next strategy.
    """

    positive: float
    negative: float
    average: float
    prediction: float


@dataclass
class Learning(Record):
    """CFR after an iteration, infoset by infoset; chips. Lists are in the order of the infosets, with a number an action.

    Attributes:
        iteration: iterations done.
        variant: of CFR.
        source: the paper that has it.
        alternating: whether players update in turn.
        chance: whether an iteration weighs all that chance may do, or draws.
        sampling: of Monte Carlo CFR; None: CFR.
        seed: of what is drawn.
        factors: of this iteration; None at the start and where it samples.
        played: the strategy that this iteration played; None at the start.
        values: counterfactual value of each action in this iteration; None at the start and where it samples.
        worth: the value of the current strategy at each infoset, by ``values``.
        gained: regrets of this iteration: values minus that of the current strategy; where there are no values, by how
            much the cumulative regrets changed.
        before: cumulative regrets before it.
        regrets: cumulative regrets after it.
        weights: what the next strategy is proportional to; where all are 0 it is uniform.
        weight_sums: their sum at each infoset.
        strategy: the strategy of the next iteration.
        average: the average strategy.
        reach: how likely the player's own actions lead there under the average.
        arrives: how likely a hand gets there under the average; None in games too large for that.
        expects: [players] what each player expects of the average strategy.
        exploitability: of the average strategy, NashConv / players.
        nash_conv: of the average strategy.
        curve: pairs (iteration, exploitability) so far.
    """

    iteration: int
    variant: str
    source: str
    alternating: bool
    chance: str
    sampling: str | None
    seed: int | None
    factors: Factors | None
    played: Lists | None
    values: Lists | None
    worth: list[float] | None
    gained: Lists | None
    before: Lists | None
    regrets: Lists
    weights: Lists
    weight_sums: list[float]
    strategy: Lists
    average: Lists
    reach: list[float]
    arrives: list[float] | None
    expects: list[float]
    exploitability: float
    nash_conv: float
    curve: list[tuple[int, float]]


@dataclass
class WatchedTrainer:
    """One trainer; ask it with ``lock`` held."""

    lesson: Lesson
    trainer: CFRTrainer
    before: LearnerState | None = None
    points: dict[int, float] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def at(self, iteration: int) -> Learning:
        """The trainer after this many iterations; one that is past them starts over."""
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
            self.trainer._advance_timed(to - done)
            self.trainer._check_finite()
            if is_point(to):
                self.points[to] = self.trainer.exploitability
        return self._frame()

    def _sums(self) -> LearnerState:
        return LearnerState(self.trainer.regrets().copy(), self.trainer.current_policy().probabilities)

    def _frame(self) -> Learning:
        trainer, before, after = self.trainer, self.before, self._sums()
        game, variant, table = trainer.game, trainer.variant, trainer.game.infosets
        assert variant is not None  # all that can be watched are kinds of CFR
        values, gained, factors = self._last(before, after)
        weights = np.maximum(after.regrets + (0.0 if gained is None or factors is None else factors[3] * gained), 0.0)
        average, measured = trainer.average_policy(), trainer.measure()
        points = {**self.points, trainer.iteration: measured.exploitability}
        reach = (
            np.ones(game.num_entries) if isinstance(game, BetFoldGame) else tree_of(game).rows.own_reach(average.probabilities)
        )
        walked = infoset_values(average) if (game.num_histories or 0) <= MAX_WALKED else None

        def lists(entries: Floats | None) -> Any:
            return None if entries is None else by_infoset(game, entries)

        return Learning(
            iteration=trainer.iteration,
            variant=variant.name,
            source=variant.source,
            alternating=trainer._alternating,
            chance=trainer._chance,
            sampling=trainer._sampling,
            seed=trainer.seed if trainer._chance == "sample" else None,
            factors=None if factors is None else Factors(*factors.tolist()),
            played=lists(None if before is None else before.strategy),
            values=lists(values),
            worth=None if before is None or values is None else table.sums(before.strategy * values).tolist(),
            gained=lists(gained),
            before=lists(None if before is None else before.regrets),
            regrets=lists(after.regrets),
            weights=lists(weights),
            weight_sums=table.sums(weights).tolist(),
            strategy=lists(after.strategy),
            average=lists(average.probabilities),
            reach=reach[table.first[:-1]].tolist(),
            arrives=None if walked is None else walked.reach.tolist(),
            expects=measured.values.tolist(),
            exploitability=measured.exploitability,
            nash_conv=measured.nash_conv,
            curve=[(t, points[t]) for t in sorted(points) if t > 0],
        )

    def _last(self, before: LearnerState | None, after: LearnerState) -> tuple[Floats | None, Floats | None, Floats | None]:
        """Counterfactual values, regrets and factors of the last iteration."""
        trainer, game = self.trainer, self.trainer.game
        if before is None:
            return None, None, None
        if trainer._chance == "sample" or isinstance(game, BetFoldGame):
            return None, after.regrets - before.regrets, None
        factors = trainer.variant.factors(trainer.iteration, 1)[0]
        owner, table = game.infosets.entry_players, game.infosets
        values = np.empty(table.size)
        for player in range(game.num_players):  # in turn, each against the latest strategies of those before
            met = np.where(owner < player, after.strategy, before.strategy) if trainer._alternating else before.strategy
            of_player = owner == player
            values[of_player] = infoset_values(TabularPolicy(game, met)).counterfactual[of_player]
        played = table.sums(before.strategy * values)
        return values, values - np.repeat(played, table.counts()), factors


def is_point(iteration: int) -> bool:
    """True if the curve has this iteration: each up to 100, each tenth up to 1,000, and so on."""
    step: int = 10 ** max(0, len(str(iteration)) - 2)
    return iteration % step == 0


class WatchedTrainers:
    """A cache of the trainers that are followed; the least recently used is dropped."""

    def __init__(self) -> None:
        self._kept: Cache[WatchedTrainer] = Cache(KEPT)

    def at(self, lesson: Lesson, iteration: int) -> Learning:
        """A lesson after these iterations; ValueError where its parts do not go together."""
        watched = self._kept.get(lesson, lambda: WatchedTrainer(lesson, lesson.trainer()))
        with watched.lock:
            return watched.at(iteration)
