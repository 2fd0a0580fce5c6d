"""A table as its person may see it, with the result so far, and its hands in short."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerzoo.envs.poker.game_facts import big_blind_of, pot_before
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.evaluation.spots.measured import Measured

from .coach import RunningMean
from .table_view import HandStep, HandView, hand_view, known_steps
from .tables import Feedback, PlayedHand, PlayTable


@dataclass
class ResultView(Record):
    """The person's result.

    Attributes:
        hands: that count.
        chips: what was won.
        lost: chips lost by mistakes; None without a coach, or where it is not shown.
        decisions: decisions of which that is known.
        verdicts: how many there were of each kind.
        won: net chips of each hand.
    """

    hands: int
    chips: RunningMean
    lost: float | None
    decisions: int
    verdicts: dict[str, int]
    won: list[float]


@dataclass
class PlayTableView(Record):
    """A table.

    Attributes:
        id: in addresses.
        title: what people call it.
        game: the game's name.
        params: its parameters.
        opponents: their names, in turn after the person's seat.
        seat: the person's; None: another each hand.
        coach: the coach's name; None: no coach.
        coach_measured: how exploitable the coach's policy is; None: no coach, or not known.
        coach_error: chips below which the coach calls no loss a mistake; None: not known.
        feedback: when the coach says what a choice lost.
        missing: why it cannot go on; None if it can.
        phh: whether hands can be had as PHH.
        big_blind: in chips, in whole hands; None in other games.
        pot_before: chips in the middle before the first move, for EVs in percent of it; None: there is no coach, or no pot.
        blind_before: chips of the big blind, for EVs in big blinds; None: likewise, or a game without blinds.
        hand: the hand that is played; None before the first.
        result: so far.
    """

    id: str
    title: str
    game: str
    params: dict[str, Any]
    opponents: list[str]
    seat: int | None
    coach: str | None
    coach_measured: Measured | None
    coach_error: float | None
    feedback: Feedback
    missing: str | None
    phh: bool
    big_blind: float | None
    pot_before: float | None
    blind_before: float | None
    hand: HandView | None
    result: ResultView


@dataclass
class HandInfo(Record):
    """A hand that is over, in short.

    Attributes:
        number: from 1.
        seat: the person's.
        cards: the person's, or what else is known at the first decision.
        line: what happened, in words.
        won: the person's net chips.
        lost: chips lost by mistakes; None: not known.
        verdict: the worst of its decisions.
    """

    number: int
    seat: int
    cards: str
    line: str
    won: float
    lost: float | None
    verdict: str


def table_view(table: PlayTable) -> PlayTableView:
    """A table as its person may see it."""
    now, coached = table.hand, table.coach.advice is not None
    return PlayTableView(
        id=table.id,
        title=table.terms.title,
        game=table.game.name,
        params=table.game.params,
        opponents=list(table.terms.names),
        seat=table.terms.seat,
        coach=table.terms.coach_name if coached else None,
        coach_measured=table.coach.measured if coached else None,
        coach_error=table.coach.error if coached else None,
        feedback=table.feedback,
        missing=table.missing,
        phh=isinstance(table.game, TexasHoldemGame),
        big_blind=table.game.stakes.big_blind if isinstance(table.game, TexasHoldemGame) else None,
        pot_before=pot_before(table.game) if coached else None,
        blind_before=big_blind_of(table.game) if coached else None,
        hand=None if now is None else hand_view(table, now),
        result=result_view(table),
    )


def result_view(table: PlayTable) -> ResultView:
    """The result so far; what mistakes cost is kept back while the coach is silent."""
    result = table.result
    coached = table.feedback != "off"
    return ResultView(
        hands=result.hands,
        chips=result.chips,
        lost=result.lost if coached else None,
        decisions=result.decisions if coached else 0,
        verdicts=result.verdicts if coached else {},
        won=result.chips.numbers,
    )


RANKS = ("best", "fine", "unsure", "unknown", "inaccuracy", "mistake")


def hand_info(table: PlayTable, hand: PlayedHand) -> HandInfo:
    """A hand in short."""
    seen = list(known_steps(hand.state, hand.seat, with_pictures=False, coached=False))
    lost, verdicts = [], []
    for one in hand.taken:
        if one.decision is not None:
            lost.append(one.decision.lost(one.action))
            verdicts.append(table.coach.verdict(lost[-1], one.decision.pot))
    known = [chips for chips, verdict in zip(lost, verdicts, strict=True) if chips == chips and verdict != "unsure"]
    own = [step for step in seen if step.kind == "deal" and step.player == hand.seat]
    return HandInfo(
        number=hand.number,
        seat=hand.seat,
        cards=" ".join(card for step in own for card in step.cards or [step.text]),
        line=", ".join(in_short(step, hand.seat) for step in seen if step.kind in ("board", "action")),
        won=hand.state.returns()[hand.seat],
        lost=sum(known) if known else None,
        verdict=max(verdicts, key=RANKS.index, default="unknown"),
    )


def in_short(step: HandStep, seat: int) -> str:
    """A step in a list of hands."""
    if step.kind == "board":
        return " ".join(step.cards)
    return f"{'you' if step.player == seat else f'P{step.player}'} {step.text}"
