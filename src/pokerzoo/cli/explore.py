"""``pokerzoo explore``: the explorer in the browser."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .command import PATH, command, is_asked, option
from .output import Result, console

if TYPE_CHECKING:
    from pokerzoo.web.settings import Settings

EXAMPLES = (
    "pokerzoo explore",
    "pokerzoo explore spot.npz kuhn.npz",
    "pokerzoo explore --port 9000 --no-open",
)


@command(EXAMPLES, any_game=True)
@click.argument(
    "files", metavar="[FILE...]", nargs=-1, type=PATH,
    help="Policy files, blueprints, tables before the flop and sweeps (folders) to open.",
)  # fmt: skip
@option(
    "--port", metavar="N", type=click.IntRange(0, 65535),
    help="The port; 0: any free one. Without it 8765, or the next free one.",
)  # fmt: skip
@option(
    "--host", metavar="ADDRESS", default="127.0.0.1",
    help="The address to listen on. If others can reach it, visitors need a token.",
)  # fmt: skip
@option("--work", metavar="DIR", help="Folder for solutions and logs. Without it one in your folder for data.")
@option("--question-seconds", metavar="S", type=float, default=60.0, help="Most time for a question to a sweep.")
@option("--no-open", is_flag=True, help="Open no browser.")
def explore(
    files: tuple[str, ...], port: int | None, host: str, work: str | None, question_seconds: float, no_open: bool
) -> None:
    """Solve, study and play in the browser, served by your own machine.

    The server listens to this machine alone, unless --host names another address. What you solve is kept in the work
    folder. Ctrl-C ends the server. --json prints its address as an object, and the server keeps running. It needs FastAPI and
    uvicorn: pip install ".[web]" in pokerzoo's folder.
    """
    from pokerzoo.web import explore as serve
    from pokerzoo.web.server import address_line

    def announce(settings: Settings) -> None:
        if is_asked("json"):
            address = {key: getattr(settings, key) for key in ("url", "host", "port", "token")}
            Result(address | {"work": str(settings.work)}).print_json()
            sys.stdout.flush()
        else:
            console().print(address_line(settings), soft_wrap=True, highlight=False)

    serve(
        files, host=host, port=port, work=work, open_browser=not no_open, announce=announce, question_seconds=question_seconds,
    )  # fmt: skip
