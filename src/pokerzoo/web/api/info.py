"""``/api/info``: what this explorer can do."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter

from pokerzoo import __version__, list_games
from pokerzoo.agents import BASELINES, VARIANTS
from pokerzoo.envs.support.records import Record
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context

router = APIRouter(tags=["info"], route_class=AnswerRoute)


@dataclass
class ExplorerInfo(Record):
    """Choices that the explorer offers.

    Attributes:
        version: of pokerzoo.
        games: names that ``make_game`` takes.
        variants: of CFR.
        baselines: who can be played against without a file.
        agents: who was given in Python.
        max_upload: bytes of the largest file that is taken in.
        compiling: what is being compiled now, and for about how long; null where nothing is.
    """

    version: str
    games: list[str]
    variants: list[str]
    baselines: list[str]
    agents: list[str]
    max_upload: int
    compiling: str | None


@router.get("/info")
async def info(explorer: Context) -> ExplorerInfo:
    """Choices that the explorer offers; answered without a thread, so even while all are busy."""
    return ExplorerInfo(
        version=__version__,
        games=list(list_games()),
        variants=list(VARIANTS),
        baselines=list(BASELINES),
        agents=list(explorer.settings.agents),
        max_upload=explorer.settings.max_upload,
        compiling=explorer.jobs.kernels.text,
    )
