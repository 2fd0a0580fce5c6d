"""Things that public functions take as a game: a game, an environment of this package, or a game's name."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from pokerzoo.envs.core import Game
from pokerzoo.envs.registry import game_by_name
from pokerzoo.envs.support.errors import ParameterError


class GameEnvironment(Protocol):
    """An environment of this package, wrapped or not."""

    @property
    def unwrapped(self) -> Any:
        """The environment itself, which has the ``game``."""


GameLike: TypeAlias = Game | GameEnvironment | str
"""A game, an environment of this package, whose game is taken, or the name of a game with its defaults."""


def game_of(game: GameLike) -> Game:
    """The game that is meant where a function takes a game.

    Args:
        game: a game, an environment of this package, wrapped or not, or a game's name.

    Raises:
        ValueError: none of these, or there is no game of this name.

    >>> from pokerzoo.envs import kuhn_v0
    >>> game_of("kuhn") == game_of(kuhn_v0.env())
    True
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return game_by_name(game)
    result = getattr(getattr(game, "unwrapped", None), "game", None)
    if isinstance(result, Game):
        return result
    raise ParameterError("game", game, "must be a game (make_game), an environment of pokerzoo or a game's name")
