"""``/api/play``: tables at which a person plays."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel

from pokerzoo.agents import BASELINES
from pokerzoo.envs import Game
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.evaluation import to_phh
from pokerzoo.evaluation.hands.phh_export import join_phh
from pokerzoo.web.coach import can_solve
from pokerzoo.web.context import Context, Explorer
from pokerzoo.web.errors import BadRequest
from pokerzoo.web.files import told_as
from pokerzoo.web.solves import make
from pokerzoo.web.table_view import HandView, Step, hand_view, steps
from pokerzoo.web.tables import Feedback, Hand, Table, Terms

router = APIRouter(prefix="/play", tags=["play"])

BASELINE_NAMES = {
    "random": "Random",
    "always_call": "Always calls",
    "always_fold": "Always folds",
    "always_raise": "Always raises",
    "honest": "Honest (bets strong hands, never bluffs)",
}


class Wanted(BaseModel):
    """What is to be played: a game with parameters, or the game of a policy.

    Attributes:
        game: its name.
        params: its parameters, as ``make_game`` takes them.
        policy: id of an open policy, whose game it is then.
    """

    game: str | None = None
    params: dict[str, Any] = {}
    policy: str | None = None


class Choosable(BaseModel):
    """Somebody who can be chosen.

    Attributes:
        id: what to send.
        name: what to show.
    """

    id: str
    name: str


class PlayOptions(BaseModel):
    """What a table of a game can be set up with.

    Attributes:
        game: the game's name.
        params: all parameters.
        players: how many play.
        opponents: who can be played against.
        coaches: who can tell what a choice lost, the best first.
        seats: names of the seats.
    """

    game: str
    params: dict[str, Any]
    players: int
    opponents: list[Choosable]
    coaches: list[Choosable]
    seats: list[str]


class NewTable(Wanted):
    """A table to be set up.

    Attributes:
        opponents: who has the other seats, in turn after the person's: one for all, or one for each.
        seat: the person's, from 0; None: another each hand.
        seed: of the cards and of the opponents' choices; None draws one.
        coach: who tells what a choice lost: ``policy:ID``, ``solve`` or ``none``; None: the first of the options.
        feedback: when.
        title: what people call it.
    """

    opponents: list[str]
    seat: int | None = None
    seed: int | None = None
    coach: str | None = None
    feedback: Feedback = "decision"
    title: str | None = None


class Move(BaseModel):
    """What the person does.

    Attributes:
        action: the action's id.
        hand: the number of the hand.
        turn: how many decisions the person has made in it before.
    """

    action: int
    hand: int
    turn: int


class Again(BaseModel):
    """A deal to be played again.

    Attributes:
        hand: the number of the hand.
    """

    hand: int


class Change(BaseModel):
    """What can be changed at a table.

    Attributes:
        feedback: when it is told what a choice lost.
    """

    feedback: Feedback


class Standing(BaseModel):
    """A mean a hand.

    Attributes:
        total: net chips in all hands.
        mean: a hand.
        low: of the 95% confidence sequence of the mean, which holds whenever one stops; None before the first round of seats.
        high: likewise.
    """

    total: float
    mean: float | None
    low: float | None
    high: float | None


class ResultView(BaseModel):
    """The person's result.

    Attributes:
        hands: that count.
        chips: what was won.
        aivat: what AIVAT makes of it; None without.
        aivat_note: why there is none.
        lost: chips lost by mistakes; None without a coach, or where it is not told.
        decisions: decisions of which that is known.
        verdicts: how many there were of each kind.
        won: net chips of each hand.
        estimates: AIVAT's of each hand.
    """

    hands: int
    chips: Standing
    aivat: Standing | None
    aivat_note: str
    lost: float | None
    decisions: int
    verdicts: dict[str, int]
    won: list[float]
    estimates: list[float]


class TableView(BaseModel):
    """A table.

    Attributes:
        id: in addresses.
        title: what people call it.
        game: the game's name.
        params: its parameters.
        opponents: their names, in turn after the person's seat.
        seat: the person's; None: another each hand.
        coach: the coach's name; None: nobody.
        feedback: when it is told what a choice lost.
        ended: whether no more hands are dealt.
        missing: why it cannot go on; None if it can.
        phh: whether hands can be had as PHH.
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
    feedback: Feedback
    ended: bool
    missing: str | None
    phh: bool
    hand: HandView | None
    result: ResultView


