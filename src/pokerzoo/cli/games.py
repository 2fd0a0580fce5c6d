"""``pokerzoo games``: the games, with what their makers say of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from .command import command
from .output import Result, console

if TYPE_CHECKING:
    from pokerzoo.envs.descriptions import GameInfo

EXAMPLES = (
    "pokerzoo games",
    "pokerzoo games leduc",
    "pokerzoo games --json",
)


@command(EXAMPLES, any_game=True)
@click.argument(
    "game", metavar="[GAME]", required=False, help="The game to show with its parameters. Without it all are listed."
)
def games(game: str | None) -> Result:
    """List the games with their rules, or show one with its parameters."""
    from pokerzoo.envs import list_games
    from pokerzoo.envs.descriptions import describe_game

    described = [describe_game(name) for name in ([game] if game is not None else list_games())]
    return Result({"games": described}, parts_of(described, one=game is not None))


def parts_of(games: list[GameInfo], *, one: bool) -> Iterator[Any]:
    """Games with their rules, and one with its parameters; lines are broken at the width of the terminal."""
    from rich.text import Text

    for game in games:
        yield Text.assemble((game.name, "bold"), f"  {game.players} players")
        yield indented(game.rules, 2)
        for parameter in game.parameters if one else ():
            yield indented(f"--param {parameter.name}={json.dumps(parameter.default)}", 2)
            if parameter.about:
                yield indented(parameter.about.replace("`", ""), 6)
    if not one:
        yield from ("", "One of them with its parameters: pokerzoo games kuhn. Train it: pokerzoo train kuhn")
    elif games[0].parameters:
        yield from ("", "Parameters are shown with their defaults; null and None are the same.")


def indented(text: str, indent: int) -> str:
    """A text as lines that fit the terminal."""
    blanks = " " * indent
    return fill(text, console().width, initial_indent=blanks, subsequent_indent=blanks)
