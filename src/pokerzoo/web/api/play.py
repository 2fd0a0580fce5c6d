"""``/api/play``: tables at which a person plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field

from pokerzoo.envs import Game
from pokerzoo.envs.descriptions import title_of
from pokerzoo.envs.games.hand_spot import spot_params
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.hands import to_phh
from pokerzoo.evaluation.hands.phh import join_phh
from pokerzoo.playing.hand_view import Feedback, HandInfo, HandView, hand_info, hand_view
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.blueprints import BlueprintEntry
from pokerzoo.web.bodies import Name, Params, RequestBody
from pokerzoo.web.coach import can_solve
from pokerzoo.web.context import Context, Explorer
from pokerzoo.web.errors import BadRequest, about
from pokerzoo.web.files import download_response, response_docs
from pokerzoo.web.made_games import make_checked_game
from pokerzoo.web.opponents import PlayChoice
from pokerzoo.web.tables import PlayTableView, TableInfo, Terms

from .hand_spots import PlayedSpot, check_two_in

router = APIRouter(prefix="/play", tags=["play"], route_class=AnswerRoute)


class GameChoice(RequestBody):
    """The game of a table: by name and parameters, or that of a policy.

    Attributes:
        game: its name.
        params: its parameters, as ``make_game`` takes them.
        policy: id of an open policy or blueprint, whose game it is then.
    """

    game: Name | None = None
    params: Params = Field(default={})
    policy: Name | None = None


@dataclass
class PlayOptions(Record):
    """The choices for a table of a game.

    Attributes:
        game: the game's name.
        params: all parameters.
        players: how many play.
        opponents: who can be played against.
        coaches: who can judge what a choice lost, the best first.
        seats: names of the seats.
    """

    game: str
    params: dict[str, Any]
    players: int
    opponents: list[PlayChoice]
    coaches: list[PlayChoice]
    seats: list[str]


class NewTable(GameChoice):
    """A table to be set up.

    Attributes:
        opponents: who has the other seats, in turn after the person's: one for all, or one for each.
        seat: the person's, from 0; None: another each hand.
        seed: of the cards and of the opponents' choices; None draws one.
        coach: who judges what a choice lost: ``policy:ID``, ``solve`` or ``none``; None: the first of the options.
        feedback: when.
        title: its display name.
    """

    opponents: Annotated[list[Name], Field(max_length=100)]
    seat: int | None = None
    seed: int | None = None
    coach: Name | None = None
    feedback: Feedback = "decision"
    title: Name | None = None


class Move(RequestBody):
    """An action of the person.

    Attributes:
        action: the action's id.
        hand: the number of the hand.
        turn: how many decisions the person has made in it before.
    """

    action: int
    hand: int
    turn: int


class TableSettings(RequestBody):
    """Settings of a table that can change.

    Attributes:
        feedback: when the coach says what a choice lost.
    """

    feedback: Feedback


@router.post("/options")
def options(wanted: GameChoice, explorer: Context) -> PlayOptions:
    """The choices for a table of a game."""
    game = game_of(explorer, wanted)
    policies = [entry for entry in explorer.library.entries() if entry.policy.game == game]
    policies.sort(key=lambda entry: entry.id != wanted.policy)
    coaches = [PlayChoice(id=f"policy:{entry.id}", name=entry.title) for entry in policies]
    if can_solve(game):
        coaches.append(PlayChoice(id="solve", name="Equilibrium, solved now"))
    return PlayOptions(
        game=game.name,
        params=game.params,
        players=game.num_players,
        opponents=explorer.tables.opponents.choices(game, wanted.policy),
        coaches=[*coaches, PlayChoice(id="none", name="None")],
        seats=list(game.seat_names),
    )


@router.get("/blueprints")
def blueprints(explorer: Context) -> list[BlueprintEntry]:
    """The blueprints of whole hands that can be played against."""
    return explorer.blueprints.entries()


@router.get("")
def tables(explorer: Context) -> list[TableInfo]:
    """All tables, the one played last first."""
    return explorer.tables.summaries()


@router.post("", status_code=201)
def create(new: NewTable, explorer: Context) -> PlayTableView:
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
    names = [explorer.tables.opponents.name(game, id) for id in opponents]
    coach = new.coach or choices.coaches[0].id
    what = game.params["board"] if is_spot(game) else title_of(game)
    terms = Terms(
        title=new.title or f"{what} against {', '.join(dict.fromkeys(names))}",
        opponents=tuple(opponents),
        names=tuple(names),
        seat=new.seat,
        coach=coach,
        coach_name={item.id: item.name for item in choices.coaches}.get(coach, coach),
        feedback=new.feedback,
    )
    table = explorer.tables.open(game, terms, new.seed)
    with table.lock:
        table.deal()
        return table.view()


@router.get("/{id}")
def state(id: str, explorer: Context) -> PlayTableView:
    """A table as its person may see it."""
    with explorer.tables.held(id) as table:
        return table.view()


@router.post("/{id}/act")
def act(id: str, move: Move, explorer: Context) -> PlayTableView:
    """Do something; the opponents then play up to the person's next decision, or the end of the hand."""
    with explorer.tables.held(id) as table:
        table.act(move.action, move.hand, move.turn)
        return table.view()


