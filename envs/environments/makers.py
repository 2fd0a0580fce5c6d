"""Makers of a game's PettingZoo environments from the maker of the game: its parameters are written there, and nowhere else."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pokerzoo.envs.core import Game
from pokerzoo.envs.support.parameters import check_keywords

from .aec import GameAECEnv, OrderEnforcing
from .episodes import turn_env
from .parallel import GameParallelEnv

OWN = ("render_mode", "mask_in", "illegal")
"""Keywords of every environment."""


class Keyword(NamedTuple):
    """A keyword of environments."""

    default: Any
    annotation: str
    text: str


KEYWORDS = {
    "hands": Keyword(
        1, "int | None", "hands of an episode; more than one, or ``None`` (until one player has all chips): a session."
    ),
    "render_mode": Keyword(
        None,
        "str | None",
        """``None``, ``"ansi"``, ``"human"`` or ``"rgb_array"`` (a picture of the table, uint8 [480, 720, 3]; needs
        Pillow).""",
    ),
    "mask_in": Keyword("observation", "MaskIn", 'the place of the action mask: ``"observation"`` or ``"info"``.'),
    "illegal": Keyword(
        "raise",
        "Illegal",
        """what an illegal action does. ``"raise"``: a ValueError. ``"passive"``: check is played, else fold, else the
        first legal action, and ``info["illegal"]`` says so. ``"warn"``: the same, with a warning of the first one in an
        environment. Gymnasium's environments have ``"warn"`` by default, and ``info["illegal_actions"]`` counts illegal
        actions in the episode.""",
    ),
}
DOCSTRINGS = {
    "raw_env": "The environment without PettingZoo's check of the order of calls: a ``GameAECEnv``.",
    "env": "The environment with PettingZoo's check that calls come in a sensible order.",
    "parallel_env": "The environment in which all players act at once: a ``GameParallelEnv``.",
}


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
    return turn_makers(GameAECEnv, OWN, make_game, module)


def session_makers(
    make_game: Callable[..., Game], module: str
) -> tuple[Callable[..., GameAECEnv], Callable[..., OrderEnforcing]]:
    """``raw_env`` and ``env`` of whole hands, with the keyword ``hands``: hands an episode."""
    return turn_makers(turn_env, ("hands", *OWN), make_game, module)


def parallel_maker(make_game: Callable[..., Game], module: str) -> Callable[..., GameParallelEnv]:
    """``parallel_env`` of a module with one simultaneous game, made as ``aec_makers`` makes the others.

    Args:
        make_game: the game's maker.
        module: the name of the module: ``__name__``.

    .. code-block:: python

        parallel_env = parallel_maker(make_rps, __name__)  # in rps_v0.py
    """
    return environment_maker("parallel_env", GameParallelEnv, "GameParallelEnv", OWN, make_game, module)


def turn_makers(
    build: Callable[..., GameAECEnv], own: tuple[str, ...], make_game: Callable[..., Game], module: str
) -> tuple[Callable[..., GameAECEnv], Callable[..., OrderEnforcing]]:
    """``raw_env``, which builds environments with these keywords of their own, and ``env``."""

    def ordered(game: Game, **keywords: Any) -> OrderEnforcing:
        return OrderEnforcing(build(game, **keywords))

    raw_env = environment_maker("raw_env", build, "GameAECEnv", own, make_game, module)
    return raw_env, environment_maker("env", ordered, "OrderEnforcing", own, make_game, module)


def environment_maker(
    name: str, build: Callable[..., Any], returns: str, own: tuple[str, ...], make_game: Callable[..., Game], module: str
) -> Callable[..., Any]:
    """A maker of environments as if written in ``module``, with ``make_game``'s parameters and keywords of its ``own``."""
    parameters = inspect.signature(make_game).parameters
    allowed = [*parameters, *own]

    def maker(*given: Any, **params: Any) -> Any:
        keywords = {key: params.pop(key, KEYWORDS[key].default) for key in own}
        check_keywords(module.rpartition(".")[2], params, allowed)
        return build(make_game(*given, **params), **keywords)

    only = inspect.Parameter.KEYWORD_ONLY
    keywords = [inspect.Parameter(key, only, default=KEYWORDS[key][0], annotation=KEYWORDS[key][1]) for key in own]
    maker.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [*parameters.values(), *keywords], return_annotation=returns
    )
    maker.__name__ = maker.__qualname__ = name
    maker.__module__ = module
    maker.__doc__ = maker_docstring(name, make_game, own, module)
    return maker


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


def maker_docstring(name: str, make_game: Callable[..., Any], own: tuple[str, ...], module: str) -> str:
    """The docstring of a maker of environments: arguments of the game's maker and of its own, and an example."""
    arguments = re.search(r"^Args:\n(?:[ ]+.*\n|\n)*", inspect.cleandoc(make_game.__doc__ or "") + "\n", re.MULTILINE)
    module = module.rpartition(".")[2]
    lines = [
        DOCSTRINGS[name],
        "",
        (arguments[0] if arguments else "Args:\n").rstrip(),
        *(f"    {key}: {KEYWORDS[key].text}" for key in own),
        "",
        "Raises:",
        "    TypeError: an unknown argument; the message says which there are.",
        "    ValueError: a value that is not allowed; the message says what is.",
        "",
        f">>> from pokerzoo.envs import {module}",
        f">>> env = {module}.{name}()",
    ]
    if name == "parallel_env":
        lines += [">>> observations, infos = env.reset(seed=1)", ">>> env.agents[0], len(observations) == len(env.agents)"]
        return "\n".join([*lines, "('player_0', True)"])
    return "\n".join([*lines, ">>> env.reset(seed=1)", ">>> env.agent_selection in env.agents", "True"])
