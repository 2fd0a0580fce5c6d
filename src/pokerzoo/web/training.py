"""Answers to drills: one JSON file a day in the work folder, the score of a session, progress by day, questions to repeat."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

from pokerzoo.envs.support.records import Record, to_json
from pokerzoo.evaluation.spots.repetition import Kept, kept_questions
from pokerzoo.evaluation.spots.verdicts import Verdict

from .errors import BadRequest
from .work_folder import WorkFolder

MOST_A_DAY = 5_000
"""Answers of a day that are kept."""
REPEATED = "repeated"
"""The session of questions that are asked again."""

QuestionKey: TypeAlias = tuple[str, str, str]
"""(spot, line, hand)."""


@dataclass(frozen=True)
class GivenAnswer(Record):
    """An answer that was given.

    Attributes:
        time: in seconds since 1970.
        spot: the spot's id.
        title: the spot as people call it.
        line: of the question.
        hand: of the question.
        street: of the question.
        position: who was to act.
        action: the answer, as lines have it.
        best: the action that is worth most.
        verdict: on the answer.
        lost: chips.
        lost_pot_percent: the same in percent of the pot at the decision.
        session: the session it belongs to.
        number: of the question in its session; null where it was asked again.
    """

    time: float
    spot: str
    title: str
    line: str
    hand: str
    street: str
    position: str
    action: str
    best: str
    verdict: Verdict
    lost: float
    lost_pot_percent: float
    session: str
    number: int | None = None

    @property
    def key(self) -> QuestionKey:
        """The question."""
        return self.spot, self.line, self.hand


@dataclass(frozen=True)
class DayAnswers(Record):
    """The answers of a day.

    Attributes:
        answers: in the order in which they were given.
    """

    answers: list[GivenAnswer] = field(default_factory=list)


@dataclass(frozen=True)
class DrillScore(Record):
    """A score over some answers.

    Attributes:
        decisions: answers that count: those about which the solution is sure.
        right: of them, those that lose at most 0.5% of the pot.
        near: those that lose at most 5%.
        wrong: those that lose more.
        unsure: answers that do not count: their loss is below the solution's own error.
        lost_pot_percent: percent of the pot lost by a decision, in the mean; null without decisions.
    """

    decisions: int
    right: int
    near: int
    wrong: int
    unsure: int
    lost_pot_percent: float | None


@dataclass(frozen=True)
class DayScore(DrillScore):
    """The score of a day.

    Attributes:
        day: ``2026-11-26``.
    """

    day: str


@dataclass(frozen=True)
class KeptQuestion(Record):
    """A question that was answered wrong and comes again.

    Attributes:
        spot: the spot's id.
        title: the spot as people call it.
        line: of the question.
        hand: of the question.
        street: of the question.
        position: who is to act.
        box: from 0: the longer the wait the higher.
        due: the day on which it comes again.
    """

    spot: str
    title: str
    line: str
    hand: str
    street: str
    position: str
    box: int
    due: str


DAYS = TypeAdapter(DayAnswers)


class TrainingLog:
    """The answers of a work folder. May be used by many threads at once."""

    def __init__(self, folder: WorkFolder, today: Callable[[], date] = date.today) -> None:
        self._folder, self._today = folder, today
        self._days: dict[str, list[GivenAnswer]] | None = None
        self._lock = threading.Lock()

    def add(self, given: GivenAnswer) -> bool:
        """Keep an answer; False if its question was answered before: only the first answer counts."""
        with self._lock:
            days = self._read()
            everything = [one for answers in days.values() for one in answers]
            if given.number is None:
                today = self._today().toordinal()
                if not any(one.question == given.key and one.due <= today for one in self._kept(days)):
                    return False
            elif any((one.session, one.number) == (given.session, given.number) for one in everything):
                return False
            day = self._today().isoformat()
            answers = [*days.get(day, []), given]
            if len(answers) > MOST_A_DAY:
                raise BadRequest(f"at most {MOST_A_DAY:,} answers a day are kept")
            self._folder.write_training(day, to_json(DayAnswers(answers)))
            days[day] = answers
            return True

    def score(self, session: str) -> DrillScore:
        """The score of a session."""
        with self._lock:
            return score_of(one for answers in self._read().values() for one in answers if one.session == session)

    def days(self) -> list[DayScore]:
        """The score of each day, in order."""
        with self._lock:
            found = sorted(self._read().items())
        return [DayScore(**vars(score_of(answers)), day=day) for day, answers in found]

    def kept(self) -> list[KeptQuestion]:
        """The questions to repeat, those first that are due first."""
        with self._lock:
            days = self._read()
            last = {one.key: one for answers in days.values() for one in answers}
            kept = self._kept(days)
        return [
            KeptQuestion(
                spot=about.spot, title=about.title, line=about.line, hand=about.hand, street=about.street,
                position=about.position, box=one.box, due=date.fromordinal(one.due).isoformat(),
            )
            for one in kept for about in [last[one.question]]
        ]  # fmt: skip

    @property
    def today(self) -> str:
        """The day that it is now."""
        return self._today().isoformat()

    @staticmethod
    def _kept(days: dict[str, list[GivenAnswer]]) -> list[Kept[QuestionKey]]:
        return kept_questions(
            (one.key, one.verdict, date.fromisoformat(day).toordinal())
            for day, answers in sorted(days.items())
            for one in answers
        )

    def _read(self) -> dict[str, list[GivenAnswer]]:
        """All answers by day; read once, as no other explorer may write here."""
        if self._days is None:
            found = {}
            for day, text in self._folder.training_days().items():
                try:
                    date.fromisoformat(day)
                    found[day] = DAYS.validate_json(text).answers
                except (ValidationError, ValueError) as error:
                    message = f"training/{day}.json in the work folder has no answers to drills: mend the file or take it away"
                    raise BadRequest(message) from error
            self._days = found
        return self._days


def given_now() -> float:
    """The time of an answer that is given now."""
    return time.time()


def score_of(answers: Iterable[GivenAnswer]) -> DrillScore:
    """The score over some answers."""
    given = list(answers)
    sure = [one for one in given if one.verdict not in ("unsure", "unknown")]
    counts = {name: sum(one.verdict in verdicts for one in sure) for name, verdicts in GROUPS.items()}
    lost = sum(one.lost_pot_percent for one in sure) / len(sure) if sure else None
    return DrillScore(len(sure), **counts, unsure=len(given) - len(sure), lost_pot_percent=lost)


GROUPS: dict[str, tuple[Verdict, ...]] = {"right": ("best", "fine"), "near": ("inaccuracy",), "wrong": ("mistake",)}
"""Verdicts by the word that a score has for them."""
