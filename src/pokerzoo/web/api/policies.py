"""``/api/policies``: the policies that are open."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import FileResponse
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from pokerzoo.envs.support.errors import brief
from pokerzoo.evaluation.spots.measured import Measured
from pokerzoo.web.answers import AnswerRoute, model_of
from pokerzoo.web.bodies import RequestBody
from pokerzoo.web.context import Context, Explorer
from pokerzoo.web.errors import ErrorBody, NotFound
from pokerzoo.web.files import response_docs
from pokerzoo.web.library import PolicyEntry
from pokerzoo.web.uploads import receive, take_in

router = APIRouter(tags=["policies"], route_class=AnswerRoute)


class LabelRequest(RequestBody):
    """A policy's new title or note; what is left out stays.

    Attributes:
        title: the title.
        note: the note; empty: none.
    """

    model_config = ConfigDict(str_strip_whitespace=True, json_schema_extra={"examples": [{"title": "River, half pot"}]})

    title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    note: Annotated[str, Field(max_length=5000)] | None = None


BINARY = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
OCTETS = {"requestBody": {"required": True, "content": BINARY}}
TOO_LARGE: dict[int | str, dict[str, Any]] = {
    413: {"model": model_of(ErrorBody)},
    415: {"model": model_of(ErrorBody)},
}
NPZ = response_docs("application/octet-stream", "The policy file.", binary=True)


@router.get("/policies")
def policies(explorer: Context) -> list[PolicyEntry]:
    """All policies that are open."""
    return explorer.library.entries()


@router.get("/policies/{id}")
def policy(id: str, explorer: Context) -> PolicyEntry:
    """One of them."""
    return explorer.library.get(id)


@router.get("/policies/{id}/measure")
def measure(id: str, explorer: Context) -> Measured:
    """Value and exploitability of a policy; the first time it takes a pass over the game.

    Where its file has no rivers, there is what its solve has measured, without values.
    """
    entry = explorer.library.get(id)
    with entry.lock:
        if entry.by_solve is not None and getattr(entry.policy, "rivers", "all") == "solve":
            return entry.by_solve
        return entry.measure()


@router.post("/policies/upload", status_code=201, openapi_extra=OCTETS, responses=TOO_LARGE)
async def upload(
    request: Request, explorer: Context, title: Annotated[str, Query(min_length=1, max_length=200)] = "upload"
) -> PolicyEntry:
    """Send a policy file (the body, ``application/octet-stream``): it is checked and kept in the work folder."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("application/octet-stream", ""):  # which is what no type means
        raise HTTPException(415, f"Content-Type {brief(kind)}: must be application/octet-stream")
    path = await receive(request.stream(), explorer.folder)
    return await run_in_threadpool(take_in, path, title, explorer.folder, explorer.library)


@router.patch("/policies/{id}")
def label(id: str, request: LabelRequest, explorer: Context) -> PolicyEntry:
    """Give a policy another title or note; its file stays as it is."""
    entry = explorer.library.get(id)
    if changes := request.model_dump(exclude_none=True):
        explorer.folder.set_label(id, **changes)
    if request.title is not None:
        explorer.solves.note(id, title=request.title)
        entry.title = request.title
    if request.note is not None:
        entry.note = request.note
    return entry


@router.delete("/policies/{id}", status_code=204)
def remove(id: str, explorer: Context) -> None:
    """Take a policy out of the library. A file that was named stays where it is; of an upload or a solution the file goes."""
    entry = explorer.library.remove(id)
    if entry.source != "file" and _is_ours(entry, explorer):
        entry.path.unlink(missing_ok=True)
        explorer.folder.set_label(id)
        explorer.solves.note(id, policy=None)


@router.get("/policies/{id}/file", response_class=FileResponse, responses=NPZ)
def file(id: str, explorer: Context) -> FileResponse:
    """Its file."""
    entry = explorer.library.get(id)
    if not entry.path.is_file():
        raise NotFound(f"the file of policy {brief(id)} is not there any more")
    return FileResponse(entry.path, media_type="application/octet-stream", filename=f"{entry.id}.npz")


def _is_ours(entry: PolicyEntry, explorer: Explorer) -> bool:
    folder = explorer.folder.path.resolve()
    return entry.path.parent in (folder / "solutions", folder / "uploads")
