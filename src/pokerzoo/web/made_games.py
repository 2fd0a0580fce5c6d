"""Games of requests: made from typed parameters, refused where they are too large to be counted quickly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends

from pokerzoo.envs import Game
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.registry import make_game_from_params, maker_of
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.typed_parameters import read_parameters

from .errors import BadRequest, about

MOST_NODES = 300_000
"""Public states of the largest betting tree that the explorer makes: to count them takes seconds."""
MOST_TEXT = 100_000
"""Characters of the longest parameter: all hands of two ranges with their weights have half of that."""
THREE_WAY = "a spot for three players; the explorer has spots for two, 'pokerzoo solve' and 'show' take three"

_RECENT: Cache[Game] = Cache(3)
"""The last few, as their size and their tree are requested one after the other."""


def address_params(params: str = "{}") -> dict[str, Any]:
    """A game's parameters from an address, where they are JSON."""
    try:
        values = json.loads(params or "{}")
    except (RecursionError, ValueError) as error:  # also nested too deep; a number of thousands of digits
        raise BadRequest(f"params: not JSON: {error}", "params", getattr(error, "pos", None)) from None
    if not isinstance(values, dict):
        raise BadRequest('params: must be a JSON object, as {"num_cards": 4}', "params")
    return values


AddressParams = Annotated[dict[str, Any], Depends(address_params)]
"""An argument of this type has the query's ``params``."""


def make_checked_game(name: str, typed: Mapping[str, Any]) -> Game:
    """``read_game``, for a request that has the parameters in ``params``; BadRequest if there is none such."""
    with about("game"):
        maker_of(name)
    with about("params", within=True):
        return read_game(name, typed)


def recent_game(name: str, typed: Mapping[str, Any]) -> Game:
    """``read_game``, kept for the next question about the same game."""
    return _RECENT.get((name, json.dumps(typed)), lambda: read_game(name, typed))


def read_game(name: str, typed: Mapping[str, Any]) -> Game:
    """The game.

    Args:
        name: its name.
        typed: its parameters, as ``read_parameters`` takes them.

    Raises:
        ValueError: a parameter that is not allowed, or a tree that may be too large to be counted quickly.
    """
    check_effort(typed)
    params, errors = read_parameters(name, typed)
    if errors:
        raise errors[0]
    game = make_game_from_params(name, params)
    if is_three_way(game):
        raise ParameterError("ranges", params["ranges"], THREE_WAY)
    return game


def is_three_way(game: Game) -> bool:
    """True for a spot for three players."""
    return isinstance(game, HoldemGame) and game.num_players > 2


def check_effort(params: Mapping[str, Any]) -> None:
    """ValueError if a betting tree may become too large to be counted quickly, or a parameter takes long to be read."""
    for name, value in params.items():
        if _characters(value) > MOST_TEXT:
            raise ParameterError(name, value, f"must have at most {MOST_TEXT:,} characters")
    most = params.get("max_nodes")
    if isinstance(most, int) and most > MOST_NODES:
        raise ParameterError("max_nodes", most, f"the explorer makes trees of at most {MOST_NODES:,} public states")


def _characters(value: Any, depth: int = 3) -> int:
    """Number of characters of the strings in a parameter, which are nested no deeper than ``depth``."""
    if isinstance(value, str):
        return len(value)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return sum(_characters(part, depth - 1) for part in parts) if depth else 0
