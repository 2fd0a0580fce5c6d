"""``/api/solves``: what is solved here: the queue, its course as events, and what became of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse
from pydantic import ConfigDict, Field

from pokerzoo.envs.support.records import to_json
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import RequestBody, Short
from pokerzoo.web.context import Context
from pokerzoo.web.files import response_docs
from pokerzoo.web.jobs import Jobs
from pokerzoo.web.solves import SolveRecord, SolveRequest

router = APIRouter(tags=["solves"], route_class=AnswerRoute)

LOOK_SECONDS = 0.02
"""Seconds after which an open stream asks for news again. A broken stream leaves nothing behind."""
LIST_SECONDS = 0.1
"""The same for the list of all."""
HEARTBEAT_SECONDS = 15.0
"""After so long without news a comment is sent, by which both sides see that the other is there."""


EVENTS = response_docs("text/event-stream", "Server-sent events, the data of each as JSON.")


class ContinueRequest(RequestBody):
    """Limits to which a solve goes on; without one, those that it has.

    Attributes:
        until: as of a new solve: chips, or a string with a unit, ``"0.5%"`` of the starting pot.
        iterations: most iterations more.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"until": "0.1%"}]})

    until: Short | float | None = None
    iterations: int | None = Field(default=None, ge=1, le=10**12)


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


@router.post("/solves", status_code=201)
def submit(request: SolveRequest, explorer: Context) -> SolveRecord:
    """Solve a game: checked now, and done when it is its turn."""
    return explorer.jobs.submit(request)


@router.get("/solves")
def solves(explorer: Context) -> list[SolveRecord]:
    """All solves, newest first, without their curves."""
    return explorer.jobs.all()


@router.get("/solves/events", response_class=Response, responses=EVENTS)
async def all_events(explorer: Context) -> EventStream:
    """All solves as an event ``solves`` (a list, without curves), now and after each change."""
    return EventStream(_all_events(explorer.jobs))


@router.get("/solves/{id}")
def solve(id: str, explorer: Context) -> SolveRecord:
    """One of them, with its whole curve."""
    return explorer.jobs.get(id)


@router.get("/solves/{id}/events", response_class=Response, responses=EVENTS)
async def events(id: str, explorer: Context) -> EventStream:
    """A solve as an event ``solve``, now and after each change; an event ``removed`` if it is deleted.

    ``curve`` holds the points since the event before, the first one all of them: they follow the first ``curve_start`` points.
    """
    explorer.jobs.get(id)
    return EventStream(_events(explorer.jobs, id))


@router.post("/solves/{id}/stop")
def stop(id: str, explorer: Context) -> SolveRecord:
    """Stop it between two iterations; what it has found is kept."""
    return explorer.jobs.stop(id)


@router.post("/solves/{id}/continue")
def go_on(id: str, request: ContinueRequest, explorer: Context) -> SolveRecord:
    """Go on with one that was stopped or interrupted, or is done."""
    return explorer.jobs.go_on(id, request.until, request.iterations)


@router.delete("/solves/{id}", status_code=204)
def delete(id: str, explorer: Context) -> None:
    """Forget a solve; one that runs is stopped. Its policy stays in the library."""
    explorer.jobs.remove(id)


async def _events(jobs: Jobs, id: str) -> AsyncIterator[str]:
    seen, told = -2, time.monotonic()
    sent: list[tuple[int, float, float]] = []
    while not jobs.closing.is_set():
        version = jobs.version_of(id)
        if version == -1:
            yield "event: removed\ndata: {}\n\n"
            return
        if version != seen:
            seen, told = version, time.monotonic()
            now = jobs.get(id)
            start = len(sent) if now.curve[: len(sent)] == sent else 0  # it may have begun anew
            sent = now.curve
            news = replace(now, curve=sent[start:], curve_start=start)
            yield f"event: solve\ndata: {to_json(news)}\n\n"
        elif time.monotonic() - told > HEARTBEAT_SECONDS:
            told = time.monotonic()
            yield ": still here\n\n"
        await asyncio.sleep(LOOK_SECONDS)


async def _all_events(jobs: Jobs) -> AsyncIterator[str]:
    seen, told = -1, time.monotonic()
    while not jobs.closing.is_set():
        if jobs.version != seen:
            seen, told = jobs.version, time.monotonic()
            yield f"event: solves\ndata: {to_json(jobs.all())}\n\n"
        elif time.monotonic() - told > HEARTBEAT_SECONDS:
            told = time.monotonic()
            yield ": still here\n\n"
        await asyncio.sleep(LIST_SECONDS)