class TableInfo(BaseModel):
    """A table in short.

    Attributes:
        id: in addresses.
        title: what people call it.
        game: the game's name.
        opponents: their names.
        hands: that count.
        chips: what was won.
        ended: whether no more hands are dealt.
        played: when, in seconds since 1970.
    """

    id: str
    title: str
    game: str
    opponents: list[str]
    hands: int
    chips: float
    ended: bool
    played: float


class HandInfo(BaseModel):
    """A hand that is over, in short.

    Attributes:
        number: from 1.
        seat: the person's.
        cards: the person's, or what else is known at the first decision.
        line: what happened, in words.
        won: the person's net chips.
        lost: chips lost by mistakes; None: not known.
        verdict: the worst of its decisions.
        replays: how often its deal was played again.
    """

    number: int
    seat: int
    cards: str
    line: str
    won: float
    lost: float | None
    verdict: str
    replays: int


@router.post("/options")
def options(wanted: Wanted, explorer: Context) -> PlayOptions:
    """What a table of a game can be set up with."""
    game = game_of(explorer, wanted)
    policies = [entry for entry in explorer.library.entries() if entry.game == game]
    policies.sort(key=lambda entry: entry.id != wanted.policy)
    coaches = [Choosable(id=f"policy:{entry.id}", name=entry.title) for entry in policies]
    if can_solve(game):
        coaches.append(Choosable(id="solve", name="Equilibrium, solved now"))
    return PlayOptions(
        game=game.name,
        params=game.params,
        players=game.num_players,
        opponents=[
            *(Choosable(id=f"policy:{entry.id}", name=entry.title) for entry in policies),
            *(Choosable(id=f"agent:{name}", name=name) for name in explorer.settings.agents),
            *(
                Choosable(id=f"baseline:{name}", name=BASELINE_NAMES.get(name, name))
                for name in BASELINES
                if name == "random" or isinstance(game, PokerGame)
            ),
        ],
        coaches=[*coaches, Choosable(id="none", name="None")],
        seats=seat_names(game),
    )


@router.get("")
def tables(explorer: Context) -> list[TableInfo]:
    """All tables, the one played last first."""
    return [TableInfo(**summary) for summary in explorer.tables.summaries()]


@router.post("", status_code=201)
def create(new: NewTable, explorer: Context) -> TableView:
    """Set up a table; the first hand is dealt."""
    choices = options(new, explorer)
    game = game_of(explorer, new)
    others = game.num_players - 1
    if len(new.opponents) not in (1, others):
        raise BadRequest(f"{len(new.opponents)} opponents for {others} seats: one for all, or one each", "opponents")
    if new.seat is not None and new.seat not in range(game.num_players):
        raise BadRequest(f"seat {new.seat}: seats are 0 to {game.num_players - 1}", "seat")
    if new.seed is not None and not 0 <= new.seed < 2**63:
        raise BadRequest(f"seed {new.seed}: must be 0 or more, and less than 2**63", "seed")
    opponents = new.opponents * others if len(new.opponents) == 1 else new.opponents
    known = {one.id: one.name for one in choices.opponents}
    names = [known.get(id) or id.partition(":")[2] or id for id in opponents]
    names = [name.partition(" (")[0] for name in names]
    coach = new.coach or choices.coaches[0].id
    terms = Terms(
        title=new.title or f"{spoken(game)} against {', '.join(dict.fromkeys(names))}",
        opponents=tuple(opponents),
        names=tuple(names),
        seat=new.seat,
        coach=coach,
        coach_name={one.id: one.name for one in choices.coaches}.get(coach, coach),
        feedback=new.feedback,
    )
    table = explorer.tables.open(game, terms, new.seed)
    with table.lock:
        table.deal()
        return table_view(table)


