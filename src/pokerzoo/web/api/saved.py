"""``/api/saved``: ranges and spots with names."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import ConfigDict, Field

from pokerzoo.envs.support.records import to_json
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import RequestBody
from pokerzoo.web.context import Context
from pokerzoo.web.files import download_response, response_docs
from pokerzoo.web.saved import MOST_SAVED, Saved, SavedRange, SavedSpot

from .spot_fields import RangeText

router = APIRouter(prefix="/saved", tags=["spots"], route_class=AnswerRoute)

SavedName = Annotated[str, Field(min_length=1, max_length=100)]
Group = Annotated[str, Field(max_length=100)]
QueryText = Annotated[str, Field(min_length=1, max_length=100_000)]
JSON = response_docs("application/json", "Ranges and spots, as they are sent to ``POST /api/saved``.")


class RangeToSave(RequestBody):
    """A range with a name.

    Attributes:
        name: its name.
        text: the range, as people write it.
        group: the heading that it stands under.
    """

    model_config = ConfigDict(str_strip_whitespace=True)

    name: SavedName
    text: RangeText
    group: Group = ""


class SpotToSave(RequestBody):
    """A spot with a name.

    Attributes:
        name: its name.
        query: what comes after ``/setup?`` in its address.
        group: the heading that it stands under.
    """

    model_config = ConfigDict(str_strip_whitespace=True)

    name: SavedName
    query: QueryText
    group: Group = ""


class SaveRequest(RequestBody):
    """Ranges and spots to save, one or many: the exported file can be sent as it is.

    Attributes:
        ranges: ranges with names.
        spots: spots with names.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"ranges": [{"name": "3-bet", "text": "QQ+, AK"}]}]})

    ranges: Annotated[list[RangeToSave], Field(max_length=MOST_SAVED)] = Field(default=[])
    spots: Annotated[list[SpotToSave], Field(max_length=MOST_SAVED)] = Field(default=[])


@router.get("")
def saved(explorer: Context) -> Saved:
    """All ranges and spots with names, by group and name."""
    return explorer.saved.read()


@router.post("")
def save(request: SaveRequest, explorer: Context) -> Saved:
    """Save ranges and spots; what has the same group and name is replaced."""
    ranges = [SavedRange(one.name, one.text, one.group) for one in request.ranges]
    return explorer.saved.add(Saved(ranges, [SavedSpot(one.name, one.query, one.group) for one in request.spots]))


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
    return download_response(to_json(explorer.saved.read()), "pokerzoo-ranges-and-spots.json", "application/json")
