"""Boxes of drill questions, by the calendar."""

from __future__ import annotations

from itertools import accumulate

from pokerzoo.evaluation.spots.repetition import WAITS, Kept, kept_questions


def test_a_question_that_is_always_right_comes_after_each_wait() -> None:
    """It is asked on the day of the mistake, and then after 1, 3, 7 and 21 days more: on days 0, 1, 4, 11 and 32."""
    days = list(accumulate(WAITS))
    assert days == [0, 1, 4, 11, 32]
    answers = [("q", "mistake", 0)]
    for box, day in enumerate(days):
        assert kept_questions(answers) == [Kept("q", box, day)]  # type: ignore[arg-type]
        answers.append(("q", "best", day))
    assert kept_questions(answers) == []  # type: ignore[arg-type]


def test_a_mistake_sends_it_back_and_practice_between_changes_nothing() -> None:
    answers = [("q", "mistake", 0), ("q", "fine", 0), ("q", "best", 1), ("q", "best", 2)]  # due on day 4
    assert kept_questions(answers) == [Kept("q", 2, 4)]  # type: ignore[arg-type]
    assert kept_questions([*answers, ("q", "inaccuracy", 3)]) == [Kept("q", 0, 3)]  # type: ignore[arg-type]
    assert kept_questions([*answers, ("q", "unknown", 9)]) == [Kept("q", 2, 4)]  # type: ignore[arg-type]


def test_those_first_that_are_due_first() -> None:
    answers = [("late", "mistake", 3), ("early", "mistake", 1), ("right", "best", 1), ("late", "best", 3)]
    found = kept_questions(answers)  # type: ignore[arg-type]
    assert [(one.question, one.due) for one in found] == [("early", 1), ("late", 4)]
