"""``/api/leaks``: where a policy, baseline or agent loses (docs/explain/exploitability.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from pokerzoo.envs.support.records import as_a
from pokerzoo.evaluation import LineLeaks
from pokerzoo.evaluation.measures.leak_values import Grouping
from pokerzoo.evaluation.spots.leaks import LeakRanking
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
class RankedLeaks(LeakRanking):
    """A ranking, and whose.

    Attributes:
        title: whose leaks they are.
    """

    title: str


def asked_leaks(
    explorer: Context,
    params: AddressParams,
    policy: Annotated[str | None, Query(description="id of a policy of the library")] = None,
    game: Annotated[str | None, Query(description="or a game, as in make_game, and who plays it")] = None,
    who: Annotated[list[str], Query(description="baseline:NAME, agent:NAME or policy:ID: one for all seats, or one each")] = [],  # noqa: B006
) -> CachedLeaks:
    """The leaks of a policy of the library, or of players by their names. The first time it takes a pass over the game."""
    if policy is not None:
        return explorer.leaks.of_policy(explorer.library.get(policy))
    if game is None:
        raise BadRequest("policy or game: one of them is needed", "game")
    return explorer.leaks.of_players(explorer.tables.opponents, game, params, who)


Asked = Annotated[CachedLeaks, Depends(asked_leaks)]


@router.get("/leaks")
def ranking(
    here: Asked,
    each: Annotated[Grouping | None, Query(description="what a row is; by default what reads best")] = None,
    top: Annotated[int, Query(ge=0, le=MOST, description="rows, at most")] = 20,
    player: Annotated[int | None, Query(description="of this player's own decisions only")] = None,
    against: Annotated[int | None, Query(description="what the others can win from this player")] = None,
) -> RankedLeaks:
    """The largest leaks, and their sum."""
    with here.lock:
        return as_a(RankedLeaks, here.leaks.ranking(top, each, player, against), title=here.title)


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
