"""``/api/saved``: ranges and set-ups with names."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context
from pokerzoo.web.files import download_response, response_docs
from pokerzoo.web.saved import Saved

router = APIRouter(prefix="/saved", tags=["spots"], route_class=AnswerRoute)

JSON = response_docs("application/json", "Ranges and spots, as they are sent to ``POST /api/saved``.")


@router.get("")
def saved(explorer: Context) -> Saved:
    """All ranges and spots with names, by group and name."""
    return explorer.saved.read()


@router.post("")
def save(request: Saved, explorer: Context) -> Saved:
    """Save ranges and spots; what has the same group and name is replaced."""
    return explorer.saved.add(request)


@router.delete("/{kind}")
def remove(
    kind: Literal["ranges", "spots"],
    explorer: Context,
    name: Annotated[str, Query(max_length=100)],
    group: Annotated[str, Query(max_length=100)] = "",
) -> Saved:
    """Remove one; the answer is what is left."""
    return explorer.saved.remove(kind, group, name)


@router.get("/file", response_class=Response, responses=JSON)
def file(explorer: Context) -> Response:
    """All of them as one JSON file, to keep or to give to others."""
    return download_response(explorer.saved.read().model_dump_json(), "pokerzoo-ranges-and-spots.json", "application/json")
