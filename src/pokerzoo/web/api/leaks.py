"""``/api/leaks``, ``/api/policies/{id}/leaks``: where a policy, baseline or agent loses (docs/leaks.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from pokerzoo.envs.support.records import Record, as_a
from pokerzoo.evaluation import Leak, LineLeaks
from pokerzoo.evaluation.measures.leak_values import Grouping
from pokerzoo.evaluation.spots.leak_records import LeakAmount
from pokerzoo.evaluation.spots.node_parts import is_reported
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context
from pokerzoo.web.files import CSV, download_response
from pokerzoo.web.leak_cache import CachedLeaks
from pokerzoo.web.measured import Grade, decisive_gain, grade_of

router = APIRouter(tags=["leaks"], route_class=AnswerRoute)

MOST = 2000
"""Rows of one answer."""


@dataclass(frozen=True)
class PlayerTotal(LeakAmount):
    """A player's whole loss: what a best response gains.

    Attributes:
        player: the seat.
        name: what the player is called.
    """

    player: int
    name: str


@dataclass
class LeakRanking(Record):
    """The decisions that exploitability comes from.

    Attributes:
        title: whose leaks they are.
        policy: the policy's id, if it is one of the library.
        kind: a hold'em spot or a game from the blinds on, or another game.
        game: its name.
        params: its parameters.
        headline: what all leaks add up to, in one sentence.
        exploitability: NashConv / players: what a best response gains in the mean over the players.
        grade: how far that lets these strategies be trusted; of more than two players by the largest gain.
        nash_conv: the sum of all leaks, of all players.
        players: what each player loses.
        each: what a row is.
        choices: what a row can be in this game.
        chosen: the sum over the players that were asked for.
        rows: the largest leaks, the largest first.
    """

    title: str
    policy: str | None
    kind: Literal["spot", "game"]
    game: str
    params: dict[str, Any]
    headline: str
    exploitability: LeakAmount
    grade: Grade
    nash_conv: LeakAmount
    players: list[PlayerTotal]
    each: Grouping
    choices: list[Grouping]
    chosen: LeakAmount
    rows: list[Leak]


class LeakQuery:
    """Query of a ranking."""

    def __init__(
        self,
        each: Annotated[Grouping | None, Query(description="what a row is; by default what reads best")] = None,
        top: Annotated[int, Query(ge=0, le=MOST, description="rows, at most")] = 20,
        player: Annotated[int | None, Query(description="of this player's own decisions only")] = None,
        against: Annotated[int | None, Query(description="what the others can win from this player")] = None,
    ) -> None:
        self.each, self.top, self.player, self.against = each, top, player, against


def of_policy(id: str, explorer: Context) -> CachedLeaks:
    """The leaks of a policy of the library."""
    return explorer.leaks.of_policy(explorer.library.get(id))


def of_names(
    explorer: Context,
    game: Annotated[str, Query(description="as in make_game")],
    who: Annotated[list[str], Query(description="baselines, agents or ids of policies: one for all seats, or one for each")],
    params: Annotated[str, Query(description="the game's parameters, a JSON object")] = "{}",
) -> CachedLeaks:
    """The leaks of whoever is named."""
    return explorer.leaks.of_names(explorer.library, explorer.settings, game, params, who)


OfPolicy = Annotated[CachedLeaks, Depends(of_policy)]
OfNames = Annotated[CachedLeaks, Depends(of_names)]
Filters = Annotated[LeakQuery, Depends()]


def ranking_answer(here: CachedLeaks, asked: LeakQuery) -> LeakRanking:
    """The answer to both addresses."""
    with here.lock:
        found = here.leaks
        each = asked.each or found.readable
        rows = found.ranked(asked.top, each, asked.player, asked.against)
        gains = found.gains.tolist()
        of = [p for p in range(len(gains)) if asked.player in (None, p) and asked.against != p]
        return LeakRanking(
            title=here.title,
            policy=here.policy,
            kind="spot" if is_reported(found.game) else "game",
            game=found.game.name,
            params=dict(found.game.params),
            headline=found.headline,
            exploitability=found.amount(found.nash_conv / found.game.num_players),
            grade=grade_of(found.game, decisive_gain(found.game, gains)),
            nash_conv=found.amount(found.nash_conv),
            players=[
                as_a(PlayerTotal, found.amount(gain), player=p, name=found.game.player_names[p]) for p, gain in enumerate(gains)
            ],
            each=each,
            choices=list(found.choices),
            chosen=found.amount(sum(gains[p] for p in of)),
            rows=list(rows),
        )


def on_line(here: CachedLeaks, line: str) -> LineLeaks:
    """The answer to both addresses of a line."""
    with here.lock:
        return here.leaks.on(line)


def csv_file(here: CachedLeaks) -> Response:
    """All leaks as a file."""
    with here.lock:
        text = here.leaks.csv_text()
    return download_response(text, "leaks.csv", "text/csv")


@router.get("/policies/{id}/leaks")
def policy_leaks(here: OfPolicy, asked: Filters) -> LeakRanking:
    """Leaks of a policy: the largest, and their sum. The first time it takes a pass over the game."""
    return ranking_answer(here, asked)


@router.get("/policies/{id}/leaks/at")
def policy_leaks_at(here: OfPolicy, line: str = "") -> LineLeaks:
    """Loss of each hand on a line; poker only."""
    return on_line(here, line)


@router.get("/policies/{id}/leaks.csv", response_class=Response, responses=CSV)
def policy_leaks_csv(here: OfPolicy) -> Response:
    """All leaks as CSV, the largest first; of large spots a row for each public state or line."""
    return csv_file(here)


@router.get("/leaks")
def leaks(here: OfNames, asked: Filters) -> LeakRanking:
    """Leaks of a baseline or an agent that is given by its name."""
    return ranking_answer(here, asked)


@router.get("/leaks/at")
def leaks_at(here: OfNames, line: str = "") -> LineLeaks:
    """Loss of each of its hands on a line; poker only."""
    return on_line(here, line)


@router.get("/leaks.csv", response_class=Response, responses=CSV)
def leaks_csv(here: OfNames) -> Response:
    """All its leaks as CSV."""
    return csv_file(here)
