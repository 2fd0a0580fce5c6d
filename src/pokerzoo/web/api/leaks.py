"""``/api/leaks``: where a policy, baseline or agent loses (docs/explain/exploitability.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.support.records import Record, as_a
from pokerzoo.evaluation import Leak, LineLeaks
from pokerzoo.evaluation.measures.leak_values import Grouping
from pokerzoo.evaluation.spots.leaks import LeakAmount
from pokerzoo.evaluation.spots.measured import Grade, decisive_gain, grade_of
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context
from pokerzoo.web.errors import BadRequest
from pokerzoo.web.files import CSV, download_response
from pokerzoo.web.leak_cache import CachedLeaks
from pokerzoo.web.made_games import AddressParams

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


def asked_leaks(
    explorer: Context,
    params: AddressParams,
    policy: Annotated[str | None, Query(description="id of a policy of the library")] = None,
    game: Annotated[str | None, Query(description="or a game, as in make_game, and who plays it")] = None,
    who: Annotated[list[str], Query(description="baselines, agents, ids of policies: one for all seats, or one each")] = [],  # noqa: B006
) -> CachedLeaks:
    """The leaks of a policy of the library, or of players by their names. The first time it takes a pass over the game."""
    if policy is not None:
        return explorer.leaks.of_policy(explorer.library.get(policy))
    if game is None:
        raise BadRequest("policy or game: one of them is needed", "game")
    return explorer.leaks.of_names(explorer.library, explorer.settings, game, params, who)


Asked = Annotated[CachedLeaks, Depends(asked_leaks)]


@router.get("/leaks")
def ranking(here: Asked, asked: Annotated[LeakQuery, Depends()]) -> LeakRanking:
    """The largest leaks, and their sum."""
    with here.lock:
        result = here.leaks
        each = asked.each or result.readable
        gains = result.gains.tolist()
        of = [p for p in range(len(gains)) if asked.player in (None, p) and asked.against != p]
        return LeakRanking(
            title=here.title,
            policy=here.policy,
            kind="spot" if is_reported(result.game) else "game",
            game=result.game.name,
            params=dict(result.game.params),
            headline=result.headline,
            exploitability=result.amount(result.nash_conv / result.game.num_players),
            grade=grade_of(result.game, decisive_gain(result.game, gains)),
            nash_conv=result.amount(result.nash_conv),
            players=[
                as_a(PlayerTotal, result.amount(gain), player=p, name=result.game.player_names[p])
                for p, gain in enumerate(gains)
            ],
            each=each,
            choices=list(result.choices),
            chosen=result.amount(sum(gains[p] for p in of)),
            rows=list(result.ranked(asked.top, each, asked.player, asked.against)),
        )


@router.get("/leaks/at")
def on_line(here: Asked, line: str = "") -> LineLeaks:
    """Loss of each hand on a line; poker only."""
    with here.lock:
        return here.leaks.on(line)


@router.get("/leaks.csv", response_class=Response, responses=CSV)
def csv_file(here: Asked) -> Response:
    """All leaks as CSV, the largest first; of large spots a row for each public state or line."""
    with here.lock:
        text = here.leaks.csv_text()
    return download_response(text, "leaks.csv", "text/csv")
