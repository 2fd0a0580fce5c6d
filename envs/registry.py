"""Games by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pokerzoo.envs.games.bet_fold import make_bet_fold
from pokerzoo.envs.games.bet_raise import make_bet_raise
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.games.kuhn import make_kuhn
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.games.rps import make_rps
from pokerzoo.envs.support.parameters import cut, did_you_mean, plain, short_repr

from .core import Game
from .registration import register_own

MAKERS: dict[str, Callable[..., Game]] = {
    "bet_fold": make_bet_fold,
    "bet_raise": make_bet_raise,
    "holdem": make_holdem,
    "kuhn": make_kuhn,
    "leduc": make_leduc,
    "rps": make_rps,
}


GROUP = "pokerzoo.games"
"""Entry points of installed packages: the name is a game's, the object its maker. They are looked up when a name is unknown."""


def list_games() -> list[str]:
    """The names that ``make_game`` knows, sorted: the package's, those registered, and those that installed packages bring."""
    return sorted({*MAKERS, *(point.name for point in entry_points(group=GROUP))})


def register_game(name: str, maker: Callable[..., Game]) -> None:
    """Make a game of your own known by name: to ``make_game``, policy files, pickled states, and the environments' registries.

    A game ``two_streets`` has the environments ``gymnasium.make("pokerzoo/TwoStreets-v0")`` and ``pettingzoo.make("aec",
    "pokerzoo/two_streets-v0")``. Commands know it with ``--import`` and the module that calls this. An installed package
    needs no call: its entry points in the group ``pokerzoo.games`` (name: the game's, object: its maker) are found when
    asked for.

    Args:
        name: what to call it; the games that ``maker`` makes must have it as their ``name``.
        maker: takes the game's parameters as keywords, each with a default, and returns the game.

    Raises:
        ValueError: another game has this name.
    """
    if MAKERS.get(name, maker) is not maker:
        raise ValueError(f"name={name!r}: there is a game of this name already")
    MAKERS[name] = maker
    register_own(name)


def game_parameters(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    return {key: p.default for key, p in inspect.signature(_maker(name)).parameters.items()}


def make_game(name: str, /, **params: Any) -> Game:
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
            listed = f"{', '.join(allowed)}{did_you_mean(key, allowed)}"
            raise ValueError(f"{cut(key, 60)}={short_repr(value, 200)}: {name} has no such parameter; allowed: {listed}")
    return maker(**{key: plain(key, value) for key, value in params.items()})


def make_for_keywords(name: str, params: dict[str, Any]) -> Game:
    """``make_game`` for makers of environments: a parameter that there is not is a TypeError.

    In Python's own words, for which learning libraries look when they try what an environment takes (TorchRL: ``frameskip``).
    """
    allowed = [*game_parameters(name)]
    for key in params:
        if key not in allowed:
            told = f"allowed: {', '.join(allowed)}{did_you_mean(key, allowed)}"
            raise TypeError(f"{name} got an unexpected keyword argument {key!r}; {told}")
    return make_game(name, **params)


def make_game_from_params(name: str, params: dict[str, Any]) -> Game:
    """``make_game`` with the parameters as one dictionary (what pickling needs)."""
    return make_game(name, **params)


def _maker(name: str) -> Callable[..., Game]:
    if name not in MAKERS:
        found = [point for point in entry_points(group=GROUP) if point.name == name]
        if not found:
            known = list_games()
            listed = f"{', '.join(known)}{did_you_mean(name, known)}"
            raise ValueError(f"name={short_repr(name, 200)}: no such game; allowed: {listed}")
        maker = load_maker(found[0])
        if name not in MAKERS:  # its module may have registered it
            register_game(name, maker)
    return MAKERS[name]


def load_maker(point: EntryPoint) -> Callable[..., Game]:
    """The maker that an installed package brings; ValueError where it is broken."""
    try:
        maker = point.load()
    except Exception as error:  # whatever a foreign module does when it is imported
        what = f"{type(error).__name__}: {error}"
        raise ValueError(f"name={point.name!r}: the entry point {point.value!r} ({GROUP}) cannot be loaded: {what}") from error
    if not callable(maker):
        raise ValueError(f"name={point.name!r}: the entry point {point.value!r} ({GROUP}) must be a maker, not {maker!r}")
    found: Callable[..., Game] = maker
    return found
