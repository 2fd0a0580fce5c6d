"""Games by name: to make them, and their environments in PettingZoo's and Gymnasium's registries."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pokerzoo.envs.support.errors import InputError, ParameterError, cut_text, did_you_mean
from pokerzoo.envs.support.parameters import check_keywords, plain_parameter

if TYPE_CHECKING:
    from .core import Game


class GameEntry(NamedTuple):
    """A game of the package: ``make_NAME`` in ``envs/games/NAME.py`` makes it."""

    environment: str
    parallel: bool = False


GAMES = {
    "bet_fold": GameEntry("bet_fold", parallel=True),
    "bet_raise": GameEntry("bet_raise"),
    "fhp": GameEntry("fhp"),
    "holdem": GameEntry("holdem_river"),
    "kuhn": GameEntry("kuhn"),
    "leduc": GameEntry("leduc"),
    "preflop_holdem": GameEntry("preflop_holdem"),
    "push_fold": GameEntry("push_fold"),
    "rps": GameEntry("rps", parallel=True),
    "texas_holdem": GameEntry("texas_holdem"),
}
"""The package's games: one line each."""


class EnvironmentEntry(NamedTuple):
    """Environments of the package."""

    game: str
    params: dict[str, Any]  # parameters other than the defaults
    parallel: bool = False


TURN_SPOT = {
    "board": "QsJh2h8d", "ranges": ("AA,KQs,T9s", "KK,AQs,JTs"), "pot": 20, "stack": 60, "bet_sizes": "75%", "raise_sizes": "a",
}  # fmt: skip
FLOP_SPOT = {
    "board": "Td9d6h", "ranges": ("QQ+,AKs,KQs,KTs,JTs", "JJ-88,AQs,AJs,QJs,87s"), "pot": 20, "stack": 40, "bet_sizes": "75%",
    "raise_sizes": "a",
}  # fmt: skip
"""Small spots with cards to come, which are the defaults of ``holdem_turn_v0`` and ``holdem_flop_v0``."""
ENVIRONMENTS = {entry.environment: EnvironmentEntry(name, {}, entry.parallel) for name, entry in GAMES.items()} | {
    "holdem_flop": EnvironmentEntry("holdem", FLOP_SPOT),
    "holdem_turn": EnvironmentEntry("holdem", TURN_SPOT),
}
"""The package's environments, by the middle of their names."""

MAKERS: dict[str, Callable[..., Game] | None] = dict.fromkeys(GAMES)
"""Makers of all games by name; None: that of the package, imported on first use."""


def list_games() -> list[str]:
    """The names that ``make_game`` knows, sorted: the games of this package and those of ``register_game``.

    >>> from pokerzoo import list_games
    >>> "kuhn" in list_games()
    True
    """
    return sorted(MAKERS)


def register_game(name: str, maker: Callable[..., Game]) -> None:
    """Register a game of your own by name, for ``make_game``, policy files, pickled states, and the environments' registries.

    A game ``two_streets`` has the environments ``gymnasium.make("pokerzoo/TwoStreets-v0")`` and ``pettingzoo.make("aec",
    "pokerzoo/two_streets-v0")``. Commands know it with ``--import`` and the module that calls this.

    Args:
        name: what to call it; the games that ``maker`` makes must have it as their ``name``.
        maker: takes the game's parameters as keywords, each with a default, and returns the game.

    Raises:
        ValueError: another game has this name.

    .. code-block:: python

        from pokerzoo.envs import PokerGame, PokerRules, register_game

        def make_tiny(num_cards: int = 3) -> PokerGame:
            rules = PokerRules(...)
            return PokerGame("tiny", {"num_cards": num_cards}, rules)

        register_game("tiny", make_tiny)  # make_game("tiny", num_cards=5) works from now on
    """
    if name in MAKERS and MAKERS[name] is not maker:
        raise ParameterError("name", name, "there is a game of this name already")
    MAKERS[name] = maker
    register_all()


