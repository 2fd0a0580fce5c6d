"""Answers of the API: records as JSON, and their types and field docs in the API's document."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce, wraps
from inspect import iscoroutinefunction
from operator import or_
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import numpy as np
from fastapi import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field, create_model
from pydantic_core import to_json

from pokerzoo.envs.support.records import Record, about_record, array_depth, array_item, opened_value, record_fields

DIGITS = 5
"""Significant digits of arrays that are sent: more than can be seen, and half of the bytes."""


def json_answer(value: Any, status: int = 200) -> Response:
    """A record, or a list of records, as an answer."""
    body = to_json(unfolded_record(value), inf_nan_mode="null", fallback=lambda item: opened_value(item, DIGITS))
    return Response(body, status, media_type="application/json")


def unfolded_record(value: Any) -> Any:
    """Records as dictionaries; their numbers stay as they are, for pydantic's writer, which is twice as fast as Python's."""
    if isinstance(value, Record):
        return {key: unfolded_record(item) for key, item in opened_value(value).items()}
    if isinstance(value, list) and value and isinstance(value[0], Record):
        return [unfolded_record(item) for item in value]
    return value


class AnswerRoute(APIRoute):
    """A route that sends what its function returns as JSON; FastAPI would check it once more, number by number."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        returned = get_type_hints(endpoint).get("return", type(None))
        if returned is not type(None) and not (isinstance(returned, type) and issubclass(returned, Response)):
            options["response_model"] = sent_type(returned)
            endpoint = answering_endpoint(endpoint, options.get("status_code") or 200)
        super().__init__(path, endpoint, **options)


def answering_endpoint(endpoint: Callable[..., Any], status: int) -> Callable[..., Any]:
    """The function of an address, with what it returns as an answer."""

    @wraps(endpoint)
    async def answer_later(*args: Any, **named: Any) -> Response:
        return as_answer(await endpoint(*args, **named), status)

    @wraps(endpoint)
    def answer(*args: Any, **named: Any) -> Response:
        return as_answer(endpoint(*args, **named), status)

    return answer_later if iscoroutinefunction(endpoint) else answer


def as_answer(value: Any, status: int) -> Response:
    """A value as an answer; one that is an answer already stays as it is, as routes are recreated when they are included."""
    return value if isinstance(value, Response) else json_answer(value, status)


_models: dict[type[Record], type[BaseModel]] = {}


def model_of(record: type[Record]) -> type[BaseModel]:
    """A record as the API's document describes it; made once, as the document names each model once."""
    if record in _models:
        return _models[record]
    fields: dict[str, Any] = {
        name: Annotated[sent_type(kind, about), Field(description=about)] for name, kind, about in record_fields(record)
    }
    _models[record] = create_model(record.__name__, __doc__=about_record(record), **fields)
    return _models[record]


def sent_type(kind: Any, about: str = "") -> Any:
    """A type with models for records, and lists for arrays: as deep as ``about`` says, ``[2, hands]``."""
    if isinstance(kind, type) and issubclass(kind, Record):
        return model_of(kind)
    if (number := array_item(kind)) is not None:
        item: Any = float | None if number is np.float64 else int
        return reduce(lambda inner, _: list[inner], range(array_depth(about)), item)  # type: ignore[valid-type]
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return reduce(or_, [sent_type(part, about) for part in parts])
    if origin in (list, dict, tuple):
        return origin[tuple(part if part is Ellipsis else sent_type(part, about) for part in parts)]
    return kind
