"""Connections to the explorer: how many may be open, and how long each may keep the server waiting.

uvicorn takes any number of them, and waits for the end of a request's headers for ever.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import sys
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from .settings import Settings

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 1_000
"""Connections that may be open where descriptors allow it; a page in a browser has six at most."""
WANTED_DESCRIPTORS = 4_096
"""The limit of this process is raised to this, or to what is allowed."""
ACCEPTED_AT_ONCE = 8
"""Connections that are accepted before the limit can act again."""
BACKLOG = 512
"""Connections that the system keeps before they are accepted."""
STALLED_SECONDS = 60.0
"""Seconds in which a client must read some of an answer that the system's buffers do not hold."""
LOG_SECONDS = 60.0
"""A warning is not repeated sooner."""
NONE_FREE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

BUSY = json.dumps({"error": {"message": "all connections are in use; try again in a moment"}}).encode()
REFUSAL = b"\r\n".join(
    (
        b"HTTP/1.1 503 Service Unavailable",
        b"Content-Type: application/json",
        b"Content-Length: %d" % len(BUSY),
        b"Retry-After: 5",
        b"Connection: close",
        b"",
        BUSY,
    )
)


@dataclass
class Gate:
    """State that all connections of a server share."""

    most: int
    header_seconds: float
    open: dict[Connection, None] = field(default_factory=dict)

    def enter(self, connection: Connection) -> bool:
        """Count a new connection; where there are too many, end the oldest one whose client is waited for."""
        if len(self.open) >= self.most:
            log.warning("%d connections are open, as many as are allowed: some are ended", len(self.open))
            waited_for = next((one for one in self.open if one.waits), None)
            if waited_for is None:
                return False
            self.leave(waited_for)
            waited_for.transport.abort()
        self.open[connection] = None
        return True

    def leave(self, connection: Connection) -> None:
        """Count a connection no more."""
        self.open.pop(connection, None)


class Connection(H11Protocol):
    """A connection that is ended when its client sends no whole headers in time, or stops reading."""

    def __init__(self, *arguments: Any, gate: Gate, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.gate = gate
        self.timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def waits(self) -> bool:
        """True if the server waits for the client: for headers, for the rest of a body, or until it reads."""
        return self._between or self.cycle.more_body or self.flow.write_paused

    @property
    def _between(self) -> bool:
        """True if no request is at work."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.gate.enter(self):
            transport.write(REFUSAL)
            transport.close()
        else:
            self._end_after("headers", self.gate.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.leave(self)
        self._go_on("headers")
        self._go_on("reading")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._between:  # a part of the next request's headers, say
            self._end_after("headers", self.gate.header_seconds)
        else:
            self._go_on("headers")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._end_after("reading", STALLED_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on("reading")

    def _end_after(self, what: str, seconds: float) -> None:
        """End the connection unless this comes in time; what is waited for already keeps its time."""
        if what not in self.timers and not self.transport.is_closing():
            self.timers[what] = self.loop.call_later(seconds, self.transport.abort)

    def _go_on(self, what: str) -> None:
        if what in self.timers:
            self.timers.pop(what).cancel()


class Seldom(logging.Filter):
    """Lets each warning through once in ``LOG_SECONDS``; errors always."""

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """True if a record is logged."""
        now = time.monotonic()
        if record.levelno > logging.WARNING:
            return True
        if now - self.told.get(record.msg, -LOG_SECONDS) < LOG_SECONDS:
            return False
        self.told[record.msg] = now
        return True


seldom = Seldom()


class Server(uvicorn.Server):
    """A server of connections that are limited."""

    async def startup(self, sockets: Any = None) -> None:
        """Begin to listen."""
        asyncio.get_running_loop().set_exception_handler(loop_error)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # uvicorn has one number for this and for what is accepted at once


def loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what went wrong in the event loop; of connections that have to wait for a descriptor a line."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in NONE_FREE:
        log.warning("a connection has to wait: %s", error.strerror)
    else:
        loop.default_exception_handler(context)


def config_of(app: Any, settings: Settings) -> uvicorn.Config:
    """Settings for serving the application, with limits on its connections."""
    for name in (__name__, "uvicorn.error"):
        logging.getLogger(name).addFilter(seldom)
    protocol: Any = partial(Connection, gate=Gate(most_connections(), settings.header_seconds))
    return uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        loop="asyncio",
        backlog=ACCEPTED_AT_ONCE,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
    )


def most_connections() -> int:
    """The number of connections that may be open: half of what descriptors allow, whose limit is raised first."""
    if sys.platform == "win32":  # which has no such limit
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
            soft = allowed
        except (ValueError, OSError):  # some systems have a lower limit of their own
            pass
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else max(1, min(MOST_CONNECTIONS, soft // 2))
