"""``/api/train``: drills: questions from solved spots, answers judged and kept, scores, questions to repeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from pokerzoo.agents.policies.pinned_file import UnreadableFileError
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.records import Chips, Record
from pokerzoo.envs.support.units import mbb, pot_percent
from pokerzoo.evaluation.spots.drills import (
    DrillAnswer,
    DrillFilter,
    DrillQuestion,
    ask_question,
    draw_question,
    judge_answer,
)
from pokerzoo.evaluation.spots.node_parts import big_blind_of, pot_before
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import LineText, Name, RequestBody, Short
from pokerzoo.web.context import Context
from pokerzoo.web.drill_sets import DrillSetInfo, OpenSpot
from pokerzoo.web.errors import BadRequest
from pokerzoo.web.measured import Grade, grade_of
from pokerzoo.web.training import REPEATED, DayScore, DrillScore, GivenAnswer, KeptQuestion, given_now

router = APIRouter(prefix="/train", tags=["train"], route_class=AnswerRoute)

MOST_SETS = 200
"""Sets of one question."""


@dataclass
class SolutionError(Record):
    """Distance of a solution from an equilibrium.

    Attributes:
        exploitability: NashConv / players, chips.
        exploitability_pot_percent: in percent of the starting pot, where there is one.
        exploitability_mbb: in thousandths of the big blind, in games that begin at the blinds.
        grade: of trust, as of policies.
    """

    exploitability: Chips
    exploitability_pot_percent: float | None
    exploitability_mbb: float | None
    grade: Grade


@dataclass
class TrainQuestion(Record):
    """A question.

    Attributes:
        title: the spot as people call it.
        words: the line in words; empty at the start.
        error: chips by which losses may be off, by the solution's exploitability; null: not known.
        solution: that exploitability; null: not known.
        pot_before: chips in the middle before the first move: the starting pot, or antes and blinds.
        big_blind: chips of the big blind, where the game begins at the blinds; else null.
        question: the decision.
    """

    title: str
    words: str
    error: Chips | None
    solution: SolutionError | None
    pot_before: Chips
    big_blind: Chips | None
    question: DrillQuestion


@dataclass
class JudgedAnswer(Record):
    """An answer that was given, judged.

    Attributes:
        counted: false if the question was answered before: only the first answer counts.
        answer: the answer.
        score: of the session so far.
    """

    counted: bool
    answer: DrillAnswer
    score: DrillScore


@dataclass
class TrainProgress(Record):
    """All that was trained.

    Attributes:
        today: the day that it is on the server.
        days: the score of each day with answers, in order.
        kept: questions that were answered wrong and come again, those first that are due first.
        closed: how many more there are of spots that are not open now.
    """

    today: str
    days: list[DayScore]
    kept: list[KeptQuestion]
    closed: int


class Asked:
    """Query of a drawn question."""

    def __init__(
        self,
        sets: Annotated[list[str], Query(alias="set", max_length=MOST_SETS, description="policy:ID or sweep:ID")],
        seed: Annotated[int, Query(ge=0, lt=2**53, description="of all questions of a session")],
        number: Annotated[int, Query(ge=0, lt=2**53, description="of the question, from 0")] = 0,
        street: Annotated[list[str], Query(description="preflop, flop, turn, river; none: all")] = [],  # noqa: B006
        position: Annotated[list[str], Query(description="OOP, IP, BB, SB; none: all")] = [],  # noqa: B006
        made: Annotated[list[str], Query(description="made hands, as a spot's hands name them; none: all")] = [],  # noqa: B006
        draw: Annotated[list[str], Query(description="draws likewise; none: all")] = [],  # noqa: B006
        hands: Annotated[str, Query(max_length=20_000, description="a range: QQ+, AKs; empty: all")] = "",
        close: Annotated[float | None, Query(description="the second best action loses at most this % of the pot")] = None,
    ) -> None:
        self.sets, self.seed, self.number = sets, seed, number
        with _refused():
            self.wanted = DrillFilter(tuple(street), tuple(position), tuple(made), tuple(draw), hands, close)


Spot = Annotated[str, Query(max_length=400, description="policy:ID or sweep:ID:KEY")]
Line = Annotated[str, Query(max_length=500, description="of the node, as /api/spots/{id}/node takes it")]
Hand = Annotated[str, Query(max_length=10, description="AsKd")]


class AnswerToJudge(RequestBody):
    """An answer.

    Attributes:
        spot: the question's spot.
        line: the question's line.
        hand: the question's hand.
        action: the action that is chosen, as lines have it.
        session: a name for the questions that have one score.
        number: of the question in its session; null: a question that is asked again.
    """

    spot: Annotated[str, Field(max_length=400)]
    line: LineText
    hand: Short
    action: Short
    session: Name = REPEATED
    number: int | None = None


@router.get("/sets")
def sets(explorer: Context) -> list[DrillSetInfo]:
    """The sets of solved spots that can be asked of."""
    return explorer.drills.offered()


@router.get("/question")
def question(asked: Annotated[Asked, Depends()], explorer: Context) -> TrainQuestion:
    """A question drawn at random: always the same for the same sets, filters, seed and number."""
    spots = explorer.drills.spots(asked.sets)
    with _refused():
        found = draw_question(spots, asked.wanted, asked.seed, asked.number)
    with explorer.drills.spot(found.spot) as spot:
        return told_question(spot, found)


@router.get("/question-at")
def question_at(spot: Spot, hand: Hand, explorer: Context, line: Line = "") -> TrainQuestion:
    """The question of one spot, line and hand, to ask it again."""
    with explorer.drills.spot(spot) as here, _refused():
        return told_question(here, ask_question(here.report, line, hand, spot))


@router.get("/answer")
def answer(
    spot: Spot, hand: Hand, action: Annotated[str, Query(max_length=40)], explorer: Context, line: Line = ""
) -> DrillAnswer:
    """An answer judged, without keeping it."""
    with explorer.drills.spot(spot) as here, _refused():
        return judge_answer(here.report, line, hand, action, here.error)


@router.post("/answers")
def answers(given: AnswerToJudge, explorer: Context) -> JudgedAnswer:
    """Judge an answer and keep it; a wrong one comes again."""
    with explorer.drills.spot(given.spot) as here, _refused():
        about = ask_question(here.report, given.line, given.hand, given.spot)
        judged = judge_answer(here.report, given.line, given.hand, given.action, here.error)
        title = here.title
    best = max(judged.options, key=lambda option: option.ev)
    counted = explorer.training.add(
        GivenAnswer(
            time=given_now(), spot=about.spot, title=title, line=about.line, hand=about.hand, street=about.street,
            position=about.position, action=judged.token, best=best.token, verdict=judged.verdict, lost=judged.lost,
            lost_pot_percent=judged.lost_pot_percent, session=given.session, number=given.number,
        )
    )  # fmt: skip
    return JudgedAnswer(counted=counted, answer=judged, score=explorer.training.score(given.session))


@router.get("/score")
def score(session: Annotated[str, Query(max_length=200)], explorer: Context) -> DrillScore:
    """The score of a session."""
    return explorer.training.score(session)


@router.get("/progress")
def progress(explorer: Context) -> TrainProgress:
    """Progress by day, and the questions that come again."""
    log, kept = explorer.training, explorer.training.kept()
    there = {spot for spot in {one.spot for one in kept} if explorer.drills.has(spot)}
    asked = [one for one in kept if one.spot in there]
    return TrainProgress(today=log.today, days=log.days(), kept=asked, closed=len(kept) - len(asked))


def told_question(spot: OpenSpot, found: DrillQuestion) -> TrainQuestion:
    """A question as it is sent."""
    game = spot.report.game
    return TrainQuestion(
        title=spot.title,
        words=line_heading(found.line) if found.line else "",
        error=spot.error,
        solution=None if spot.exploitability is None else _solution_error(game, spot.exploitability),
        pot_before=pot_before(game) or 0.0,
        big_blind=big_blind_of(game),
        question=found,
    )


def _solution_error(game: PokerGame, chips: float) -> SolutionError:
    in_blinds = None if big_blind_of(game) is None else mbb(game, chips)
    return SolutionError(chips, pot_percent(game, chips), in_blinds, grade_of(game, chips))


@contextmanager
def _refused() -> Iterator[None]:
    """A ValueError within names its field first: ``made='pair': ...``."""
    try:
        yield
    except (BadRequest, UnreadableFileError):
        raise
    except ValueError as error:
        field = str(error).partition(":")[0].partition("=")[0]
        known = (
            field if field in ("streets", "positions", "made", "draws", "hands", "close", "line", "hand", "action") else None
        )
        raise BadRequest(str(error), known, getattr(error, "position", None)) from None