@router.get("/{id}")
def state(id: str, explorer: Context) -> TableView:
    """A table as its person may see it."""
    table = explorer.tables.get(id)
    with table.lock:
        return table_view(table)


@router.post("/{id}/act")
def act(id: str, move: Move, explorer: Context) -> TableView:
    """Do something; the opponents then play up to the person's next decision, or the end of the hand."""
    table = explorer.tables.get(id)
    with table.lock:
        table.act(move.action, move.hand, move.turn)
        return table_view(table)


@router.post("/{id}/next")
def next_hand(id: str, explorer: Context) -> TableView:
    """The next hand; or back to the one that counts, from a deal that is played again."""
    table = explorer.tables.get(id)
    with table.lock:
        table.deal()
        return table_view(table)


@router.post("/{id}/replay")
def replay(id: str, again: Again, explorer: Context) -> TableView:
    """Play a deal again: the same cards, and the opponents draw the same numbers. It counts for nothing."""
    table = explorer.tables.get(id)
    with table.lock:
        table.deal_again(again.hand)
        return table_view(table)


@router.post("/{id}/settings")
def settings(id: str, change: Change, explorer: Context) -> TableView:
    """Change when it is told what a choice lost."""
    table = explorer.tables.get(id)
    with table.lock:
        table.feedback = change.feedback
        return table_view(table)


@router.post("/{id}/end")
def end(id: str, explorer: Context) -> TableView:
    """Deal no more hands; the log then has the seed. A hand that is going on is dropped."""
    table = explorer.tables.get(id)
    with table.lock:
        table.end()
        return table_view(table)


@router.delete("/{id}", status_code=204)
def remove(id: str, explorer: Context) -> None:
    """Remove a table with its log."""
    explorer.tables.remove(id)


@router.get("/{id}/hands")
def hands(id: str, explorer: Context) -> list[HandInfo]:
    """The hands that are over, the last first."""
    table = explorer.tables.get(id)
    with table.lock:
        again: dict[int, int] = {}
        for one in table.replays:
            again[one.number] = again.get(one.number, 0) + 1
        return [hand_info(table, hand, again.get(hand.number, 0)) for hand in reversed(table.hands)]


@router.get("/{id}/hands/{number}")
def hand(id: str, number: int, explorer: Context) -> HandView:
    """A hand that is over, step by step, with all cards and all that the coach says."""
    table = explorer.tables.get(id)
    with table.lock:
        return hand_view(table, table.played_hand(number), with_pictures=True)


@router.get("/{id}/log", response_class=Response, responses=told_as("application/x-ndjson", "The log."))
def log(id: str, explorer: Context) -> Response:
    """The log of hands, which ``read_hands`` and ``rescore`` read; without the seed while more hands are to come."""
    table = explorer.tables.get(id)
    with table.lock:
        header, hands = table.path.read_bytes().split(b"\n", 1)
        if not table.ended:
            header = json.dumps({**json.loads(header), "seed": None}).encode()
    return download(header + b"\n" + hands, f"{id}.jsonl", "application/x-ndjson")


@router.get("/{id}/phh", response_class=Response, responses=told_as("application/toml", "The hands."))
def phh(id: str, explorer: Context) -> Response:
    """All hands of a hold'em spot as PHH texts."""
    table = explorer.tables.get(id)
    with table.lock:
        texts = []
        for one in table.hands:
            names = [("you", *table.terms.names)[agent] for agent in table.seating(one.seat)]
            texts.append(to_phh(table.game, one.state, names, label=one.number))
    return download(join_phh(texts).encode(), f"{id}.phhs", "application/toml")


