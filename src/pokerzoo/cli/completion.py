"""Completions for a shell when TAB is pressed: games, parameters, variants, players, policy files, and other names.

Nothing here imports numba: a shell waits for the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .names import BASELINES, BENCHMARK_GAMES, KERNEL_FAMILIES, LEARNERS, OPPONENTS, VARIANTS, WHOLE_HAND_PLAYERS

BEST_RESPONSE = "best_response:"
SAFE = re.compile(r"[\w.+@%,=-]+")
"""Names of files that need no quotes; a shell completes the others itself."""

Completer = Callable[[str], list[str]]


def one_of(*names: str) -> Completer:
    """A completer of one of these names."""
    return lambda incomplete: names_starting(names, incomplete)


def some_of(*names: str) -> Completer:
    """A completer of several of these names with commas between.

    >>> some_of("cfr", "cfr+", "dcfr")("dcfr,c")
    ['dcfr,cfr', 'dcfr,cfr+']
    """

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [before + comma + name for name in names_starting(names, last)]

    return without_types(complete)


def without_types(complete: Completer) -> Completer:
    """The completer without annotations: typer evaluates them at every start, for each option, and knows arguments by name."""
    complete.__annotations__ = {}
    return complete


def names_starting(names: Iterable[str], start: str) -> list[str]:
    """Those that start so."""
    return [name for name in names if name.startswith(start)]


@without_types
def games(incomplete: str) -> list[str]:
    """Names of games."""
    from pokerzoo.envs import list_games

    return names_starting(list_games(), incomplete)


@without_types
def benchmark_games(incomplete: str) -> list[str]:
    """Games and sets of games of ``bench-rl``, several with commas between."""
    from pokerzoo.envs import list_games

    return some_of(*dict.fromkeys([*BENCHMARK_GAMES, *list_games()]))(incomplete)


def parameters(ctx: Any, incomplete: str) -> list[str]:
    """``NAME=`` for each parameter of the game that was typed before; ``ctx`` is click's, and typer knows it by its name."""
    from pokerzoo.envs import list_games
    from pokerzoo.envs.registry import game_parameters

    typed = ctx.params.get("game")
    names = [*(typed if isinstance(typed, list | tuple) else [typed]), *ctx.args]  # of a line that is not finished
    known = [name for name in names if name in list_games()]
    return names_starting(dict.fromkeys(f"{one}=" for name in known for one in game_parameters(name)), incomplete)


@without_types
def players(incomplete: str) -> list[str]:
    """Policy files and baselines, and ``best_response:`` before these."""
    before = BEST_RESPONSE if incomplete.startswith(BEST_RESPONSE) else ""
    start = incomplete.removeprefix(BEST_RESPONSE)
    return [
        before + one for one in [*policy_files(start), *names_starting(dict.fromkeys(BASELINES + WHOLE_HAND_PLAYERS), start)]
    ]


@without_types
def opponents(incomplete: str) -> list[str]:
    """Players, and games that have an opponent by themselves."""
    return [*players(incomplete), *names_starting(OPPONENTS, incomplete)]


@without_types
def policy_files(incomplete: str) -> list[str]:
    """Policy files in the folder that was typed, and folders; a folder that is alone is looked into."""
    return files(incomplete, ".npz")


@without_types
def config_files(incomplete: str) -> list[str]:
    """TOML files, likewise."""
    return files(incomplete, ".toml")


parameters.__annotations__ = {}  # see without_types


def files(incomplete: str, ending: str) -> list[str]:
    """Files with this ending, and folders, which end in ``/``; nothing where there are none, so that the shell completes."""
    folder, slash, start = incomplete.rpartition("/")
    try:
        inside = sorted(Path(folder + slash or ".").iterdir())
    except OSError:
        return []
    found = []
    for path in inside:
        hidden = path.name.startswith(".") and not start.startswith(".")
        if hidden or not path.name.startswith(start) or not SAFE.fullmatch(path.name):
            continue
        if path.is_dir():
            found.append(f"{folder}{slash}{path.name}/")
        elif path.suffix == ending:
            found.append(f"{folder}{slash}{path.name}")
    if len(found) == 1 and found[0].endswith("/"):
        return files(found[0], ending)
    return found


variant = one_of(*VARIANTS)
variants = some_of(*VARIANTS)
learners = some_of(*LEARNERS)
kernel_families = one_of(*KERNEL_FAMILIES)
