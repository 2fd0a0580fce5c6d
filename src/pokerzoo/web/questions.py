"""Questions to sweeps that are under way: each ends after a time, when its client leaves, and with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from anyio.to_thread import run_sync
from starlette.requests import Request

from .errors import BadRequest

T = TypeVar("T")

AT_A_TIME = 4
"""Questions that are worked on at once; each may take all processors, and half of the memory that is free."""


class ServerClosing(BadRequest):
    """A question that came to the end of the server."""

    status = 503


class Questions:
    """All of them."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._stops: set[Future[None]] = set()
        self._closing = False
        self._turns = asyncio.Semaphore(AT_A_TIME)

    async def answer(self, request: Request, ask: Callable[[Future[None]], T]) -> T:
        """Answer a question, in a thread."""
        stop: Future[None] = Future()
        self._stops.add(stop)
        leaving = asyncio.create_task(_until_left(request, stop))
        try:
            async with self._turns:
                if self._closing:
                    raise ServerClosing("the explorer ends")
                return await run_sync(ask, stop)
        finally:
            leaving.cancel()
            self._stops.discard(stop)

    def close(self) -> None:
        """End all of them; a signal handler may call it."""
        self._closing = True
        for stop in tuple(self._stops):
            _end(stop)


async def _until_left(request: Request, stop: Future[None]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    _end(stop)


def _end(stop: Future[None]) -> None:
    if not stop.done():
        stop.set_result(None)
