"""Spaced repetition of drill questions that were answered wrong: boxes with longer and longer waits (Leitner)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from .verdicts import Verdict

K = TypeVar("K", bound=Hashable)

WAITS = (0, 1, 3, 7, 21)
"""Days until a question in each box is asked again."""
WRONG: tuple[Verdict, ...] = ("inaccuracy", "mistake")
"""Verdicts on an answer after which its question is kept."""


@dataclass(frozen=True)
class Kept(Generic[K]):
    """A question that is kept for repetition.

    Attributes:
        question: its key.
        box: from 0 to ``len(WAITS) - 1``.
        due: the day on which it is asked again.
    """

    question: K
    box: int
    due: int


def kept_questions(answers: Iterable[tuple[K, Verdict, int]]) -> list[Kept[K]]:
    """The questions that are kept after some answers, those first that are due first.

    A wrong answer puts its question into the first box. A right one moves it to the next box, if it was due; after the last
    box it is kept no more. Answers of which nothing is known change nothing.

    Args:
        answers: (question, verdict, day) in their order; days are whole numbers.

    >>> kept_questions([("a", "mistake", 5), ("b", "best", 5), ("a", "best", 5)])
    [Kept(question='a', box=1, due=6)]
    """
    kept: dict[K, Kept[K]] = {}
    for question, verdict, day in answers:
        now = kept.get(question)
        if verdict in WRONG:
            kept.pop(question, None)  # it comes after others of the same day
            kept[question] = Kept(question, 0, day + WAITS[0])
        elif now is not None and now.due <= day and verdict != "unknown":
            del kept[question]
            if now.box + 1 < len(WAITS):
                kept[question] = Kept(question, now.box + 1, day + WAITS[now.box + 1])
    return sorted(kept.values(), key=lambda one: one.due)