def game_parameters(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    return dict(defaults_of(maker_of(name)))


@lru_cache
def defaults_of(maker: Callable[..., Game]) -> Mapping[str, Any]:
    """The parameters of a maker with their defaults: reading a signature takes as long as a tenth of a river's rules."""
    return {key: p.default for key, p in inspect.signature(maker).parameters.items()}


def make_game(name: str, /, **params: Any) -> Game:
    """Make a game by name, with parameters of that game.

    Args:
        name: one of ``list_games()``.
        **params: parameters of the game by name, such as ``num_cards=4``; the page of its environment lists them. What is left
            out has its default.

    Raises:
        TypeError: the game has no such parameter; the message says which it has.
        ValueError: no such game, or a value that is not allowed; the message says what is.

    >>> from pokerzoo import make_game
    >>> make_game("kuhn", num_cards=4)
    <Game kuhn(num_cards=4, num_players=2)>
    """
    return make_for_keywords(name, params)


def game_by_name(name: str) -> Game:
    """The game of this name with its defaults, where an argument ``game`` takes names."""
    names = list_games()
    if name not in names:
        allowed = f"{', '.join(names)}{did_you_mean(name, names)}"
        raise ParameterError("game", name, f"must be a game (make_game), an environment of pokerzoo or a name: {allowed}")
    return make_game(name)


def make_for_keywords(name: str, params: dict[str, Any], also: Iterable[str] = ()) -> Game:
    """``make_game`` for makers of environments, whose errors say that ``also`` these keywords are allowed."""
    maker = maker_of(name)
    check_keywords(name, params, [*defaults_of(maker), *also])
    plain = {key: plain_parameter(key, value) for key, value in params.items()}
    try:
        return maker(**plain)
    except InputError:
        raise
    except ValueError as error:
        if maker.__module__.startswith("pokerzoo."):  # a bug
            raise
        raise InputError(str(error)) from error


def make_game_from_params(name: str, params: dict[str, Any]) -> Game:
    """``make_game`` with parameters from outside of Python: of a file, a command line or a request."""
    allowed = list(game_parameters(name))
    for key, value in params.items():
        if key not in allowed:
            listed = f"{', '.join(allowed)}{did_you_mean(key, allowed)}"
            raise ParameterError(cut_text(key, 60), value, f"{name} has no such parameter; allowed: {listed}")
    return make_game(name, **params)


def maker_of(name: str) -> Callable[..., Game]:
    """The function that makes the game of this name; ValueError if there is no such game."""
    if name not in MAKERS:
        known = list_games()
        listed = f"{', '.join(known)}{did_you_mean(name, known)}"
        raise ParameterError("name", name, f"no such game; allowed: {listed}")
    maker: Callable[..., Game] = MAKERS[name] or getattr(import_module(f"pokerzoo.envs.games.{name}"), f"make_{name}")
    return maker


def camel_case(name: str) -> str:
    """``two_streets`` as ``TwoStreets``."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def register_all() -> None:
    """Register the environments of all games with Gymnasium and PettingZoo, as far as they are imported."""
    if "gymnasium" in sys.modules:
        register_with_gymnasium()
    if "pettingzoo" in sys.modules:
        register_with_pettingzoo()


def environment_keywords() -> dict[str, dict[str, Any]]:
    """The game and its parameters of each environment by the middle of its id; ``game`` takes the game as a keyword."""
    ours = {name: {"game": entry.game, **entry.params} for name, entry in ENVIRONMENTS.items()}
    # The user's, but those whose names cannot be part of an id.
    theirs = [name for name in MAKERS if name not in GAMES and re.fullmatch(r"[a-zA-Z]\w*", name, re.ASCII)]
    return {**ours, **{name: {"game": name} for name in theirs}, "game": {}}


def register_with_gymnasium() -> None:
    """Register each ``pokerzoo/<Name>-v0`` that is not registered yet."""
    import gymnasium

    for name, kwargs in environment_keywords().items():
        if f"pokerzoo/{camel_case(name)}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"pokerzoo/{camel_case(name)}-v0",
                "pokerzoo.gymnasium_envs:make_single_agent",
                vector_entry_point="pokerzoo.gymnasium_envs:make_vector",
                kwargs=kwargs,
            )


def register_with_pettingzoo() -> None:
    """Register each ``pokerzoo/<name>-v0`` that is not registered yet, unless this PettingZoo has no registry."""
    try:
        from pettingzoo import aec_registry, parallel_registry, register
    except ImportError:
        return

    def add(kind: Literal["aec", "parallel"], name: str, entry_point: str, kwargs: dict[str, Any]) -> None:
        if f"pokerzoo/{name}-v0" not in (aec_registry if kind == "aec" else parallel_registry):
            register(kind, f"pokerzoo/{name}-v0", entry_point, kwargs=kwargs)

    for name, kwargs in environment_keywords().items():
        add("aec", name, "pokerzoo.envs.environments.makers:make_aec", kwargs)
        if name not in ENVIRONMENTS or ENVIRONMENTS[name].parallel:
            add("parallel", name, "pokerzoo.envs.environments.makers:make_parallel", kwargs)