def download(body: bytes, name: str, kind: str) -> Response:
    """A file to be saved."""
    return Response(body, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def game_of(explorer: Explorer, wanted: Wanted) -> Game:
    """The game that is wanted."""
    if wanted.policy is not None:
        return explorer.library.get(wanted.policy).game
    if wanted.game is None:
        raise BadRequest("game: its name is needed, or the id of a policy", "game")
    return explorer.tables.library_game(make(wanted.game, wanted.params))


def spoken(game: Game) -> str:
    """What is played, as a title begins: a spot is its board."""
    if isinstance(game, HoldemGame):
        return "".join(game.rules.deck[card] for card in game.rules.board)
    return game.name.replace("_", "/" if game.name in ("bet_fold", "bet_raise") else " ").capitalize()


def seat_names(game: Game) -> list[str]:
    """What seats are called."""
    if isinstance(game, HoldemGame):
        return ["OOP (acts first)", "IP (acts last)"]
    if game.simultaneous:
        return [f"Player {seat}" for seat in range(game.num_players)]
    first_and_last = {0: " (acts first)", game.num_players - 1: " (acts last)"}
    return [f"Player {seat}{first_and_last.get(seat, '')}" for seat in range(game.num_players)]


def table_view(table: Table) -> TableView:
    """A table as its person may see it."""
    now = table.current
    return TableView(
        id=table.id,
        title=table.terms.title,
        game=table.game.name,
        params=table.game.params,
        opponents=list(table.terms.names),
        seat=table.terms.seat,
        coach=table.terms.coach_name if table.coach.advice is not None else None,
        feedback=table.feedback,
        ended=table.ended,
        missing=table.missing,
        phh=isinstance(table.game, HoldemGame),
        hand=None if now is None else hand_view(table, now),
        result=result_view(table),
    )


def result_view(table: Table) -> ResultView:
    """The result so far; what mistakes cost is kept back while nothing is to be told."""
    result = table.result
    told = table.feedback != "off"
    estimates = result.estimates
    return ResultView(
        hands=result.hands,
        chips=standing(result.chips),
        aivat=None if estimates is None else standing(estimates),
        aivat_note=result.note,
        lost=result.lost if told else None,
        decisions=result.decisions if told else 0,
        verdicts=result.verdicts if told else {},
        won=result.chips.numbers,
        estimates=[] if estimates is None else estimates.numbers,
    )


def standing(mean: Any) -> Standing:
    """A running mean as it is sent."""
    interval, total = mean.interval, float(sum(mean.numbers))
    return Standing(
        total=total,
        mean=total / len(mean.numbers) if mean.numbers else None,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
    )


RANKS = ("best", "fine", "unknown", "inaccuracy", "mistake")


def hand_info(table: Table, hand: Hand, replays: int) -> HandInfo:
    """A hand in short."""
    seen = list(steps(hand.state, hand.seat, with_pictures=False, told=False))
    lost, verdicts = [], []
    for one in hand.taken:
        if one.decision is not None:
            lost.append(one.decision.lost(one.action))
            verdicts.append(table.coach.verdict(lost[-1], one.decision.pot))
    known = [chips for chips in lost if chips == chips]
    own = [step for step in seen if step.kind == "deal" and step.player == hand.seat]
    return HandInfo(
        number=hand.number,
        seat=hand.seat,
        cards=" ".join(card for step in own for card in step.cards or [step.text]),
        line=", ".join(in_short(step, hand.seat) for step in seen if step.kind in ("board", "action")),
        won=hand.state.returns()[hand.seat],
        lost=sum(known) if known else None,
        verdict=max(verdicts, key=RANKS.index, default="unknown"),
        replays=replays,
    )


def in_short(step: Step, seat: int) -> str:
    """A step in a list of hands."""
    if step.kind == "board":
        return " ".join(step.cards)
    return f"{'you' if step.player == seat else f'P{step.player}'} {step.text}"
