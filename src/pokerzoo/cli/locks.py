"""Node locks on the command line: ``--lock FILE`` and ``--lock-at LINE TEXT``, read and checked."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .presets import Settings

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.poker.public_state import PublicState

Locks: TypeAlias = dict[str, dict[str, float]]
"""{infoset key: {action name: probability}}"""

MOST_BYTES = 32 << 20
"""The largest file of locks that is read."""
MOST_LINES = 8
"""So many lines with locks are listed in a summary."""
TEXT = "'AA,KQs: bet 0.75, check 0.25; QQ: check 1'"
"""What a lock at a line looks like."""


class Locked(NamedTuple):
    """What is locked.

    Attributes:
        locks: as ``CFR`` takes them.
        nodes: the lines with locks, in the order in which they were given: ``xb60c/2h/x``.
        rivers: whether one of them is on the river.
    """

    locks: Locks
    nodes: list[str]
    rivers: bool


def collect_locks(game: HoldemGame, settings: Settings) -> Locked:
    """The locks that ``--lock`` and ``--lock-at`` ask for.

    Raises:
        OSError: a file cannot be read.
        ValueError: something in it, or in a text, cannot be; says in which, and which part of it.
    """
    from pokerzoo.evaluation.reports.spot_lines import line_of

    found: Locks = {}
    places: dict[str, PublicState] = {}
    if "lock" in settings:
        name = f"lock={settings['lock']}"
        add(found, name, locks_in_file(game, name, Path(settings["lock"])))
    for line, text in settings.get("lock-at", ()):
        name = f"lock_at={line!r}"
        for part, group in locks_at(game, name, line, text):
            add(found, f"{name}: {part!r}", group)
    for key in found:
        history = key.partition("|")[2]
        if history not in places:
            public = game.infosets.find(history)
            assert public is not None  # the key was checked
            places[history] = public
    return Locked(found, [line_of(public) for public in places.values()], any(len(p.board) == 5 for p in places.values()))


def add(found: Locks, name: str, more: Locks) -> None:
    """Put more locks to those found; ValueError if one is there with other probabilities."""
    for key, row in more.items():
        if found.setdefault(key, row) != row:
            raise ValueError(f"{name}: {key} is locked already, with other probabilities")


def locks_in_file(game: HoldemGame, name: str, path: Path) -> Locks:
    """The locks in a JSON or TOML file, each checked.

    Raises:
        OSError: it cannot be read.
        ValueError: it is too large, no such file, or has a lock that cannot be.
    """
    from pokerzoo.agents.cfr.locks import checked_shares, locked_infoset
    from pokerzoo.envs.support.parameters import cut, short_repr

    found: Locks = {}
    for key, row in read_object(name, path).items():
        if not isinstance(row, dict):
            raise ValueError(f"{name}: {key!r}: must be {{action: probability}}, not {short_repr(row, 100)}")
        try:
            public, hand = locked_infoset(game, as_dealt(game, key))
            names = public.betting.action_names
            shares = checked_shares(repr(key), row, names)
        except ValueError as error:
            what = re.sub(r"^locks(: |\[('.*?'|\".*?\")\]: )", lambda m: f"{m[2]}: " if m[2] else "", str(error))
            raise ValueError(f"{name}: {cut(what, 400)}") from None
        found[f"{game.rules.hand_names[hand]}|{public.history}"] = dict(zip(names, shares, strict=True))
    return found


def as_dealt(game: HoldemGame, key: str) -> str:
    """An infoset key with the two cards in the order of the game's hands: ``AsAd|b5`` for ``AdAs|b5``."""
    hand, bar, history = key.partition("|")
    other = hand[2:] + hand[:2]
    return other + bar + history if hand not in game.infosets.hand_index and other in game.infosets.hand_index else key


def read_object(name: str, path: Path) -> dict[str, Any]:
    """What a JSON file (or, if it is called ``.toml``, a TOML file) holds; ValueError unless it is an object, not too large."""
    from pokerzoo.envs.support.parameters import check_nesting

    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"{name}: larger than {MOST_BYTES >> 20} MiB")
    kind = "TOML" if path.suffix.lower() == ".toml" else "JSON"
    try:
        text = content.decode("utf-8")
        found = tomllib.loads(text) if kind == "TOML" else json.loads(text, object_pairs_hook=without_repeats)
        check_nesting(name, found)
    except RecursionError:
        raise ValueError(f"{name}: nested too deep") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise ValueError(f"{name}: not a {kind} file: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{name}: must be an object, {{infoset key: {{action: probability}}}}")
    return found


