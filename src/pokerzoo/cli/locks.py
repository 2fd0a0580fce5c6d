"""Node locks on the command line: ``--lock FILE`` and ``--lock-at LINE TEXT``, read and checked."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pokerzoo.envs.support.errors import InputError, brief

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.poker.public_state import PublicState

Locks: TypeAlias = dict[str, dict[str, float]]
"""{infoset key: {action name: probability}}"""

MOST_BYTES = 32 << 20
"""The largest file of locks that is read."""
MOST_LINES = 8
"""Lines with locks that a summary lists."""


class LockedInfosets(NamedTuple):
    """Locks from the command line, as ``CFR`` takes them, with their lines in the order given."""

    locks: Locks
    nodes: list[str]
    rivers: bool


def collect_locks(game: HoldemGame, file: str | None, at: Sequence[tuple[str, str]]) -> LockedInfosets:
    """The locks that ``--lock`` and ``--lock-at`` ask for."""
    from pokerzoo.agents.cfr.lock_text import add_locks, locks_at, locks_by_infoset
    from pokerzoo.envs.poker.spot_lines import line_of

    result: Locks = {}
    places: dict[str, PublicState] = {}
    if file is not None:
        name = f"--lock {file}"
        add_locks(result, name, locks_by_infoset(game, name, read_object(name, Path(file))))
    for line, text in at:
        name = f"--lock-at {brief(line)}"
        for part, group in locks_at(game, name, line, text):
            add_locks(result, f"{name}: {brief(part)}", group)
    for key in result:
        history = key.partition("|")[2]
        if history not in places:
            public = game.infosets.find(history)
            assert public is not None  # the key was checked
            places[history] = public
    return LockedInfosets(
        result, [line_of(public) for public in places.values()], any(len(p.board) == 5 for p in places.values())
    )


def read_object(name: str, path: Path, kind: str | None = None) -> dict[str, Any]:
    """Object in a JSON or TOML file, by its ending; InputError, which begins with ``name``, unless there is one."""
    from pokerzoo.envs.support.parameters import check_nesting

    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError(f"{name}: larger than {MOST_BYTES >> 20} MiB")
    kind = kind or ("TOML" if path.suffix.lower() == ".toml" else "JSON")
    try:
        text = content.decode("utf-8")
        result = tomllib.loads(text) if kind == "TOML" else json.loads(text, object_pairs_hook=without_repeats)
        check_nesting(name, result)
    except RecursionError:
        raise InputError(f"{name}: nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise InputError(f"{name}: not a {kind} file: {error}") from None
    if not isinstance(result, dict):
        raise InputError(f"{name}: must be an object, {{key: value}}")
    return result


def without_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of a JSON object; InputError if a key occurs twice, which JSON itself lets pass."""
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [key for key, _ in pairs]
        raise InputError(f"{next(key for key in names if names.count(key) > 1)!r} occurs twice")
    return result


def locked_places(lines: Sequence[str]) -> str:
    """The lines with locks in a few words.

    >>> locked_places(["", "b25"])
    'the start, b25'
    """
    shown = ", ".join(line or "the start" for line in lines[:MOST_LINES])
    return shown + (f" and {len(lines) - MOST_LINES:,} more lines" if len(lines) > MOST_LINES else "")
