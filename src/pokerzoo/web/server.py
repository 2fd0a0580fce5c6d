"""Serving the explorer: from Python by ``explore``, from the command line by ``pokerzoo explore``."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from pokerzoo.agents import Playable
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.extras import not_installed

from .settings import LOOPBACK, QUESTION_SECONDS, Settings, default_work_folder

if TYPE_CHECKING:
    import uvicorn

DEFAULT_PORT = 8765
MOST_CONNECTIONS = 500
"""Connections and requests at a time; more are answered with status 503. A page in a browser has six."""


def explore(
    files: Iterable[str | Path] = (),
    *,
    agents: Mapping[str, Playable] | None = None,
    host: str = "127.0.0.1",
    port: int | None = None,
    work: str | Path | None = None,
    open_browser: bool = True,
    announce: Callable[[Settings], object] | None = None,
    question_seconds: float | None = QUESTION_SECONDS,
) -> None:
    """Serve the explorer until Ctrl-C (in a notebook: until the cell is interrupted)."""
    try:
        import uvicorn

        from pokerzoo.agents.blueprint.blueprint_file import is_blueprint_file
        from pokerzoo.agents.policies.preflop_policy import is_preflop_file

        from .app import create_app
        from .blueprints import Blueprints
        from .charts import Charts
        from .context import Explorer
        from .library import Library
        from .sweeps import Sweeps
    except ModuleNotFoundError as error:
        raise not_installed(f"the explorer needs {error.name}", "web") from None

    library, sweeps, blueprints, charts = Library(), Sweeps(), Blueprints(), Charts()
    for file in files:
        if Path(file).is_dir():
            sweeps.open(file)
        elif is_blueprint_file(file):
            blueprints.open(file)
        elif is_preflop_file(file):
            charts.open(file)
        else:
            library.open(file)
    listening = open_listener(host, port)
    with listening:
        settings = Settings(
            work=Path(work) if work is not None else default_work_folder(),
            host=host,
            port=listening.getsockname()[1],
            token=None if host in LOOPBACK else secrets.token_urlsafe(24),
            agents=dict(agents or {}),
            question_seconds=question_seconds,
        )
        app = create_app(settings, library, sweeps, blueprints, charts)
        explorer: Explorer = app.state.explorer

        class Server(uvicorn.Server):
            ended_by: int | None = None

            def handle_exit(self, sig: int, frame: FrameType | None) -> None:
                self.ended_by = sig
                explorer.close()
                if not self.should_exit:  # a second Ctrl-C would cut the end short, which takes seconds at most
                    super().handle_exit(sig, frame)

        with explorer.folder.held(settings.authority):
            if announce is None:
                print(address_line(settings), flush=True)
            else:
                announce(settings)
            if open_browser:
                threading.Timer(0.3, webbrowser.open, (settings.url,)).start()
            logging.getLogger("uvicorn.error").addFilter(is_a_fault)
            server = Server(server_config(app))
            ran_here = _run_server(server, listening)
        if ran_here and server.ended_by == signal.SIGINT:  # uvicorn does not raise it where the process began with it ignored
            raise KeyboardInterrupt


def server_config(app: Any) -> uvicorn.Config:
    """Settings for serving the application."""
    import uvicorn

    return uvicorn.Config(
        app,
        ws="none",
        loop="asyncio",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=10,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
    )


def address_line(settings: Settings) -> str:
    """Address of the page, for display."""
    return f"pokerzoo explorer: {settings.url} (Ctrl-C ends it; work folder {settings.work})"


def is_a_fault(record: logging.LogRecord) -> bool:
    """True if something is to be logged: not that requests were cut off at the end."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "timeout graceful shutdown exceeded" not in record.getMessage()


def _run_server(server: uvicorn.Server, listening: socket.socket) -> bool:
    """Run a server to its end; in a thread of its own where this one runs an event loop already, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        server.run(sockets=[listening])
        return True
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        server.handle_exit(signal.SIGINT, None)
        thread.join()
    return False


def open_listener(host: str, port: int | None) -> socket.socket:
    """A socket that listens."""
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + 20) if port is None else (port,)
    if not all(0 <= number < 2**16 for number in wanted):
        raise ParameterError("port", port, "must be 0 to 65535")
    try:
        family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    except (OSError, UnicodeError):
        raise ParameterError("host", host, "is no address of this machine; as 127.0.0.1, ::1, 0.0.0.0") from None
    reason = ""
    for number in wanted:
        # The protocol is named: asyncio turns Nagle's delay, 40 ms an answer, off on such sockets only.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere it would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)  # from now on it is taken
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRNOTAVAIL:
                raise ParameterError("host", host, "is no address of this machine; as 127.0.0.1, ::1, 0.0.0.0") from None
            reason = error.strerror or str(error)
            continue
        return listening
    problem = f"{reason} ({host}); another port can be named (0: any that is free)"
    if port is None:
        raise InputError(f"ports {wanted[0]} to {wanted[-1]}: {problem}")
    raise ParameterError("port", port, problem)
