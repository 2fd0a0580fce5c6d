"""Names of the environments in PettingZoo's and Gymnasium's registries."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pokerzoo.envs.environments.dealer import Illegal, MaskIn

AEC = {
    "kuhn": "kuhn",
    "bet_raise": "bet_raise",
    "leduc": "leduc",
    "rps": "rps",
    "bet_fold": "bet_fold",
    "holdem": "holdem_river",
}
"""Games with a PettingZoo environment, each with the name of its id; the module is ``<name>_v0``."""
PARALLEL = {"rps": "rps", "bet_fold": "bet_fold"}
"""Those that have ``parallel_env`` too."""
SINGLE_AGENT = {
    "kuhn": "Kuhn",
    "bet_raise": "BetRaise",
    "leduc": "Leduc",
    "rps": "Rps",
    "bet_fold": "BetFold",
    "holdem": "HoldemRiver",
}
"""Games with a Gymnasium environment, each with the name of its id."""


def register_all() -> None:
    """Register every environment with PettingZoo and Gymnasium.

    Then ``pettingzoo.make("aec", "pokerzoo/kuhn-v0")``, ``pettingzoo.make("parallel", "pokerzoo/rps-v0")``,
    ``gymnasium.make("pokerzoo/Kuhn-v0")`` and ``gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=4096)`` work. Can be called
    again. Only texts are registered: nothing is imported until an environment is made. PettingZoo before 1.27 has no registry
    and is left out.

    ``pokerzoo/Game-v0`` (Gymnasium) and ``pokerzoo/game-v0`` (PettingZoo) make that of any game by its name, ``game="kuhn"``:
    also of games that installed packages bring, which are not looked for before they are asked for.
    """
    for game, name in SINGLE_AGENT.items():
        register_single_agent(name, {"game": game})
    register_single_agent("Game", {})
    for name in AEC.values():
        register_pettingzoo("aec", name, f"pokerzoo.envs.{name}_v0:env", {})
    for name in PARALLEL.values():
        register_pettingzoo("parallel", name, f"pokerzoo.envs.{name}_v0:parallel_env", {})
    register_any("game", {})


def register_own(game: str) -> None:
    """Register the environments of a game of the user's, unless its name cannot be part of an id."""
    if re.fullmatch(r"[a-zA-Z]\w*", game, re.ASCII):
        register_single_agent("".join(part[:1].upper() + part[1:] for part in game.split("_")), {"game": game})
        register_any(game, {"game": game})


def register_any(name: str, kwargs: dict[str, Any]) -> None:
    """Register PettingZoo environments that are made of any game."""
    register_pettingzoo("aec", name, "pokerzoo.envs.registration:make_aec", kwargs)
    register_pettingzoo("parallel", name, "pokerzoo.envs.registration:make_parallel", kwargs)


def register_single_agent(name: str, kwargs: dict[str, Any]) -> None:
    """Register ``pokerzoo/<name>-v0`` with Gymnasium, unless there is one."""
    import gymnasium

    if f"pokerzoo/{name}-v0" not in gymnasium.registry:
        gymnasium.register(
            f"pokerzoo/{name}-v0",
            "pokerzoo.gymnasium_envs:make_single_agent",
            vector_entry_point="pokerzoo.gymnasium_envs:make_vector",
            kwargs=kwargs,
        )


def register_pettingzoo(kind: Literal["aec", "parallel"], name: str, entry_point: str, kwargs: dict[str, Any]) -> None:
    """Register ``pokerzoo/<name>-v0`` with PettingZoo, unless there is one or it has no registry."""
    try:
        with _somewhere():
            import pettingzoo  # noqa: F401
        from pettingzoo import aec_registry, parallel_registry, register
    except ImportError:
        return
    if f"pokerzoo/{name}-v0" not in (aec_registry if kind == "aec" else parallel_registry):
        register(kind, f"pokerzoo/{name}-v0", entry_point, kwargs=kwargs)


def make_aec(
    game: str,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "raise",
    **params: Any,
) -> Any:
    """The AEC environment of a game by name, with its parameters: ``pettingzoo.make("aec", "pokerzoo/game-v0", game="kuhn")``.

    Raises:
        ValueError: no such game, or an argument that is not allowed.
        TypeError: no such parameter, or no such render mode.
    """
    from pokerzoo.envs.environments.aec import env

    from .registry import make_for_keywords

    return env(make_for_keywords(game, params), render_mode, mask_in, illegal)


def make_parallel(
    game: str,
    render_mode: str | None = None,
    mask_in: MaskIn = "observation",
    illegal: Illegal = "raise",
    **params: Any,
) -> Any:
    """The parallel environment of a simultaneous game by name; arguments and errors as of ``make_aec``."""
    from pokerzoo.envs.environments.parallel import parallel_env

    from .registry import make_for_keywords

    return parallel_env(make_for_keywords(game, params), render_mode, mask_in, illegal)


@contextmanager
def _somewhere() -> Iterator[None]:
    """Inside, there is a working directory, which PettingZoo asks for when it is imported: ours may have been deleted."""
    try:
        os.getcwd()
    except FileNotFoundError:
        here = os.open(".", os.O_RDONLY)
        os.chdir("/")
        try:
            yield
        finally:
            os.fchdir(here)
            os.close(here)
    else:
        yield
