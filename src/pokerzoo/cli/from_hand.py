"""The spot of a hand that was played, as settings of a command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.games.spot_presets import Settings
from pokerzoo.envs.games.spot_settings import ALONE, PARAMETERS
from pokerzoo.envs.support.errors import InputError, ParameterError

MOST_BYTES = 100_000
STREETS = ("flop", "turn", "river")
PLAIN = ("board", "pot", "add_allin_threshold", "force_allin_threshold", "merging_threshold", "raise_cap", "min_bet", "chip",
         "rake_rate", "rake_cap")  # fmt: skip
"""Parameters of a spot that are settings of the same name."""


def settings_of_hand(path: str, street: str) -> Settings:
    """Settings of a street of a hand history: board, pot, stacks, the sizes that were bet, and all hands as ranges."""
    from pokerzoo.evaluation.hands.played_spot import spot_of_file

    if Path(path).stat().st_size > MOST_BYTES:
        raise InputError(f"--from-hand {path}: must be one hand; the file has more than {MOST_BYTES:,} bytes")
    try:
        params, _ = spot_of_file(path, street)
    except InputError as error:
        if isinstance(error, ParameterError) and error.parameter == "street":
            raise
        raise InputError(f"--from-hand {path}: {error}") from None
    settings: Settings = {name.replace("_", "-"): params[name] for name in PLAIN if params[name] is not None}
    stack = params["stack"]
    three = isinstance(stack, tuple)
    settings |= {"stacks": "/".join(map(chips_text, stack))} if three else {"stack": stack}
    settings |= {"oop": "random", "ip": "random"} | ({"middle": "random"} if three else {})
    for both, (first, last) in ALONE.items():
        players = (first, both, last) if three else (first, last)
        settings |= {name: sizes_text(params[PARAMETERS[both]], player) for player, name in enumerate(players)}
    return settings


def sizes_text(by_street: dict[str, Any], player: int) -> str:
    """A player's sizes by street as they are typed.

    >>> sizes_text({"turn": ("10c", "a"), "river": ("", "20c,a")}, 1)
    'turn: a; river: 20c,a'
    """
    return "; ".join(f"{street}: {own[player]}" for street, own in by_street.items())