def without_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of a JSON object; ValueError if a key is there twice, which JSON itself lets pass."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [key for key, _ in pairs]
        raise ValueError(f"{next(key for key in names if names.count(key) > 1)!r} is there twice")
    return found


def locks_at(game: HoldemGame, name: str, line: str, text: str) -> Iterable[tuple[str, Locks]]:
    """(part of the text, its locks) of the hands that are named at a line.

    Raises:
        ValueError: no such line, hand or action, or no distribution.
    """
    from pokerzoo.agents.cfr.locks import lock_node

    public = actor_at(game, name, line)
    groups = [part.strip() for part in text.split(";") if part.strip()]
    if not groups:
        raise ValueError(f"{name} {text!r}: nothing is locked; must be as {TEXT}")
    for group in groups:
        hands, colon, actions = group.rpartition(":")
        row = shares_of_text(f"{name}: {group!r}", actions, public)
        wanted = hands.strip() if colon else None
        try:
            found = lock_node(game, public.history, row, wanted)
            # Each piece must be there, not only one of them: the others would go unseen.
            for piece in wanted.split(",") if wanted is not None and "[" not in wanted else ():
                if piece.strip():
                    lock_node(game, public.history, row, piece.strip())
        except ValueError as error:
            raise ValueError(f"{name}: {group!r}: {re.sub(r'^(hands|strategy)=', '', str(error))}") from None
        yield group, found


def actor_at(game: HoldemGame, name: str, line: str) -> PublicState:
    """The public state after a line, at which somebody acts.

    Raises:
        ValueError: no such line, one that is removed, or nobody acts there.
    """
    from pokerzoo.agents.cfr.locks import check_not_removed
    from pokerzoo.evaluation.reports.spot_lines import example, find_line, line_of

    check_not_removed(game, name, line)
    try:
        public = find_line(game, line)
    except ValueError as error:
        raise ValueError(name + str(error).removeprefix(f"line={line!r}")) from None
    if public.card_due:
        raise ValueError(f"{name}: a card is due there; give one, as {line_of(public)}/{example(public)}")
    if public.is_over:
        raise ValueError(f"{name}: the hand is over there, nobody acts")
    return public


def shares_of_text(name: str, text: str, public: PublicState) -> dict[str, float]:
    """``bet 25 0.75, check 25%`` as probabilities by the names of the actions.

    Raises:
        ValueError: a part without a probability, no such action, or one twice.
    """
    found: dict[str, float] = {}
    for part in text.split(","):
        words = part.split()
        if len(words) < 2:
            raise ValueError(f"{name}: {part.strip()!r} must be an action and its probability, as in {TEXT}")
        action = action_named(name, " ".join(words[:-1]), public)
        if action in found:
            raise ValueError(f"{name}: {action!r} is there twice")
        number = words[-1]
        try:
            found[action] = float(number[:-1]) / 100 if number.endswith("%") else float(number)
        except ValueError:
            raise ValueError(f"{name}: {number!r} is no probability; must be a number from 0 to 1, or in percent") from None
        if not 0.0 <= found[action] <= 1.0:  # so that NaN fails
            raise ValueError(f"{name}: {number} is no probability; must be from 0 to 1, as in '{action} 1'")
    return found


def action_named(name: str, text: str, public: PublicState) -> str:
    """The action of this name, or token, or the only one that begins so: ``bet 25``, ``b25``, ``bet``; ValueError if none."""
    names: Mapping[str, str] = {word.lower(): word for word in public.betting.action_names}
    tokens = dict(zip(public.tokens, public.betting.action_names, strict=True))
    given = text.lower()
    if given in names or given in tokens:
        return names.get(given) or tokens[given]
    close = [action for action in public.betting.action_names if action.startswith(f"{given} ")]
    if len(close) == 1:
        return close[0]
    which = f"which of {', '.join(close)}?" if close else f"no such action there; allowed: {', '.join(names.values())}"
    raise ValueError(f"{name}: {text!r}: {which}")


def places(lines: Sequence[str]) -> str:
    """The lines with locks in a few words.

    >>> places(["", "b25"])
    'the start, b25'
    """
    shown = ", ".join(line or "the start" for line in lines[:MOST_LINES])
    return shown + (f" and {len(lines) - MOST_LINES:,} more lines" if len(lines) > MOST_LINES else "")
