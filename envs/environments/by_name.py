"""PettingZoo environments of any game by name: ``pettingzoo.make("aec", "pokerzoo/game-v0", game="kuhn")``."""

from __future__ import annotations

from typing import Any

from pokerzoo.envs.registry import make_for_keywords

from .aec import OrderEnforcing
from .dealer import Illegal, MaskIn
from .episodes import turn_env
from .makers import OWN
from .parallel import GameParallelEnv


def make_aec(
    game: str,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "raise",
    hands: int | None = 1,
    **params: Any,
) -> Any:
    """The AEC environment of a game by name, with its parameters: ``pettingzoo.make("aec", "pokerzoo/game-v0", game="kuhn")``.

    Whole hands can have several ``hands`` an episode (``SessionAECEnv``).

    Raises:
        ValueError: no such game, or an argument that is not allowed.
        TypeError: no such parameter.
    """
    return OrderEnforcing(turn_env(make_for_keywords(game, params, ("hands", *OWN)), hands, render_mode, mask_in, illegal))


def make_parallel(
    game: str,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "raise",
    **params: Any,
) -> Any:
    """The parallel environment of a simultaneous game by name, with its parameters."""
    return GameParallelEnv(make_for_keywords(game, params, OWN), render_mode, mask_in, illegal)
