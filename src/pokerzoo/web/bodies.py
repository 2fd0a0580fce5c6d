"""Bodies of requests: how large they may be, and their check in a thread, so that nothing else waits for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from pokerzoo.envs.support.parameters import did_you_mean

from .errors import BadRequest, problem_of
from .settings import Settings

SMALL_BODY = 2**14
"""Bytes of the largest body at most addresses."""
SPOT_BODY = 2**19
"""The same where a body has a spot: two ranges of 50,000 characters, sizes, and lines that are not played."""
WITH_SPOTS = (
    "/api/play",
    "/api/play/options",
    "/api/spots/check",
    "/api/spots/range",
    "/api/spots/tree",
    "/api/spots/from-hand",
    "/api/sweeps",
    "/api/sweeps/check",
)
LARGEST = ("/api/saved", "/api/solves")
"""The limit for bodies with all that was saved, or with strategies to be locked, hand by hand at many points of the betting."""
UPLOADS = "/api/policies/upload"
"""The one address that takes files."""
MOST_VALUES = 200_000
"""Values and keys of a body: locks of 40 nodes with all hands have as many."""
STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""Strings of a body, also one that does not end."""


def most_bytes(path: str, settings: Settings) -> int:
    """Bytes that the body of a request to this address may have."""
    if path == UPLOADS:
        return settings.max_upload
    if path in LARGEST:
        return settings.max_body
    return min(settings.max_body, SPOT_BODY if path in WITH_SPOTS else SMALL_BODY)


class RequestBody(BaseModel):
    """A body, or a part of one, that has these fields and no others."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        """Report all unknown fields as one fault."""
        if not isinstance(given, dict | cls):
            raise _one_fault("must be an object")
        unknown = [key for key in given if key not in cls.model_fields] if isinstance(given, dict) else []
        if unknown:
            more = f" (and {len(unknown) - 1:,} more)" if len(unknown) > 1 else ""
            allowed = ", ".join(cls.model_fields)
            told = f"no such field{more}; allowed: {allowed}{did_you_mean(unknown[0], cls.model_fields)}"
            raise _one_fault(told, (unknown[0],))
        return given


@dataclass(frozen=True)
class MaxItems:
    """Limit on the items of a list or dictionary; all faults in it are told as one."""

    most: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self.checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        told = handler(schema)
        name = {"array": "maxItems", "object": "maxProperties"}.get(told.get("type", ""))
        return told if name is None else {**told, name: self.most}

    def checked(self, value: Any, handler: Callable[[Any], Any]) -> Any:
        """Check a value; ValidationError with one fault."""
        if isinstance(value, list | dict) and len(value) > self.most:
            raise _one_fault(f"must have at most {self.most:,} items, not {len(value):,}")
        try:
            return handler(value)
        except ValidationError as error:
            found = error.errors(include_url=False)
            if len(found) == 1:
                raise
            about = found[0].get("ctx", {})
            more = sum(1 + one.get("ctx", {}).get("more", 0) for one in found) - 1
            raise _one_fault(about.get("fault", found[0]["msg"]), found[0]["loc"], more) from None


def _one_fault(fault: str, place: tuple[int | str, ...] = (), more: int = 0) -> ValidationError:
    """An error about a place that stands for others, too; their number goes with it."""
    about = {"fault": fault, "more": more, "told": f"{more:,}"}
    error = PydanticCustomError("refused", "{fault} (and {told} more here)" if more else "{fault}", about)
    return ValidationError.from_exception_data("request", [{"type": error, "loc": place, "input": None}])


Name = Annotated[str, Field(max_length=200)]
"""Names, ids and titles."""
Short = Annotated[str, Field(max_length=100)]
"""Numbers with a unit, boards."""
LineText = Annotated[str, Field(max_length=500)]
"""A line of the betting."""
Params = Annotated[dict[str, Any], MaxItems(100)]
"""Parameters of a game."""


def read_body(model: Any, body: bytes) -> Any:
    """A JSON body as an instance of its model."""
    if _marks(body) > MOST_VALUES and _marks(STRINGS.sub(b"", body)) > MOST_VALUES:
        raise BadRequest(f"request: must have at most {MOST_VALUES:,} values")
    try:
        given = json.loads(body)
    except json.JSONDecodeError as error:
        raise BadRequest(f"request: no JSON: {error.msg} at character {error.pos + 1:,}", None, error.pos) from None
    except (ValueError, RecursionError):  # no UTF-8, a number of thousands of digits, or nested too deep
        raise HTTPException(400, "the body cannot be read as JSON") from None
    if not isinstance(given, dict):
        raise BadRequest("request: must be a JSON object")
    try:
        return TypeAdapter(model).validate_python(given)
    except ValidationError as error:
        found = error.errors(include_url=False)
        raise BadRequest.of(problem_of([(_place(one["loc"], one["type"], given), one["msg"]) for one in found])) from None


def _marks(text: bytes) -> int:
    """Commas and opening brackets: there are about as many values."""
    return len(text) - len(text.translate(None, b",[{"))


def _place(location: tuple[int | str, ...], kind: str, given: Any) -> tuple[int | str, ...]:
    """The place of a fault in a body, without the names that pydantic gives to the kinds of values that were tried."""
    place: list[int | str] = []
    for part in location:
        if (isinstance(given, dict) and part in given) or (
            isinstance(given, list) and isinstance(part, int) and part < len(given)
        ):
            given = given[part]  # type: ignore[index]
        elif kind != "missing":
            continue
        place.append(part)
    return tuple(place)


class CheckedRequest(Request):
    """A request whose body was read and checked before FastAPI asks for it."""

    found: Any = None

    async def json(self) -> Any:
        """The body as an instance of its model, which FastAPI takes as it is."""
        return self.found


class BodyRoute(APIRoute):
    """A route whose JSON body is checked in a thread; FastAPI does it in the event loop, where everything waits for it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """A function that answers a request."""
        handle = super().get_route_handler()
        if self.body_field is None:
            return handle
        model = self.body_field.field_info.annotation

        async def answer(request: Request) -> Response:
            checked = CheckedRequest(request.scope, request.receive)
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json")):
                try:
                    body = await checked.body()
                except ClientDisconnect:
                    raise HTTPException(400, "the client left before the body was whole") from None
                if body:
                    checked.found = await run_in_threadpool(read_body, model, body)
            return await handle(checked)

        return answer
