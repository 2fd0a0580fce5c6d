"""Serving the explorer: from Python by ``explore``, from the command line by ``pokerzoo explore``."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FrameType

from pokerzoo.agents import PlayerLike

from .settings import LOOPBACK, Settings, default_work_folder, new_token

DEFAULT_PORT = 8765


def explore(
    files: Iterable[str | Path] = (),
    *,
    agents: Mapping[str, PlayerLike] | None = None,
    host: str = "127.0.0.1",
    port: int | None = None,
    work: str | Path | None = None,
    open_browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Serve the explorer until Ctrl-C.

    Args:
        files: policy files to open.
        agents: by name, who can be played against and looked at: agents, policies, functions, trained models.
        host: the address to listen on; any but a loopback address makes a token, which the printed address has.
        port: the port; None: 8765, or the next that is free.
        work: the folder that solutions, uploads and logs are kept in; None: ``pokerzoo/explorer`` in the user's data folder.
        open_browser: whether to open the page.
        say: takes the line that says where the page is.

    Raises:
        ImportError: FastAPI or uvicorn is not installed: ``pip install ".[web]"``.
        ValueError: a file that is no policy; a port that is taken.
        OSError: a file that cannot be read, a work folder that cannot be written.
    """
    try:
        import uvicorn

        from .app import create_app
        from .context import Explorer
        from .library import Library
    except ImportError as error:
        raise ImportError(f'the explorer needs {error.name}: pip install ".[web]" in pokerzoo\'s folder') from None

    library = Library()
    for file in files:
        library.open(file)
    listening = listen(host, port)
    with listening:
        settings = Settings(
            work=Path(work) if work is not None else default_work_folder(),
            host=host,
            port=listening.getsockname()[1],
            token=None if host in LOOPBACK else new_token(),
            agents=dict(agents or {}),
        )
        app = create_app(settings, library)
        explorer: Explorer = app.state.explorer

        class Server(uvicorn.Server):
            def handle_exit(self, sig: int, frame: FrameType | None) -> None:
                explorer.jobs.closing.set()  # so that open lines of events end, for which the server would wait
                super().handle_exit(sig, frame)

        with explorer.folder.held(settings.authority):
            say(f"pokerzoo explorer: {settings.url} (Ctrl-C ends it; work folder {settings.work})")
            if open_browser:
                threading.Timer(0.3, webbrowser.open, (settings.url,)).start()
            config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
            Server(config).run(sockets=[listening])


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; ValueError if the port cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + 20) if port is None else (port,)
    problem: OSError | None = None
    for number in wanted:
        # The protocol is named: asyncio turns Nagle's delay, 40 ms an answer, off on such sockets only.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except (OSError, OverflowError) as error:
            listening.close()
            if isinstance(error, OverflowError):
                raise ValueError(f"port {number}: must be 0 to 65535") from None
            problem = error
            continue
        return listening
    reason = problem.strerror if problem is not None else ""
    raise ValueError(f"{host}:{wanted[0]}: {reason}; another port can be named with --port (0: any that is free)")
