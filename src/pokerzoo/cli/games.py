"""``pokerzoo games``: the games, with what their makers say of them."""

from __future__ import annotations

import inspect
import json
from typing import Any

from .options import Json
from .output import console, print_json

EXAMPLES = (
    "pokerzoo games",
    "pokerzoo games --json",
)


def games(as_json: Json = False) -> None:
    """List the games with their rules and parameters."""
    from pokerzoo.envs import list_games

    described = [describe_game(name) for name in list_games()]
    if as_json:
        print_json({"games": described})
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    for game in described:
        out.print(Text.assemble((game["name"], "bold"), f"  {game['players']} players"))
        out.print(Padding(Text(game["rules"]), (0, 0, 0, 2), expand=False))
        for parameter in game["parameters"]:
            default = json.dumps(parameter["default"])
            out.print(Padding(Text(f"--param {parameter['name']}={default}"), (0, 0, 0, 2), expand=False))
            if parameter["about"]:
                out.print(Padding(Text(parameter["about"]), (0, 0, 0, 6), expand=False))
        out.print()
    out.print("Parameters are shown with their defaults. Train one: pokerzoo train kuhn", soft_wrap=True)


def describe_game(name: str) -> dict[str, Any]:
    """Name, rules, players and parameters of a game, from its maker's docstrings and from the default game itself."""
    from pokerzoo.envs import make_game
    from pokerzoo.envs.registry import MAKERS, game_parameters

    game = make_game(name)
    maker = MAKERS[name]
    module = inspect.getmodule(maker)
    about = described_arguments(inspect.getdoc(maker) or "")
    return {
        "name": name,
        "rules": first_paragraph(inspect.getdoc(module) or ""),
        "players": game.num_players,
        "simultaneous": game.simultaneous,
        "parameters": [
            {"name": key, "default": game.params.get(key, default), "about": about.get(key, "")}
            for key, default in game_parameters(name).items()
        ],
    }


def first_paragraph(docstring: str) -> str:
    """The first paragraph as one line."""
    return plain(docstring.partition("\n\n")[0])


def described_arguments(docstring: str) -> dict[str, str]:
    r"""What the ``Args:`` section of a docstring says of each argument.

    >>> described_arguments("Args:\n    size: how large,\n        at least 1.\n    loud: or not.\n\nReturns:\n    It.")
    {'size': 'how large, at least 1.', 'loud': 'or not.'}
    """
    found: dict[str, str] = {}
    name = ""
    for line in docstring.partition("Args:\n")[2].splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent == 0:
            break
        if indent == 4:
            name, _, text = line.strip().partition(":")
            found[name] = text.strip()
        elif name and line.strip():
            found[name] += " " + line.strip()
    return {name: plain(text) for name, text in found.items()}


def plain(text: str) -> str:
    """A docstring's text as one line, without its marks for code."""
    return " ".join(text.replace("``", "").split())
