"""Makers of a game's PettingZoo environments from the maker of the game: its parameters are written there, and nowhere else."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from pokerzoo.envs.core import Game
from pokerzoo.envs.support.parameters import check_keywords

from .aec import GameAECEnv, OrderEnforcing
from .dealer import Illegal, MaskIn
from .hands import turn_env
from .parallel import GameParallelEnv

Maker = TypeVar("Maker", bound=Callable[..., Any])
OWN = ("render_mode", "mask_in", "illegal")
"""Keywords of every environment."""


def aec_makers(make_game: Callable[..., Game], module: str) -> tuple[Callable[..., GameAECEnv], Callable[..., OrderEnforcing]]:
    """(``raw_env``, ``env``) of the module of this name: they take what ``make_game`` takes, and the environment's keywords."""
    made = checked(make_game, module, OWN)

    def raw_env(
        *given: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "passive",
        **params: Any,
    ) -> GameAECEnv:
        """The environment without wrappers; arguments as in the module's docstring, TypeError or ValueError on a bad one."""
        return GameAECEnv(made(*given, **params), render_mode, mask_in, illegal)

    def env(
        *given: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "passive",
        **params: Any,
    ) -> OrderEnforcing:
        """The environment with PettingZoo's check that calls come in a sensible order; arguments and errors of ``raw_env``."""
        return OrderEnforcing(GameAECEnv(made(*given, **params), render_mode, mask_in, illegal))

    return in_module(raw_env, make_game, module), in_module(env, make_game, module)


def session_makers(
    make_game: Callable[..., Game], module: str
) -> tuple[Callable[..., GameAECEnv], Callable[..., OrderEnforcing]]:
    """The same for whole hands: they also take ``hands``, how many hands an episode has."""
    made = checked(make_game, module, ("hands", *OWN))

    def raw_env(
        *given: Any,
        hands: int | None = 1,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "passive",
        **params: Any,
    ) -> GameAECEnv:
        """The environment without wrappers; arguments as in the module's docstring, TypeError or ValueError on a bad one."""
        return turn_env(made(*given, **params), hands, render_mode, mask_in, illegal)

    def env(
        *given: Any,
        hands: int | None = 1,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "passive",
        **params: Any,
    ) -> OrderEnforcing:
        """The environment with PettingZoo's check that calls come in a sensible order; arguments and errors of ``raw_env``."""
        return OrderEnforcing(turn_env(made(*given, **params), hands, render_mode, mask_in, illegal))

    return in_module(raw_env, make_game, module), in_module(env, make_game, module)


def parallel_maker(make_game: Callable[..., Game], module: str) -> Callable[..., GameParallelEnv]:
    """``parallel_env`` of the ``module`` of this name; see ``aec_makers``."""
    made = checked(make_game, module, OWN)

    def parallel_env(
        *given: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "passive",
        **params: Any,
    ) -> GameParallelEnv:
        """The environment in which all act at once; arguments and errors of ``raw_env``."""
        return GameParallelEnv(made(*given, **params), render_mode, mask_in, illegal)

    return in_module(parallel_env, make_game, module)


def checked(make_game: Callable[..., Game], module: str, also: tuple[str, ...]) -> Callable[..., Game]:
    """``make_game`` with a TypeError on an unknown keyword that says what is allowed: its parameters and ``also`` these."""
    allowed = [*inspect.signature(make_game).parameters, *also]
    name = module.rpartition(".")[2]

    def made(*given: Any, **params: Any) -> Game:
        check_keywords(name, params, allowed)
        return make_game(*given, **params)

    return made


def with_defaults(make_game: Callable[..., Game], defaults: dict[str, Any]) -> Callable[..., Game]:
    """``make_game`` with other defaults of some of its parameters."""
    signature = inspect.signature(make_game)
    parameters = [one.replace(default=defaults.get(one.name, one.default)) for one in signature.parameters.values()]
    changed = signature.replace(parameters=parameters)

    def make(*given: Any, **params: Any) -> Game:
        bound = changed.bind(*given, **params)
        bound.apply_defaults()
        return make_game(**bound.arguments)

    make.__signature__ = changed  # type: ignore[attr-defined]
    return make


def in_module(maker: Maker, make_game: Callable[..., Game], module: str) -> Maker:
    """``maker`` as if written in ``module``, with the parameters of ``make_game`` in place of ``*given, **params``."""
    signature = inspect.signature(maker)
    own = [one for one in signature.parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY]
    parameters = [*inspect.signature(make_game).parameters.values(), *own]
    maker.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    maker.__module__ = module
    maker.__qualname__ = maker.__name__
    return maker
