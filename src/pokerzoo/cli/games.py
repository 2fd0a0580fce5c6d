"""``pokerzoo games``: the games, with what their makers say of them."""

from __future__ import annotations

import json

from .options import Json
from .output import console, print_json

EXAMPLES = (
    "pokerzoo games",
    "pokerzoo games --json",
)


def games(as_json: Json = False) -> None:
    """List the games, their rules and their parameters."""
    from pokerzoo.envs import list_games
    from pokerzoo.envs.descriptions import describe_game

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
