"""``pokerzoo explore``: the explorer in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from .output import console

EXAMPLES = (
    "pokerzoo explore",
    "pokerzoo explore spot.npz kuhn.npz",
    "pokerzoo explore --port 9000 --no-open",
)


def explore(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Policy files to open.", show_default=False)
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="N", help="The port; 0: any that is free; else 8765, or the next free one."),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; any but this machine's own makes a token.")
    ] = "127.0.0.1",
    work: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Folder for solutions and logs; else in your folder for data.", show_default=False),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
) -> None:
    """See, solve, lock, play and question games and policies in the browser, on a server of your own machine.

    The server listens on this machine alone unless --host says otherwise. What is solved there is kept in the work folder.
    Ctrl-C ends it. Needs FastAPI and uvicorn: pip install ".[web]" in pokerzoo's folder.
    """
    from pokerzoo.web import explore as serve

    out = console()
    try:
        serve(
            files or (),
            host=host,
            port=port,
            work=work,
            open_browser=not no_open,
            say=lambda line: out.print(line, soft_wrap=True, highlight=False),
        )
    except ImportError as error:
        raise ValueError(str(error)) from None
