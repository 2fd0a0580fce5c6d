"""PettingZoo environments of games by name: what ``pettingzoo.make`` calls, and the ``env`` of each ``*_v0`` module."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar, cast, overload

from pokerzoo.envs.core import Game
from pokerzoo.envs.registry import ENVIRONMENTS, make_for_keywords

from .aec import GameAECEnv, OrderEnforcing
from .dealer import Illegal, MaskIn, check_hands
from .parallel import GameParallelEnv

OWN = ("render_mode", "mask_in", "illegal")
"""Keywords of every environment."""
Parameters = ParamSpec("Parameters")
Made = TypeVar("Made", covariant=True)


class EnvMaker(Protocol[Parameters, Made]):
    """A maker of a game's environments: it takes the game's parameters, and the keywords of every environment."""

    @overload
    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Made: ...
    @overload
    def __call__(
        self,
        *args: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        **params: Any,
    ) -> Made: ...


def make_raw_aec(
    game: str,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "raise",
    hands: int | None = 1,
    **params: Any,
) -> GameAECEnv:
    """``make_aec`` without PettingZoo's check of the order of calls."""
    rules = make_for_keywords(game, params, ("hands", *OWN))
    check_hands(hands)
    if hands == 1:
        return GameAECEnv(rules, render_mode, mask_in, illegal)
    from .session import SessionAECEnv  # compiled functions come with it

    return SessionAECEnv(rules, hands, render_mode, mask_in, illegal)


def make_aec(game: str, **keywords: Any) -> OrderEnforcing:
    """The turn environment of a game by name: ``pettingzoo.make("aec", "pokerzoo/kuhn-v0", num_cards=4)``.

    Args:
        game: the game's name.
        **keywords: as the ``env`` of a ``*_v0`` module takes them.

    Raises:
        ValueError: no such game, or a value that is not allowed; the message says what is.
        TypeError: no such keyword; the message says which there are.
    """
    return OrderEnforcing(make_raw_aec(game, **keywords))


def make_parallel(
    game: str,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "raise",
    **params: Any,
) -> GameParallelEnv:
    """The parallel environment of a simultaneous game by name, with its parameters."""
    return GameParallelEnv(make_for_keywords(game, params, OWN), render_mode, mask_in, illegal)


def aec_makers(
    environment: str, like: Callable[Parameters, Game]
) -> tuple[EnvMaker[Parameters, GameAECEnv], EnvMaker[Parameters, OrderEnforcing]]:
    """``raw_env`` and ``env`` of the module of an environment.

    Args:
        environment: a name in ``ENVIRONMENTS``.
        like: the game's maker, whose parameters editors and type checkers show.
    """
    return (
        module_maker(environment, "raw_env", make_raw_aec, like),
        module_maker(environment, "env", make_aec, like),
    )


def parallel_maker(environment: str, like: Callable[Parameters, Game]) -> EnvMaker[Parameters, GameParallelEnv]:
    """``parallel_env`` of the module of an environment, made as ``aec_makers`` makes the others."""
    return module_maker(environment, "parallel_env", make_parallel, like)


def module_maker(
    environment: str, name: str, make: Callable[..., Made], like: Callable[Parameters, Game]
) -> EnvMaker[Parameters, Made]:
    """``make`` with the game of an environment, as a function of its module: it can be pickled."""
    game, defaults, _ = ENVIRONMENTS[environment]

    def env(
        *args: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        **params: Any,
    ) -> Made:
        """Make the environment.

        Args:
            *args: the game's parameters, in their order.
            render_mode: ``None``, ``"ansi"``, ``"human"`` or ``"rgb_array"`` (a picture of the table, uint8 [480, 720, 3];
                needs Pillow).
            mask_in: the place of the action mask: ``"observation"`` or ``"info"``.
            illegal: what an illegal action does. ``"raise"``: a ValueError. ``"passive"``: check is played, else fold, else the
                first legal action, and ``info["illegal"]`` says so. ``"warn"``: the same, with a warning of the first one in
                an environment.
            **params: the game's parameters. In whole hands also ``hands``: hands of an episode; more than one, or ``None``
                (until one player has all chips): a session.

        Raises:
            TypeError: an unknown keyword; the message says which there are.
            ValueError: a value that is not allowed; the message says what is.

        >>> from pokerzoo.envs import kuhn_v0
        >>> kuhn_v0.env(num_cards=4, render_mode="ansi").observation_names[2:6]
        ('hand_T', 'hand_J', 'hand_Q', 'hand_K')
        """
        named = inspect.signature(like).bind_partial(*args).arguments if args else {}
        return make(game, render_mode=render_mode, mask_in=mask_in, illegal=illegal, **defaults | named | params)

    env.__module__, env.__name__, env.__qualname__ = f"pokerzoo.envs.{environment}_v0", name, name
    return cast(EnvMaker[Parameters, Made], env)
