"""Makers of a game's PettingZoo environments from the maker of the game: its parameters are written there, and nowhere else."""

from __future__ import annotations

import inspect
import re
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
KEYWORDS = {
    "hands": "hands of an episode; more than one, or ``None`` (until one player has all chips): a session.",
    "render_mode": """``None``, ``"ansi"``, ``"human"`` or ``"rgb_array"`` (a picture of the table, uint8 [480, 720, 3]; needs
        Pillow).""",
    "mask_in": 'the place of the action mask: ``"observation"`` or ``"info"``.',
    "illegal": """what an illegal action does. ``"raise"``: a ValueError. ``"passive"``: check is played, else fold, else the
        first legal action, and ``info["illegal"]`` says so. ``"warn"``: the same, with a warning of the first one in an
        environment. Gymnasium's environments have ``"warn"`` by default, and ``info["illegal_actions"]`` counts illegal
        actions in the episode.""",
}
"""Descriptions of the keywords of environments."""


def aec_makers(make_game: Callable[..., Game], module: str) -> tuple[Callable[..., GameAECEnv], Callable[..., OrderEnforcing]]:
    """``raw_env`` and ``env`` of a module with one game: they take what the game's maker takes, and the environment's keywords.

    Args:
        make_game: the game's maker, whose signature and docstring say what it takes.
        module: the name of the module that they are for: ``__name__``.

    Returns:
        (``raw_env``, ``env``), functions.

    .. code-block:: python

        raw_env, env = aec_makers(make_kuhn, __name__)  # in kuhn_v0.py
    """
    made = with_checked_keywords(make_game, module, OWN)

    def raw_env(
        *given: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        **params: Any,
    ) -> GameAECEnv:
        """The environment without PettingZoo's check of the order of calls: a ``GameAECEnv``."""
        return GameAECEnv(made(*given, **params), render_mode, mask_in, illegal)

    def env(
        *given: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        **params: Any,
    ) -> OrderEnforcing:
        """The environment with PettingZoo's check that calls come in a sensible order."""
        return OrderEnforcing(GameAECEnv(made(*given, **params), render_mode, mask_in, illegal))

    return in_module(raw_env, make_game, module), in_module(env, make_game, module)


def session_makers(
    make_game: Callable[..., Game], module: str
) -> tuple[Callable[..., GameAECEnv], Callable[..., OrderEnforcing]]:
    """``raw_env`` and ``env`` of whole hands, with the keyword ``hands``: hands an episode."""
    made = with_checked_keywords(make_game, module, ("hands", *OWN))

    def raw_env(
        *given: Any,
        hands: int | None = 1,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        **params: Any,
    ) -> GameAECEnv:
        """The environment without PettingZoo's check of the order of calls: a ``GameAECEnv``."""
        return turn_env(made(*given, **params), hands, render_mode, mask_in, illegal)

    def env(
        *given: Any,
        hands: int | None = 1,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        **params: Any,
    ) -> OrderEnforcing:
        """The environment with PettingZoo's check that calls come in a sensible order."""
        return OrderEnforcing(turn_env(made(*given, **params), hands, render_mode, mask_in, illegal))

    return in_module(raw_env, make_game, module), in_module(env, make_game, module)


def parallel_maker(make_game: Callable[..., Game], module: str) -> Callable[..., GameParallelEnv]:
    """``parallel_env`` of a module with one simultaneous game; see ``aec_makers``.

    Args:
        make_game: the game's maker.
        module: the name of the module: ``__name__``.

    .. code-block:: python

        parallel_env = parallel_maker(make_rps, __name__)  # in rps_v0.py
    """
    made = with_checked_keywords(make_game, module, OWN)

    def parallel_env(
        *given: Any,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        **params: Any,
    ) -> GameParallelEnv:
        """The environment in which all players act at once: a ``GameParallelEnv``."""
        return GameParallelEnv(made(*given, **params), render_mode, mask_in, illegal)

    return in_module(parallel_env, make_game, module)


def with_checked_keywords(make_game: Callable[..., Game], module: str, also: tuple[str, ...]) -> Callable[..., Game]:
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
    make.__doc__ = make_game.__doc__
    return make


def in_module(maker: Maker, make_game: Callable[..., Game], module: str) -> Maker:
    """``maker`` as if written in ``module``: ``make_game``'s parameters and docstring in place of ``*given, **params``."""
    signature = inspect.signature(maker)
    own = [one for one in signature.parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY]
    parameters = [*inspect.signature(make_game).parameters.values(), *own]
    maker.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    maker.__doc__ = maker_docstring(maker, make_game, module)
    maker.__module__ = module
    maker.__qualname__ = maker.__name__
    return maker


def maker_docstring(maker: Callable[..., Any], make_game: Callable[..., Game], module: str) -> str:
    """The docstring of one of a module's makers of environments: with arguments of the game's maker, and an example."""
    own = [name for name in inspect.signature(maker).parameters if name in KEYWORDS]
    arguments = re.search(r"^Args:\n(?:[ ]+.*\n|\n)*", inspect.cleandoc(make_game.__doc__ or "") + "\n", re.MULTILINE)
    lines = [
        inspect.cleandoc(maker.__doc__ or ""),
        "",
        (arguments[0] if arguments else "Args:\n").rstrip(),
        *(f"    {name}: {KEYWORDS[name]}" for name in own),
        "",
        "Raises:",
        "    TypeError: an unknown argument; the message says which there are.",
        "    ValueError: a value that is not allowed; the message says what is.",
        "",
        f">>> from pokerzoo.envs import {module.rpartition('.')[2]}",
        f">>> env = {module.rpartition('.')[2]}.{maker.__name__}()",
    ]
    if maker.__name__ == "parallel_env":
        lines += [">>> observations, infos = env.reset(seed=1)", ">>> env.agents[0], len(observations) == len(env.agents)"]
        return "\n".join([*lines, "('player_0', True)"])
    return "\n".join([*lines, ">>> env.reset(seed=1)", ">>> env.agent_selection in env.agents", "True"])
