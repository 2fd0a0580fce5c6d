"""``pokerzoo games``: the games, with what their makers say of them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from textwrap import fill
from typing import TYPE_CHECKING

from .options import Json
from .output import console, print_json, print_text

if TYPE_CHECKING:
    from rich.console import Console

    from pokerzoo.envs.descriptions import GameInfo

EXAMPLES = (
    "pokerzoo games",
    "pokerzoo games --json",
)

TYPED = {
    r", or a Range\b": "",
    r"\bas in parse_sizes\b": "as 33%,75%,a",
    r"\ba mapping\b": "an object",
    r"\bNone\b": "null",
    r"\bTrue\b": "true",
    r"\bFalse\b": "false",
    r"\breturns\b": "results",
}
"""Python's values in descriptions as the command line has them, where values are JSON."""


def games(as_json: Json = False) -> None:
    """List the games, their rules and their parameters."""
    from pokerzoo.envs import list_games
    from pokerzoo.envs.descriptions import describe_game

    described = [
        replace(game, parameters=[replace(one, about=as_typed(one.about)) for one in game.parameters])
        for game in map(describe_game, list_games())
    ]
    if as_json:
        print_json({"games": described})
        return
    out = console()
    for game in described:
        print_game(out, game)
    print_text(out, "Parameters are shown with their defaults. Train one: pokerzoo train kuhn")


def print_game(out: Console, game: GameInfo) -> None:
    """One game, its lines broken at the width of the terminal."""
    from rich.text import Text

    def show(text: str, indent: int) -> None:
        blanks = " " * indent
        out.print(fill(text, out.width, initial_indent=blanks, subsequent_indent=blanks), soft_wrap=True)

    out.print(Text.assemble((game.name, "bold"), f"  {game.players} players"))
    show(game.rules, 2)
    for parameter in game.parameters:
        show(f"--param {parameter.name}={json.dumps(parameter.default)}", 2)
        if parameter.about:
            show(parameter.about, 6)
    out.print()


def as_typed(about: str) -> str:
    """Description of a parameter, for those who type its value as JSON.

    >>> as_typed("the most bets in a round; None: no cap.")
    'the most bets in a round; null: no cap.'
    """
    for name, typed in TYPED.items():
        about = re.sub(name, typed, about)
    return about
