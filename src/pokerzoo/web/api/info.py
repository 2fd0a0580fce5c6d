"""``/api/info``: what this explorer can do."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter

from pokerzoo import __version__, list_games
from pokerzoo.agents import VARIANTS
from pokerzoo.envs.support.extras import install_command, missing_modules
from pokerzoo.envs.support.records import Record
from pokerzoo.web.answers import AnswerRoute

router = APIRouter(tags=["info"], route_class=AnswerRoute)


EXTRAS = {"sweeps": ("duckdb", "pyarrow"), "hands": ("pokerkit",), "plot": ("matplotlib",)}
"""Packages by the extra that installs them: reports, hand histories of sites, pictures of reports."""


@dataclass
class MissingExtra(Record):
    """Packages that a part of the explorer needs and that are not installed.

    Attributes:
        extra: ``sweeps``, ``hands`` or ``plot``.
        packages: which are missing.
        command: what installs them for the Python that runs, in pokerzoo's folder.
    """

    extra: str
    packages: list[str]
    command: str


@dataclass
class ExplorerInfo(Record):
    """Choices that the explorer offers.

    Attributes:
        version: of pokerzoo.
        games: names that ``make_game`` takes.
        variants: of CFR.
        missing: extras that are not installed.
    """

    version: str
    games: list[str]
    variants: list[str]
    missing: list[MissingExtra]


@router.get("/info")
async def info() -> ExplorerInfo:
    """Choices that the explorer offers; answered without a thread, so even while all are busy."""
    return ExplorerInfo(
        version=__version__,
        games=list(list_games()),
        variants=list(VARIANTS),
        missing=[
            MissingExtra(extra=extra, packages=missing, command=install_command(extra))
            for extra, packages in EXTRAS.items()
            if (missing := missing_modules(packages))
        ],
    )
