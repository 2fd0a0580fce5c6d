"""An explorer that is really served, in a thread of the test, and a client of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from pokerzoo.web.app import create_app
from pokerzoo.web.library import Library
from pokerzoo.web.server import open_listener, server_config
from pokerzoo.web.settings import Settings
from pokerzoo.web.sweeps import Sweeps


@contextmanager
def served(
    work: Path, library: Library | None = None, sweeps: Sweeps | None = None, **settings: Any
) -> Iterator[tuple[httpx.Client, FastAPI]]:
    """A client of an explorer at work in ``work``, and its application; other settings as ``Settings`` has them."""
    with open_listener(settings.get("host", "127.0.0.1"), 0) as listening:
        app = create_app(Settings(work=work, port=listening.getsockname()[1], **settings), library, sweeps)
        config = server_config(app)
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 30
        while not server.started:
            assert thread.is_alive() and time.monotonic() < deadline, "the server did not start"
            time.sleep(0.005)
        try:
            with httpx.Client(base_url=f"http://{app.state.explorer.settings.authority}", timeout=60) as client:
                yield client, app
        finally:
            app.state.explorer.close()  # as Ctrl-C does
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive(), "the server did not end"


def json_of(answer: httpx.Response, status: int = 200) -> Any:
    """Body of an answer of this status."""
    assert answer.status_code == status, answer.text
    return answer.json()


def error_of(answer: httpx.Response, status: int = 422) -> Mapping[str, Any]:
    """The error of an answer of this status."""
    problem: Mapping[str, Any] = json_of(answer, status)["error"]
    return problem


def task_when(client: httpx.Client, id: str, *states: str) -> dict[str, Any]:
    """A task once it is in one of these states, by default over: one that runs has iterated, others have left the queue."""
    deadline = time.monotonic() + 120  # kernels may have to be compiled first
    while True:
        task: dict[str, Any] = json_of(client.get(f"/api/tasks/{id}"))
        running = task["state"] == "running"
        settled = task["iterations"] > 0 if running else task["position"] is None
        if settled and task["state"] in (states or ("done", "stopped", "failed")):
            return task
        assert time.monotonic() < deadline, f"not {states}: {task}"
        time.sleep(0.01)
