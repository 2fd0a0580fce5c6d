"""``pokerzoo explore``: the explorer in the browser."""

from __future__ import annotations

import sys
from typing import Annotated

from pokerzoo.envs.support.errors import InputError

from . import completion
from .declarations import argument, flag, option
from .options import Json
from .output import console, print_json

EXAMPLES = (
    "pokerzoo explore",
    "pokerzoo explore spot.npz kuhn.npz",
    "pokerzoo explore --port 9000 --no-open",
)


def explore(
    files: Annotated[
        list[str] | None,
        argument("FILE", "Policy files, blueprints and sweeps (folders) to open.", completion.policy_files, show_default=False),
    ] = None,
    port: Annotated[
        int | None, option("N", "The port; 0: any free one. Without it 8765, or the next free one.", min=0, max=65535)
    ] = None,
    host: Annotated[
        str, option("ADDRESS", "The address to listen on. If others can reach it, visitors need a token.")
    ] = "127.0.0.1",
    work: Annotated[
        str | None, option("DIR", "Folder for solutions and logs. Without it one in your folder for data.", show_default=False)
    ] = None,
    question_seconds: Annotated[float | None, option("S", "Most time for a question to a sweep.", show_default=True)] = 60.0,
    no_open: Annotated[bool, flag("--no-open", "Open no browser.")] = False,
    as_json: Json = False,
) -> None:
    """Look, solve and play in the browser, served by your own machine.

    The server listens to this machine alone, unless --host names another address. What you solve is kept in the work
    folder. Ctrl-C ends the server. --json prints its address as an object, and the server goes on. It needs FastAPI and
    uvicorn: pip install ".[web]" in pokerzoo's folder.
    """
    from pokerzoo.web import explore as serve
    from pokerzoo.web.server import address_line
    from pokerzoo.web.settings import Settings

    def announce(settings: Settings) -> None:
        if as_json:
            print_json(
                {
                    "url": settings.url,
                    "host": settings.host,
                    "port": settings.port,
                    "token": settings.token,
                    "work": str(settings.work),
                }
            )
            sys.stdout.flush()
        else:
            console().print(address_line(settings), soft_wrap=True, highlight=False)

    try:
        serve(
            files or (),
            host=host,
            port=port,
            work=work,
            open_browser=not no_open,
            announce=announce,
            question_seconds=question_seconds,
        )
    except ImportError as error:
        raise InputError(str(error)) from None