@router.post("/{id}/next")
def next_hand(id: str, explorer: Context) -> PlayTableView:
    """The next hand."""
    with explorer.tables.held(id) as table:
        table.deal()
        return table.view()


@router.post("/{id}/settings")
def settings(id: str, change: TableSettings, explorer: Context) -> PlayTableView:
    """Change when the coach shows what a choice lost."""
    with explorer.tables.held(id) as table:
        table.feedback = change.feedback
        return table.view()


@router.delete("/{id}", status_code=204)
def remove(id: str, explorer: Context) -> None:
    """Remove a table with its log."""
    explorer.tables.remove(id)


@router.get("/{id}/hands")
def hands(id: str, explorer: Context) -> list[HandInfo]:
    """The hands that are over, the last first."""
    with explorer.tables.held(id) as table:
        return [hand_info(table.session.coach, hand) for hand in reversed(table.session.hands)]


@router.get("/{id}/hands/{number}")
def hand(id: str, number: int, explorer: Context) -> HandView:
    """A hand that is over, step by step, with all cards and all that the coach says."""
    with explorer.tables.held(id) as table:
        return hand_view(table.session, table.played_hand(number), with_pictures=True)


@router.get("/{id}/hands/{number}/spot")
def spot(id: str, number: int, explorer: Context, street: Literal["flop", "turn", "river"] = "flop") -> PlayedSpot:
    """The spot of a whole hand that is over, from a street on: its board, pot, stacks and the sizes that were bet."""
    with explorer.tables.held(id) as table:
        state = table.played_hand(number).state
        if not isinstance(state, TexasHoldemState):
            raise BadRequest(f"{table.session.game.name}: only whole hands of hold'em are studied as spots")
        with about("street"):
            params, seats = spot_params(state, street)
        check_two_in(params, street, "street")
        names = ["you" if seat == table.played_hand(number).seat else "the other" for seat in seats]
    return PlayedSpot(params=params, names=names)


@router.get("/{id}/log", response_class=Response, responses=response_docs("application/x-ndjson", "The log."))
def log(id: str, explorer: Context) -> Response:
    """The log of hands, which ``read_hands`` reads."""
    with explorer.tables.held(id) as table:
        text = table.log.read_bytes()
    return download_response(text, f"{id}.jsonl", "application/x-ndjson")


@router.get("/{id}/phh", response_class=Response, responses=response_docs("application/toml", "The hands."))
def phh(id: str, explorer: Context) -> Response:
    """All hands of a table of whole hands in PHH."""
    with explorer.tables.held(id) as table:
        texts = []
        for hand in table.session.hands:
            names = [("you", *table.terms.names)[agent] for agent in table.session.seating(hand.seat)]
            texts.append(to_phh(hand.state, names, label=hand.number))
    return download_response(join_phh(texts).encode(), f"{id}.phhs", "application/toml")


def game_of(explorer: Explorer, wanted: GameChoice) -> Game:
    """The game that is wanted."""
    if wanted.policy is not None:
        blueprint = next((entry for entry in explorer.blueprints.entries() if entry.id == wanted.policy), None)
        game = explorer.library.get(wanted.policy).policy.game if blueprint is None else blueprint.game
    elif wanted.game is not None:
        game = explorer.tables.library_game(make_checked_game(wanted.game, wanted.params))
    else:
        raise BadRequest("game: its name is needed, or the id of a policy", "game")
    return game
