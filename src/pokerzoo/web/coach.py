"""Coach of a table: chips lost by decisions, and the result so far."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import Game, State
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.records import INTERNAL, Record, json_key
from pokerzoo.evaluation.measures.intervals import ConfidenceSequence
from pokerzoo.evaluation.spots.decision_values import (
    Decision,
    DecisionValues,
    decision_values,
    has_decision_values,
    report_decisions,
)
from pokerzoo.evaluation.spots.measured import Measured, measured_now
from pokerzoo.evaluation.spots.verdicts import Verdict, verdict_of

from .library import Library

SOLVED_HERE = 30_000
"""Most probabilities of a game that is solved when a table is opened and no policy is open for it."""
MOST_SECONDS = 1.0
"""Such a solve ends after so long at the latest."""


class CoachedDecision(NamedTuple):
    """A decision of the person."""

    state: State
    action: int
    decision: Decision | None


@dataclass
class Coach:
    """Values of decisions for one table."""

    game: Game
    advice: DecisionValues | None
    lock: threading.RLock = field(default_factory=threading.RLock)
    look: Callable[[], Measured | None] | None = None

    @cached_property
    def measured(self) -> Measured | None:
        """Measure of the coach's policy; None without a coach, or where that is not known."""
        with self.lock:
            return None if self.look is None else self.look()

    @property
    def error(self) -> float | None:
        """Chips by which a loss may be off; None: not known."""
        return None if self.measured is None else 2 * self.measured.decisive  # two EVs are compared, each off by so much

    def take(self, state: State, action: int) -> CoachedDecision:
        """Note a decision of the person to act."""
        with self.lock:
            decision = self.advice.at(state) if self.advice is not None else None
        return CoachedDecision(state, action, decision)

    def verdict(self, lost: float, pot: float | None) -> Verdict:
        """The verdict on a decision by the chips that it loses; ``unsure`` below the coach's own error."""
        return verdict_of(lost, pot, max(map(abs, self.game.utility_range)), self.error)


def can_solve(game: Game) -> bool:
    """True if a game is small enough to be solved when a table is opened."""
    if not game.numbered or game.num_entries > SOLVED_HERE:
        return False
    return has_decision_values(game)


def solved_game(game: Game) -> TabularPolicy:
    """An equilibrium, nearly, of a small game of two; of more players what CFR finds."""
    if not can_solve(game):
        raise ParameterError("coach", problem=f"{game.name} with these parameters is too large to be solved on the spot")
    end = time.monotonic() + MOST_SECONDS
    small = 1e-5 * max(map(abs, game.utility_range))
    return CFR(game).run(20_000, until=small or None, callbacks=[lambda _: time.monotonic() > end]).average_policy()


def find_coach(game: Game, coach: str, library: Library) -> Coach:
    """The coach of a table."""
    lock = threading.RLock()
    kind, _, id = coach.partition(":")
    policy: TabularPolicy | None = None
    advice: DecisionValues | None = None
    look: Callable[[], Measured | None] | None = None
    if kind == "policy":
        entry = library.get(id)
        if entry.game != game:
            raise ParameterError("coach", problem=f"{entry.title} is for another game")
        policy, lock, look = entry.policy, entry.lock, entry.measure_soon
        if is_spot(game):
            advice = report_decisions(library.report(id))
    elif kind == "solve":
        policy = solved_game(game)
        look = partial(measured_now, policy)
    elif kind != "none":
        raise ParameterError("coach", coach, "must be policy:ID, solve or none")
    if policy is not None and advice is None and has_decision_values(game):
        advice = decision_values(game, policy)
    return Coach(game, advice, lock, look)


@dataclass(eq=False)
class RunningMean(Record):
    """Net chips that come in hand by hand, and their mean a hand with an interval that holds at any time.

    Attributes:
        low: of the 95% confidence sequence of the mean, which holds whenever one stops; None before the first round of seats.
        high: likewise.
        least: the least that a hand may win.
        most: the most.
        round: hands in a round of the seats, which is one observation.
        numbers: of each hand.
    """

    least: float = field(metadata=INTERNAL)
    most: float = field(metadata=INTERNAL)
    round: int = field(metadata=INTERNAL)
    low: float | None = None
    high: float | None = None
    numbers: list[float] = field(default_factory=list, metadata=INTERNAL)

    def __post_init__(self) -> None:
        self._sequence = ConfidenceSequence(self.least, self.most)

    @property
    @json_key
    def total(self) -> float:
        """Net chips in all hands."""
        return float(sum(self.numbers))

    @property
    @json_key
    def mean(self) -> float | None:
        """Net chips a hand; None before the first."""
        return self.total / len(self.numbers) if self.numbers else None

    def add(self, number: float) -> None:
        """Take in a hand."""
        self.numbers.append(number)
        if len(self.numbers) % self.round == 0:
            mean = float(np.mean(self.numbers[-self.round :]))
            self._sequence.add(np.array([min(max(mean, self.least), self.most)]))  # rounding may lie outside
            self.low, self.high = self._sequence.interval.low, self._sequence.interval.high


class Result:
    """The person's result so far: chips, and what mistakes cost."""

    def __init__(self, coach: Coach, seat: int | None) -> None:
        """No hand yet; ``seat`` is the person's, None if it changes."""
        self.coach = coach
        round = coach.game.num_players if seat is None else 1
        self.chips = RunningMean(*coach.game.utility_range, round)
        self.lost: float | None = 0.0 if coach.advice is not None else None
        self.decisions = 0
        self.verdicts: dict[str, int] = {}

    @property
    def hands(self) -> int:
        """Hands that count."""
        return len(self.chips.numbers)

    def add(self, seat: int, won: float, taken: list[CoachedDecision]) -> None:
        """Count a hand."""
        self.chips.add(won)
        for one in taken:
            if one.decision is not None and self.lost is not None:
                lost = one.decision.lost(one.action)
                verdict = self.coach.verdict(lost, one.decision.pot)
                self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1
                if lost == lost and verdict != "unsure":
                    self.lost += lost
                    self.decisions += 1
