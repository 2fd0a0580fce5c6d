"""``/api/games/{name}/learning``: CFR on a small game, iteration by iteration."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from pokerzoo.agents import VARIANTS
from pokerzoo.agents.cfr.lessons import MAX_ITERATIONS, Learning, Lesson
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context
from pokerzoo.web.made_games import AddressParams
from pokerzoo.web.small_games import small_game

router = APIRouter(tags=["games"], route_class=AnswerRoute)


@router.get("/variants")
def variants() -> dict[str, str]:
    """The variants of CFR with their papers."""
    return {name: row.source for name, row in VARIANTS.items()}


@router.get("/games/{name}/learning")
def learning(
    name: str,
    explorer: Context,
    params: AddressParams,
    iteration: Annotated[int, Query(ge=0, le=MAX_ITERATIONS)] = 0,
    variant: str | None = None,
    alternating: bool | None = None,
    chance: Literal["all", "sample"] = "all",
    sampling: Literal["external", "outcome", "chance"] | None = None,
    seed: Annotated[int, Query(ge=0, lt=2**63)] = 0,
) -> Learning:
    """CFR after ``iteration`` iterations. The same address always has the same answer."""
    game = small_game(name, params)
    lesson = Lesson(game, variant, alternating, chance, sampling, seed)
    return explorer.watched.at(lesson, iteration)
