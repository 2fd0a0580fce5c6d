"""``/api/policies``: the policies that are open."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel

from pokerzoo.web.context import Context
from pokerzoo.web.library import Entry, Source
from pokerzoo.web.summaries import Summary

router = APIRouter(tags=["policies"])


class Measured(BaseModel):
    """What a policy is worth.

    Attributes:
        values: [players] net chips that each player expects.
        exploitability: NashConv / players, chips.
        exploitability_pot_percent: in percent of the starting pot, where there is one.
    """

    values: list[float]
    exploitability: float
    exploitability_pot_percent: float | None


class PolicyInfo(BaseModel):
    """A policy that is open.

    Attributes:
        id: in addresses.
        title: what people call it.
        source: a file that was named, one that was sent, or a solution of this explorer.
        kind: a hold'em spot, or another game.
        game: the game's name.
        params: its parameters.
        metadata: how it was made.
        summary: the game in a few words and numbers.
        measured: what it is worth, once somebody has asked (``/api/policies/{id}/measure``).
    """

    id: str
    title: str
    source: Source
    kind: Literal["spot", "game"]
    game: str
    params: dict[str, Any]
    metadata: dict[str, Any]
    summary: Summary
    measured: Measured | None


def describe(entry: Entry) -> PolicyInfo:
    """An entry of the library as it is sent."""
    found = entry.measured_before
    return PolicyInfo(
        id=entry.id,
        title=entry.title,
        source=entry.source,
        kind=entry.kind,
        game=entry.game.name,
        params=dict(entry.game.params),
        metadata=dict(entry.policy.metadata),
        summary=entry.summary,
        measured=None if found is None else Measured(**found),
    )


@router.get("/policies")
def policies(explorer: Context) -> list[PolicyInfo]:
    """All policies that are open."""
    return [describe(entry) for entry in explorer.library.entries()]


@router.get("/policies/{id}")
def policy(id: str, explorer: Context) -> PolicyInfo:
    """One of them."""
    return describe(explorer.library.get(id))


@router.get("/policies/{id}/measure")
def measure(id: str, explorer: Context) -> Measured:
    """What it is worth and how exploitable it is; the first time it takes a pass over the game."""
    entry = explorer.library.get(id)
    with entry.lock:
        return Measured(**entry.measured)
