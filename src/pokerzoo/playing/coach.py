"""A person's decisions, judged by a policy, and the result of a session so far."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from pokerzoo.envs import Game, State
from pokerzoo.envs.poker.state import PokerStateBase
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import INTERNAL, Record, json_key
from pokerzoo.evaluation.measures.intervals import ConfidenceSequence
from pokerzoo.evaluation.spots.decision_values import Decision, DecisionValues, decision_values, has_decision_values
from pokerzoo.evaluation.spots.measured import Measured, measured_now

from .verdicts import Verdict, verdict_of


class CoachedDecision(NamedTuple):
    """A decision of the person."""

    state: State
    action: int
    decision: Decision | None


@dataclass
class Option(Record):
    """An action at a decision, as the coach sees it.

    Attributes:
        id: the action.
        name: what it is called.
        probability: how often the coach's policy takes it.
        ev: chips expected from here on, all playing the coach's policy: a fold is worth 0. In games other than poker net chips
            at the end. None: not known.
        chosen: whether it was done.
        best: whether no other has a higher EV.
    """

    id: int
    name: str
    probability: float
    ev: float | None
    chosen: bool
    best: bool


@dataclass
class DecisionView(Record):
    """The coach's view of a decision.

    Attributes:
        infoset: what the person knew, as a key.
        options: what could be done.
        lost: by how many chips the choice falls short of the best; None: not known.
        lost_pot_percent: the same in percent of the pot; None without a pot.
        pot: chips in the middle.
        verdict: ``best``, ``fine``, ``inaccuracy``, ``mistake``; ``unknown`` where the coach's policy never leads;
            ``unsure``: the loss is within ``error``.
        error: chips by which the loss may be off, since the coach's policy is no exact equilibrium; None: not known.
        paid: chips that the person has put in so far, a part of the starting pot included; None in games that are not poker.
            The net chips of an option are its ``ev`` less this.
    """

    infoset: str
    options: list[Option]
    lost: float | None
    lost_pot_percent: float | None
    pot: float | None
    verdict: str
    error: float | None
    paid: float | None


@dataclass
class Coach:
    """Values of decisions, asked under ``lock``; ``look`` measures the coach's policy."""

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


def coach_by(game: Game, policy: Any) -> Coach:
    """The coach that judges by a ``Policy``: by frequencies alone where the game is too large for values of decisions."""
    if not has_decision_values(game):

        def numbers(state: State) -> tuple[Floats, Floats]:
            shares = policy.action_probabilities(state)
            legal = state.legal_actions()
            return np.array([shares.get(action, 0.0) for action in legal]), np.full(len(legal), np.nan)

        return Coach(game, DecisionValues(game, policy, numbers))
    values = decision_values(game, policy)
    return Coach(game, values, look=None if game.exact_takes_seconds else partial(measured_now, values.policy))


def decision_view(coach: Coach, taken: CoachedDecision) -> DecisionView | None:
    """The coach's view of a decision; None without a coach."""
    decision = taken.decision
    if decision is None:
        return None
    lost = decision.lost(taken.action)
    known = lost == lost
    paid = taken.state.contributions[decision.player] if isinstance(taken.state, PokerStateBase) else None
    evs = (decision.net + (paid or 0.0)).tolist()
    most = max(evs) if known else 0.0
    rows = zip(decision.actions, decision.names, decision.probabilities.tolist(), evs, strict=True)
    return DecisionView(
        infoset=decision.infoset,
        options=[
            Option(
                id=action,
                name=name,
                probability=probability,
                ev=ev if known else None,
                chosen=action == taken.action,
                best=known and coach.verdict(most - ev, decision.pot) == "best",
            )
            for action, name, probability, ev in rows
        ],
        lost=lost if known else None,
        lost_pot_percent=100 * lost / decision.pot if known and decision.pot else None,
        pot=decision.pot,
        verdict=coach.verdict(lost, decision.pot),
        error=coach.error,
        paid=paid,
    )


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


@dataclass(eq=False)
class SessionResult(Record):
    """The person's result.

    Attributes:
        hands: that count.
        chips: what was won.
        lost: chips lost by mistakes; None without a coach, or where it is not shown.
        decisions: decisions of which that is known.
        verdicts: how many there were of each kind.
        won: net chips of each hand.
    """

    chips: RunningMean
    lost: float | None
    coach: Coach = field(metadata=INTERNAL)
    decisions: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)

    @property
    @json_key
    def hands(self) -> int:
        """Hands that count."""
        return len(self.chips.numbers)

    @property
    @json_key
    def won(self) -> list[float]:
        """Net chips of each hand."""
        return self.chips.numbers

    @classmethod
    def new(cls, coach: Coach, seat: int | None) -> SessionResult:
        """No hand yet; ``seat`` is the person's, None if it changes."""
        round = coach.game.num_players if seat is None else 1
        return cls(RunningMean(*coach.game.utility_range, round), None if coach.advice is None else 0.0, coach)

    def without_coach(self) -> SessionResult:
        """The same without what mistakes cost."""
        return replace(self, lost=None, decisions=0, verdicts={})

    def add(self, won: float, taken: list[CoachedDecision]) -> None:
        """Count a hand."""
        self.chips.add(won)
        for step in taken:
            if step.decision is not None and self.lost is not None:
                lost = step.decision.lost(step.action)
                verdict = self.coach.verdict(lost, step.decision.pot)
                self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1
                if lost == lost and verdict != "unsure":
                    self.lost += lost
                    self.decisions += 1
