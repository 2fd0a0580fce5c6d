"""Errors as JSON: ``{"error": {"message", "field", "position"}}``, one shape for all faults."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from pokerzoo.envs.support.errors import InputError, ParameterError, StoreError, cut_text
from pokerzoo.envs.support.extras import MissingExtraError
from pokerzoo.envs.support.records import Record

LONGEST = 2_000
"""Characters of the longest message."""

log = logging.getLogger("pokerzoo.web")


@dataclass
class RequestProblem(Record):
    """A fault of a request.

    Attributes:
        message: what, where, and what is allowed.
        field: the field of the request that it is about.
        position: where in that field's text the fault begins, from 0.
        length: how many characters the fault has, from ``position``.
        problem: the message without the name and the value of the field, beside which it is shown; null where it is the same.
    """

    message: str
    field: str | None = None
    position: int | None = None
    length: int | None = None
    problem: str | None = None


@dataclass
class ErrorBody(Record):
    """The body of every answer that is an error."""

    error: RequestProblem


class BadRequest(InputError):
    """A request that cannot be done, with the field that is to blame."""

    status = 422

    def __init__(self, problem: str | RequestProblem, field: str | None = None, position: int | None = None) -> None:
        self.problem = problem if isinstance(problem, RequestProblem) else RequestProblem(problem, field, position)
        super().__init__(self.problem.message)


class NotFound(BadRequest):
    """A thing that a request names, and that does not exist."""

    status = 404


def fault_of(error: InputError) -> RequestProblem:
    """An error about a parameter: the parameter as a path (``bet_sizes.turn.1``), the message without parameter and value."""
    if isinstance(error, ParameterError):
        return RequestProblem(error.problem, path_of(error.parameter), error.position, error.length or None)
    return RequestProblem(str(error))


def path_of(name: str) -> str:
    """A parameter as errors call it, as a path.

    >>> path_of("bet_sizes['turn'][1]"), path_of("ranges[0]"), path_of("pot")
    ('bet_sizes.turn.1', 'ranges.0', 'pot')
    """
    return re.sub(r"\['?([^'\]]*)'?\]", r".\1", name)


def problem_of_error(error: InputError) -> RequestProblem:
    """The same with the whole message."""
    fault = fault_of(error)
    problem = fault.message if isinstance(error, ParameterError) else None
    return RequestProblem(str(error), fault.field, fault.position, fault.length, problem)


@contextmanager
def about(field: str, *, within: bool = False, but: Collection[str] = ()) -> Iterator[None]:
    """Faults of input inside are about this field of the request.

    Args:
        field: the field.
        within: the field has parameters, and a fault of one is about ``field.parameter``.
        but: parameters that are fields of the request themselves.
    """
    try:
        yield
    except (BadRequest, StoreError):
        raise
    except InputError as error:
        problem = problem_of_error(error)
        if problem.field not in but:
            problem.field = f"{field}.{problem.field}" if within and problem.field else field
        raise BadRequest(problem) from None


def place_in(body: Any, location: Sequence[int | str], kind: str) -> tuple[int | str, ...]:
    """The place of a fault in a body, without the names that pydantic gives to the kinds of values that were tried."""
    place: list[int | str] = []
    inside: Any = body
    for part in location:
        if part in inside if isinstance(inside, dict) else isinstance(inside, list) and part in range(len(inside)):
            inside = inside[part]
        elif isinstance(inside, dict | list) and kind != "missing":
            continue
        place.append(part)
    return tuple(place)


def add_error_handlers(app: FastAPI) -> None:
    """Let every error leave in the one shape; faults of ours are logged, and the answer has no traceback."""

    def answer(status: int, problem: RequestProblem) -> JSONResponse:
        problem.message = cut_text(problem.message, LONGEST)
        problem.field = problem.field and cut_text(problem.field)
        return JSONResponse(ErrorBody(problem).to_dict(), status)

    @app.exception_handler(BadRequest)
    async def bad_request(request: Request, error: BadRequest) -> JSONResponse:
        return answer(error.status, error.problem)

    @app.exception_handler(InputError)
    async def refused(request: Request, error: InputError) -> JSONResponse:
        return answer(422, problem_of_error(error))

    @app.exception_handler(MissingExtraError)
    async def missing(request: Request, error: MissingExtraError) -> JSONResponse:
        return answer(422, RequestProblem(message=str(error)))

    @app.exception_handler(StoreError)
    async def no_longer_the_file(request: Request, error: StoreError) -> JSONResponse:
        log.warning("%s", error)
        return answer(422, RequestProblem(message=f"{error.path.name}: {error.reason}"))  # without its path

    @app.exception_handler(RequestValidationError)
    async def wrong_shape(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            place = int(first["loc"][1])
            message = f"request: no JSON: {first['ctx']['error']} at character {place + 1:,}"
            return answer(422, RequestProblem(message, position=place))
        field = ".".join(cut_text(str(part), 60) for part in place_in(error.body, first["loc"][1:], first["type"]))
        return answer(422, RequestProblem(f"{field or 'request'}: {first['msg']}", field or None))

    @app.exception_handler(HTTPException)
    async def no_such(request: Request, error: HTTPException) -> JSONResponse:
        return answer(error.status_code, RequestProblem(message=str(error.detail)))

    @app.exception_handler(OSError)
    async def no_file(request: Request, error: OSError) -> JSONResponse:
        if isinstance(error, FileNotFoundError):
            return answer(404, RequestProblem(message="a file of the work folder that this needs is not there any more"))
        return answer(507, RequestProblem(message=f"the work folder cannot be written: {error.strerror or error}"))

    @app.exception_handler(MemoryError)
    async def no_memory(request: Request, error: MemoryError) -> JSONResponse:
        return answer(507, RequestProblem(message="not enough memory is free for this"))

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> JSONResponse:
        log.exception("%s %s", request.method, request.url.path, exc_info=error)
        return answer(500, RequestProblem(message=f"{type(error).__name__}: {error} (a bug: please report it)"))
