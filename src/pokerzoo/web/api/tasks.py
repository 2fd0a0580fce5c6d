"""``/api/tasks``: what takes longer than a request: the queue, its course as events, and what became of it."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse
from pydantic import ConfigDict, Field

from pokerzoo.envs.support.records import to_json
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import RequestBody, Short
from pokerzoo.web.context import Context
from pokerzoo.web.errors import NotFound
from pokerzoo.web.files import response_docs
from pokerzoo.web.solves import SolveRequest, SolveTask

router = APIRouter(tags=["tasks"], route_class=AnswerRoute)

EVENTS = response_docs("text/event-stream", "Server-sent events, the data of each as JSON.")


class ResumeRequest(RequestBody):
    """New limits of a solve; without one, those that it has.

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


@router.post("/tasks", status_code=201)
def submit(request: SolveRequest, explorer: Context) -> SolveTask:
    """Solve a game: checked now, and done when it is its turn."""
    return explorer.solves.submit(request)


@router.get("/tasks")
def tasks(explorer: Context) -> list[SolveTask]:
    """All tasks, newest first, without their curves."""
    return explorer.tasks.all()


@router.get("/tasks/events", response_class=Response, responses=EVENTS)
async def all_events(explorer: Context) -> EventStream:
    """All tasks as an event ``tasks`` (a list, without curves), now and after each change."""
    seen: list[tuple[str, int]] | None = None

    def look() -> str | None:
        nonlocal seen
        now = [(job.task.id, job.version) for job in explorer.tasks.jobs()]
        if now == seen:
            return None
        seen = now
        return f"event: tasks\ndata: {to_json(explorer.tasks.all())}\n\n"

    return EventStream(explorer.tasks.events(look))


@router.get("/tasks/{id}")
def task(id: str, explorer: Context) -> SolveTask:
    """A task with its whole curve."""
    return explorer.tasks.get(id)


@router.get("/tasks/{id}/events", response_class=Response, responses=EVENTS)
async def events(id: str, explorer: Context) -> EventStream:
    """A task as an event ``task``, now and after each change; an event ``removed`` if it is deleted.

    ``curve`` holds the points since the event before, the first one all of them: they follow the first ``curve_start`` points.
    """
    explorer.tasks.job(id)
    seen, ended = -1, False
    sent: list[tuple[int, float, float]] = []

    def look() -> str | None:
        nonlocal seen, sent, ended
        try:
            version = explorer.tasks.job(id).version
            now = explorer.tasks.get(id)
        except NotFound:
            ended, text = True, "" if ended else "event: removed\ndata: {}\n\n"
            return text
        if version == seen:
            return None
        start = len(sent) if now.curve[: len(sent)] == sent else 0  # it may have begun again
        seen, sent = version, now.curve
        return f"event: task\ndata: {to_json(replace(now, curve=sent[start:], curve_start=start))}\n\n"

    return EventStream(explorer.tasks.events(look))


@router.post("/tasks/{id}/stop")
def stop(id: str, explorer: Context) -> SolveTask:
    """Stop it between two iterations; what it has computed is kept."""
    return explorer.tasks.stop(id)


@router.post("/tasks/{id}/resume")
def resume(id: str, request: ResumeRequest, explorer: Context) -> SolveTask:
    """Resume one that was stopped, has failed or is done."""
    return explorer.solves.resume(id, request.until, request.iterations)


@router.delete("/tasks/{id}", status_code=204)
def delete(id: str, explorer: Context) -> None:
    """Forget a task; one that runs is stopped. Its policy stays in the library."""
    explorer.tasks.remove(id)
