"""Kernels made ready before they are used: which families a game needs, and compiling them beside each other.

Commands ask this at every start, so a game that needs no families imports nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pokerzoo.envs.core import is_spot

if TYPE_CHECKING:
    from pokerzoo.envs import Game

    from .build import Progress

SOLVERS = {"auto": ("streets",), "single": ("streets",), "half": ("half-streets",)}
"""Families of the solvers of turns and flops, by precision."""


def families_for(game: Game, precision: str | None = None, reports: bool = True) -> tuple[str, ...]:
    """Families that solving a game in a precision needs, or only measuring it without one, and reports if wanted.

    Only turns and flops have some: all others compile in 4 to 7 s, most of it for kernels that wait for each other, so
    that two processes are no faster than one.
    """
    if not is_spot(game):
        return ()
    from pokerzoo.envs.compiled.public_tree import is_walked_by_boards

    if not is_walked_by_boards(game.rules):
        return ()
    return (*SOLVERS.get(precision or "", ()), "street-measures", *(("street-reports",) if reports else ()))


def ensure_kernels(
    families: Iterable[str], tell: Callable[[Progress], object] = lambda progress: None, fewest: int = 2
) -> bool:
    """Compile families that are missing, if that is faster than to compile them where they are used; True if it was done.

    It is faster for two families or more (``fewest``: 1 at the start of a server) on two processors or more. Whatever fails
    here is left to the caller, who compiles then.

    Raises:
        InterruptedError: ``tell`` raised it, to stop the build.
    """
    wanted = tuple(families)
    if len(wanted) < fewest:
        return False
    from numba import config

    from pokerzoo.envs.compiled.shared_parts import usable_processors

    from .build import build_kernels
    from .store import missing_families, note_ready

    if getattr(config, "DISABLE_JIT", False) or usable_processors() < 2:
        return False
    missing = missing_families(wanted)
    if len(missing) < fewest:
        return False
    try:
        build_kernels(missing, tell=tell)
    except InterruptedError:
        raise
    except Exception:
        return False
    note_ready(missing)
    return True
