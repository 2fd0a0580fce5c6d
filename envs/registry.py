"""Games by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .bet_fold import make_bet_fold
from .bet_raise import make_bet_raise
from .core import Game
from .holdem import make_holdem
from .kuhn import make_kuhn
from .leduc import make_leduc
from .parameters import did_you_mean
from .rps import make_rps

MAKERS: dict[str, Callable[..., Game]] = {
    "bet_fold": make_bet_fold,
    "bet_raise": make_bet_raise,
    "holdem": make_holdem,
    "kuhn": make_kuhn,
    "leduc": make_leduc,
    "rps": make_rps,
}


def list_games() -> list[str]:
    """The names that ``make_game`` knows, sorted."""
    return sorted(MAKERS)


def register_game(name: str, maker: Callable[..., Game]) -> None:
    """Make a game of your own known by name, to ``make_game``, policy files and pickled states.

    Args:
        name: what to call it; the games that ``maker`` makes must have it as their ``name``.
        maker: takes the game's parameters as keywords, each with a default, and returns the game.

    Raises:
        ValueError: another game has this name.
    """
    if MAKERS.get(name, maker) is not maker:
        raise ValueError(f"name={name!r}: there is a game of this name already")
    MAKERS[name] = maker


def game_parameters(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    return {key: p.default for key, p in inspect.signature(_maker(name)).parameters.items()}


def make_game(name: str, **params: Any) -> Game:
    """A game by name, with parameters of that game.

    Raises:
        ValueError: no such game, no such parameter, or a value that is not allowed; the text says what is.

    >>> make_game("kuhn", num_cards=4)
    <Game kuhn(num_cards=4, num_players=2)>
    """
    maker = _maker(name)
    allowed = list(inspect.signature(maker).parameters)
    for key, value in params.items():
        if key not in allowed:
            raise ValueError(
                f"{key}={value!r}: {name} has no such parameter; allowed: {', '.join(allowed)}{did_you_mean(key, allowed)}"
            )
    return maker(**params)


def make_game_from_params(name: str, params: dict[str, Any]) -> Game:
    """``make_game`` with the parameters as one dictionary (what pickling needs)."""
    return make_game(name, **params)


def _maker(name: str) -> Callable[..., Game]:
    if name not in MAKERS:
        raise ValueError(f"name={name!r}: no such game; allowed: {', '.join(list_games())}{did_you_mean(name, MAKERS)}")
    return MAKERS[name]
